import type { Sample } from "../engine/lab-client";

/** From where a sample is looked at: which axis points up, and two angles in rad. */
export interface View {
  up: "y" | "z";
  azimuth: number;
  elevation: number;
}

type Vector = readonly [number, number, number];

/** From the laboratory's axes to right, up and towards the eye. */
export function turned([x, y, z]: Vector, { up, azimuth, elevation }: View): Vector {
  // With z up, what was towards the eye is −y.
  const [a, b, c] = up === "y" ? [x, y, z] : [x, z, -y];
  const [right, deep] = [
    a * Math.cos(azimuth) - c * Math.sin(azimuth),
    a * Math.sin(azimuth) + c * Math.cos(azimuth),
  ];
  return [
    right,
    b * Math.cos(elevation) - deep * Math.sin(elevation),
    b * Math.sin(elevation) + deep * Math.cos(elevation),
  ];
}

const LIGHT: Vector = [-0.42, 0.66, 0.62];

/** Draws a sample as small flat triangles, those behind first. Some thousands take a few milliseconds; no graphics card is asked. */
export function drawSample(canvas: HTMLCanvasElement, sample: Sample, view: View, colour: string): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  const points = placed(sample.positions, view);
  const fit = fitted(points, width, height);
  const dye = channels(colour);
  const faces: { depth: number; path: number[]; shade: number }[] = [];
  const { triangles } = sample;
  for (let k = 0; k + 2 < triangles.length; k += 3) {
    const corners = [0, 1, 2].map((c) => 3 * (triangles[k + c] as number));
    const [a, b, c] = corners.map((at) => [points[at], points[at + 1], points[at + 2]] as unknown as Vector);
    if (!a || !b || !c) continue;
    faces.push({
      depth: a[2] + b[2] + c[2],
      path: [a, b, c].flatMap(([x, y]) => [
        width / 2 + (x - fit.x) * fit.scale,
        height / 2 - (y - fit.y) * fit.scale,
      ]),
      shade: shadeOf(a, b, c),
    });
  }
  faces.sort((p, q) => p.depth - q.depth);
  context.lineWidth = 0.7;
  context.lineJoin = "round";
  for (const { path, shade } of faces) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = path;
    const tone = `rgb(${dye.map((channel) => Math.round(Math.min(255, channel * shade))).join(" ")})`;
    context.fillStyle = context.strokeStyle = tone;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.lineTo(x2, y2);
    context.closePath();
    context.fill();
    // Closes the hairlines that are left between neighbours.
    context.stroke();
  }
}

function placed(positions: Float32Array, view: View): Float32Array {
  const points = new Float32Array(positions.length);
  for (let k = 0; k + 2 < positions.length; k += 3) {
    const at = [positions[k], positions[k + 1], positions[k + 2]] as unknown as Vector;
    points.set(turned(at, view), k);
  }
  return points;
}

function fitted(points: Float32Array, width: number, height: number) {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k + 2 < points.length; k += 3)
    for (const c of [0, 1] as const) {
      low[c] = Math.min(low[c] as number, points[k + c] as number);
      high[c] = Math.max(high[c] as number, points[k + c] as number);
    }
  const [x0 = 0, y0 = 0] = low;
  const [x1 = 0, y1 = 0] = high;
  const scale = 0.84 * Math.min(width / (x1 - x0 || 1), height / (y1 - y0 || 1));
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
}

/** Light from above and the left on either side of the cloth; the side that looks away is a little darker. */
function shadeOf(a: Vector, b: Vector, c: Vector): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal) || 1;
  const facing = (normal[2] ?? 0) < 0 ? -1 : 1;
  const lit = normal.reduce((sum, each, k) => sum + (facing * each * (LIGHT[k] ?? 0)) / length, 0);
  return (0.62 + 0.5 * Math.max(0, lit)) * (facing < 0 ? 0.86 : 1);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
