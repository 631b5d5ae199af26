import { describe, expect, it } from "vitest";
import type { Curve } from "../src/engine/types";
import {
  type Arc,
  circleOf,
  lengthTo,
  nearest,
  pointAt,
  reverse,
  split,
  transform,
} from "../src/pattern2d/curve";
import { converted, throughPoint } from "../src/pattern2d/curve-kinds";
import { apply, compose, distance, inverse, reflection, type Vec } from "../src/pattern2d/vec";

const arcs: Record<Curve["kind"], Arc> = {
  line: { from: [0, 0], curve: { kind: "line" }, to: [30, 40] },
  quadratic: { from: [0, 0], curve: { kind: "quadratic", control_mm: [50, 0] }, to: [50, 50] },
  cubic: {
    from: [0, 0],
    curve: { kind: "cubic", control_1_mm: [40, -10], control_2_mm: [10, 90] },
    to: [80, 60],
  },
  arc: {
    from: [100, 0],
    curve: { kind: "arc", radius_mm: 100, large: false, counter_clockwise: true },
    to: [0, 100],
  },
};
const near = (a: Vec, b: Vec) => expect(distance(a, b)).toBeLessThan(1e-9);

describe.each(Object.entries(arcs))("%s", (_, arc) => {
  it("begins and ends at its ends", () => {
    near(pointAt(arc, 0), arc.from);
    near(pointAt(arc, 1), arc.to);
  });

  it("cut in two is the same curve", () => {
    for (const t of [0.2, 0.5, 0.9]) {
      const { at, before, after } = split(arc, t);
      for (const s of [0, 0.3, 0.7, 1]) {
        near(pointAt({ from: arc.from, curve: before, to: at }, s), pointAt(arc, t * s));
        near(pointAt({ from: at, curve: after, to: arc.to }, s), pointAt(arc, t + (1 - t) * s));
      }
    }
  });

  it("walked backwards passes the same points", () => {
    const back = { from: arc.to, curve: reverse(arc.curve), to: arc.from };
    for (const t of [0.1, 0.5, 0.8]) near(pointAt(back, 1 - t), pointAt(arc, t));
  });

  it("mirrored passes the mirrored points", () => {
    const map = reflection([3, 1], [10, 25]);
    const image = { from: apply(map, arc.from), curve: transform(arc.curve, map), to: apply(map, arc.to) };
    for (const t of [0.1, 0.5, 0.8]) near(pointAt(image, t), apply(map, pointAt(arc, t)));
  });

  it("finds a point of its own", () => {
    const there = pointAt(arc, 0.37);
    expect(nearest(arc, there).distance).toBeLessThan(1e-6);
  });
});

it("has the lengths of closed forms", () => {
  expect(lengthTo(arcs.line)).toBeCloseTo(50, 12);
  expect(lengthTo(arcs.arc)).toBeCloseTo(50 * Math.PI, 2);
  // ∫ √(4t² + 1) over a parabola y = x² from 0 to 1 is √5/2 + asinh(2)/4.
  const parabola: Arc = { from: [0, 0], curve: { kind: "quadratic", control_mm: [50, 0] }, to: [100, 100] };
  expect(lengthTo(parabola)).toBeCloseTo(100 * (Math.sqrt(5) / 2 + Math.asinh(2) / 4), 2);
});

it.each([
  [false, true, [0, 0]],
  [true, true, [100, 100]],
  [false, false, [100, 100]],
  [true, false, [0, 0]],
] as [boolean, boolean, Vec][])(
  "an arc, large %s and counter-clockwise %s, is around %s",
  (large, counter_clockwise, centre) => {
    const circle = circleOf({
      ...arcs.arc,
      curve: { kind: "arc", radius_mm: 100, large, counter_clockwise },
    });
    near(circle?.centre ?? [NaN, NaN], centre);
    expect(Math.abs(circle?.sweep ?? 0) > Math.PI).toBe(large);
  },
);

it("through three points passes all of them", () => {
  for (const middle of [
    [40, 30],
    [40, -5],
    [90, 80],
    [-30, 20],
  ] as Vec[]) {
    const curve = throughPoint([0, 0], middle, [80, 10]);
    if (!curve) throw new Error("these are on no line");
    expect(nearest({ from: [0, 0], curve, to: [80, 10] }, middle).distance).toBeLessThan(1e-6);
  }
  expect(throughPoint([0, 0], [10, 10], [20, 20])).toBeNull();
});

it("a quadratic is exactly a cubic", () => {
  const cubic = { ...arcs.quadratic, curve: converted(arcs.quadratic, "cubic") };
  for (const t of [0.2, 0.6]) near(pointAt(cubic, t), pointAt(arcs.quadratic, t));
});

it("a map and its inverse cancel", () => {
  const map = compose(reflection([1, 2], [5, 9]), [0.6, 0.8, -0.8, 0.6, 12, -7]);
  near(apply(compose(map, inverse(map)), [3.5, -8]), [3.5, -8]);
});
