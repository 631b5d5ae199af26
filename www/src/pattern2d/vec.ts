/** Points and maps of the plane, in millimetres, as documents write them. */
export type Vec = [number, number];

/** x → a·x + c·y + e, y → b·x + d·y + f, in the order SVG writes them. */
export type Affine = readonly [number, number, number, number, number, number];

export const add = (p: Vec, q: Vec): Vec => [p[0] + q[0], p[1] + q[1]];
export const sub = (p: Vec, q: Vec): Vec => [p[0] - q[0], p[1] - q[1]];
export const scale = (p: Vec, k: number): Vec => [p[0] * k, p[1] * k];
export const dot = (p: Vec, q: Vec): number => p[0] * q[0] + p[1] * q[1];
export const cross = (p: Vec, q: Vec): number => p[0] * q[1] - p[1] * q[0];
export const norm = (p: Vec): number => Math.hypot(p[0], p[1]);
export const distance = (p: Vec, q: Vec): number => norm(sub(p, q));
export const mix = (p: Vec, q: Vec, t: number): Vec => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
/** A quarter turn to the left. */
export const left = (p: Vec): Vec => [-p[1], p[0]];

export function unit(p: Vec): Vec {
  const length = norm(p);
  return length > 0 ? scale(p, 1 / length) : [1, 0];
}

/** Counter-clockwise from the x axis, degrees. */
export const angleDeg = (p: Vec): number => (Math.atan2(p[1], p[0]) * 180) / Math.PI;

export function fromAngle(degrees: number, length: number): Vec {
  const angle = (degrees * Math.PI) / 180;
  return [length * Math.cos(angle), length * Math.sin(angle)];
}

/** Turned about the origin, counter-clockwise. */
export function turned([x, y]: Vec, degrees: number): Vec {
  const [c, s] = fromAngle(degrees, 1);
  return [c * x - s * y, s * x + c * y];
}

export const translation = (by: Vec): Affine => [1, 0, 0, 1, by[0], by[1]];

export const apply = (m: Affine, [x, y]: Vec): Vec => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
];

/** Of a direction or a difference: the translation has no part in it. */
export const applyLinear = (m: Affine, [x, y]: Vec): Vec => [m[0] * x + m[2] * y, m[1] * x + m[3] * y];

/** First `inner`, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  const [a, b] = applyLinear(outer, [inner[0], inner[1]]);
  const [c, d] = applyLinear(outer, [inner[2], inner[3]]);
  const [e, f] = apply(outer, [inner[4], inner[5]]);
  return [a, b, c, d, e, f];
}

/** The map back; the maps of an editor are turns, mirrors and moves, so there always is one. */
export function inverse([a, b, c, d, e, f]: Affine): Affine {
  const k = 1 / (a * d - b * c);
  return [d * k, -b * k, -c * k, a * k, (c * f - d * e) * k, (b * e - a * f) * k];
}

export const determinant = ([a, b, c, d]: Affine): number => a * d - b * c;

/** Mirror image at the line through two points. */
export function reflection(a: Vec, b: Vec): Affine {
  const [x, y] = unit(sub(b, a));
  const [c, s] = [x * x - y * y, 2 * x * y];
  return compose(translation(a), compose([c, s, s, -c, 0, 0], translation(scale(a, -1))));
}

export interface Box {
  min: Vec;
  max: Vec;
}

export function boxOf(points: readonly Vec[]): Box | null {
  if (points.length === 0) return null;
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return { min: [Math.min(...xs), Math.min(...ys)], max: [Math.max(...xs), Math.max(...ys)] };
}

export function union(a: Box | null, b: Box | null): Box | null {
  if (!a || !b) return a ?? b;
  return {
    min: [Math.min(a.min[0], b.min[0]), Math.min(a.min[1], b.min[1])],
    max: [Math.max(a.max[0], b.max[0]), Math.max(a.max[1], b.max[1])],
  };
}

export const within = ([x, y]: Vec, { min, max }: Box): boolean =>
  x >= min[0] && x <= max[0] && y >= min[1] && y <= max[1];

/** Hundredths of a millimetre: finer than scissors, short in a file. */
export const round = (value: number): number => Math.round(value * 100) / 100 + 0;
export const rounded = (p: Vec): Vec => [round(p[0]), round(p[1])];
