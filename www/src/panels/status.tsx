import type { App } from "../app";
import type { Status } from "../engine/protocol";
import { ProgressBar } from "../ui/progress-bar";

/** How the simulation goes, in one line. */
export function StatusLine({ app }: { app: App }) {
  const status = app.engine.status.value;
  const playing = app.store.get("playing");
  return (
    <div class="status" data-engine-plays={status?.playing} data-simulated-s={status?.simulatedS.toFixed(4)}>
      <span class="unseen" role="status">
        {playing ? doing(status) : "Paused"}
      </span>
      {status?.sewing && (
        <span class="long-work" data-work="sewing">
          Closing the seams
          <ProgressBar name="Closing the seams, part done" progress={status.sewing} />
        </span>
      )}
      {status && (
        <dl>
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
  if (status?.sewing) return "Closing the seams";
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
