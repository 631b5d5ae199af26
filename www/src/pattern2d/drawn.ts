import type { Drafted } from "../engine/draft-client";
import type { Document, Edge, Issue, Panel } from "../engine/types";
import { svg } from "./curve";
import { distance, mix, type Vec } from "./vec";

/** A closed row of edges as an SVG path. */
export function loopPath(edges: readonly Edge[]): string {
  const first = edges[0];
  if (!first) return "";
  const rest = edges.map((edge, k) =>
    svg(edge.curve, edges[(k + 1) % edges.length]?.from_mm ?? first.from_mm),
  );
  return `M${first.from_mm[0]} ${first.from_mm[1]}${rest.join("")}Z`;
}

export const panelPath = (panel: Panel): string =>
  [panel.outline, ...panel.holes.map((hole) => hole.outline)].map(loopPath).join("");

export function edgePath(edges: readonly Edge[], k: number): string {
  const edge = edges[k];
  const next = edges[(k + 1) % edges.length];
  return edge && next ? `M${edge.from_mm[0]} ${edge.from_mm[1]}${svg(edge.curve, next.from_mm)}` : "";
}

/** A run of the draft's coordinates as points. */
export function run(drafted: Drafted, [first, count]: readonly [number, number] | number[]): Vec[] {
  const points: Vec[] = [];
  for (let k = first ?? 0; k + 1 < (first ?? 0) + (count ?? 0); k += 2)
    points.push([drafted.coordinates[k] ?? 0, drafted.coordinates[k + 1] ?? 0]);
  return points;
}

export const polyline = (points: readonly Vec[], closed = false): string =>
  points.length > 0
    ? `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}${closed ? "Z" : ""}`
    : "";

/** The points of an edge as drafted, under its sewing name; a dart divides an edge into several of one name. */
export function draftedEdge(drafted: Drafted, panel: string, name: string): Vec[] {
  const found = drafted.draft.panels.find((each) => each.id === panel);
  return found?.edges.filter((edge) => edge.name === name).flatMap((edge) => run(drafted, edge.points)) ?? [];
}

/** The part of a polyline between two shares of its length. */
export function partOf(points: readonly Vec[], from: number, to: number): Vec[] {
  const lengths = points.map((p, k) => (k > 0 ? distance(p, points[k - 1] as Vec) : 0));
  const whole = lengths.reduce((sum, each) => sum + each, 0);
  const [start, end] = [from * whole, to * whole];
  const part: Vec[] = [];
  let before = 0;
  for (let k = 1; k < points.length; k++) {
    const [a, b, length] = [points[k - 1] as Vec, points[k] as Vec, lengths[k] ?? 0];
    const [low, high] = [Math.max(start, before), Math.min(end, before + length)];
    if (length > 0 && high >= low) {
      if (part.length === 0) part.push(mix(a, b, (low - before) / length));
      part.push(mix(a, b, (high - before) / length));
    }
    before += length;
  }
  return part;
}

/** The middle of a polyline by length. */
export function middleOf(points: readonly Vec[]): Vec {
  const part = partOf(points, 0, 0.5);
  return part.at(-1) ?? points[0] ?? [0, 0];
}

/** A problem and what it is painted on. */
export interface Painted {
  issue: Issue;
  panel: Panel | null;
  /** Edge of the outline, by index; null for the panel as a whole. */
  edge: number | null;
  seam: string | null;
}

/** Where in the drawing the issues of a draft are; those of no place in it are left to the list. */
export function painted(document: Document, issues: readonly Issue[]): Painted[] {
  return issues.map((issue) => {
    const panel = /^panels\[(\d+)\]/.exec(issue.place);
    const edge = /^panels\[\d+\]\.outline\[(\d+)\]/.exec(issue.place);
    const seam = /^seams\[(\d+)\]/.exec(issue.place);
    return {
      issue,
      panel: panel ? (document.panels[Number(panel[1])] ?? null) : null,
      edge: edge ? Number(edge[1]) : null,
      seam: seam ? (document.seams[Number(seam[1])]?.id ?? null) : null,
    };
  });
}
