import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { App } from "../app";
import {
  type LawField,
  longer,
  moveKnot,
  setLawCurve,
  throughKnots,
  tiltKnot,
} from "../document/edits/curves";
import { editFabric } from "../document/edits/settings";
import type { Gesture } from "../document/history";
import type { CurveParameter, Fabric, Issue, Knot, Plot, Spline, Trace } from "../engine/types";
import { CurvePlot, type Series } from "../ui/curve-plot";
import { brief, type Extent, extentOf, type PlotFrame } from "../ui/plot-scale";
import { shownUnit } from "../ui/scale";
import { LawIssues } from "./law-issues";

/** Threads of the page that stand for directions; the same in every plot. */
const TONES: Record<string, number> = { weft: 0, warp: 1, shear: 2, bias: 4 };

/** How far an arrow key moves a knot, as a share of the plot; with Shift five times that. */
const KEY_STEP = 0.01;
/** How far from its knot the handle of a slope is, pixels. */
const REACH = 30;

interface Held {
  gesture: Gesture;
  trace: string;
  index: number;
  what: "knot" | "slope";
  by: "pointer" | "keys";
  knots: readonly Knot[];
  extent: Extent;
}

interface Props {
  app: App;
  fabric: Fabric;
  plot: Plot;
  /** Curves of the law's row, for what the document leaves out. */
  curves: readonly CurveParameter[];
  /** Whether weft and warp are changed together. */
  linked: boolean;
  /** What the engine holds against the fabric. */
  issues: readonly Issue[];
}

