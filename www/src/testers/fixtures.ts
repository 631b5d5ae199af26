import type { Fixture, Vector } from "./scene";

/** Particles this near to each other along the pull are in one clamp, m. */
const SAME = 2e-4;

/** Clamps at both ends of what is pulled, sheared or bent along x. */
export function ends(positions: Float32Array): Fixture[] {
  const all = points(positions);
  const xs = all.map(([x]) => x);
  return [Math.min(...xs), Math.max(...xs)].map((end) => ({
    line: all.filter(([x]) => Math.abs(x - end) < SAME).sort((a, b) => a[1] - b[1]),
    width: 7,
    front: true,
  }));
}

/** The table over whose edge a strip hangs. */
export function ledge(positions: Float32Array): Fixture[] {
  const ys = points(positions).map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const corner = (x: number, y: number): Vector => [x, y, 0];
  return [
    {
      line: [corner(0, low), corner(-0.02, low), corner(-0.02, high), corner(0, high)],
      width: 3,
      front: false,
    },
    { line: [corner(0, low), corner(0, high)], width: 7, front: true },
  ];
}

/** The stand of the drapemeter: a post under the disc and its foot. */
export function disc(positions: Float32Array): Fixture[] {
  const all = points(positions);
  const reach = Math.max(...all.map(([x, , z]) => Math.hypot(x, z)));
  const floor = Math.min(...all.map(([, y]) => y)) - 0.7 * reach;
  const ring = Array.from({ length: 49 }, (_, k): Vector => {
    const angle = (2 * Math.PI * k) / 48;
    return [0.35 * reach * Math.cos(angle), floor, 0.35 * reach * Math.sin(angle)];
  });
  return [
    {
      line: [
        [0, 0, 0],
        [0, floor, 0],
      ],
      width: 9,
      front: false,
    },
    { line: ring, width: 3, front: false },
  ];
}

function points(positions: Float32Array): Vector[] {
  return Array.from({ length: positions.length / 3 }, (_, k): Vector => {
    const [x = 0, y = 0, z = 0] = positions.subarray(3 * k, 3 * k + 3);
    return [x, y, z];
  });
}
