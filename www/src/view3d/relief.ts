import type { Surface } from "../engine/types";

/** The shape of a surface, in threads: its height from 0 to 1, the same again after so many threads both ways. */
export interface Relief {
  readonly threads: number;
  /** How steep the picture makes it. */
  readonly depth: number;
  /** How dark its deepest places are. */
  readonly dark: number;
  height(x: number, y: number): number;
  /** How much of the yarn that shows on the other side lies on top here. */
  behind?(x: number, y: number): number;
}

const part = (x: number): number => x - Math.floor(x);
const mod = (k: number, n: number): number => ((k % n) + n) % n;

/**
 * A weave from who lies on top: `warpOver(i, j)` for the crossing of the warp thread i with the weft thread j. A thread is
 * round across and rises in the middle of each stretch in which it lies on top.
 */
function woven(
  threads: number,
  warpOver: (i: number, j: number) => boolean,
): (x: number, y: number) => number {
  const over = (i: number, j: number) => warpOver(mod(i, threads), mod(j, threads));
  return (x, y) => {
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const warp = over(i, j);
    const on = (step: number) => (warp ? over(i, j + step) === warp : over(i + step, j) === warp);
    let [before, after] = [0, 0];
    while (before < threads && on(-before - 1)) before += 1;
    while (after < threads && on(after + 1)) after += 1;
    const [across, along] = warp ? [part(x), part(y)] : [part(y), part(x)];
    const arch = Math.sin((Math.PI * (before + along)) / (before + 1 + after));
    return Math.sqrt(Math.sin(Math.PI * across)) * (0.45 + 0.55 * arch);
  };
}

/** Loops of a jersey's right side: columns of Vs. */
function loops(x: number, y: number): number {
  const [across, along] = [part(x), part(y)];
  const leg = (centre: number) => Math.max(0, 1 - ((across - centre) / 0.24) ** 2);
  const lean = 0.24 * along;
  return Math.sqrt(Math.max(leg(0.4 - lean), leg(0.6 + lean))) * (0.7 + 0.3 * Math.sin(Math.PI * along));
}

/** A number from 0 to 1 for a cell of a lattice that repeats. */
function chance(i: number, j: number, n: number, seed: number): number {
  let hash =
    Math.imul(mod(i, n) + 1, 0x9e3779b1) ^ Math.imul(mod(j, n) + 1, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Smooth noise on a lattice of n × n cells that repeats. */
function noise(x: number, y: number, n: number, seed: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [ease(part(x)), ease(part(y))];
  const row = (b: number) => chance(i, b, n, seed) * (1 - u) + chance(i + 1, b, n, seed) * u;
  return row(j) * (1 - v) + row(j + 1) * v;
}

const FELT = 16;
/** Fibres in all directions, pressed together. */
function fibres(x: number, y: number): number {
  const octaves = [1, 2, 4].map((fine) => noise(x * fine, y * fine, FELT * fine, fine) / fine);
  const hair = noise(x * 6 + 3 * noise(x, y, FELT, 9), y * 2, FELT * 2, 5);
  return Math.min(1, (octaves.reduce((a, b) => a + b, 0) / 1.75) * 0.7 + 0.3 * hair);
}

const HIDE = 12;
/** Islands of a skin with creases between them. */
function grain(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  let [nearest, next] = [9, 9];
  for (let b = j - 1; b <= j + 1; b++)
    for (let a = i - 1; a <= i + 1; a++) {
      const [cx, cy] = [a + chance(a, b, HIDE, 3), b + chance(a, b, HIDE, 4)];
      const far = Math.hypot(x - cx, y - cy);
      if (far < nearest) [nearest, next] = [far, nearest];
      else if (far < next) next = far;
    }
  const crease = Math.min(1, (next - nearest) / 0.28);
  return crease * (2 - crease) * (0.85 + 0.15 * noise(x * 2, y * 2, HIDE * 2, 8));
}

/** In a twill the weft is on top at one crossing of three, a step further in each row. */
const twillWarpOver = (i: number, j: number): boolean => mod(i - j, 3) !== 0;

/** One surface after the other; tests look at each. */
export const reliefs: Record<Surface, Relief> = {
  plain: { threads: 8, depth: 2, dark: 0.12, height: woven(8, (i, j) => mod(i + j, 2) === 0) },
  twill: {
    threads: 12,
    depth: 2.2,
    dark: 0.3,
    height: woven(12, twillWarpOver),
    behind: (x, y) => (twillWarpOver(Math.floor(x), Math.floor(y)) ? 0 : 0.75),
  },
  satin: { threads: 10, depth: 0.7, dark: 0.05, height: woven(10, (i, j) => mod(j - 2 * i, 5) !== 0) },
  knit: { threads: 8, depth: 1.8, dark: 0.28, height: loops },
  rib: {
    threads: 8,
    depth: 3,
    dark: 0.42,
    // Two columns forward, two back.
    height: (x, y) => 0.35 * loops(x, y) + 0.65 * (0.5 - 0.5 * Math.cos((Math.PI * x) / 2)),
  },
  felt: { threads: FELT, depth: 1.4, dark: 0.3, height: fibres },
  leather: { threads: HIDE, depth: 1.1, dark: 0.22, height: grain },
};
