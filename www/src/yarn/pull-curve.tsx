import { CurvePlot } from "../ui/curve-plot";
import type { TearReport } from "./protocol";

/** Pull on the grip against its way, with the first break marked. */
export function PullCurve({ history }: { history: readonly TearReport[] }) {
  const points = history.map(place);
  // A slit is cut before the first frame.
  const first = history.findIndex((report, k) => k > 0 && cuts(report) > cuts(history[k - 1]));
  const broken = history[first];
  const furthest = Math.max(0, ...points.map(([x]) => x));
  const strongest = Math.max(0, ...points.map(([, y]) => y));
  return (
    <CurvePlot
      title="Pull on the grip"
      spoken={`Pull on the grip against its way: up to ${strongest.toFixed(1)} mN over ${furthest.toFixed(1)} mm`}
      x={{ name: "way", unit: "mm" }}
      y={{ name: "pull", unit: "mN" }}
      series={[{ name: "pull", tone: 0, points }]}
    >
      {(frame) => {
        if (!broken) return null;
        const [cx, cy] = frame.place(place(broken));
        return <circle class="plot-place" {...{ cx, cy }} r={4} />;
      }}
    </CurvePlot>
  );
}

const place = (report: TearReport): [number, number] => [
  1e3 * report.displacement_m,
  1e3 * report.grip_force_n,
];

function cuts(report: TearReport | undefined): number {
  return report ? report.wefts_cut + report.warps_cut : 0;
}
