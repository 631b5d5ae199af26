import { describe, expect, it } from "vitest";
import { addPanel, deletePanels, edgesThrough, insertPanels, turning } from "../src/document/edits/panels";
import { addDart, addHole, addLine, addNotch, deleteParts } from "../src/document/edits/parts";
import {
  arcOf,
  convertEdge,
  deletePoint,
  movePoints,
  setEdgeLength,
  splitEdge,
} from "../src/document/edits/points";
import { addSeam, flipSeam, wholeEdge } from "../src/document/edits/seams";
import { addMirror, detachMirror, unfoldOver } from "../src/document/edits/symmetry";
import type { Document, Panel } from "../src/engine/types";
import { lengthTo, parameterAt, pointAt } from "../src/pattern2d/curve";
import { boundsOf, imagesOf, spreadOut } from "../src/pattern2d/images";
import { apply, distance, type Vec } from "../src/pattern2d/vec";
import { circleCorners } from "../src/tools/circle";
import { rectangleCorners } from "../src/tools/rectangle";
import { garment, square } from "./garment";

const doc = (...panels: Panel[]): Document => garment({ panels });
const first = (document: Document): Panel => document.panels[0] as Panel;
const at = (document: Document, edge: string): Vec => arcOf(first(document), edge)?.from ?? [NaN, NaN];

describe("outlines", () => {
  it("run counter-clockwise however they were drawn", () => {
    for (const [a, b] of [
      [
        [0, 0],
        [100, 50],
      ],
      [
        [100, 0],
        [0, 50],
      ],
      [
        [0, 50],
        [100, 0],
      ],
    ] as [Vec, Vec][])
      expect(turning(edgesThrough(rectangleCorners(a, b), []))).toBeCloseTo(2 * 5000, 9);
  });

  it("keep their curves when they are turned round", () => {
    const clockwise = circleCorners([0, 0], 50)
      .map(({ at: from }) => ({
        at: from,
        curve: { kind: "arc", radius_mm: 50, large: false, counter_clockwise: false } as const,
      }))
      .reverse();
    const edges = edgesThrough(clockwise, []);
    for (const edge of edges) expect(edge.curve).toMatchObject({ kind: "arc", counter_clockwise: true });
    const whole = edges.reduce(
      (sum, edge) => sum + lengthTo(arcOf({ ...square(), outline: edges }, edge.id) as never),
      0,
    );
    expect(whole).toBeCloseTo(100 * Math.PI, 1);
  });
});

describe("points", () => {
  it("move with their handles, and with nothing else", () => {
    const curved = convertEdge(doc(square()), "front", "low", "cubic");
    const moved = movePoints(curved, "front", new Set(["low"]), [10, -5]);
    expect(at(moved, "low")).toEqual([10, -5]);
    expect(at(moved, "right")).toEqual([200, 0]);
    const curve = arcOf(first(moved), "low")?.curve;
    expect(curve).toMatchObject({ kind: "cubic", control_2_mm: [expect.closeTo(133.33, 1), 0] });
    expect(curve?.kind === "cubic" && curve.control_1_mm[0]).toBeCloseTo(76.67, 1);
  });

  it("are added without changing the shape, and taken away again", () => {
    const before = convertEdge(doc(square()), "front", "low", "cubic");
    const { document, id } = splitEdge(before, "front", "low", 0.4);
    expect(first(document).outline.map((edge) => edge.id)).toEqual(["low", id, "right", "top", "left"]);
    const parts = ["low", id].map((edge) => lengthTo(arcOf(first(document), edge) as never));
    expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBeCloseTo(200, 1);
    const back = deletePoint(document, "front", id);
    expect(first(back).outline.map((edge) => edge.id)).toEqual(["low", "right", "top", "left"]);
  });

  it("never leave a panel without an inside", () => {
    let document = doc(square());
    for (const id of ["low", "right", "top", "left"]) document = deletePoint(document, "front", id);
    expect(first(document).outline.length).toBe(3);
  });

  it("set a length exactly, straight or curved", () => {
    expect(
      lengthTo(arcOf(first(setEdgeLength(doc(square()), "front", "low", 250, 200)), "low") as never),
    ).toBeCloseTo(250, 9);
    const curved = movePoints(convertEdge(doc(square()), "front", "low", "arc"), "front", new Set(), [0, 0]);
    const now = lengthTo(arcOf(first(curved), "low") as never);
    const longer = setEdgeLength(curved, "front", "low", 2 * now, now);
    expect(lengthTo(arcOf(first(longer), "low") as never)).toBeCloseTo(2 * now, 1);
  });
});

