import type { Issue, Knot, Plot, Trace } from "../engine/types";
import { CurvePlot, type Series, toneOf } from "../ui/curve-plot";
import { brief, nearestTo, type PlotFrame } from "../ui/plot-scale";
import { shownUnit } from "../ui/scale";
import { KnotFields } from "./knot-fields";
import { handleName, type KnotHand, type KnotPlot, useKnotHand } from "./knot-hand";
import { LawIssues } from "./law-issues";
import { GivesWay, Handle, Slope } from "./plot-handles";

/** How near a curve a double click must be to be meant for it, pixels. */
const REACH_PX = 16;

interface Props extends KnotPlot {
  /** What the engine holds against the fabric. */
  issues: readonly Issue[];
}

/** A law as its curves; the knots of measured ones can be taken with the pointer or with keys. */
export function LawPlot({ issues, ...of }: Props) {
  const { plot, curves } = of;
  const hand = useKnotHand(of);
  const chosen = hand.selected.value;
  const trace = plot.traces.find(({ id, knots }) => id === chosen?.trace && knots.length > 0);
  const curve = curves.find(({ id }) => id === chosen?.trace);
  return (
    <div class="law-plot" data-plot={plot.id} ref={hand.root}>
      <CurvePlot
        title={plot.title}
        x={plot.x}
        y={plot.y}
        series={plot.traces.map(seriesOf)}
        extent={hand.extent}
        onPointer={{
          move: hand.move,
          up: () => hand.end("commit"),
          twice: (at, frame) => {
            const found = curveNear(plot, at, frame);
            if (found) hand.addAt(found, Number(at[0].toPrecision(3)));
          },
        }}
      >
        {(frame) => (
          <>
            {plot.traces.map((each) => (
              <Knots key={each.id + each.branch} {...{ frame, plot, hand }} trace={each} />
            ))}
            {trace && chosen && (
              <Slope
                frame={frame}
                trace={trace}
                knot={hand.knotsOf(trace)[chosen.index]}
                all={plot.traces.flatMap(hand.knotsOf)}
                down={() => hand.take(trace, chosen.index, "slope")}
                press={(event) => hand.press(event, trace, chosen.index, "slope")}
                release={hand.letGo}
              />
            )}
          </>
        )}
      </CurvePlot>
      <LawIssues issues={issues.filter((issue) => isOf(issue, plot))} />
      {trace && chosen && curve && (
        <KnotFields
          plot={plot}
          curve={curve}
          knots={hand.knotsOf(trace)}
          index={chosen.index}
          set={(knots) => hand.set(trace, knots)}
        />
      )}
      {trace && chosen && (
        <div class="word-buttons">
          <button type="button" class="text-button small" onClick={() => hand.addBehind(trace, chosen.index)}>
            Add a knot after {chosen.index === 0 ? "the origin" : `knot ${chosen.index}`}
          </button>
          {chosen.index > 0 && trace.knots.length > 2 && (
            <button type="button" class="text-button small" onClick={() => hand.remove(trace, chosen.index)}>
              Remove knot {chosen.index}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

interface KnotsProps {
  frame: PlotFrame;
  plot: Plot;
  trace: Trace;
  hand: KnotHand;
}

/** The knots of one curve, and where it gives way. */
function Knots({ frame, plot, trace, hand }: KnotsProps) {
  return (
    <g style={{ "--tone": `var(--thread-${toneOf(trace.id)})` }}>
      <GivesWay frame={frame} trace={trace} />
      {hand.knotsOf(trace).map((knot, index) => (
        <Handle
          // Knots have no names: their place in the curve is what they are.
          key={index}
          at={frame.place([knot.at, knot.value])}
          label={handleName(trace.id, index)}
          text={spoken(plot, knot)}
          value={knot.value}
          kind={index === 0 ? "origin" : "knot"}
          focus={() => {
            hand.selected.value = { trace: trace.id, index };
          }}
          down={() => {
            if (index > 0) hand.take(trace, index, "knot");
          }}
          press={(event) => hand.press(event, trace, index, "knot")}
          release={hand.letGo}
        />
      ))}
    </g>
  );
}

/** Whether an issue is about one of the curves that a plot shows. */
export const isOf = ({ place }: Issue, { law, traces }: Plot): boolean =>
  traces.some(({ id, knots }) => knots.length > 0 && `${place}.`.startsWith(`${law}.curves.${id}.`));

/** The curve with knots that passes nearest to a place, if it is meant at all. */
function curveNear(plot: Plot, at: readonly [number, number], frame: PlotFrame): Trace | null {
  const [nearest] = plot.traces
    .filter(({ knots }) => knots.length > 0)
    .map((trace) => ({ trace, gap: nearestTo(frame, trace.points, at) }))
    .sort((a, b) => a.gap - b.gap);
  return nearest && nearest.gap <= REACH_PX ? nearest.trace : null;
}

const seriesOf = (trace: Trace): Series => ({
  name: trace.id,
  tone: toneOf(trace.id),
  dashed: trace.branch === "unload",
  points: trace.points,
});

function spoken({ x, y }: Plot, knot: Knot): string {
  const amount = (value: number, unit: string) => `${brief(value)} ${shownUnit(unit)}`.trim();
  return `${x.name} ${amount(knot.at, x.unit)}, ${y.name} ${amount(knot.value, y.unit)}`;
}
