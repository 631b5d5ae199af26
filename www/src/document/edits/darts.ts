import type { Dart, Edge, Panel } from "../../engine/types";
import { type Arc, lengthTo, parameterAt, pointAt } from "../../pattern2d/curve";
import { add, distance, left, mix, round, rounded, scale, sub, unit, type Vec } from "../../pattern2d/vec";

/** An edge of the outline with its two ends. */
function edgeArc(panel: Panel, id: string): Arc | null {
  const at = panel.outline.findIndex((edge) => edge.id === id);
  const edge = panel.outline[at];
  const next: Edge | undefined = panel.outline[(at + 1) % panel.outline.length];
  return edge && next ? { from: edge.from_mm, curve: edge.curve, to: next.from_mm } : null;
}

/** Both ends of a dart's mouth. */
function mouth(arc: Arc, dart: Dart, whole: number): [Vec, Vec] {
  const at = (length: number) => pointAt(arc, parameterAt(arc, Math.min(1, Math.max(0, length / whole))));
  return [at(dart.at_mm - dart.width_mm / 2), at(dart.at_mm + dart.width_mm / 2)];
}

/**
 * Darts go with the edge they open at: where it was moved or bent, they keep their depth and width, stand square to it at
 * the same share of its length, and so still close.
 */
export function reseatDarts(before: Panel, after: Panel): Panel {
  if (after.darts.length === 0) return after;
  const darts = after.darts.map((dart): Dart => {
    const [old, now] = [edgeArc(before, dart.edge), edgeArc(after, dart.edge)];
    if (!old || !now || JSON.stringify(old) === JSON.stringify(now)) return dart;
    const [oldLength, length] = [lengthTo(old), lengthTo(now)];
    const [p, q] = mouth(old, dart, oldLength);
    const depth = distance(dart.tip_mm, mix(p, q, 0.5));
    const moved = { ...dart, at_mm: round((dart.at_mm * length) / oldLength) };
    const [a, b] = mouth(now, moved, length);
    return { ...moved, tip_mm: rounded(add(mix(a, b, 0.5), scale(left(unit(sub(b, a))), depth))) };
  });
  return { ...after, darts };
}
