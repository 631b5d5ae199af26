import { describe, expect, it } from "vitest";
import { clipOf, withClip } from "../src/document/edits/clip";
import { addSeam, wholeEdge } from "../src/document/edits/seams";
import { addMirror } from "../src/document/edits/symmetry";
import type { Document, Placement } from "../src/engine/types";
import { read } from "./engine";
import { fabric, garment, square } from "./garment";

const sewn = (): Document => {
  const two = garment({ panels: [square("front"), square("back"), square("sleeve")] });
  const one = addSeam(two, [wholeEdge("front", "left")], [wholeEdge("back", "right")]).document;
  return addSeam(one, [wholeEdge("front", "top")], [wholeEdge("sleeve", "low")]).document;
};

describe("panels on the clipboard", () => {
  it("are a document that the engine reads, with the seams among them and no others", () => {
    const clip = clipOf(sewn(), ["front", "back"]) as Document;
    const reading = read(JSON.stringify(clip));
    expect("issues" in reading ? reading.issues : []).toEqual([]);
    expect(clip.panels.map(({ id }) => id)).toEqual(["front", "back"]);
    expect(clip.seams).toHaveLength(1);
    expect(clipOf(sewn(), [])).toBeNull();
  });

  it("keep their pins", () => {
    const pins = ["front", "sleeve"].map((panel) => ({
      id: `pin-${panel}`,
      panel,
      at_mm: [10, 20] as [number, number],
    }));
    const pinned = { ...sewn(), pins };
    const clip = clipOf(pinned, ["front"]) as Document;
    expect(clip.pins).toEqual([pins[0]]);
    const { document, ids } = withClip(pinned, clip);
    expect(document.pins).toHaveLength(3);
    expect(document.pins[2]).toEqual({
      id: expect.not.stringMatching(/^pin-front$/),
      panel: ids[0],
      at_mm: [10, 20],
    });
  });

  it("bring a mirror image without its original as a drawing of its own", () => {
    const { document, id } = addMirror(garment({ panels: [square()] }), "front", [300, 0]);
    const clip = clipOf(document, [id]) as Document;
    expect(clip.panels[0]).toMatchObject({ symmetry: { kind: "none" } });
    expect(clip.panels[0]?.outline).toHaveLength(4);
    expect(clipOf(document, ["front", id])?.panels[1]).toMatchObject({ symmetry: { kind: "mirror-of" } });
  });

  it("bring their fabric, and stand alone where their body is not", () => {
    const placement: Placement = {
      kind: "arrangement",
      body: "figure",
      point: "torso-front",
      offset_mm: [0, 0, 20],
      turn_deg: 0,
      lie: { kind: "around" },
    };
    const there = garment({
      fabrics: [fabric("silk")],
      panels: [{ ...square(), fabric: "silk", placement }],
      bodies: [
        {
          id: "figure",
          shape: { kind: "body.mannequin", parameters: {} },
          contact: { friction_factor: 1 },
          motion: { kind: "motion.still", parameters: {} },
        },
      ],
    });
    const clip = clipOf(there, ["front"]) as Document;
    expect(clip.bodies).toHaveLength(1);
    const here = withClip(garment({ panels: [square()] }), clip);
    expect(here.document.fabrics.map(({ id }) => id)).toEqual(["linen", "silk"]);
    const pasted = here.document.panels.find(({ id }) => id === here.ids[0]);
    expect(pasted).toMatchObject({ fabric: "silk", placement: { kind: "free" } });
    // Beside what lies on the table, not over it.
    expect(pasted?.table_mm[0]).toBe(240);
    const back = withClip(there, clip).document;
    expect(back.fabrics).toHaveLength(1);
    expect(back.panels[1]?.placement).toMatchObject({ kind: "arrangement", body: "figure" });
  });
});