/** A law as its curves; the knots of measured ones can be taken with the pointer or with arrow keys. */
export function LawPlot({ app, fabric, plot, curves, linked, issues }: Props) {
  const law = plot.law as LawField;
  const held = useRef<Held | null>(null);
  const selected = useSignal<{ trace: string; index: number } | null>(null);
  /** What is held is no state of the page; its end must be seen all the same. */
  const ended = useSignal(0);
  const live = ended.value >= 0 ? held.current : null;
  const still = extentOf(plot.traces.map((trace) => trace.points));
  const extent = live?.extent ?? still;

  const spline = (id: string): Spline | undefined =>
    fabric[law].curves?.[id] ?? curves.find((curve) => curve.id === id)?.default;
  const write = (id: string, curve: Spline) => {
    const document = app.store.peek("document");
    if (!document) return;
    const changed = editFabric(document, fabric.id, (each) => setLawCurve(each, law, id, curve, linked));
    app.store.set("document", changed, `${id} curve`);
  };
  const take = (trace: Trace, index: number, what: Held["what"], by: Held["by"]): Held => {
    const before = held.current;
    if (before && before.trace === trace.id && before.index === index && before.what === what) return before;
    before?.gesture.commit();
    const gesture = app.history.mark(`${trace.id} curve`);
    held.current = { gesture, trace: trace.id, index, what, by, knots: trace.knots, extent };
    return held.current;
  };
  const change = (now: Held, knots: readonly Knot[]) => {
    held.current = { ...now, knots };
    const before = spline(now.trace);
    if (before) write(now.trace, throughKnots(before, knots));
  };
  const end = (how: "commit" | "bail") => {
    const now = held.current;
    if (!now) return;
    held.current = null;
    now.gesture[how]();
    ended.value += 1;
  };
  /** A key is up, or the focus elsewhere. That of a pointer goes to what it takes, and must not end what it has begun. */
  const letGo = () => {
    if (held.current?.by === "keys") end("commit");
  };
  const move = (at: [number, number]) => {
    const now = held.current;
    const knot = now?.knots[now.index];
    if (!now || !knot) return;
    // A knot stays in the picture; the next drag begins in a picture that has grown with it.
    const x = within(now.extent.x, at[0]);
    const y = within(now.extent.y, at[1]);
    if (now.what === "knot") return change(now, moveKnot(now.knots, now.index, x, y));
    if (x > knot.at) change(now, tiltKnot(now.knots, now.index, (y - knot.value) / (x - knot.at)));
  };
  const press = (event: KeyboardEvent, trace: Trace, index: number, what: Held["what"]) => {
    if (event.key === "Escape") return end("bail");
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if ((event.key === "Delete" || event.key === "Backspace") && what === "knot" && index > 0)
      return consume(event, () => remove(trace, index));
    if (!arrow) return;
    consume(event, () => {
      const now = take(trace, index, what, "keys");
      const knot = now.knots[index];
      if (!knot) return;
      const step = KEY_STEP * (event.shiftKey ? 5 : 1);
      const [dx = 0, dy = 0] = arrow;
      const { x, y } = now.extent;
      if (what === "slope" || index === 0)
        return change(now, tiltKnot(now.knots, index, knot.slope * (1 + 3 * step * (dx + dy))));
      const place = [knot.at + dx * step * (x[1] - x[0]), knot.value + dy * step * (y[1] - y[0])] as const;
      change(now, moveKnot(now.knots, index, ...place));
    });
  };
  const remove = (trace: Trace, index: number) => {
    const before = spline(trace.id);
    if (!before || trace.knots.length <= 2) return;
    const without = { ...before, segments: before.segments.filter((_, k) => k !== index - 1) };
    write(
      trace.id,
      throughKnots(
        without,
        trace.knots.filter((_, k) => k !== index),
      ),
    );
  };

  const chosen = selected.value;
  const chosenTrace = plot.traces.find((trace) => trace.id === chosen?.trace);
  return (
    <div class="law-plot" data-plot={plot.id}>
      <CurvePlot
        title={plot.title}
        x={plot.x}
        y={plot.y}
        series={plot.traces.map(seriesOf)}
        extent={extent}
        onPointer={{ move, up: () => end("commit") }}
      >
        {(frame) => (
          <>
            {plot.traces.map((trace) => (
              <g key={trace.id + trace.branch} style={{ "--tone": `var(--thread-${toneOf(trace)})` }}>
                <GivesWay frame={frame} trace={trace} />
                {knotsOf(trace, live).map((knot, index) => (
                  <Handle
                    // Knots have no names: their place in the curve is what they are.
                    key={index}
                    at={frame.place([knot.at, knot.value])}
                    label={`${trace.id}, knot ${index}`}
                    text={spoken(plot, knot)}
                    value={knot.value}
                    kind={index === 0 ? "origin" : "knot"}
                    focus={() => {
                      selected.value = { trace: trace.id, index };
                    }}
                    down={() => {
                      if (index > 0) take(trace, index, "knot", "pointer");
                    }}
                    press={(event) => press(event, trace, index, "knot")}
                    release={letGo}
                  />
                ))}
              </g>
            ))}
            {chosenTrace && chosen && (
              <Slope
                frame={frame}
                trace={chosenTrace}
                knot={knotsOf(chosenTrace, live)[chosen.index]}
                down={() => take(chosenTrace, chosen.index, "slope", "pointer")}
                press={(event) => press(event, chosenTrace, chosen.index, "slope")}
                release={letGo}
              />
            )}
          </>
        )}
      </CurvePlot>
      <LawIssues issues={issues.filter((issue) => isOf(issue, plot))} />
      {chosenTrace && chosen && (
        <div class="word-buttons">
          <button
            type="button"
            class="text-button small"
            onClick={() => {
              const before = spline(chosenTrace.id);
              if (before) write(chosenTrace.id, longer(before, still.x[1] / 2));
            }}
          >
            Add a knot to {chosenTrace.id}
          </button>
          {chosen.index > 0 && chosenTrace.knots.length > 2 && (
            <button type="button" class="text-button small" onClick={() => remove(chosenTrace, chosen.index)}>
              Remove knot {chosen.index}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Whether an issue is about one of the curves that a plot shows. */
export const isOf = ({ place }: Issue, { law, traces }: Plot): boolean =>
  traces.some(({ id, knots }) => knots.length > 0 && `${place}.`.startsWith(`${law}.curves.${id}.`));

const within = ([low, high]: readonly [number, number], value: number): number =>
  Math.min(high, Math.max(low, value));

function consume(event: KeyboardEvent, action: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  action();
}

const toneOf = (trace: Trace): number => TONES[trace.id] ?? 0;

const seriesOf = (trace: Trace): Series => ({
  name: trace.id,
  tone: toneOf(trace),
  dashed: trace.branch === "unload",
  points: trace.points,
});

/** While a knot is in hand it is drawn where the hand is; the curve follows as soon as the engine has it. */
const knotsOf = (trace: Trace, held: Held | null): readonly Knot[] =>
  held?.trace === trace.id ? held.knots : trace.knots;

function spoken({ x, y }: Plot, knot: Knot): string {
  const amount = (value: number, unit: string) => `${brief(value)} ${shownUnit(unit)}`.trim();
  return `${x.name} ${amount(knot.at, x.unit)}, ${y.name} ${amount(knot.value, y.unit)}`;
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
function Handle({ at: [x, y], label, text, value, kind, focus, down, press, release }: HandleProps) {
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
  down: () => void;
  press: (event: KeyboardEvent) => void;
  release: () => void;
}

/** The tangent of the chosen knot, with a handle to turn it by. */
function Slope({ frame, trace, knot, ...hands }: SlopeProps) {
  if (!knot) return null;
  const [x, y] = frame.place([knot.at, knot.value]);
  const [dx, dy] = frame.place([knot.at + 1, knot.value + knot.slope]);
  const length = Math.hypot(dx - x, dy - y) || 1;
  const end: [number, number] = [x + ((dx - x) / length) * REACH, y + ((dy - y) / length) * REACH];
  return (
    <g style={{ "--tone": `var(--thread-${toneOf(trace)})` }}>
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
function GivesWay({ frame, trace }: { frame: PlotFrame; trace: Trace }) {
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
