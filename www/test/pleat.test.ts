import { describe, expect, it } from "vitest";
import { withoutSelected } from "../src/commands/select";
import { addDart, addHole, addLine, addPin } from "../src/document/edits/parts";
import {
  across,
  addPleat,
  type PleatCut,
  pleatOf,
  pleatShape,
  reshapePleat,
} from "../src/document/edits/pleat";
import { addSeam, wholeEdge } from "../src/document/edits/seams";
import { addMirror, unfoldOver } from "../src/document/edits/symmetry";
import type { Document, Panel } from "../src/engine/types";
import { Engine } from "../src/engine/wasm/toile.js";
import { circleCorners } from "../src/tools/circle";
import { read } from "./engine";
import { garment, square } from "./garment";

/** Upright through the middle of a square of 200 mm. */
const upright: PleatCut = {
  from: { edge: "top", t: 0.5 },
  to: { edge: "low", t: 0.5 },
  depth_mm: 25,
  facing: "right",
  held: "start",
};

const start = () => garment({ panels: [square()] });
const front = (document: Document) => document.panels[0] as Panel;

function pleated(document: Document, cut: PleatCut = upright): Document {
  const made = addPleat(document, "front", cut);
  if ("refusal" in made) throw new Error(made.refusal);
  return made.document;
}

/** Twice the area, by the shoelace formula. */
const doubled = ({ outline }: Panel) =>
  outline.reduce((sum, { from_mm: [x, y] }, k) => {
    const [u, v] = outline[(k + 1) % outline.length]?.from_mm ?? [0, 0];
    return sum + x * v - u * y;
  }, 0);

const box = ({ outline }: Panel) => [
  Math.min(...outline.map((edge) => edge.from_mm[0])),
  Math.max(...outline.map((edge) => edge.from_mm[0])),
];

