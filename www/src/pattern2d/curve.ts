/**
 * Shapes of edges, as far as a hand that edits them needs: a point, the nearest point, cutting in two. Lengths that are
 * shown, seams and everything that is checked come from the engine.
 */
import type { Curve } from "../engine/types";
import {
  type Affine,
  add,
  apply,
  determinant,
  distance,
  left,
  mix,
  norm,
  scale,
  sub,
  unit,
  type Vec,
} from "./vec";

/** A curve with its two ends. */
export interface Arc {
  readonly from: Vec;
  readonly curve: Curve;
  readonly to: Vec;
}

const LINE: Curve = { kind: "line" };

/** Centre, first angle and angle swept of a circular arc; null where the radius cannot reach. */
export function circleOf({ from, curve, to }: Arc): { centre: Vec; start: number; sweep: number } | null {
  if (curve.kind !== "arc") return null;
  const chord = sub(to, from);
  const half = norm(chord) / 2;
  if (half === 0 || curve.radius_mm < half * (1 - 1e-9)) return null;
  const height = Math.sqrt(Math.max(0, curve.radius_mm ** 2 - half ** 2));
  // Counter-clockwise and short: the centre lies to the left of the way.
  const side = curve.counter_clockwise === curve.large ? -1 : 1;
  const centre = add(mix(from, to, 0.5), scale(unit(left(chord)), side * height));
  const start = Math.atan2(from[1] - centre[1], from[0] - centre[0]);
  const end = Math.atan2(to[1] - centre[1], to[0] - centre[0]);
  const turn = 2 * Math.PI;
  const sweep = curve.counter_clockwise
    ? (((end - start) % turn) + turn) % turn
    : -((((start - end) % turn) + turn) % turn);
  return { centre, start, sweep };
}

export function pointAt(arc: Arc, t: number): Vec {
  const { from, curve, to } = arc;
  switch (curve.kind) {
    case "line":
      return mix(from, to, t);
    case "quadratic":
      return mix(mix(from, curve.control_mm, t), mix(curve.control_mm, to, t), t);
    case "cubic": {
      const middle = mix(curve.control_1_mm, curve.control_2_mm, t);
      const a = mix(mix(from, curve.control_1_mm, t), middle, t);
      return mix(a, mix(middle, mix(curve.control_2_mm, to, t), t), t);
    }
    case "arc": {
      const circle = circleOf(arc);
      if (!circle) return mix(from, to, t);
      const angle = circle.start + t * circle.sweep;
      return add(circle.centre, [curve.radius_mm * Math.cos(angle), curve.radius_mm * Math.sin(angle)]);
    }
  }
}

/** Direction of the way at a point. */
export function tangentAt(arc: Arc, t: number): Vec {
  const step = 1e-4;
  return unit(sub(pointAt(arc, Math.min(1, t + step)), pointAt(arc, Math.max(0, t - step))));
}

/** The same curve in two, and where it was cut. */
export function split(arc: Arc, t: number): { at: Vec; before: Curve; after: Curve } {
  const { from, curve, to } = arc;
  const at = pointAt(arc, t);
  switch (curve.kind) {
    case "line":
      return { at, before: LINE, after: LINE };
    case "quadratic": {
      const { control_mm: c } = curve;
      return {
        at,
        before: { kind: "quadratic", control_mm: mix(from, c, t) },
        after: { kind: "quadratic", control_mm: mix(c, to, t) },
      };
    }
    case "cubic": {
      const { control_1_mm: c1, control_2_mm: c2 } = curve;
      const [a, b, c] = [mix(from, c1, t), mix(c1, c2, t), mix(c2, to, t)];
      return {
        at,
        before: { kind: "cubic", control_1_mm: a, control_2_mm: mix(a, b, t) },
        after: { kind: "cubic", control_1_mm: mix(b, c, t), control_2_mm: c },
      };
    }
    case "arc": {
      const sweep = Math.abs(circleOf(arc)?.sweep ?? 0);
      const part = (share: number): Curve => ({ ...curve, large: sweep * share > Math.PI });
      return { at, before: part(t), after: part(1 - t) };
    }
  }
}