describe("seams", () => {
  const sewn = () => {
    const two = doc(square("front"), square("back"));
    return addSeam(two, [wholeEdge("front", "right")], [wholeEdge("back", "left")]).document;
  };

  it("stay where they are when an edge is split and joined again", () => {
    const { document, id } = splitEdge(sewn(), "front", "right", 0.25);
    expect(document.seams[0]?.a).toMatchObject([
      { edge: "right", from: 0, to: 1 },
      { edge: id, from: 0, to: 1 },
    ]);
    const joined = deletePoint(document, "front", id);
    const parts = joined.seams[0]?.a ?? [];
    expect(parts).toEqual(sewn().seams[0]?.a);
  });

  it("of a part keep to that part", () => {
    const part = { ...wholeEdge("front", "right"), from: 0.5, to: 1 };
    const document = addSeam(
      doc(square("front"), square("back")),
      [part],
      [wholeEdge("back", "left")],
    ).document;
    const split = splitEdge(document, "front", "right", 0.25);
    expect(split.document.seams[0]?.a).toMatchObject([
      { edge: split.id, from: expect.closeTo(1 / 3, 5), to: 1 },
    ]);
  });

  it("of a mirrored edge are split at the other end", () => {
    const mirrored = addMirror(doc(square("front"), square("back")), "front", [500, 0]);
    const part = { ...wholeEdge(mirrored.id, "right"), from: 0, to: 0.25 };
    const document = addSeam(mirrored.document, [part], [wholeEdge("back", "left")]).document;
    // On the original that part is the last quarter; a split at half leaves it wholly on the new edge.
    const split = splitEdge(document, "front", "right", 0.5);
    expect(split.document.seams[0]?.a).toMatchObject([
      { panel: mirrored.id, edge: split.id, from: 0, to: 0.5 },
    ]);
  });

  it("fall off with what they held on to", () => {
    expect(deletePanels(sewn(), ["back"]).seams).toEqual([]);
    const hole = addHole(doc(square("front"), square("back")), "front", circleCorners([100, 100], 20));
    const edge = hole.document.panels[0]?.holes[0]?.outline[0]?.id ?? "";
    const held = addSeam(hole.document, [wholeEdge("front", edge)], [wholeEdge("back", "left")]).document;
    expect(deleteParts(held, "front", new Set([hole.id])).seams).toEqual([]);
  });

  it("turn round from what the engine found", () => {
    const document = sewn();
    expect(flipSeam(document, "seam", true).seams[0]?.direction).toBe("same");
    expect(flipSeam(document, "seam", false).seams[0]?.direction).toBe("opposite");
  });
});

describe("symmetry", () => {
  it("shows one drawing twice, and an edit at either appearance is one edit", () => {
    const { document } = addMirror(doc(square()), "front", [500, 0]);
    const moved = movePoints(document, "front", new Set(["right"]), [30, 0]);
    const image = imagesOf(moved, moved.panels[1] as Panel)[0];
    expect(image && apply(image.map, [230, 0])).toEqual([270, 0]);
    expect(boundsOf(moved, moved.panels[1] as Panel)).toEqual({ min: [270, 0], max: [500, 200] });
  });

  it("goes with its original, or stays with a drawing of its own", () => {
    const withDart = addDart(doc(square()), "front", {
      edge: "low",
      at_mm: 50,
      width_mm: 20,
      tip_mm: [50, 80],
    });
    const { document, id } = addMirror(
      addNotch(withDart.document, "front", "low", 30).document,
      "front",
      [500, 0],
    );
    expect(deletePanels(document, ["front"]).panels).toEqual([]);
    const own = deletePanels(detachMirror(document, id), ["front"]).panels[0] as Panel;
    expect(turning(own.outline)).toBeCloseTo(2 * 200 * 200, 6);
    expect(own.darts[0]).toMatchObject({ edge: "low", at_mm: 150, tip_mm: [-50, 80] });
    expect(own.outline.find((edge) => edge.id === "low")?.notches[0]?.at_mm).toBe(170);
  });

  it("unfolds over an edge and takes its seams off that edge", () => {
    const document = addSeam(
      doc(square(), square("back")),
      [wholeEdge("front", "left")],
      [wholeEdge("back", "left")],
    ).document;
    const unfolded = unfoldOver(document, "front", "left");
    expect(unfolded.seams).toEqual([]);
    expect(boundsOf(unfolded, first(unfolded))).toEqual({ min: [-200, 0], max: [200, 200] });
  });
});

