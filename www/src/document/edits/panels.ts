import type { Document, Edge, Panel, Placement } from "../../engine/types";
import { lengthTo, reverse, transform } from "../../pattern2d/curve";
import { type Affine, apply, cross, round, rounded, type Vec } from "../../pattern2d/vec";
import { freshId, freshPanel, slug } from "../ids";
import { withoutPanels } from "./tidy";

/** The document with one panel changed. */
export function editPanel(document: Document, id: string, edit: (panel: Panel) => Panel): Document {
  return { ...document, panels: document.panels.map((panel) => (panel.id === id ? edit(panel) : panel)) };
}

export function findPanel(document: Document, id: string): Panel | undefined {
  return document.panels.find((panel) => panel.id === id);
}

/** The panel whose drawing is shown: the original of a mirror image, else the panel itself. */
export function drawnBy(document: Document, panel: Panel): Panel {
  const { symmetry } = panel;
  return (symmetry.kind === "mirror-of" && findPanel(document, symmetry.panel)) || panel;
}

/** Twice the area of the corners, positive counter-clockwise. */
export function turning(edges: readonly Pick<Edge, "from_mm">[]): number {
  return edges.reduce(
    (sum, edge, k) => sum + cross(edge.from_mm, edges[(k + 1) % edges.length]?.from_mm ?? [0, 0]),
    0,
  );
}

export interface Corner {
  at: Vec;
  curve: Edge["curve"];
}

/** Edges through corners, walked counter-clockwise as outlines must be; a hole may be walked either way. */
export function edgesThrough(corners: readonly Corner[], ids: readonly string[]): Edge[] {
  // A full circle has two corners and no area between them; its own curves say which way it turns.
  const clockwise =
    corners.length > 2
      ? turning(corners.map(({ at }) => ({ from_mm: at }))) < 0
      : corners[0]?.curve.kind === "arc" && !corners[0].curve.counter_clockwise;
  const n = corners.length;
  const ordered = clockwise
    ? corners.map((_, k) => ({
        at: corners[(n - k) % n]?.at ?? [0, 0],
        curve: reverse(corners[(2 * n - 1 - k) % n]?.curve ?? { kind: "line" }),
      }))
    : corners;
  return ordered.map(({ at, curve }, k) => ({
    id: ids[k] ?? `edge-${k + 1}`,
    from_mm: rounded(at as Vec),
    curve,
    seam_allowance_mm: 0,
    notches: [],
  }));
}

export interface NewPanel {
  name: string;
  fabric: string;
  corners: readonly Corner[];
  /** Where its origin lies on the table. */
  table: Vec;
  placement: Placement;
  meshSizeMm: number;
}

/** The document with a new panel, and the new panel's id. */
export function addPanel(document: Document, wanted: NewPanel): { document: Document; id: string } {
  const id = freshPanel(document, slug(wanted.name));
  const panel: Panel = {
    id,
    name: freshId(
      wanted.name,
      document.panels.map((each) => each.name),
    ).replace(/-(\d+)$/, " $1"),
    fabric: wanted.fabric,
    outline: edgesThrough(wanted.corners, []),
    holes: [],
    lines: [],
    darts: [],
    grain_deg: 0,
    symmetry: { kind: "none" },
    layer: 0,
    interlining: "",
    interlined: [],
    placement: wanted.placement,
    table_mm: wanted.table,
    mesh: { size_mm: wanted.meshSizeMm, seam_step: 0 },
  };
  return { document: { ...document, panels: [...document.panels, panel] }, id };
}

/** Without these panels, their mirror images, and whatever was sewn or pinned to them. */
export function deletePanels(document: Document, ids: readonly string[]): Document {
  const gone = new Set(ids);
  for (const panel of document.panels)
    if (panel.symmetry.kind === "mirror-of" && gone.has(panel.symmetry.panel)) gone.add(panel.id);
  return withoutPanels(document, gone);
}

