import type { Document, Edge, Line, Panel } from "../../engine/types";
import { type Arc, lengthTo, nearest, pointAt, samples } from "../../pattern2d/curve";
import { inside } from "../../pattern2d/hit";
import { add, cross, distance, mix, rounded, scale, sub, unit, type Vec } from "../../pattern2d/vec";
import { freshId, partIds } from "../ids";
import { drawnBy, editPanel, findPanel } from "./panels";
import { arcOf, deletePoint, splitEdge } from "./points";
import { addSeam, editSeam, wholeEdge } from "./seams";
import { between, type Piece, spread, torn } from "./spread";
import { tidy } from "./tidy";

/*
 * A knife pleat: the panel is cut from edge to edge and spread by twice the depth; the strip is pressed along two folds, so
 * that one side of the cut lies over the other again.
 *
 *      B  q2   q1  B'            seen from above, folded (it faces right):
 *   ───●────┬────●───
 *      │    │    │               ─────────────╮ ridge
 *      │ridge    │                     valley ╭─────╯
 *      │  valley │                            ╰──────────────
 *   ───●────┴────●───                  └depth─┘
 *      A  p1   p2  A'
 */

/** Which way the outer fold of a pleat points, seen from the right side with the pleat's beginning below. */
export type Facing = "left" | "right";

/** Where a pleat is sewn shut. */
export type HeldAt = "start" | "both" | "none";

export interface PleatShape {
  depth_mm: number;
  facing: Facing;
  held: HeldAt;
}

export interface PleatCut extends PleatShape {
  /** An edge of the outline and the parameter on it, at either end. */
  from: { edge: string; t: number };
  to: { edge: string; t: number };
}

export type Pleated = { document: Document; line: string } | { refusal: string };

/** How many times stiffer than the cloth a fold is pressed; below 5 gravity opens the pleats of a light skirt. */
const STRENGTH = 10;
const FOLDED_DEG = 180;
/** Nearer to a corner there would be an edge shorter than cloth can be cut. */
const CORNER_MM = 2;
const STEPS = 16;

const names = (stem: string) => ({
  p1: `${stem}-from-1`,
  p2: `${stem}-from-2`,
  q1: `${stem}-to-1`,
  q2: `${stem}-to-2`,
  ridge: `${stem}-ridge`,
  valley: `${stem}-valley`,
});

/** The name that the parts of a pleat share, if the line is a fold of one. */
export function pleatOf(panel: Panel, line: string): string | null {
  const stem = /^(.+)-(?:ridge|valley)$/.exec(line)?.[1];
  if (!stem) return null;
  const own = names(stem);
  const edges = new Set(panel.outline.map((edge) => edge.id));
  return [own.p1, own.p2, own.q1, own.q2].every((id) => edges.has(id)) ? stem : null;
}

/** Where a ray from a place first meets an edge of the outline other than the one it leaves. */
export function across(panel: Panel, from: { edge: string; at: Vec }, way: Vec): PleatCut["to"] | null {
  let best: { edge: string; t: number; far: number } | null = null;
  for (const { id } of panel.outline) {
    const arc = id === from.edge ? null : arcOf(panel, id);
    if (!arc) continue;
    const points = samples(arc, arc.curve.kind === "line" ? 1 : 64);
    points.slice(1).forEach((b, k) => {
      const a = points[k] as Vec;
      const side = sub(b, a);
      const turn = cross(way, side);
      if (Math.abs(turn) < 1e-12) return;
      const gap = sub(a, from.at);
      const [far, share] = [cross(gap, side) / turn, cross(gap, way) / turn];
      if (far <= 1e-6 || share < 0 || share > 1 || far >= (best?.far ?? Number.POSITIVE_INFINITY)) return;
      best = { edge: id, t: nearest(arc, mix(a, b, share)).t, far };
    });
  }
  return best;
}

const corner = (like: Edge, id: string, at: Vec): Edge => ({
  id,
  from_mm: rounded(at),
  curve: { kind: "line" },
  seam_allowance_mm: like.seam_allowance_mm,
  notches: [],
});

const fold = (id: string, [from, to]: readonly [Vec, Vec], angle_deg: number): Line => ({
  id,
  from_mm: rounded(from),
  to_mm: rounded(to),
  curve: { kind: "line" },
  fold: { angle_deg, strength: STRENGTH },
});

/** The two folds of a strip between the cut and its other side. */
function folds(stem: string, cut: readonly [Vec, Vec], half: Vec, facing: Facing): Line[] {
  const own = names(stem);
  const shifted = (k: number): [Vec, Vec] => [add(cut[0], scale(half, k)), add(cut[1], scale(half, k))];
  // Wrong sides meet at the ridge, right sides in the valley.
  return [
    fold(own.ridge, shifted(facing === "right" ? 0 : 2), -FOLDED_DEG),
    fold(own.valley, shifted(1), FOLDED_DEG),
  ];
}

