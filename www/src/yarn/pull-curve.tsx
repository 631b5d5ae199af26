import type { TearReport } from "./protocol";

const WIDTH = 240;
const HEIGHT = 96;

/** Pull on the grip against its way, with the first break marked. */
export function PullCurve({ history }: { history: readonly TearReport[] }) {
  const furthest = Math.max(1e-9, ...history.map((report) => report.displacement_m));
  const strongest = Math.max(1e-9, ...history.map((report) => report.grip_force_n));
  const x = (report: TearReport) => (WIDTH * report.displacement_m) / furthest;
  const y = (report: TearReport) => HEIGHT - ((HEIGHT - 4) * report.grip_force_n) / strongest;
  const line = history.map((report) => `${x(report).toFixed(1)},${y(report).toFixed(1)}`).join(" ");
  // A slit is cut before the first frame.
  const first = history.findIndex((report, k) => k > 0 && cuts(report) > cuts(history[k - 1]));
  const broken = history[first];
  return (
    <figure class="tear-curve">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Pull on the grip against its way">
        <path d={`M0 0V${HEIGHT}H${WIDTH}`} class="axes" />
        {history.length > 1 && <polyline points={line} />}
        {broken && <circle cx={x(broken)} cy={y(broken)} r="3.5" />}
      </svg>
      <figcaption>
        <span>0</span>
        <span>
          pull, up to {(1e3 * strongest).toFixed(1)} mN, over {(1e3 * furthest).toFixed(1)} mm
        </span>
      </figcaption>
    </figure>
  );
}

function cuts(report: TearReport | undefined): number {
  return report ? report.wefts_cut + report.warps_cut : 0;
}