/** With copies of panels, of the seams among them and of their pins, moved on the table and beside the originals in space. */
export function insertPanels(
  document: Document,
  { panels: copied, seams, pins }: Pick<Document, "panels" | "seams" | "pins">,
  by: Vec,
): { document: Document; ids: string[] } {
  const names = new Map<string, string>();
  let result = document;
  for (const panel of copied) {
    const id = freshPanel(result, panel.id);
    names.set(panel.id, id);
    const follows = panel.symmetry.kind === "mirror-of" ? names.get(panel.symmetry.panel) : undefined;
    const known = panel.symmetry.kind !== "mirror-of" || follows || findPanel(document, panel.symmetry.panel);
    if (!known) continue;
    const copy: Panel = {
      ...panel,
      id,
      name: `${panel.name} copy`,
      fabric: document.fabrics.some((fabric) => fabric.id === panel.fabric)
        ? panel.fabric
        : (document.fabrics[0]?.id ?? ""),
      symmetry: follows ? { kind: "mirror-of", panel: follows } : panel.symmetry,
      table_mm: [panel.table_mm[0] + by[0], panel.table_mm[1] + by[1]],
      placement: shifted(panel.placement, by[0]),
    };
    result = { ...result, panels: [...result.panels, copy] };
  }
  const renamed = (parts: Document["seams"][number]["a"]) =>
    parts.map((part) => ({ ...part, panel: names.get(part.panel) ?? part.panel }));
  for (const seam of seams) {
    if (![...seam.a, ...seam.b].every((part) => names.has(part.panel))) continue;
    const id = freshId(
      seam.id,
      result.seams.map((each) => each.id),
    );
    result = { ...result, seams: [...result.seams, { ...seam, id, a: renamed(seam.a), b: renamed(seam.b) }] };
  }
  for (const pin of pins) {
    const panel = names.get(pin.panel);
    const id = freshId(
      pin.id,
      result.pins.map((each) => each.id),
    );
    if (panel !== undefined) result = { ...result, pins: [...result.pins, { ...pin, id, panel }] };
  }
  return { document: result, ids: [...names.values()] };
}

function shifted(placement: Placement, byMm: number): Placement {
  if (placement.kind === "arrangement") {
    const [x, y, z] = placement.offset_mm;
    return { ...placement, offset_mm: [x + byMm, y, z] };
  }
  const [x, y, z] = placement.translation_mm;
  return { ...placement, translation_mm: [x + byMm, y, z] };
}

/** Moves panels on the table; the cloth does not care. */
export function movePanels(document: Document, ids: readonly string[], by: Vec): Document {
  return {
    ...document,
    panels: document.panels.map((panel) =>
      ids.includes(panel.id)
        ? { ...panel, table_mm: rounded([panel.table_mm[0] + by[0], panel.table_mm[1] + by[1]]) }
        : panel,
    ),
  };
}

/** A whole drawing carried over by a map; a mirror turns the way it is walked. */
export function mapDrawing(panel: Panel, map: Affine): Panel {
  const flipped = map[0] * map[3] - map[1] * map[2] < 0;
  const point = (p: Vec) => rounded(apply(map, p));
  /** Of edges that are walked the other way now: what was measured from one end is measured from the other. */
  const lengths = new Map<string, number>();
  const walk = (edges: Edge[]): Edge[] => {
    const moved = edges.map((edge) => ({
      ...edge,
      from_mm: point(edge.from_mm),
      curve: transform(edge.curve, map),
    }));
    if (!flipped) return moved;
    const n = moved.length;
    return moved
      .map((edge, k) => {
        const from_mm = moved[(k + 1) % n]?.from_mm ?? edge.from_mm;
        const whole = lengthTo({ from: edge.from_mm, curve: edge.curve, to: from_mm });
        const notches = edge.notches.map((notch) => ({
          ...notch,
          at_mm: round(Math.max(0, whole - notch.at_mm)),
        }));
        lengths.set(edge.id, whole);
        return { ...edge, from_mm, curve: reverse(edge.curve), notches };
      })
      .reverse();
  };
  const outline = walk(panel.outline);
  return {
    ...panel,
    outline,
    holes: panel.holes.map((hole) => ({ ...hole, outline: walk(hole.outline) })),
    lines: panel.lines.map((line) => ({
      ...line,
      from_mm: point(line.from_mm),
      to_mm: point(line.to_mm),
      curve: transform(line.curve, map),
    })),
    darts: panel.darts.map((dart) => {
      const whole = lengths.get(dart.edge);
      return {
        ...dart,
        tip_mm: point(dart.tip_mm),
        at_mm: whole === undefined ? dart.at_mm : round(Math.max(0, whole - dart.at_mm)),
      };
    }),
  };
}
