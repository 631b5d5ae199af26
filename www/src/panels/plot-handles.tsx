import type { Knot, Trace } from "../engine/types";
import { toneOf } from "../ui/curve-plot";
import { brief, type PlotFrame } from "../ui/plot-scale";

/** How far from its knot the handle of a slope may be, pixels: the first that leaves other knots free is taken. */
const REACHES = [30, 44, 58, 20] as const;
/** Two things to take hold of must be further apart than this, pixels. */
const APART = 20;

/** Where the handle of a slope is: from its knot in a direction, so far that it covers no other. */
export function clearOf(
  [x, y]: readonly [number, number],
  [dx, dy]: readonly [number, number],
  others: readonly (readonly [number, number])[],
): [number, number] {
  const length = Math.hypot(dx, dy) || 1;
  const ends = REACHES.map((reach): [number, number] => [
    x + (dx / length) * reach,
    y + (dy / length) * reach,
  ]);
  const room = (end: readonly [number, number]) =>
    Math.min(...others.map((other) => Math.hypot(end[0] - other[0], end[1] - other[1])));
  const most = ends.reduce((best, end) => (room(end) > room(best) ? end : best));
  return ends.find((end) => room(end) >= APART) ?? most;
}

interface HandleProps {
  at: readonly [number, number];
  label: string;
  text: string;
  value: number;
  kind: "origin" | "knot" | "slope";
  focus?: () => void;
  down: () => void;
  press: (event: KeyboardEvent) => void;
  release: () => void;
}

/** Something on a plot to take hold of. The ring around it, which is not seen, is as large as a finger needs. */
export function Handle({ at: [x, y], label, text, value, kind, focus, down, press, release }: HandleProps) {
  return (
    <g
      class="plot-handle"
      data-kind={kind}
      data-handle={label}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={value}
      aria-valuetext={text}
      transform={`translate(${x} ${y})`}
      onFocus={focus}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        focus?.();
        down();
      }}
      onKeyDown={press}
      onKeyUp={release}
      onBlur={release}
    >
      <title>{text}</title>
      <circle class="plot-reach" r={kind === "slope" ? 9 : 11} />
      <circle class="plot-knot" r={kind === "knot" ? 4.5 : 3} />
    </g>
  );
}

interface SlopeProps {
  frame: PlotFrame;
  trace: Trace;
  knot: Knot | undefined;
  /** Every knot of the plot. */
  all: readonly Knot[];
  down: () => void;
  press: (event: KeyboardEvent) => void;
  release: () => void;
}

/** The tangent of the chosen knot, with a handle to turn it by. */
export function Slope({ frame, trace, knot, all, ...hands }: SlopeProps) {
  if (!knot) return null;
  const [x, y] = frame.place([knot.at, knot.value]);
  const [dx, dy] = frame.place([knot.at + 1, knot.value + knot.slope]);
  const others = all.filter((each) => each !== knot).map(({ at, value }) => frame.place([at, value]));
  const end = clearOf([x, y], [dx - x, dy - y], others);
  return (
    <g style={{ "--tone": `var(--thread-${toneOf(trace.id)})` }}>
      <line class="plot-tangent" x1={x} y1={y} x2={end[0]} y2={end[1]} />
      <Handle
        at={end}
        label={`${trace.id}, slope`}
        text={`slope ${brief(knot.slope)}`}
        value={knot.slope}
        kind="slope"
        {...hands}
      />
    </g>
  );
}

/** Where a curve does not rise. */
export function GivesWay({ frame, trace }: { frame: PlotFrame; trace: Trace }) {
  if (!trace.gives_way) return null;
  const [x, y] = frame.place(trace.gives_way);
  const right = x > frame.box.left + frame.box.width / 2;
  return (
    <g class="plot-trouble" data-gives-way={trace.id}>
      <circle cx={x} cy={y} r={8} />
      <text x={right ? x - 12 : x + 12} y={y + 16} text-anchor={right ? "end" : "start"}>
        {trace.id} gives way here
      </text>
    </g>
  );
}
