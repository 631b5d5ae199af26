import { useSignalEffect } from "@preact/signals";
import type { App } from "../app";
import type { DrapeBand, Fabric } from "../engine/types";
import { ProgressBar } from "../ui/progress-bar";

/** What decides how a fabric hangs: its numbers, whatever it is called and however it looks. */
const hangs = (fabric: Fabric): string =>
  JSON.stringify({ ...fabric, id: "", name: "", source: "", look: null });

/** The drape coefficient of a fabric, found by the drapemeter in this browser, beside what the literature says of its kind. */
export function Passport({ app, fabric }: { app: App; fabric: Fabric }) {
  const run = app.lab.run.value;
  useSignalEffect(() => {
    const done = app.lab.run.value;
    const { experiment, settings, fabric: tested } = done?.order ?? {};
    // Other samples than Cusick's have other coefficients.
    if (experiment !== "drapemeter" || settings?.length !== 0 || !tested || done?.state !== "done") return;
    const found = Number(done.outcome?.figures.drape_coefficient_pct);
    const known = app.drapes.peek();
    if (known.get(hangs(tested)) !== found) app.drapes.value = new Map([...known, [hangs(tested), found]]);
  });
  const found = app.drapes.value.get(hangs(fabric));
  const band = app.engine.tables.value?.drape_bands.find((each) => each.fabric === fabric.id);
  const mine = run?.order.experiment === "drapemeter" && hangs(run.order.fabric) === hangs(fabric);
  return (
    <dl class="passport" data-passport={fabric.id}>
      <div>
        <dt>Drape coefficient, Cusick</dt>
        <dd>
          {found !== undefined ? (
            <strong>{found.toFixed(1)} %</strong>
          ) : mine && run.state === "running" ? (
            <ProgressBar name="Drapemeter, part done" progress={run.progress} />
          ) : (
            <button
              type="button"
              class="text-button small"
              data-command="fabric.drape"
              onClick={() => app.lab.start({ experiment: "drapemeter", fabric, settings: [] })}
            >
              Measure
            </button>
          )}
        </dd>
      </div>
      {band && (
        <div>
          <dt>{`measured on ${band.cloth}`}</dt>
          <dd>{bandWords(band, found)}</dd>
        </div>
      )}
    </dl>
  );
}

function bandWords({ percent: [low, high] }: DrapeBand, found: number | undefined): string {
  const band = `${low} to ${high} %`;
  if (found === undefined) return band;
  return found >= low && found <= high ? `${band}: within` : `${band}: beyond`;
}
