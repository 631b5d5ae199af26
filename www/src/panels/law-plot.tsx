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
import { brief, type Extent, extentOf } from "../ui/plot-scale";
import { shownUnit } from "../ui/scale";
import { KnotFields } from "./knot-fields";
import { LawIssues } from "./law-issues";
import { GivesWay, Handle, Slope, toneOf } from "./plot-handles";

/** How far an arrow key moves a knot, as a share of the plot; with Shift five times that. */
const KEY_STEP = 0.01;

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
  const chosenCurve = curves.find((curve) => curve.id === chosen?.trace);
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
      {chosenTrace && chosen && chosenCurve && (
        <KnotFields
          plot={plot}
          curve={chosenCurve}
          knots={knotsOf(chosenTrace, live)}
          index={chosen.index}
          set={(knots) => {
            const before = spline(chosenTrace.id);
            if (before) write(chosenTrace.id, throughKnots(before, knots));
          }}
        />
      )}
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