describe("a pleat", () => {
  it("widens the panel by twice its depth and nothing else", () => {
    const panel = front(pleated(start()));
    expect(panel.outline).toHaveLength(4 + 2 + 4);
    expect(doubled(panel)).toBeCloseTo(2 * 250 * 200, 6);
    const [low = 0, high = 0] = box(panel);
    expect(high - low).toBeCloseTo(250, 9);
  });

  it("has a ridge and a valley, a depth apart, pressed opposite ways", () => {
    const [ridge, valley] = front(pleated(start())).lines;
    expect(ridge?.fold.angle_deg).toBe(-180);
    expect(valley?.fold.angle_deg).toBe(180);
    expect(Math.abs((ridge?.from_mm[0] ?? 0) - (valley?.from_mm[0] ?? 0))).toBeCloseTo(25, 9);
    expect(ridge?.from_mm[0]).toBe(ridge?.to_mm[0]);
    const left = front(pleated(start(), { ...upright, facing: "left" })).lines;
    expect(left[1]).toEqual(valley);
    // The other side of the strip.
    const [a, b, v] = [ridge, left[0], valley].map((line) => line?.from_mm[0] ?? Number.NaN);
    expect((a ?? 0) + (b ?? 0)).toBeCloseTo(2 * (v ?? 0), 9);
  });

  it.each([
    ["start", 1],
    ["both", 2],
    ["none", 0],
  ] as const)("that is held at %s has %i seams, and none of them is an issue", (held, seams) => {
    const document = pleated(start(), { ...upright, held });
    expect(document.seams).toHaveLength(seams);
    const reading = read(JSON.stringify(document));
    expect("issues" in reading ? reading.issues : []).toEqual([]);
  });

  it("leaves seams where they were: the strip is sewn to nothing but itself", () => {
    const two = garment({ panels: [square("front"), square("band")] });
    const sewn = addSeam(two, [wholeEdge("front", "top")], [wholeEdge("band", "low")]).document;
    const seam = pleated(sewn).seams[0];
    const length = (parts: NonNullable<typeof seam>["a"], panel: Panel) =>
      parts.reduce((sum, part) => {
        const at = panel.outline.findIndex((edge) => edge.id === part.edge);
        const [a, b] = [panel.outline[at], panel.outline[(at + 1) % panel.outline.length]];
        return sum + (part.to - part.from) * Math.abs((b?.from_mm[0] ?? 0) - (a?.from_mm[0] ?? 0));
      }, 0);
    expect(length(seam?.a ?? [], front(pleated(sewn)))).toBeCloseTo(200, 9);
  });

  it("carries what is on either side along", () => {
    let document = start();
    document = addHole(document, "front", circleCorners([50, 100], 10)).document;
    document = addLine(document, "front", [150, 50], [180, 50], { kind: "line" }).document;
    document = addPin(document, "front", [40, 40]).document;
    document = addPin(document, "front", [160, 40]).document;
    document = addDart(document, "front", {
      edge: "left",
      at_mm: 100,
      width_mm: 20,
      tip_mm: [30, 100],
    }).document;
    const made = pleated(document);
    // Both sides give way by a depth.
    expect(made.pins.map((pin) => pin.at_mm)).toEqual([
      [15, 40],
      [185, 40],
    ]);
    expect(front(made).darts[0]?.tip_mm).toEqual([5, 100]);
    expect(front(made).lines.find((line) => line.id === "line")?.from_mm).toEqual([175, 50]);
    const xs = front(made).holes[0]?.outline.map((edge) => edge.from_mm[0]) ?? [];
    expect((Math.min(...xs) + Math.max(...xs)) / 2).toBeCloseTo(25, 9);
  });

  it("leaves the fold of an unfolded panel where it was, with pins of its other half", () => {
    const half = addPin(unfoldOver(start(), "front", "left"), "front", [-160, 40]).document;
    const made = pleated(half);
    expect(front(made).outline.find((edge) => edge.id === "left")?.from_mm[0]).toBe(0);
    expect(box(front(made))).toEqual([0, 250]);
    expect(made.pins[0]?.at_mm).toEqual([-210, 40]);
  });

  it("is refused where it would tear something, leave the panel or cross the fold", () => {
    const refusal = (document: Document, cut: PleatCut = upright) => {
      const made = addPleat(document, "front", cut);
      return "refusal" in made ? made.refusal : "";
    };
    expect(refusal(start(), { ...upright, to: { edge: "top", t: 0.2 } })).toMatch(/one edge to another/);
    expect(refusal(start(), { ...upright, from: { edge: "top", t: 0.001 } })).toMatch(/between corners/);
    expect(refusal(addHole(start(), "front", circleCorners([100, 100], 20)).document)).toMatch(/hole/);
    expect(refusal(addLine(start(), "front", [50, 100], [150, 90], { kind: "line" }).document)).toMatch(
      /line/,
    );
    const dart = { edge: "top", at_mm: 98, width_mm: 20, tip_mm: [102, 120] as [number, number] };
    expect(refusal(addDart(start(), "front", dart).document)).toMatch(/dart/);
    expect(refusal(unfoldOver(start(), "front", "low"))).toMatch(/fold/);
  });

  it("is sewn in every panel that shows the drawing", () => {
    const two = addMirror(start(), "front", [400, 0]).document;
    expect(pleated(two).seams.map((seam) => seam.a[0]?.panel)).toEqual(["front", "front-mirrored"]);
    const whole = pleated(unfoldOver(start(), "front", "left"));
    expect(whole.seams.map((seam) => seam.a[0]?.edge)).toEqual(["pleat-from-1", "pleat-from-1-mirrored"]);
  });

  it("gets another depth, way and hold by numbers, and is what it would have been", () => {
    const shape = { depth_mm: 40, facing: "left", held: "both" } as const;
    const changed = reshapePleat(pleated(start()), "front", "pleat", shape);
    expect(changed).toEqual(pleated(start(), { ...upright, ...shape }));
    expect(pleatShape(changed, front(changed), "pleat")).toEqual(shape);
  });

  it("is taken out whole, and the panel is as it was", () => {
    const made = pleated(start());
    expect(pleatOf(front(made), "pleat-valley")).toBe("pleat");
    const back = withoutSelected(made, [{ kind: "line", panel: "front", id: "pleat-valley" }]);
    expect(back).toEqual(start());
  });

  it("finds the edge across", () => {
    const to = across(square(), { edge: "low", at: [50, 0] }, [0, 1]);
    expect(to).toMatchObject({ edge: "top", t: expect.closeTo(0.75, 6) });
    expect(across(square(), { edge: "low", at: [50, 0] }, [0, -1])).toBeNull();
  });

  it("drapes: folds lie over each other and the width is that of before", () => {
    const document = pleated(start(), { ...upright, held: "both" });
    const engine = new Engine(
      JSON.stringify({ ...document, simulation: { ...document.simulation, gravity_m_per_s2: 0 } }),
    );
    for (let k = 0; k < 250; k++) expect(engine.step().halted).toBeNull();
    const positions = new Float32Array(3 * engine.pointCount);
    engine.readPositions(positions);
    const xs = Array.from({ length: engine.pointCount }, (_, k) => positions[3 * k] as number);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.215);
    engine.free();
  });
});