describe("darts", () => {
  it("go with the edge they open at, and still close", () => {
    const dart = { edge: "low", at_mm: 100, width_mm: 20, tip_mm: [100, 80] as Vec };
    const document = addDart(doc(square()), "front", dart).document;
    for (const edited of [
      movePoints(document, "front", new Set(["right"]), [40, -60]),
      setEdgeLength(document, "front", "low", 300, 200),
      convertEdge(movePoints(document, "front", new Set(["low"]), [-30, 10]), "front", "low", "arc"),
    ]) {
      const [moved] = first(edited).darts;
      const arc = arcOf(first(edited), "low");
      if (!moved || !arc) throw new Error("the dart is gone");
      const whole = lengthTo(arc);
      const ends = [-10, 10].map((side) => pointAt(arc, parameterAt(arc, (moved.at_mm + side) / whole)));
      const [a = 0, b = 1] = ends.map((end) => distance(end, moved.tip_mm));
      expect(Math.abs(a - b)).toBeLessThan(0.1);
      expect(moved.at_mm / whole).toBeCloseTo(0.5, 3);
    }
  });
});

describe("panels and their parts", () => {
  it("get names that nothing else has", () => {
    let document = doc(square());
    for (let k = 0; k < 3; k++)
      document = addLine(document, "front", [0, 0], [10, 10 + k], { kind: "line" }).document;
    expect(first(document).lines.map((line) => line.id)).toEqual(["line", "line-2", "line-3"]);
    const wanted = {
      name: "Front",
      fabric: "linen",
      corners: rectangleCorners([0, 0], [10, 10]),
      table: [0, 0] as Vec,
      placement: square().placement,
      meshSizeMm: 20,
    };
    const made = addPanel(document, wanted);
    expect(made.id).toBe("front-2");
  });

  it("are copied with the seams among them", () => {
    const two = doc(square("front"), square("back"));
    const sewn = addSeam(two, [wholeEdge("front", "right")], [wholeEdge("back", "left")]).document;
    const { document, ids } = insertPanels(sewn, sewn, [900, 0]);
    expect(ids).toEqual(["front-2", "back-2"]);
    expect(document.seams[1]?.a[0]?.panel).toBe("front-2");
    expect(document.panels[2]?.table_mm).toEqual([900, 0]);
    expect(
      insertPanels(sewn, { ...sewn, panels: sewn.panels.slice(0, 1) }, [900, 0]).document.seams.length,
    ).toBe(1);
  });

  it("that lie on each other are spread out, and those that do not stay", () => {
    const spread = spreadOut(
      doc(square("one"), square("two"), square("three"), square("four"), square("five")),
    );
    const boxes = spread.panels.map((each) => boundsOf(spread, each) ?? { min: [0, 0], max: [0, 0] });
    for (const [k, a] of boxes.entries())
      for (const b of boxes.slice(k + 1)) {
        const gaps = [0, 1].map((axis) =>
          Math.max((b.min[axis] ?? 0) - (a.max[axis] ?? 0), (a.min[axis] ?? 0) - (b.max[axis] ?? 0)),
        );
        expect(Math.max(...gaps)).toBeGreaterThanOrEqual(60);
      }
    const [width, height] = [0, 1].map(
      (axis) =>
        Math.max(...boxes.map(({ max }) => max[axis] ?? 0)) -
        Math.min(...boxes.map(({ min }) => min[axis] ?? 0)),
    );
    expect((width ?? 0) / (height ?? 1)).toBeGreaterThan(0.5);
    expect((width ?? 0) / (height ?? 1)).toBeLessThan(2);
    expect(spreadOut(spread)).toBe(spread);
  });
});
