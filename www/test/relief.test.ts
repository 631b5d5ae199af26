import { describe, expect, it } from "vitest";
import { reliefs } from "../src/view3d/relief";

describe.each(Object.entries(reliefs))("the surface %s", (_, relief) => {
  const places = Array.from({ length: 400 }, (_, k) => [
    ((k * 0.6180339887) % 1) * relief.threads,
    ((k * 0.7548776662) % 1) * relief.threads,
  ]) as [number, number][];

  it("has heights from 0 to 1, and some of each", () => {
    const heights = places.map(([x, y]) => relief.height(x, y));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...heights)).toBeLessThanOrEqual(1 + 1e-12);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.3);
  });

  it("is the same again after its threads, so that tiles meet", () => {
    for (const [x, y] of places) {
      const here = relief.height(x, y);
      expect(relief.height(x + relief.threads, y)).toBeCloseTo(here, 9);
      expect(relief.height(x, y + relief.threads)).toBeCloseTo(here, 9);
    }
  });

  it("shows other yarn only in part", () => {
    for (const [x, y] of places) {
      const share = relief.behind?.(x, y) ?? 0;
      expect(share >= 0 && share < 1).toBe(true);
    }
  });
});

it("a twill shows the weft at one crossing of three, along diagonals", () => {
  const weft = (i: number, j: number) => (reliefs.twill.behind?.(i + 0.5, j + 0.5) ?? 0) > 0;
  let count = 0;
  for (let i = 0; i < 12; i++)
    for (let j = 0; j < 12; j++) {
      if (weft(i, j)) count += 1;
      expect(weft(i, j)).toBe(weft(i + 1, j + 1));
    }
  expect(count).toBe(48);
});
