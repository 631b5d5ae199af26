import {
  type ClothView,
  cornersOf,
  gap,
  materialOf,
  placeOf,
  pointAt,
  type Spot,
  type Surface,
  type Vec3,
  welded,
} from "./anchor";
import { shortest, type Way } from "./heap";
import { type Crossing, Net } from "./net";
import { remembered } from "./remembered";
import { taut } from "./taut";

/**
 * A tape laid along the cloth: the shortest line on its surface between two places, over seams too.
 *
 * The shortest way along edges says how long the line is at most, and so how far from both places it can pass. Among the
 * triangles in reach the shortest way over edges that are divided coarsely is found; in a corridor around it, that over
 * edges that are divided finely, which is then pulled taut. The line found is that of the moment it is laid. It stays on
 * the cloth like a line of chalk, so that its length can be read in every later frame, and on the pattern.
 */

/** A piece of the line within one triangle. */
export interface Leg {
  from: Spot;
  to: Spot;
}

/** Places on an edge between its ends, for the first search and for the second. */
const DIVISIONS = [2, 8] as const;

/** The part of the cloth around a way: triangles that touch it, and those that touch these. */
function corridor(triangles: ArrayLike<number>, same: Uint32Array, way: readonly number[]): number[] {
  let near = new Set(way);
  let found: number[] = [];
  for (let ring = 0; ring < 2; ring++) {
    const next = new Set(near);
    found = [];
    for (let t = 0; t < triangles.length / 3; t++) {
      const corners = [0, 1, 2].map((k) => same[triangles[3 * t + k] as number] as number);
      if (!corners.some((corner) => near.has(corner))) continue;
      found.push(t);
      for (const corner of corners) next.add(corner);
    }
    near = next;
  }
  return found;
}

/** The shortest way along edges, as points of `same`. */
function alongEdges(view: Surface, same: Uint32Array, from: Spot, to: Spot): Way | null {
  const { triangles } = view.scene;
  const neighbours: number[][] = Array.from({ length: view.scene.pointCount }, () => []);
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const a = same[triangles[t + k] as number] as number;
      const b = same[triangles[t + ((k + 1) % 3)] as number] as number;
      // An edge between two triangles is there twice, which costs less than to notice it.
      neighbours[a]?.push(b);
      neighbours[b]?.push(a);
    }
  const at = (point: number) => pointAt(view.positions, point);
  const reach = (spot: Spot): [number, number][] => {
    const place = placeOf(view, spot);
    return cornersOf(view.scene, spot.triangle).map((point) => [
      same[point] as number,
      gap(place, at(point)),
    ]);
  };
  return shortest(view.scene.pointCount, reach(from), new Map(reach(to)), (node, each) => {
    for (const next of neighbours[node] ?? []) each(next, gap(at(node), at(next)));
  });
}

/** The triangles that a line of at most this length from one place to another can pass. */
function inReach({ scene, positions }: Surface, [from, to]: readonly [Vec3, Vec3], length: number): number[] {
  const found: number[] = [];
  for (let t = 0; t < scene.triangles.length / 3; t++) {
    const corners = cornersOf(scene, t).map((point) => pointAt(positions, point)) as [Vec3, Vec3, Vec3];
    // A line through a triangle is nowhere further from a corner than the longest side.
    const side = Math.max(
      gap(corners[0], corners[1]),
      gap(corners[1], corners[2]),
      gap(corners[2], corners[0]),
    );
    if (corners.some((corner) => gap(from, corner) + gap(corner, to) <= length + 2 * side)) found.push(t);
  }
  return found;
}

/** The shortest line from one spot to another, or null where no cloth leads from one to the other. */
export function layTape(view: Surface, from: Spot, to: Spot): Leg[] | null {
  if (from.triangle === to.triangle) return [{ from, to }];
  const same = welded(view.positions);
  const ends = [placeOf(view, from), placeOf(view, to)] as const;
  const edges = alongEdges(view, same, from, to);
  if (!edges) return null;
  const coarse = new Net([view, same], inReach(view, ends, edges.length), DIVISIONS[0]).shortest(from, to);
  if (!coarse) return null;
  const corners = [from, to].flatMap((spot) =>
    cornersOf(view.scene, spot.triangle).map((point) => same[point] as number),
  );
  const passed = [...corners, ...coarse.flatMap(({ a, b }) => [a, b])];
  const net = new Net([view, same], corridor(view.scene.triangles, same, passed), DIVISIONS[1]);
  const sleeve = net.sleeve(net.shortest(from, to) ?? [], from.triangle, to.triangle);
  return sleeve && legs(view, same, [from, to], taut([view, net], sleeve, [from, to]));
}

/** The pieces between crossings, each in the triangle that has both of its ends. */
function legs(
  { scene }: Surface,
  same: Uint32Array,
  [start, end]: readonly [Spot, Spot],
  line: readonly Crossing[],
): Leg[] | null {
  const byPoint = new Map<number, number[]>();
  const wanted = new Set(line.flatMap(({ a, b }) => [a, b]));
  for (let t = 0; t < scene.triangles.length / 3; t++)
    for (const point of cornersOf(scene, t)) {
      const own = same[point] as number;
      if (!wanted.has(own)) continue;
      remembered(byPoint, own, (): number[] => []).push(t);
    }
  const found: Leg[] = [];
  let here: Crossing | null = null;
  for (const next of line) {
    const candidates = here ? (byPoint.get(here.a) ?? []) : [start.triangle];
    const leg = candidates
      .map((triangle): Leg | null => {
        const from = here ? weighed(scene, same, triangle, here) : start;
        const to = weighed(scene, same, triangle, next);
        return from && to && { from, to };
      })
      .find((each) => each !== null);
    if (!leg) return null;
    found.push(leg);
    here = next;
  }
  const last = here && weighed(scene, same, end.triangle, here);
  return last ? [...found, { from: last, to: end }] : null;
}

/** A crossing as a spot of a triangle, if it is on its border. */
function weighed(
  scene: Surface["scene"],
  same: Uint32Array,
  triangle: number,
  { a, b, part }: Crossing,
): Spot | null {
  const corners = cornersOf(scene, triangle).map((point) => same[point]);
  const [first, second] = [corners.indexOf(a), corners.indexOf(b)];
  if (first < 0 || second < 0) return null;
  const weights: [number, number, number] = [0, 0, 0];
  weights[first] = 1 - part;
  weights[second] = (weights[second] as number) + part;
  return { triangle, weights };
}

export interface TapeLengths {
  /** Along the cloth, m. */
  along: number;
  /** Through the air, m. */
  straight: number;
  /** The same line on the pattern, m. */
  pattern: number;
}

export function tapeLengths(view: ClothView, line: readonly Leg[]): TapeLengths {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return { along: 0, straight: 0, pattern: 0 };
  let [along, pattern] = [0, 0];
  for (const { from, to } of line) {
    along += gap(placeOf(view, from), placeOf(view, to));
    const [a, b] = [materialOf(view.scene, from), materialOf(view.scene, to)];
    pattern += Math.hypot(a[0] - b[0], a[1] - b[1]);
  }
  return { along, straight: gap(placeOf(view, first.from), placeOf(view, last.to)), pattern };
}

/** The line in space, to be drawn. */
export function tapeLine(view: ClothView, line: readonly Leg[]): Vec3[] {
  const [first] = line;
  return first ? [placeOf(view, first.from), ...line.map(({ to }) => placeOf(view, to))] : [];
}
