import type { Curve } from "../engine/types";
import { type Arc, pointAt } from "./curve";
import { add, cross, distance, dot, mix, norm, scale, sub, type Vec } from "./vec";

/** Beyond a kilometre an arc is a line, and documents know none beyond ten. */
export const LARGEST_RADIUS_MM = 1e6;

/** The same way in another kind of curve, as near as that kind can come. */
export function converted(arc: Arc, kind: Curve["kind"]): Curve {
  const { from, curve, to } = arc;
  if (kind === curve.kind) return curve;
  const middle = pointAt(arc, 0.5);
  const chord = sub(to, from);
  switch (kind) {
    case "line":
      return { kind: "line" };
    case "quadratic": {
      const bow = sub(middle, mix(from, to, 0.5));
      return { kind, control_mm: add(mix(from, to, 0.5), scale(bow, 2)) };
    }
    case "cubic": {
      if (curve.kind === "quadratic")
        return {
          kind,
          control_1_mm: mix(from, curve.control_mm, 2 / 3),
          control_2_mm: mix(to, curve.control_mm, 2 / 3),
        };
      const bow = scale(sub(middle, mix(from, to, 0.5)), 4 / 3);
      return {
        kind,
        control_1_mm: add(mix(from, to, 1 / 3), bow),
        control_2_mm: add(mix(from, to, 2 / 3), bow),
      };
    }
    case "arc":
      return throughPoint(from, middle, to) ?? { ...bowed(from, to, norm(chord) / 8) };
  }
}

/** The arc through three points; null where they are on a line. */
export function throughPoint(from: Vec, middle: Vec, to: Vec): Curve | null {
  const [a, b] = [sub(middle, from), sub(to, from)];
  const area = cross(a, b);
  if (Math.abs(area) < 1e-6 * norm(b) ** 2) return null;
  const radius_mm = (norm(a) * norm(b) * distance(middle, to)) / (2 * Math.abs(area));
  if (radius_mm > LARGEST_RADIUS_MM) return null;
  // Seen from the chord, a middle to its right is passed counter-clockwise.
  const counter_clockwise = area > 0;
  // Seen from the middle under an acute angle, the chord closes less than half of the circle on its far side.
  const large = dot(sub(from, middle), sub(to, middle)) > 0;
  return { kind: "arc", radius_mm, large, counter_clockwise };
}

/** The arc that bows to the right of its chord by so much. */
function bowed(from: Vec, to: Vec, height: number): Curve {
  const half = distance(from, to) / 2;
  return {
    kind: "arc",
    radius_mm: (half ** 2 + height ** 2) / (2 * height),
    large: false,
    counter_clockwise: true,
  };
}
