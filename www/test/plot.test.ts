import { describe, expect, it } from "vitest";
import { clearOf } from "../src/panels/plot-handles";
import { brief, extentOf, nearestTo, PlotFrame, ticks } from "../src/ui/plot-scale";

describe("ticks", () => {
  it("are round and inside", () => {
    expect(ticks([0, 0.1], 5)).toEqual([0, 0.02, 0.04, 0.06, 0.08, 0.1]);
    expect(ticks([-3, 41], 4)).toEqual([0, 20, 40]);
    expect(ticks([0, 360], 5)).toEqual([0, 100, 200, 300]);
  });

  it("are none for a range that is none", () => {
    expect(ticks([1, 1], 5)).toEqual([]);
    expect(ticks([0, Number.NaN], 5)).toEqual([]);
  });
});

describe("a plot's frame", () => {
  const frame = new PlotFrame({ x: [0, 10], y: [-5, 5] }, [200, 100], {
    left: 20,
    right: 30,
    top: 10,
    bottom: 15,
  });

  it("puts the corners of the range into the corners of the box", () => {
    expect(frame.place([0, -5])).toEqual([20, 85]);
    expect(frame.place([10, 5])).toEqual([170, 10]);
  });

  it("gives values back for pixels", () => {
    for (const point of [
      [0, 0],
      [3, -2],
      [12, 7],
    ] as const) {
      const [x, y] = frame.value(frame.place(point));
      expect(x).toBeCloseTo(point[0], 12);
      expect(y).toBeCloseTo(point[1], 12);
    }
  });

  it("tells how far in pixels a place is from a line, beyond its ends and of a single point too", () => {
    // 15 pixels per unit of x, 7.5 per unit of y.
    const level: [number, number][] = [
      [2, 0],
      [6, 0],
    ];
    expect(nearestTo(frame, level, [4, 2])).toBeCloseTo(15, 9);
    expect(nearestTo(frame, level, [8, 0])).toBeCloseTo(30, 9);
    expect(nearestTo(frame, [[2, 0]], [2, -2])).toBeCloseTo(15, 9);
    expect(nearestTo(frame, [], [2, 0])).toBe(Number.POSITIVE_INFINITY);
  });

  it("leaves out what is no number", () => {
    expect(
      frame.path([
        [0, 0],
        [Number.NaN, 1],
        [10, 0],
      ]),
    ).toBe("M20.00,47.50L170.00,47.50");
  });
});

it("the extent holds zero, all points and nothing infinite", () => {
  const { x, y } = extentOf([
    [
      [0.2, 3],
      [0.4, Number.POSITIVE_INFINITY],
    ],
    [[-0.1, 8]],
  ]);
  expect(x).toEqual([-0.1, 0.2]);
  expect(y[0]).toBe(0);
  expect(y[1]).toBeGreaterThan(8);
});

it("the handle of a slope covers no other knot", () => {
  const alone = clearOf([100, 100], [3, -4], []);
  expect(Math.hypot(alone[0] - 100, alone[1] - 100)).toBeCloseTo(30, 9);
  // The next knot is where the handle would be.
  for (const far of [12, 25, 31, 40]) {
    const next: [number, number] = [100 + far * 0.6, 100 - far * 0.8];
    const [x, y] = clearOf([100, 100], [3, -4], [next]);
    expect(Math.hypot(x - next[0], y - next[1])).toBeGreaterThanOrEqual(17);
    expect((x - 100) * -4 - (y - 100) * 3).toBeCloseTo(0, 9);
  }
});

it("numbers are brief", () => {
  expect([0, 0.1 + 0.2, 1234, 123456, 0.00012].map(brief)).toEqual(["0", "0.3", "1230", "1.2e5", "1.2e-4"]);
});
