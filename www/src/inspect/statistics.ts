import type { Scene } from "../engine/protocol";
import type { MapInfo } from "../engine/types";
import { remembered } from "./remembered";

export type Range = readonly [number, number];

/** A map in four numbers. */
export interface Summary {
  least: number;
  /** Half of the cloth that has a value is below. */
  middle: number;
  /** 95 % of it is below. */
  high: number;
  most: number;
}

/** Values in order with the cloth that has them; what has none is left out. */
function ordered(values: ArrayLike<number>, weights: ArrayLike<number>): { order: number[]; whole: number } {
  const order: number[] = [];
  let whole = 0;
  for (let k = 0; k < values.length; k++) {
    if (!Number.isFinite(values[k])) continue;
    order.push(k);
    whole += weights[k] as number;
  }
  order.sort((a, b) => (values[a] as number) - (values[b] as number));
  return { order, whole };
}

/** The values below which these parts of the cloth lie; null where nothing has a value. */
export function quantiles(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  parts: readonly number[],
): number[] | null {
  const { order, whole } = ordered(values, weights);
  if (order.length === 0) return null;
  return parts.map((part) => {
    let below = 0;
    for (const k of order) {
      below += weights[k] as number;
      if (below >= part * whole) return values[k] as number;
    }
    return values[order.at(-1) as number] as number;
  });
}

export function summary(values: ArrayLike<number>, weights: ArrayLike<number>): Summary | null {
  const found = quantiles(values, weights, [0, 0.5, 0.95, 1]);
  if (!found) return null;
  const [least, middle, high, most] = found as [number, number, number, number];
  return { least, middle, high, most };
}

/** Up to two digits that a person would choose, away from zero. */
function roundUp(value: number): number {
  if (value === 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return Number((Math.sign(value) * Math.ceil(Math.abs(value) / unit - 1e-9) * unit).toPrecision(2));
}

/** A range that shows what there is: nearly all of the cloth, without the few triangles that stand out. */
export function autoRange(
  { scale, range }: Pick<MapInfo, "scale" | "range">,
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
): Range {
  const found = quantiles(values, weights, [0.02, 0.98]);
  if (!found) return range;
  const [low, high] = found as [number, number];
  if (scale === "diverging") {
    const far = roundUp(Math.max(Math.abs(low), Math.abs(high)));
    return far > 0 ? [-far, far] : range;
  }
  const [from, to] = [low < 0 ? roundUp(low) : 0, roundUp(high)];
  return to > from ? [from, to] : range;
}

const areas = new WeakMap<Scene, Float64Array>();

/** The part of the cloth that belongs to each point, m²: a third of each triangle around it, as it was cut. */
export function areasOf(scene: Scene): Float64Array {
  return remembered(areas, scene, () =>
    pointAreas(scene.triangles, scene.materialCoordinates, scene.pointCount),
  );
}

function pointAreas(triangles: ArrayLike<number>, material: ArrayLike<number>, points: number): Float64Array {
  const areas = new Float64Array(points);
  const at = (point: number, axis: number) => material[2 * point + axis] as number;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] as number, triangles[t + 1] as number, triangles[t + 2] as number];
    const doubled =
      (at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1)) - (at(b, 1) - at(a, 1)) * (at(c, 0) - at(a, 0));
    for (const point of [a, b, c]) areas[point] = (areas[point] as number) + Math.abs(doubled) / 6;
  }
  return areas;
}

/** A number as a legend shows it: as many digits as its size deserves. */
export function digits(value: number): string {
  const size = Math.abs(value);
  const places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return String(Number(value.toFixed(places)) + 0).replace("-", "−");
}