/** The nearest point of a curve and the parameter there. */
export function nearest(arc: Arc, p: Vec): { t: number; point: Vec; distance: number } {
  const steps = arc.curve.kind === "line" ? 1 : 32;
  const far = (t: number) => distance(pointAt(arc, t), p);
  let best = 0;
  for (let k = 1; k <= steps; k++) if (far(k / steps) < far(best)) best = k / steps;
  let [low, high] =
    arc.curve.kind === "line" ? [0, 1] : [Math.max(0, best - 1 / steps), Math.min(1, best + 1 / steps)];
  // Between the neighbours of the nearest sample the distance has one valley.
  for (let k = 0; k < 40; k++) {
    const third = (high - low) / 3;
    if (far(low + third) < far(high - third)) high -= third;
    else low += third;
  }
  const t = (low + high) / 2;
  const point = pointAt(arc, t);
  return { t, point, distance: distance(point, p) };
}

/** Points along a curve, for boxes and for hitting. */
export function samples(arc: Arc, steps = arc.curve.kind === "line" ? 1 : 24): Vec[] {
  return Array.from({ length: steps + 1 }, (_, k) => pointAt(arc, k / steps));
}

/** Length up to a parameter, near enough to say which share of an edge lies before a cut. */
export function lengthTo(arc: Arc, t = 1): number {
  const { from, curve, to } = arc;
  if (curve.kind === "line") return t * distance(from, to);
  const steps = 256;
  let sum = 0;
  let last = pointAt(arc, 0);
  for (let k = 1; k <= steps; k++) {
    const next = pointAt(arc, (t * k) / steps);
    sum += distance(last, next);
    last = next;
  }
  return sum;
}

/** The parameter at a share of the length. */
export function parameterAt(arc: Arc, ratio: number): number {
  if (arc.curve.kind === "line" || arc.curve.kind === "arc") return ratio;
  const whole = lengthTo(arc);
  let [low, high] = [0, 1];
  for (let k = 0; k < 30; k++) {
    const middle = (low + high) / 2;
    if (lengthTo(arc, middle) < ratio * whole) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export function reverse(curve: Curve): Curve {
  if (curve.kind === "cubic")
    return { ...curve, control_1_mm: curve.control_2_mm, control_2_mm: curve.control_1_mm };
  if (curve.kind === "arc") return { ...curve, counter_clockwise: !curve.counter_clockwise };
  return curve;
}

export function transform(curve: Curve, map: Affine): Curve {
  switch (curve.kind) {
    case "line":
      return curve;
    case "quadratic":
      return { kind: "quadratic", control_mm: apply(map, curve.control_mm) };
    case "cubic":
      return {
        kind: "cubic",
        control_1_mm: apply(map, curve.control_1_mm),
        control_2_mm: apply(map, curve.control_2_mm),
      };
    case "arc":
      return determinant(map) < 0 ? { ...curve, counter_clockwise: !curve.counter_clockwise } : curve;
  }
}

/** The curve as SVG writes it, its beginning being where the pen is. */
export function svg(curve: Curve, to: Vec): string {
  const n = (p: Vec) => `${p[0].toFixed(3)} ${p[1].toFixed(3)}`;
  switch (curve.kind) {
    case "line":
      return `L${n(to)}`;
    case "quadratic":
      return `Q${n(curve.control_mm)} ${n(to)}`;
    case "cubic":
      return `C${n(curve.control_1_mm)} ${n(curve.control_2_mm)} ${n(to)}`;
    case "arc":
      return `A${curve.radius_mm} ${curve.radius_mm} 0 ${curve.large ? 1 : 0} ${curve.counter_clockwise ? 1 : 0} ${n(to)}`;
  }
}
