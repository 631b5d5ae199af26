import { describe, expect, it } from "vitest";
import { turnGrain, wholeTurn } from "../src/document/edits/grain";
import { addMirror } from "../src/document/edits/symmetry";
import { grainLine } from "../src/pattern2d/grain";
import { garment, square } from "./garment";

describe("a grainline", () => {
  it.each([
    [0, 0],
    [190, -170],
    [-190, 170],
    [180, 180],
    [-180, 180],
    [725.04, 5],
  ])("of %d° is written as %d°", (degrees, written) => {
    expect(wholeTurn(degrees)).toBe(written);
  });

  it("leans the other way in a mirror image, whichever of the two is turned", () => {
    const { document, id } = addMirror(garment({ panels: [square("front")] }), "front", [300, 0]);
    const grains = (degrees: number, turned: string) =>
      turnGrain(document, turned, degrees).panels.map((panel) => panel.grain_deg);
    expect(grains(20, "front")).toEqual([20, -20]);
    expect(grains(20, id)).toEqual([-20, 20]);
    expect(grains(0, id)).toEqual([0, 0]);
    const bias = turnGrain(document, "front", 30);
    expect(addMirror(bias, "front", [600, 0]).document.panels.at(-1)?.grain_deg).toBe(-30);
  });

  it("is drawn along the warp: up at 0°, to the left at 90°", () => {
    const upright = garment({ panels: [square("front")] });
    for (const [degrees, along] of [
      [0, [0, 1]],
      [90, [-1, 0]],
    ] as const) {
      const document = turnGrain(upright, "front", degrees);
      const line = grainLine(document, document.panels[0] as (typeof document.panels)[number], 1);
      const [to, from] = line?.ends ?? [];
      const way = [(to?.[0] ?? 0) - (from?.[0] ?? 0), (to?.[1] ?? 0) - (from?.[1] ?? 0)] as const;
      const length = Math.hypot(...way);
      expect(length).toBeGreaterThan(0);
      expect(way[0] / length).toBeCloseTo(along[0], 12);
      expect(way[1] / length).toBeCloseTo(along[1], 12);
    }
  });
});
