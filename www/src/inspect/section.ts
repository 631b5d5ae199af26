import { type Vec3, welded } from "./anchor";
import { remembered } from "./remembered";

/**
 * Girths as a tape gives them: the way around the convex hull of a level section, because a tape does not follow hollows.
 */

/** A connected part of a level section. */
export interface Loop {
  /** x and z of the points where edges pass the level, m. */
  points: [number, number][];
}

/** A surface of triangles, m. */
export interface Surface {
  positions: Float32Array;
  indices: ArrayLike<number>;
}

/** For surfaces that do not move: which points are one. */
const known = new WeakMap<Float32Array, Uint32Array>();

/** The parts of a surface at a height. `still` says that its points never move, so that they need not be compared again. */
export function sections({ positions, indices }: Surface, height: number, still = false): Loop[] {
  const same = still ? remembered(known, positions, () => welded(positions)) : welded(positions);
  const nodes = new Map<string, number>();
  const places: [number, number][] = [];
  const parents: number[] = [];
  const root = (node: number): number => {
    let at = node;
    while (parents[at] !== at) at = parents[at] as number;
    parents[node] = at;
    return at;
  };
  const crossing = (a: number, b: number): number => {
    const [p, q] = [same[a] as number, same[b] as number].sort((x, y) => x - y) as [number, number];
    const key = `${p},${q}`;
    return remembered(nodes, key, () => {
      const [low, high] = [positions[3 * p + 1] as number, positions[3 * q + 1] as number];
      const part = (height - low) / (high - low);
      const along = (axis: 0 | 2) => {
        const from = positions[3 * p + axis] as number;
        return from + ((positions[3 * q + axis] as number) - from) * part;
      };
      parents.push(parents.length);
      return places.push([along(0), along(2)]) - 1;
    });
  };
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t] as number, indices[t + 1] as number, indices[t + 2] as number];
    const below = corners.map((point) => (positions[3 * point + 1] as number) < height);
    if (below[0] === below[1] && below[1] === below[2]) continue;
    const cut: number[] = [];
    for (let k = 0; k < 3; k++) {
      const next = (k + 1) % 3;
      if (below[k] !== below[next]) cut.push(crossing(corners[k] as number, corners[next] as number));
    }
    parents[root(cut[0] as number)] = root(cut[1] as number);
  }
  const loops = new Map<number, Loop>();
  places.forEach((place, node) => {
    remembered(loops, root(node), (): Loop => ({ points: [] })).points.push(place);
  });
  return [...loops.values()];
}

/** The convex hull, counter-clockwise (Andrew's monotone chain). */
export function hull(points: readonly (readonly [number, number])[]): [number, number][] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (order: typeof sorted): [number, number][] => {
    const chain: [number, number][] = [];
    for (const [x, y] of order) {
      for (;;) {
        const [a, b] = [chain.at(-2), chain.at(-1)];
        if (!a || !b || (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 0) break;
        chain.pop();
      }
      chain.push([x, y]);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Length around the hull of some points, m. */
export function girth({ points }: Loop): number {
  const line = hull(points);
  return line.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = line[(k + 1) % line.length] as [number, number];
    return sum + Math.hypot(nextX - x, nextY - y);
  }, 0);
}

const middle = ({ points }: Loop): [number, number] => {
  const line = hull(points);
  const mean = (axis: 0 | 1) => line.reduce((sum, point) => sum + point[axis], 0) / line.length;
  return [mean(0), mean(1)];
};

/** The part that comes nearest to a place. */
export function nearestLoop(loops: readonly Loop[], [x, z]: readonly [number, number]): Loop | null {
  let [best, least] = [null as Loop | null, Number.POSITIVE_INFINITY];
  for (const loop of loops)
    for (const point of loop.points) {
      const distance = Math.hypot(point[0] - x, point[1] - z);
      if (distance < least) [best, least] = [loop, distance];
    }
  return best;
}

/** Of what is worn under a part of the garment, the part whose middle is nearest to the garment's. */
export function loopWithin(loops: readonly Loop[], garment: Loop): Loop | null {
  const [x, z] = middle(garment);
  const off = (loop: Loop) => {
    const [own, other] = middle(loop);
    return Math.hypot(own - x, other - z);
  };
  return loops.reduce<Loop | null>((best, loop) => (!best || off(loop) < off(best) ? loop : best), null);
}

/** The hull as a closed line at its height, to be drawn. */
export function hullLine(loop: Loop, height: number): Vec3[] {
  const line = hull(loop.points).map(([x, z]): Vec3 => [x, height, z]);
  const [first] = line;
  return first ? [...line, first] : [];
}