/** Sews the ends of a pleat shut, on every panel that shows the drawing; where one of them has become a fold, it is closed. */
function sewn(document: Document, panel: Panel, stem: string, held: HeldAt): Document {
  const own = names(stem);
  const ends = [
    ...(held === "none" ? [] : [[own.p1, own.p2] as const]),
    ...(held === "both" ? [[own.q1, own.q2] as const] : []),
  ];
  const suffixes = panel.symmetry.kind === "unfold" ? ["", "-mirrored"] : [""];
  let result = document;
  for (const { id } of document.panels.filter((each) => drawnBy(document, each).id === panel.id))
    for (const suffix of suffixes)
      for (const [a, b] of ends) {
        const made = addSeam(result, [wholeEdge(id, a + suffix)], [wholeEdge(id, b + suffix)]);
        // The strip is folded in its middle, so its far ends meet.
        result = editSeam(made.document, made.id, (seam) => ({ ...seam, direction: "opposite" }));
      }
  return tidy(result);
}

/** Pleats a panel along a straight cut between two of its edges, or says why it cannot be. */
export function addPleat(document: Document, id: string, cut: PleatCut): Pleated {
  const panel = findPanel(document, id);
  const [first, last] = [panel && arcOf(panel, cut.from.edge), panel && arcOf(panel, cut.to.edge)];
  if (!panel || !first || !last || cut.from.edge === cut.to.edge)
    return { refusal: "A pleat runs from one edge to another." };
  const fold = panel.symmetry.kind === "unfold" ? panel.symmetry.edge : "";
  if (fold === cut.from.edge || fold === cut.to.edge) return { refusal: "A pleat cannot cross the fold." };
  const ends: [Vec, Vec] = [pointAt(first, cut.from.t), pointAt(last, cut.to.t)];
  const near = ([arc, at]: readonly [Arc, Vec]) =>
    Math.min(distance(arc.from, at), distance(arc.to, at)) < CORNER_MM;
  if (near([first, ends[0]]) || near([last, ends[1]]))
    return { refusal: "A pleat begins and ends between corners." };
  const within = Array.from({ length: STEPS - 1 }, (_, k) => mix(ends[0], ends[1], (k + 1) / STEPS));
  if (!within.every((point) => inside(point, { owner: panel })))
    return { refusal: "The pleat would leave the panel." };
  const opens = (arc: Arc, { edge, t }: PleatCut["from"]) =>
    panel.darts.some(
      (dart) => dart.edge === edge && Math.abs(lengthTo(arc, t) - dart.at_mm) < dart.width_mm / 2,
    );
  if (opens(first, cut.from) || opens(last, cut.to))
    return { refusal: "A dart opens where the pleat would begin or end." };

  const split = splitEdge(document, id, cut.from.edge, cut.from.t);
  const both = splitEdge(split.document, id, cut.to.edge, cut.to.t);
  const parted = findPanel(both.document, id) as Panel;
  const [a, b] = [arcOf(parted, split.id)?.from, arcOf(parted, both.id)?.from] as [Vec, Vec];
  const along = unit(sub(b, a));
  // Outlines run counter-clockwise: what follows the beginning lies to the right of the cut.
  const half = scale([along[1], -along[0]], cut.depth_mm);
  const right = { edges: between(parted.outline, cut.from.edge, both.id), end: b };
  const left = { edges: between(parted.outline, cut.to.edge, split.id), end: a };
  const problem = torn(parted, right);
  if (problem) return { refusal: `${problem} Move it aside first.` };

  const taken = partIds(parted).flatMap((each) => /^(pleat(?:-\d+)?)-/.exec(each)?.[1] ?? []);
  const stem = freshId("pleat", taken);
  const own = names(stem);
  const wide = spread(both.document, parted, { left, right }, scale(half, 2));
  const [from, to] = [add(a, wide.shift), add(b, wide.shift)];
  const made = editPanel(wide.document, id, (each) => ({
    ...each,
    outline: each.outline.flatMap((edge) => {
      if (edge.id === split.id)
        return [corner(edge, own.p1, from), corner(edge, own.p2, add(from, half)), edge];
      if (edge.id !== both.id) return [edge];
      return [corner(edge, own.q1, add(to, scale(half, 2))), corner(edge, own.q2, add(to, half)), edge];
    }),
    lines: [...each.lines, ...folds(stem, [from, to], half, cut.facing)],
  }));
  return { document: sewn(made, parted, stem, cut.held), line: own.ridge };
}

