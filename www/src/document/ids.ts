import type { Document, Panel } from "../engine/types";

/** The first of `stem`, `stem-2`, `stem-3` … that is not taken. */
export function freshId(stem: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  if (!used.has(stem)) return stem;
  for (let k = 2; ; k++) if (!used.has(`${stem}-${k}`)) return `${stem}-${k}`;
}

/** Every name of a panel's parts: edges of outline and holes, notches, lines, darts and holes share one room. */
export function partIds(panel: Panel): string[] {
  const edges = [...panel.outline, ...panel.holes.flatMap((hole) => hole.outline)];
  return [
    ...edges.map((edge) => edge.id),
    ...edges.flatMap((edge) => edge.notches.map((notch) => notch.id)),
    ...panel.holes.map((hole) => hole.id),
    ...panel.lines.map((line) => line.id),
    ...panel.darts.map((dart) => dart.id),
  ];
}

/** A name that no part of the panel has. */
export const freshPart = (panel: Panel, stem: string): string => freshId(stem, partIds(panel));

export const freshPanel = (document: Document, stem: string): string =>
  freshId(
    stem,
    document.panels.map((panel) => panel.id),
  );

/** A name as an id: letters, digits and dashes. */
export const slug = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "panel";
