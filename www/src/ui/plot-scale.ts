/** The range that a plot shows. */
export interface Extent {
  x: readonly [number, number];
  y: readonly [number, number];
}

/** Round numbers within a range, about as many as wanted: 1, 2 or 5 times a power of ten apart. */
export function ticks([low, high]: readonly [number, number], wanted: number): number[] {
  const rough = (high - low) / wanted;
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) =>
    Number(((first + k) * step).toPrecision(12)),
  );
}

/** What holds all these points, zero and a little air above them. */
export function extentOf(series: readonly (readonly (readonly [number, number])[])[]): Extent {
  const x: [number, number] = [0, 0];
  const y: [number, number] = [0, 0];
  for (const points of series)
    for (const [a, b] of points) {
      if (!Number.isFinite(a) || !Number.isFinite(b)) continue;
      x[0] = Math.min(x[0], a);
      x[1] = Math.max(x[1], a);
      y[0] = Math.min(y[0], b);
      y[1] = Math.max(y[1], b);
    }
  if (x[0] === x[1]) x[1] = x[0] + 1;
  if (y[0] === y[1]) y[1] = y[0] + 1;
  const air = 0.06 * (y[1] - y[0]);
  return { x, y: [y[0] < 0 ? y[0] - air : 0, y[1] + air] };
}

/** The same with one scale for both axes, for places in a plane: the shorter range grows, down and to the right. */
export function squared({ x, y }: Extent, [width, height]: readonly [number, number]): Extent {
  const scale = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
  return { x: [x[0], x[0] + scale * width], y: [y[1] - scale * height, y[1]] };
}

/** Space around the drawing for numbers and names, pixels. */
export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** From values to pixels and back. */
export class PlotFrame {
  readonly extent: Extent;
  readonly #x0: number;
  readonly #y0: number;
  readonly #width: number;
  readonly #height: number;

  constructor(extent: Extent, [width, height]: readonly [number, number], margin: Margin) {
    this.extent = extent;
    this.#x0 = margin.left;
    this.#y0 = height - margin.bottom;
    this.#width = width - margin.left - margin.right;
    this.#height = height - margin.top - margin.bottom;
  }

  get box() {
    return { left: this.#x0, bottom: this.#y0, width: this.#width, height: this.#height };
  }

  place([x, y]: readonly [number, number]): [number, number] {
    const { x: xs, y: ys } = this.extent;
    return [
      this.#x0 + ((x - xs[0]) / (xs[1] - xs[0])) * this.#width,
      this.#y0 - ((y - ys[0]) / (ys[1] - ys[0])) * this.#height,
    ];
  }

  value([px, py]: readonly [number, number]): [number, number] {
    const { x: xs, y: ys } = this.extent;
    return [
      xs[0] + ((px - this.#x0) / this.#width) * (xs[1] - xs[0]),
      ys[0] + ((this.#y0 - py) / this.#height) * (ys[1] - ys[0]),
    ];
  }

  path(points: readonly (readonly [number, number])[]): string {
    return points
      .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
      .map((point, k) => `${k === 0 ? "M" : "L"}${this.place(point).map((each) => each.toFixed(2))}`)
      .join("");
  }
}

/** A number beside an axis or in a sentence: three digits, and no more zeros than it needs. */
export function brief(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(1).replace("e+", "e");
  return String(Number(value.toPrecision(3)));
}

/** How far a place is from a line through points, in pixels of the frame. */
export function nearestTo(
  frame: PlotFrame,
  points: readonly (readonly [number, number])[],
  at: readonly [number, number],
): number {
  const [x, y] = frame.place(at);
  const placed = points.map((point) => frame.place(point));
  return placed.reduce((least, [ax, ay], k) => {
    const [bx, by] = placed[k + 1] ?? [ax, ay];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const part =
      length > 0 ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
    return Math.min(least, Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay)));
  }, Number.POSITIVE_INFINITY);
}
