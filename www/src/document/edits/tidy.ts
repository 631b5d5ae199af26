import type { Document, Panel, Seam, SeamPart } from "../../engine/types";

/** The names under which seams can hold on to a panel: its edges, their mirror images, the legs of its darts. */
export function sewableNames(document: Document, panel: Panel): Set<string> {
  const original =
    panel.symmetry.kind === "mirror-of"
      ? document.panels.find(
          (each) => panel.symmetry.kind === "mirror-of" && each.id === panel.symmetry.panel,
        )
      : panel;
  if (!original) return new Set();
  const own = [
    ...original.outline.map((edge) => edge.id),
    ...original.holes.flatMap((hole) => hole.outline.map((edge) => edge.id)),
    ...original.darts.flatMap((dart) => [`${dart.id}-left`, `${dart.id}-right`]),
  ];
  if (original.symmetry.kind !== "unfold") return new Set(own);
  const fold = original.symmetry.edge;
  return new Set(own.filter((name) => name !== fold).flatMap((name) => [name, `${name}-mirrored`]));
}

/** Seams, darts and pins that hold on to nothing any more fall off; on a fold nothing opens and nothing is sewn. */
export function tidy(document: Document): Document {
  const panels = document.panels.map((panel): Panel => {
    const edges = new Set(panel.outline.map((edge) => edge.id));
    const lost = panel.symmetry.kind === "unfold" && !edges.has(panel.symmetry.edge);
    const fold = panel.symmetry.kind === "unfold" && !lost ? panel.symmetry.edge : null;
    const darts = panel.darts.filter((dart) => edges.has(dart.edge) && dart.edge !== fold);
    if (darts.length === panel.darts.length && !lost) return panel;
    return { ...panel, darts, symmetry: lost ? { kind: "none" } : panel.symmetry };
  });
  // What can be sewn depends on which darts are left.
  const trimmed = { ...document, panels };
  const names = new Map(panels.map((panel) => [panel.id, sewableNames(trimmed, panel)]));
  const held = (part: SeamPart) => names.get(part.panel)?.has(part.edge) && part.to > part.from;
  const seams = document.seams
    .map((seam): Seam => {
      if ([...seam.a, ...seam.b].every(held)) return seam;
      return { ...seam, a: seam.a.filter(held), b: seam.b.filter(held) };
    })
    .filter((seam) => seam.a.length > 0 && seam.b.length > 0);
  return { ...trimmed, seams, pins: document.pins.filter((pin) => names.has(pin.panel)) };
}

export function withoutPanels(document: Document, gone: ReadonlySet<string>): Document {
  return tidy({ ...document, panels: document.panels.filter((panel) => !gone.has(panel.id)) });
}
