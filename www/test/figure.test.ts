import { describe, expect, it } from "vitest";
import { setStance, stancesDiffer } from "../src/document/edits/figure";
import type { Document } from "../src/engine/types";
import { garment } from "./garment";

const standing = (parameters: Record<string, number> = {}): Document => {
  const shape = { kind: "body.mannequin", parameters };
  return garment({ bodies: [{ id: "body", shape } as Document["bodies"][number]] });
};
const numbersOf = (document: Document) => document.bodies[0]?.shape.parameters ?? {};
const { sewing_s } = garment().simulation;

describe("a mannequin that takes a pose or moves", () => {
  it("waits until the garment is on it, and until now is over", () => {
    for (const now of [0, 0.4, sewing_s, 3.29, 7.44]) {
      const { dressing_s = 0, motion } = numbersOf(setStance(standing(), { motion: 1 }, now));
      expect(motion).toBe(1);
      expect(dressing_s).toBeGreaterThan(sewing_s);
      expect(dressing_s).toBeGreaterThan(now + 0.25);
      expect(dressing_s).toBeLessThan(Math.max(sewing_s, now) + 1.5);
    }
  });

  it("does not have the next one wait for minutes", () => {
    const { dressing_s = 0 } = numbersOf(setStance(standing(), { motion: 1 }, 300));
    expect(dressing_s).toBeLessThan(sewing_s + 1.5);
  });

  it("is dressed anew where it stands otherwise already", () => {
    const walking = setStance(standing(), { motion: 1 }, 3);
    const { dressing_s: before = 0 } = numbersOf(walking);
    const early = numbersOf(setStance(walking, { motion: 2 }, before - 0.1));
    expect(early.dressing_s).toBeGreaterThan(before);
    expect(numbersOf(setStance(walking, { motion: 2 }, before + 1)).dressing_s).toBeLessThan(before);
    expect(numbersOf(setStance(walking, { motion: 0 }, before + 1)).dressing_s).toBeUndefined();
  });

  it("is told from one that is somebody else", () => {
    const { bodies } = standing({ size: 2 });
    expect(stancesDiffer(bodies, standing({ size: 5 }).bodies)).toBe(false);
    expect(stancesDiffer(bodies, standing({ size: 2, motion: 1 }).bodies)).toBe(true);
    expect(stancesDiffer(bodies, standing({ size: 2, pose: 1 }).bodies)).toBe(true);
  });
});
