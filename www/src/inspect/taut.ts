import { gap, placeOf, pointAt, type Spot, type Surface, type Vec3 } from "./anchor";
import type { Crossing, Net, Sleeve } from "./net";

/**
 * A line pulled taut: the triangles it passes are laid flat one after the other, in which the shortest line is found by the
 * funnel algorithm; where it is caught at a corner, it is led around the other side of it if that is shorter. What is left is
 * straight over every edge, and as short as any line nearby.
 */

/** Times that a line is led around a corner at most. */
const MOST_TURNS = 500;

type Vec2 = readonly [number, number];

/** An edge between two triangles of a sleeve, laid flat. */
interface Gate {
  /** Points to the left and to the right of the line. */
  points: readonly [left: number, right: number];
  left: Vec2;
  right: Vec2;
}

interface Pulled {
  length: number;
  /** Where the line is caught: the gate and its point. */
  corners: { gate: number; point: number }[];
  line: Crossing[];
}

/** The crossings of the taut line that begins in a sleeve. */
export function taut(
  [view, net]: readonly [Surface, Net],
  start: Sleeve,
  spots: readonly [Spot, Spot],
): Crossing[] {
  const ends = [placeOf(view, spots[0]), placeOf(view, spots[1])] as const;
  let sleeve = forthright(start);
  let best = pull(view, net, sleeve, ends);
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const better = firstShorter(ways(net, sleeve, best.corners), best.length, (way) =>
      pull(view, net, way, ends),
    );
    if (!better) break;
    [sleeve, best] = better;
  }
  return best.line;
}

function firstShorter(
  ways: Iterable<Sleeve>,
  length: number,
  pulled: (way: Sleeve) => Pulled,
): [Sleeve, Pulled] | null {
  for (const way of ways) {
    const found = pulled(way);
    if (found.length < length - 1e-9) return [way, found];
  }
  return null;
}

/** Without going into a triangle and straight back. */
function forthright(sleeve: Sleeve): Sleeve {
  const way: number[] = [];
  for (const triangle of sleeve) {
    if (way.at(-1) === triangle) continue;
    if (way.at(-2) === triangle) way.pop();
    else way.push(triangle);
  }
  return way;
}

/** The sleeve led around each corner that its line is caught at, on either side. */
function* ways(net: Net, sleeve: Sleeve, corners: Pulled["corners"]): Generator<Sleeve> {
  for (const { gate, point } of corners) {
    const has = (k: number) => net.cornersOf(sleeve[k] ?? -1).includes(point);
    let [first, last] = [gate, gate + 1];
    while (first > 0 && has(first - 1)) first -= 1;
    while (last < sleeve.length - 1 && has(last + 1)) last += 1;
    const ends = [sleeve[first] as number, sleeve[last] as number] as const;
    for (const next of net.cornersOf(ends[0])) {
      const turn = next === point ? null : net.turn(point, ends, next);
      if (turn) yield forthright([...sleeve.slice(0, first), ...turn, ...sleeve.slice(last + 1)]);
    }
  }
}

/** The place at these distances from two others, on the left (1) or right (−1) of the way from the first to the second. */
function placed(a: Vec2, b: Vec2, [fromA, fromB]: Vec2, side: number): Vec2 {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(x, y);
  const along = (fromA * fromA - fromB * fromB + length * length) / (2 * length);
  const off = side * Math.sqrt(Math.max(0, fromA * fromA - along * along));
  return [a[0] + (x * along - y * off) / length, a[1] + (y * along + x * off) / length];
}

/** Lays a sleeve flat: its gates, and where both ends of the line are. */
function laidFlat({ positions }: Surface, net: Net, sleeve: Sleeve, [start, end]: readonly [Vec3, Vec3]) {
  const at = (point: number) => pointAt(positions, point);
  const gates: Gate[] = [];
  let from: Vec2 = [0, 0];
  for (let k = 0; k + 1 < sleeve.length; k++) {
    const shared = net
      .cornersOf(sleeve[k] as number)
      .filter((point) => net.cornersOf(sleeve[k + 1] as number).includes(point));
    const before = gates.at(-1);
    if (!before) {
      const [l, r] = shared as [number, number];
      const [left, right]: [Vec2, Vec2] = [
        [0, gap(at(l), at(r))],
        [0, 0],
      ];
      from = placed(right, left, [gap(start, at(r)), gap(start, at(l))], 1);
      gates.push({ points: [l, r], left, right });
      continue;
    }
    const [l, r] = before.points;
    const fresh = shared.find((point) => point !== l && point !== r) as number;
    const where = placed(before.right, before.left, [gap(at(fresh), at(r)), gap(at(fresh), at(l))], -1);
    gates.push(
      shared.includes(l)
        ? { points: [l, fresh], left: before.left, right: where }
        : { points: [fresh, r], left: where, right: before.right },
    );
  }
  const last = gates.at(-1) as Gate;
  const [l, r] = last.points;
  return { gates, from, to: placed(last.right, last.left, [gap(end, at(r)), gap(end, at(l))], -1) };
}

/** Twice the area of a triangle: above zero where c is to the left of the way from a to b. */
const turnOf = (a: Vec2, b: Vec2, c: Vec2): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The shortest line within a sleeve. */
function pull(view: Surface, net: Net, sleeve: Sleeve, ends: readonly [Vec3, Vec3]): Pulled {
  const { gates, from, to } = laidFlat(view, net, sleeve, ends);
  const goal: Gate = { points: [-1, -1], left: to, right: to };
  const all = [...gates, goal];
  const corners: { gate: number; point: number; at: Vec2 }[] = [];
  let [apex, left, right] = [from, from, from];
  let [leftGate, rightGate] = [0, 0];
  const catchAt = (gate: number, side: 0 | 1): number => {
    const { points, left: l, right: r } = all[gate] as Gate;
    apex = side === 0 ? l : r;
    [left, right] = [apex, apex];
    corners.push({ gate, point: points[side], at: apex });
    [leftGate, rightGate] = [gate, gate];
    return gate;
  };
  const same = (a: Vec2, b: Vec2) => a[0] === b[0] && a[1] === b[1];
  for (let k = 0; k < all.length; k++) {
    const gate = all[k] as Gate;
    if (turnOf(apex, right, gate.right) >= 0) {
      if (same(apex, right) || turnOf(apex, left, gate.right) < 0) [right, rightGate] = [gate.right, k];
      else {
        k = catchAt(leftGate, 0);
        continue;
      }
    }
    if (turnOf(apex, left, gate.left) <= 0) {
      if (same(apex, left) || turnOf(apex, right, gate.left) > 0) [left, leftGate] = [gate.left, k];
      else k = catchAt(rightGate, 1);
    }
  }
  const caught = corners.filter(({ point }) => point >= 0);
  const stops = [...caught.map(({ gate, at }) => ({ gate, at })), { gate: gates.length, at: to }];
  let [length, here, k] = [0, from, 0];
  const line: Crossing[] = [];
  for (const { gate, at } of stops) {
    for (; k < Math.min(gate + 1, gates.length); k++) line.push(passed(gates[k] as Gate, here, at));
    length += Math.hypot(at[0] - here[0], at[1] - here[1]);
    here = at;
  }
  return { length, corners: caught, line };
}

/** Where a straight piece of the line passes a gate. */
function passed({ points, left, right }: Gate, from: Vec2, to: Vec2): Crossing {
  const [above, below] = [turnOf(from, to, left), turnOf(from, to, right)];
  const part = above === below ? 0 : above / (above - below);
  return { a: points[0], b: points[1], part: Math.min(1, Math.max(0, part)) };
}
