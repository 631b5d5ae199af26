import type { Document, Panel } from "../engine/types";
import { boundsOf } from "./images";
import { add, fromAngle, left, scale, sub, type Vec } from "./vec";

export interface GrainLine {
  middle: Vec;
  /** Where the warp runs to, and where it comes from. */
  ends: [Vec, Vec];
}

const LONGEST_PX = 60;
const SHORTEST_PX = 12;

/** Where a panel's grainline is drawn on the table; none where the panel is too small on the screen to have one. */
export function grainLine(document: Document, panel: Panel, pixel: number): GrainLine | null {
  const box = boundsOf(document, panel);
  if (!box) return null;
  const size = Math.min(box.max[0] - box.min[0], box.max[1] - box.min[1]);
  const half = Math.min(size * 0.22, LONGEST_PX * pixel);
  if (half < SHORTEST_PX * pixel) return null;
  // Beside the middle, where the panel's name stands.
  const middle: Vec = [(box.min[0] + box.max[0]) / 2 - size * 0.2, (box.min[1] + box.max[1]) / 2];
  const way = fromAngle(90 + panel.grain_deg, half);
  return { middle, ends: [add(middle, way), sub(middle, way)] };
}

interface Props {
  document: Document;
  panel: Panel;
  pixel: number;
  /** Whether its ends can be taken. */
  held: boolean;
}

/** The direction of the warp, as an arrow with two heads; its ends are handles while the panel is selected. */
export function Grain({ document, panel, pixel, held }: Props) {
  const line = grainLine(document, panel, pixel);
  if (!line) return null;
  const [a, b] = line.ends;
  const head = (tip: Vec): string => {
    const back = sub(line.middle, tip);
    const u = scale(back, (6 * pixel) / Math.hypot(...back));
    const side = scale(left(u), 0.45);
    const [p, q] = [add(add(tip, u), side), sub(add(tip, u), side)];
    return `M${p[0]} ${p[1]}L${tip[0]} ${tip[1]}L${q[0]} ${q[1]}`;
  };
  return (
    <g class={held ? "grain held" : "grain"} data-grain={panel.id}>
      <path d={`M${a[0]} ${a[1]}L${b[0]} ${b[1]}${held ? "" : head(a) + head(b)}`} />
      {held && line.ends.map(([x, y], k) => <circle key={k} cx={x} cy={y} r={4.5 * pixel} />)}
    </g>
  );
}
