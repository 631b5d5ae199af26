import type { App } from "../app";
import type { Status } from "../engine/protocol";

/** How the simulation goes, in one line. */
export function StatusLine({ app }: { app: App }) {
  const status = app.engine.status.value;
  const playing = app.store.get("playing");
  return (
    <div class="status">
      <span class="unseen" role="status">
        {playing ? doing(status) : "Paused"}
      </span>
      {status && (
        <dl>
          {!status.sewn && <Fact name="the seams" value="Closing" />}
          <Fact name="triangles" value={status.triangles.toLocaleString("en").replaceAll(",", "\u202f")} />
          <Fact name="steps/s" value={playing ? status.stepsPerS.toFixed(0) : "–"} />
          <Fact name="ms per step" value={status.msPerStep.toFixed(1)} />
          <Fact name="s simulated" value={status.simulatedS.toFixed(2)} />
          <Fact name="× real time" value={playing ? status.realTimeFactor.toFixed(2) : "–"} />
        </dl>
      )}
    </div>
  );
}

function doing(status: Status | null): string {
  if (status?.sewn === false) return "Closing the seams";
  return status?.atRest ? "The cloth is at rest" : "Playing";
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
