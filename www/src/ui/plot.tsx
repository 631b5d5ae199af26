/** A small plot of curves with places marked on it. */

export interface Axis {
  name: string;
  unit: string;
}

interface Props {
  /** What it shows, for those who do not see it. */
  title: string;
  x: Axis;
  y: Axis;
  curves: readonly { points: readonly (readonly [number, number])[] }[];
  /** Upright lines, such as the span of an uncertainty. */
  spans?: readonly { x: number; from: number; to: number }[];
  dots?: readonly { x: number; y: number }[];
}

const WIDTH = 272;
const HEIGHT = 150;
const LEFT = 38;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 30;

export function Plot({ title, x, y, curves, spans = [], dots = [] }: Props) {
  const points = [
    ...curves.flatMap((curve) => curve.points),
    ...dots.map((dot) => [dot.x, dot.y] as const),
    ...spans.flatMap((span) => [[span.x, span.from] as const, [span.x, span.to] as const]),
  ];
  const across = ticks(bounds(points.map(([at]) => at)));
  const up = ticks(bounds(points.map(([, at]) => at)));
  const px = (at: number) => LEFT + part(across, at) * (WIDTH - LEFT - RIGHT);
  const py = (at: number) => HEIGHT - BOTTOM - part(up, at) * (HEIGHT - TOP - BOTTOM);
  const line = (curve: Props["curves"][number]) =>
    curve.points
      .map(([at, value], k) => `${k === 0 ? "M" : "L"}${px(at).toFixed(1)} ${py(value).toFixed(1)}`)
      .join("");
  return (
    <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {across.marks.map((mark) => (
        <g key={`x${mark}`}>
          <path class="plot-grid" data-zero={mark === 0} d={`M${px(mark)} ${TOP}V${HEIGHT - BOTTOM}`} />
          <text x={px(mark)} y={HEIGHT - BOTTOM + 12} text-anchor="middle">
            {shown(mark)}
          </text>
        </g>
      ))}
      {up.marks.map((mark) => (
        <g key={`y${mark}`}>
          <path class="plot-grid" data-zero={mark === 0} d={`M${LEFT} ${py(mark)}H${WIDTH - RIGHT}`} />
          <text x={LEFT - 5} y={py(mark) + 3.5} text-anchor="end">
            {shown(mark)}
          </text>
        </g>
      ))}
      <text class="plot-name" x={WIDTH - RIGHT} y={HEIGHT - 4} text-anchor="end">
        {x.name}, {x.unit}
      </text>
      <text class="plot-name" x={4} y={HEIGHT - 4}>
        {y.name}, {y.unit}
      </text>
      {curves.map((curve, k) => (
        <path key={k} class="plot-curve" d={line(curve)} />
      ))}
      {spans.map((span, k) => (
        <path key={k} class="plot-span" d={`M${px(span.x)} ${py(span.from)}V${py(span.to)}`} />
      ))}
      {dots.map((dot, k) => (
        <circle key={k} class="plot-dot" cx={px(dot.x)} cy={py(dot.y)} r={4.5} />
      ))}
    </svg>
  );
}

export interface Ticks {
  from: number;
  to: number;
  marks: number[];
}

function bounds(values: readonly number[]): [number, number] {
  const known = values.filter(Number.isFinite);
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1];
}

/** Round numbers from end to end: steps of 1, 2 or 5 times a power of ten, about four of them. */
export function ticks([low, high]: readonly [number, number]): Ticks {
  const span = high > low ? high - low : Math.max(1, Math.abs(high));
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Rounded, so that 3 · 0.1 is 0.3.
  const marks = Array.from({ length: last - first + 1 }, (_, k) =>
    Number(((first + k) * step).toPrecision(12)),
  );
  const room = 0.04 * span;
  return { from: low - room, to: high + room, marks };
}

const part = ({ from, to }: Ticks, at: number): number => (at - from) / (to - from);

const shown = (value: number): string => String(value).replace("-", "−");
