import { type ClothView, gap, pointAt, type Vec3 } from "./anchor";

/** A seam's lengths, m. */
export interface SeamLengths {
  /** Each side as it was cut. */
  cut: [number, number];
  /** As it lies now: the mean of both sides, which are one once it is closed. */
  sewn: number;
}

/** Four points for each piece of a seam: two of one side, two of the other. */
const PER_PIECE = 4;

export function seamLengths({ scene, positions }: ClothView, seam: Uint32Array): SeamLengths {
  const flat = (point: number) => scene.materialCoordinates.subarray(2 * point, 2 * point + 2);
  const lengths: SeamLengths = { cut: [0, 0], sewn: 0 };
  for (let piece = 0; piece < seam.length; piece += PER_PIECE)
    for (const side of [0, 1] as const) {
      const [a, b] = [seam[piece + 2 * side] as number, seam[piece + 2 * side + 1] as number];
      const [from, to] = [flat(a), flat(b)];
      lengths.cut[side] += Math.hypot(
        (to[0] as number) - (from[0] as number),
        (to[1] as number) - (from[1] as number),
      );
      lengths.sewn += gap(pointAt(positions, a), pointAt(positions, b)) / 2;
    }
  return lengths;
}

/** The pieces of one side in space, to be drawn. */
export function seamLines({ positions }: ClothView, seam: Uint32Array): Vec3[][] {
  const lines: Vec3[][] = [];
  for (let piece = 0; piece < seam.length; piece += PER_PIECE)
    lines.push([pointAt(positions, seam[piece] as number), pointAt(positions, seam[piece + 1] as number)]);
  return lines;
}

/** The seam that passes nearest to a place, by the ends of its pieces; −1 where there is none. */
export function nearestSeam({ scene, positions }: ClothView, place: Vec3): number {
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  scene.seams.forEach((seam, index) => {
    for (const point of seam) {
      const distance = gap(pointAt(positions, point), place);
      if (distance < least) [best, least] = [index, distance];
    }
  });
  return best;
}
