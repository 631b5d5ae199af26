import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { App } from "../app";
import type { Probe, ProbeMode } from "../engine/types";
import { CurvePlot, toneOf } from "../ui/curve-plot";
import { extentOf } from "../ui/plot-scale";
import { directionsOf } from "./dominant";
import { signed } from "./rows";
import { digits } from "./statistics";

/** Strain and stress at a place, and the fabric's own curve with the place on it. */
export function ProbePanel({ app }: { app: App }) {
  const seen = app.engine.probe.value;
  const map = app.inspection.map;
  const value = app.inspection.value.value;
  if (!seen) return <p class="help">Looking…</p>;
  return (
    <>
      {map && (
        <p class="probe-value" data-probe="map">
          {map.title}: <strong>{value === null ? "no value here" : `${digits(value)} ${map.unit}`}</strong>
        </p>
      )}
      <Modes app={app} seen={seen} />
      <Directions seen={seen} />
    </>
  );
}

function Modes({ app, seen }: { app: App; seen: Probe }) {
  const group = useId();
  const chosen = useSignal<string | null>(null);
  const most = seen.modes.reduce((best, mode) =>
    Math.abs(mode.stress) > Math.abs(best.stress) ? mode : best,
  );
  const shown = seen.modes.find(({ title }) => title === chosen.value) ?? most;
  const fabric = app.store.get("document")?.fabrics.find(({ id }) => id === seen.fabric);
  return (
    <>
      <fieldset class="probe-modes">
        <legend class="unseen">The curve to show</legend>
        <div class="probe-head" aria-hidden="true">
          <span>strain</span>
          <span>stress</span>
        </div>
        {seen.modes.map((mode) => (
          <label key={mode.title} data-mode={mode.title}>
            <input
              type="radio"
              name={group}
              checked={mode === shown}
              onChange={() => {
                chosen.value = mode.title;
              }}
            />
            <span>{mode.title}</span>
            <span class="number">{signed(100 * mode.strain)} %</span>
            <span class="number">{signed(mode.stress)} N/m</span>
          </label>
        ))}
      </fieldset>
      <WorkingPoint mode={shown} />
      <p class="help">
        {fabric?.name ?? seen.fabric}, {seen.panel}.{" "}
        {shown.saturation > 0
          ? `Friction between the yarns is ${digits((100 * shown.friction) / shown.saturation)} % of what it can be; the upright line shows its whole span.`
          : "Without internal friction the place is on the curve."}
      </p>
    </>
  );
}

function WorkingPoint({ mode }: { mode: ProbeMode }) {
  const elastic = mode.stress - mode.friction;
  const x = 100 * mode.strain;
  const curve = mode.curve.map(([strain, stress]): [number, number] => [100 * strain, stress]);
  const span: [number, number][] = [-mode.saturation, mode.saturation].map((off) => [x, elastic + off]);
  return (
    <CurvePlot
      title={`Stress against strain, ${mode.title}`}
      spoken={`Stress against strain in ${mode.title}: the place is at ${digits(x)} % and ${digits(mode.stress)} N/m`}
      x={{ name: "strain", unit: "%" }}
      y={{ name: "stress", unit: "N/m" }}
      series={[{ name: mode.title, tone: toneOf(mode.title), points: curve }]}
      extent={extentOf([curve, span, [[x, mode.stress]]])}
    >
      {(frame) => {
        const [cx, cy] = frame.place([x, mode.stress]);
        return (
          <>
            {mode.saturation > 0 && <path class="plot-span" d={frame.path(span)} />}
            <circle class="plot-place" {...{ cx, cy }} r={4.5} />
          </>
        );
      }}
    </CurvePlot>
  );
}

function Directions({ seen }: { seen: Probe }) {
  const directions = directionsOf(seen);
  if (!directions) return null;
  const { dominant, across } = directions;
  return (
    <dl class="found">
      <div data-row="dominant">
        <dt>Most strained at {digits(dominant.from_weft_deg)}° from the weft</dt>
        <dd>{signed(100 * dominant.strain)} %</dd>
      </div>
      <div>
        <dt>Across it</dt>
        <dd>{signed(100 * across.strain)} %</dd>
      </div>
    </dl>
  );
}
