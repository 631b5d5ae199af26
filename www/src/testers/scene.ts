import type { Sample } from "../engine/lab-client";

/** From where a sample is looked at: which axis points up, and two angles in rad. */
export interface View {
  up: "y" | "z";
  azimuth: number;
  elevation: number;
}

export type Vector = readonly [number, number, number];

/** Something that holds the sample, as a thick line. */
export interface Fixture {
  line: Vector[];
  /** Pixels. */
  width: number;
  /** Whether it is drawn over the cloth or before it. */
  front: boolean;
}

/** What is drawn, and how. */
export interface Picture {
  sample: Sample;
  fixtures: readonly Fixture[];
  view: View;
  /** Colour of the cloth, `#rrggbb`. */
  colour: string;
  /** Colour of what holds it, as a style sheet writes it. */
  steel: string;
}

/** From the laboratory's axes to right, up and towards the eye. */
export function turned([x, y, z]: Vector, { up, azimuth, elevation }: View): Vector {
  // With z up, what was towards the eye is −y.
  const [a, b, c] = up === "y" ? [x, y, z] : [x, z, -y];
  const right = a * Math.cos(azimuth) - c * Math.sin(azimuth);
  const deep = a * Math.sin(azimuth) + c * Math.cos(azimuth);
  return [
    right,
    b * Math.cos(elevation) - deep * Math.sin(elevation),
    b * Math.sin(elevation) + deep * Math.cos(elevation),
  ];
}

const LIGHT: Vector = [-0.48, 0.6, 0.64];

/** Draws a sample as small flat triangles, those behind first. Some thousands take milliseconds, and no graphics card is asked. */
export function drawSample(canvas: HTMLCanvasElement, picture: Picture): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  const { sample, fixtures, view, colour, steel } = picture;
  const points = placed(sample.positions, view);
  const lines = fixtures.map(({ line }) => line.map((point) => turned(point, view)));
  const fit = fitted([points, new Float32Array(lines.flat(2))], width, height);
  const pixel = ([x, y]: Vector): [number, number] => [
    width / 2 + (x - fit.x) * fit.scale,
    height / 2 - (y - fit.y) * fit.scale,
  ];
  const hold = (front: boolean) =>
    fixtures.forEach((fixture, k) => {
      if (fixture.front !== front) return;
      context.strokeStyle = steel;
      context.lineWidth = fixture.width;
      context.lineCap = "round";
      trace(context, (lines[k] ?? []).map(pixel));
      context.stroke();
    });

  context.clearRect(0, 0, width, height);
  context.lineJoin = "round";
  hold(false);
  const dye = channels(colour);
  context.lineWidth = 0.8;
  for (const { corners, shade } of facesOf(sample.triangles, points)) {
    context.fillStyle = dyed(dye, shade);
    // A little darker: the mesh is seen, and with it how the cloth is drawn.
    context.strokeStyle = dyed(dye, 0.95 * shade);
    trace(context, corners.map(pixel));
    context.closePath();
    context.fill();
    context.stroke();
  }
  hold(true);
}

function trace(context: CanvasRenderingContext2D, path: readonly [number, number][]): void {
  context.beginPath();
  path.forEach(([x, y], k) => {
    if (k === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

interface Face {
  corners: [Vector, Vector, Vector];
  shade: number;
}

/** The triangles, furthest first. */
function facesOf(triangles: Uint32Array, points: Float32Array): Face[] {
  const point = (index: number): Vector => {
    const [x = 0, y = 0, z = 0] = points.subarray(3 * index, 3 * index + 3);
    return [x, y, z];
  };
  const faces = Array.from({ length: triangles.length / 3 }, (_, k): Face => {
    const [a = 0, b = 0, c = 0] = triangles.subarray(3 * k, 3 * k + 3);
    const corners: Face["corners"] = [point(a), point(b), point(c)];
    return { corners, shade: shadeOf(corners) };
  });
  const depth = ({ corners }: Face) => corners[0][2] + corners[1][2] + corners[2][2];
  return faces.sort((p, q) => depth(p) - depth(q));
}

function placed(positions: Float32Array, view: View): Float32Array {
  const points = new Float32Array(positions.length);
  for (let k = 0; k < positions.length; k += 3) {
    const [x = 0, y = 0, z = 0] = positions.subarray(k, k + 3);
    points.set(turned([x, y, z], view), k);
  }
  return points;
}

/** Middle and scale with which all these points are in the picture. */
function fitted(all: readonly Float32Array[], width: number, height: number) {
  let [x0, y0, x1, y1] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const points of all)
    for (let k = 0; k < points.length; k += 3) {
      const [x = 0, y = 0] = points.subarray(k, k + 2);
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
    }
  const scale = 0.84 * Math.min(width / (x1 - x0 || 1), height / (y1 - y0 || 1));
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
}

/** Light from above and the left on either side of the cloth; the side that looks away is a little darker. */
function shadeOf([a, b, c]: Face["corners"]): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal: Vector = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal) || 1;
  const facing = normal[2] < 0 ? -1 : 1;
  const lit = (facing * (normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2])) / length;
  return (0.5 + 0.5 * Math.max(0, lit)) * (facing < 0 ? 0.84 : 1);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

const dyed = (dye: readonly number[], shade: number): string =>
  `rgb(${dye.map((channel) => Math.round(Math.min(255, channel * shade))).join(" ")})`;
