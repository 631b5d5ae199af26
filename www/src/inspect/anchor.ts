import type { Scene } from "../engine/protocol";

/** Triangles in space: who is connected to whom, and where every point is, m. */
export interface Surface {
  scene: Pick<Scene, "triangles" | "pointCount">;
  positions: Float32Array;
}

/** The cloth as it lies at a moment. */
export interface ClothView extends Surface {
  scene: Scene;
}

export type Vec3 = readonly [number, number, number];

/** A place of the cloth as its mesh knows it: a triangle and how near the place is to each of its corners. */
export interface Spot {
  triangle: number;
  weights: Vec3;
}

/** A place of the cloth as the pattern knows it: it stays the same when the cloth is divided anew. */
export interface Anchor {
  panel: string;
  /** Weft and warp, m. */
  u: number;
  v: number;
}

/** The three points of a triangle. */
export function cornersOf({ triangles }: Surface["scene"], triangle: number): [number, number, number] {
  const first = 3 * triangle;
  return [triangles[first] as number, triangles[first + 1] as number, triangles[first + 2] as number];
}

export const pointAt = (positions: Float32Array, point: number): Vec3 => [
  positions[3 * point] as number,
  positions[3 * point + 1] as number,
  positions[3 * point + 2] as number,
];

/** Not by `Math.hypot`, which guards against overflow and takes ten times as long: a tape asks a million times. */
export const gap = (a: Vec3, b: Vec3): number => {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
};

/** Where a spot is, m. */
export function placeOf({ scene, positions }: Surface, { triangle, weights }: Spot): Vec3 {
  const corners = cornersOf(scene, triangle).map((point) => pointAt(positions, point)) as [Vec3, Vec3, Vec3];
  const along = (axis: 0 | 1 | 2) =>
    corners.reduce((sum, at, k) => sum + at[axis] * (weights[k] as number), 0);
  return [along(0), along(1), along(2)];
}

/** The value of a map at a spot, from those of its corners that have one; not a number where none has. */
export function valueAt(scene: Scene, { triangle, weights }: Spot, values: ArrayLike<number>): number {
  let [sum, known] = [0, 0];
  cornersOf(scene, triangle).forEach((point, k) => {
    if (!Number.isFinite(values[point])) return;
    sum += (values[point] as number) * (weights[k] as number);
    known += weights[k] as number;
  });
  return known > 0 ? sum / known : Number.NaN;
}

/** Weft and warp of a spot, m. */
export function materialOf(scene: Scene, { triangle, weights }: Spot): [number, number] {
  const along = (axis: 0 | 1) =>
    cornersOf(scene, triangle).reduce(
      (sum, point, k) =>
        sum + (scene.materialCoordinates[2 * point + axis] as number) * (weights[k] as number),
      0,
    );
  return [along(0), along(1)];
}

export function anchorOf(scene: Scene, spot: Spot): Anchor | null {
  const patch = scene.patches.find(
    ({ first_triangle, triangle_count }) =>
      spot.triangle >= first_triangle && spot.triangle < first_triangle + triangle_count,
  );
  if (!patch) return null;
  const [u, v] = materialOf(scene, spot);
  return { panel: patch.panel, u, v };
}

/** Where an anchor is in a mesh of its panel: in the triangle around it, or in the one that it is least outside of. */
export function spotOf(scene: Scene, { panel, u, v }: Anchor): Spot | null {
  let best: Spot | null = null;
  let inside = Number.NEGATIVE_INFINITY;
  for (const { panel: id, first_triangle, triangle_count } of scene.patches) {
    if (id !== panel) continue;
    for (let triangle = first_triangle; triangle < first_triangle + triangle_count; triangle++) {
      const weights = weightsAt(scene, triangle, u, v);
      const least = Math.min(...weights);
      if (!(least > inside)) continue;
      inside = least;
      best = { triangle, weights };
      if (least >= 0) return best;
    }
  }
  // An edit may have cut the place away: then its nearest triangle's own cloth stands for it.
  return best && { ...best, weights: clamped(best.weights) };
}

function weightsAt(scene: Scene, triangle: number, u: number, v: number): Vec3 {
  const [a, b, c] = cornersOf(scene, triangle).map((point) => [
    scene.materialCoordinates[2 * point] as number,
    scene.materialCoordinates[2 * point + 1] as number,
  ]) as [[number, number], [number, number], [number, number]];
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const second = ((u - a[0]) * (c[1] - a[1]) - (v - a[1]) * (c[0] - a[0])) / area;
  const third = ((b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0])) / area;
  return [1 - second - third, second, third];
}

function clamped(weights: Vec3): Vec3 {
  const [a, b, c] = weights.map((weight) => Math.max(0, weight)) as [number, number, number];
  const sum = a + b + c;
  return [a / sum, b / sum, c / sum];
}

/** For each point the first one in the same place: sewn points of cloth, doubled ones of a body's surface. */
export function welded(positions: Float32Array): Uint32Array {
  const first = new Map<string, number>();
  const count = positions.length / 3;
  const found = new Uint32Array(count);
  for (let point = 0; point < count; point++) {
    const key = `${positions[3 * point]},${positions[3 * point + 1]},${positions[3 * point + 2]}`;
    const known = first.get(key);
    if (known === undefined) first.set(key, point);
    found[point] = known ?? point;
  }
  return found;
}
