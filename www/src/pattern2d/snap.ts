import type { Document, Edge, Panel } from "../engine/types";
import { lengthTo, nearest } from "./curve";
import { allImages, arcsOf } from "./images";
import {
  add,
  angleDeg,
  apply,
  distance,
  dot,
  fromAngle,
  inverse,
  norm,
  scale,
  sub,
  unit,
  type Vec,
} from "./vec";

export interface Snapped {
  at: Vec;
  /** Lines that show what it fell on. */
  guides: [Vec, Vec][];
  /** In words, such as "= 41.2 cm". */
  note: string;
}

export interface SnapOptions {
  /** How near counts, mm. */
  reach: number;
  /** Whether to snap at all; a key held down says no. */
  on: boolean;
  gridMm: number;
  /** Corners that move along and must not be snapped to: owner panel and edge. */
  moving?: ReadonlySet<string>;
  /** Where the last corner is; with `straight` the way from it keeps to multiples of 15°. */
  from?: Vec;
  straight?: boolean;
  /** Fixed ends of straight edges that the point ends: their lengths may match others. */
  ends?: readonly Vec[];
}

export const cornerKey = (owner: string, edge: string): string => `${owner}/${edge}`;

/** Where a point falls: on a corner, on an edge, level with a corner, at a length that another edge has, on the grid. */
export function snap(document: Document, p: Vec, options: SnapOptions): Snapped {
  const { reach, from, straight } = options;
  if (straight && from) return onRay(p, from, options);
  if (!options.on) return { at: p, guides: [], note: "" };
  const images = allImages(document);
  const still = (owner: string, edge: string) => !options.moving?.has(cornerKey(owner, edge));
  const corners = images.flatMap(({ owner, map }) =>
    arcsOf(owner)
      .filter(({ edge }) => still(owner.id, edge.id))
      .map(({ edge }) => apply(map, edge.from_mm)),
  );
  const corner = closest(corners, p, reach);
  if (corner) return { at: corner, guides: [], note: "corner" };

  for (const { owner, map } of images) {
    const local = apply(inverse(map), p);
    for (const { edge, arc } of arcsOf(owner)) {
      if (moves(owner, edge, options.moving)) continue;
      const found = nearest(arc, local);
      if (found.distance < reach * 0.7) return { at: apply(map, found.point), guides: [], note: "edge" };
    }
  }
  const length = equalLength(document, p, options);
  if (length) return length;
  return level(p, [...corners, ...(from ? [from] : [])], options);
}

function closest(candidates: readonly Vec[], p: Vec, reach: number): Vec | null {
  let best: Vec | null = null;
  for (const each of candidates) if (distance(each, p) < (best ? distance(best, p) : reach)) best = each;
  return best;
}

function onRay(p: Vec, from: Vec, { gridMm, on }: SnapOptions): Snapped {
  const way = sub(p, from);
  const angle = Math.round(angleDeg(way) / 15) * 15;
  const along = dot(way, unit(fromAngle(angle, 1)));
  const at = add(from, fromAngle(angle, on && gridMm > 0 ? Math.round(along / gridMm) * gridMm : along));
  return { at, guides: [[from, at]], note: `${((angle % 360) + 360) % 360}°` };
}

/** Matches the length of a straight edge to that of another edge. */
function equalLength(document: Document, p: Vec, { ends = [], reach, moving }: SnapOptions): Snapped | null {
  for (const end of ends) {
    const now = distance(end, p);
    if (now < 5) continue;
    for (const panel of document.panels)
      for (const { edge, arc } of arcsOf(panel)) {
        if (moves(panel, edge, moving)) continue;
        const other = lengthTo(arc);
        if (
          Math.abs(other - now) > reach * 0.5 ||
          distance(arc.from, p) < reach ||
          distance(arc.to, p) < reach
        )
          continue;
        const at = add(end, scale(unit(sub(p, end)), other));
        return { at, guides: [[end, at]], note: `as long as ${panel.name}, ${edge.id}` };
      }
  }
  return null;
}

/** Whether either end of an edge is being moved: its own length is no length to match. */
function moves(panel: Panel, edge: Edge, moving: ReadonlySet<string> | undefined): boolean {
  const loops = [panel.outline, ...panel.holes.map((hole) => hole.outline)];
  const loop = loops.find((edges) => edges.includes(edge)) ?? [];
  const next = loop[(loop.indexOf(edge) + 1) % loop.length];
  return [edge, next].some((end) => end !== undefined && (moving?.has(cornerKey(panel.id, end.id)) ?? false));
}

/** Level with a corner or above it, else on the grid. */
function level(p: Vec, corners: readonly Vec[], { reach, gridMm }: SnapOptions): Snapped {
  const at: Vec =
    gridMm > 0 ? [Math.round(p[0] / gridMm) * gridMm, Math.round(p[1] / gridMm) * gridMm] : [p[0], p[1]];
  const guides: [Vec, Vec][] = [];
  for (const axis of [0, 1] as const) {
    let best: Vec | null = null;
    for (const corner of corners)
      if (
        Math.abs(corner[axis] - p[axis]) < reach * 0.6 &&
        (!best || norm(sub(corner, p)) < norm(sub(best, p)))
      )
        best = corner;
    if (!best) continue;
    at[axis] = best[axis];
    guides.push([best, at]);
  }
  return { at, guides, note: guides.length > 0 ? "level" : "" };
}