/** What a pleat is like. */
export function pleatShape(document: Document, panel: Panel, stem: string): PleatShape {
  const own = names(stem);
  const p1 = arcOf(panel, own.p1);
  const ridge = panel.lines.find(({ id }) => id === own.ridge);
  const holds = (edge: string) =>
    document.seams.some(({ a }) => a.some((part) => part.panel === panel.id && part.edge === edge));
  const facing =
    ridge && p1 && distance(ridge.from_mm, p1.from) < distance(ridge.from_mm, p1.to) ? "right" : "left";
  return {
    depth_mm: p1 ? distance(p1.from, p1.to) : 0,
    facing,
    held: holds(own.q1) ? "both" : holds(own.p1) ? "start" : "none",
  };
}

/** The same pleat in another shape. Whoever has moved its corners apart by hand gets a straight one again. */
export function reshapePleat(document: Document, id: string, stem: string, shape: PleatShape): Document {
  const own = names(stem);
  const panel = findPanel(document, id);
  const [p1, p2, q2] = [own.p1, own.p2, own.q2].map((edge) => panel && arcOf(panel, edge));
  if (!panel || !p1 || !p2 || !q2) return document;
  const wide = sub(p2.to, p1.from);
  const half = scale(unit(wide), shape.depth_mm);
  const moved = spread(document, panel, besides(panel, stem), sub(scale(half, 2), wide));
  const [a, b] = [add(p1.from, moved.shift), add(q2.to, moved.shift)];
  const places = new Map<string, Vec>([
    [own.p1, a],
    [own.p2, add(a, half)],
    [own.q1, add(b, scale(half, 2))],
    [own.q2, add(b, half)],
  ]);
  const lines = folds(stem, [a, b], half, shape.facing);
  const made = editPanel(moved.document, id, (each) => ({
    ...each,
    outline: each.outline.map((edge) => ({ ...edge, from_mm: rounded(places.get(edge.id) ?? edge.from_mm) })),
    lines: each.lines.map((line) => {
      const now = lines.find((fresh) => fresh.id === line.id);
      return now ? { ...now, fold: { ...line.fold, angle_deg: now.fold.angle_deg } } : line;
    }),
  }));
  return sewn(withoutSeams(made, panel, stem), panel, stem, shape.held);
}

/** The pieces of the panel to both sides of a pleat's strip. */
function besides(panel: Panel, stem: string): { left: Piece; right: Piece } {
  const own = names(stem);
  const begins = (edge: string): Vec => arcOf(panel, edge)?.from ?? [0, 0];
  return {
    right: { edges: between(panel.outline, own.p2, own.q1), end: begins(own.q1) },
    left: { edges: between(panel.outline, own.q2, own.p1), end: begins(own.p1) },
  };
}

function withoutSeams(document: Document, panel: Panel, stem: string): Document {
  const own = names(stem);
  const ends = new Set([own.p1, own.p2, own.q1, own.q2].flatMap((id) => [id, `${id}-mirrored`]));
  const shown = new Set(
    document.panels.filter((each) => drawnBy(document, each).id === panel.id).map(({ id }) => id),
  );
  const ours = ({ panel: on, edge }: { panel: string; edge: string }) => shown.has(on) && ends.has(edge);
  return {
    ...document,
    seams: document.seams.filter(({ a, b }) => !(a.every(ours) && b.every(ours))),
  };
}

/** Takes a pleat out: the strip is gone and the panel closes over it. */
export function removePleat(document: Document, id: string, stem: string): Document {
  const own = names(stem);
  const panel = findPanel(document, id);
  const [p1, p2] = [own.p1, own.p2].map((edge) => panel && arcOf(panel, edge));
  if (!panel || !p1 || !p2) return document;
  const { document: closed } = spread(document, panel, besides(panel, stem), sub(p1.from, p2.to));
  const gone = new Set(Object.values(own));
  const without = editPanel(withoutSeams(closed, panel, stem), id, (each) => ({
    ...each,
    outline: each.outline.filter((edge) => !gone.has(edge.id)),
    lines: each.lines.filter((line) => !gone.has(line.id)),
  }));
  const corners = [own.p2, own.q2].flatMap((edge) => between(panel.outline, edge, "")[0]?.id ?? []);
  return corners.reduce((all, edge) => smoothed(all, id, edge), tidy(without));
}

/** Without a corner at which a straight edge only goes on. */
function smoothed(document: Document, id: string, edge: string): Document {
  const panel = findPanel(document, id);
  const at = panel?.outline.findIndex((each) => each.id === edge) ?? -1;
  const before = panel?.outline.at(at - 1);
  const [first, second] = [before && panel && arcOf(panel, before.id), panel && arcOf(panel, edge)];
  if (first?.curve.kind !== "line" || second?.curve.kind !== "line") return document;
  const bend = cross(unit(sub(first.to, first.from)), unit(sub(second.to, second.from)));
  return Math.abs(bend) < 1e-3 ? deletePoint(document, id, edge) : document;
}
