import { drawnBy } from "../document/edits/panels";
import { arcOf } from "../document/edits/points";
import type { Document, Edge, Panel } from "../engine/types";
import { type Arc, samples } from "./curve";
import {
  type Affine,
  apply,
  type Box,
  boxOf,
  compose,
  reflection,
  translation,
  union,
  type Vec,
} from "./vec";

/**
 * One appearance of a drawing on the table. A panel that is unfolded appears twice, a mirror image shows the drawing of
 * its original: whatever is done at any appearance is done to the one drawing behind all of them.
 */
export interface Image {
  /** The panel that is shown. */
  panel: Panel;
  /** The panel whose drawing it is. */
  owner: Panel;
  /** From the drawing to the table. */
  map: Affine;
  /** Behind the names of edges on the reflected half of an unfolded panel. */
  suffix: "" | "-mirrored";
}

const MIRROR: Affine = [-1, 0, 0, 1, 0, 0];

export function imagesOf(document: Document, panel: Panel): Image[] {
  const owner = drawnBy(document, panel);
  const table = translation(panel.table_mm);
  const map = owner === panel ? table : compose(table, MIRROR);
  const whole: Image = { panel, owner, map, suffix: "" };
  const fold = owner.symmetry.kind === "unfold" ? arcOf(owner, owner.symmetry.edge) : null;
  if (!fold) return [whole];
  return [whole, { ...whole, map: compose(map, reflection(fold.from, fold.to)), suffix: "-mirrored" }];
}

export const allImages = (document: Document): Image[] =>
  document.panels.flatMap((panel) => imagesOf(document, panel));

/** The edges of a panel, outline and holes, with their ends. */
export function arcsOf(panel: Panel): { edge: Edge; arc: Arc }[] {
  return [panel.outline, ...panel.holes.map((hole) => hole.outline)].flatMap((edges) =>
    edges.map((edge, k) => {
      const to = edges[(k + 1) % edges.length]?.from_mm ?? edge.from_mm;
      return { edge, arc: { from: edge.from_mm, curve: edge.curve, to } };
    }),
  );
}

export function boundsOf(document: Document, panel: Panel): Box | null {
  return imagesOf(document, panel).reduce<Box | null>((box, { owner, map }) => {
    const points = owner.outline.flatMap((edge): Vec[] => {
      const arc = arcOf(owner, edge.id);
      return arc ? samples(arc).map((p) => apply(map, p)) : [];
    });
    return union(box, boxOf(points));
  }, null);
}

export const allBounds = (document: Document): Box | null =>
  document.panels.reduce<Box | null>((box, panel) => union(box, boundsOf(document, panel)), null);

const GAP_MM = 60;

/** Panels that would lie on each other, as in files that know no table, are spread out in rows. */
export function spreadOut(document: Document): Document {
  const boxes = document.panels.map((panel) => boundsOf(document, panel));
  const overlap = boxes.some((a, i) =>
    boxes.some(
      (b, j) =>
        i < j &&
        a &&
        b &&
        a.min[0] < b.max[0] &&
        b.min[0] < a.max[0] &&
        a.min[1] < b.max[1] &&
        b.min[1] < a.max[1],
    ),
  );
  if (!overlap) return document;
  const sizes = boxes.map(
    (box): Vec => (box ? [box.max[0] - box.min[0] + GAP_MM, box.max[1] - box.min[1] + GAP_MM] : [0, 0]),
  );
  const area = sizes.reduce((sum, [w, h]) => sum + w * h, 0);
  // About as wide as it is high, and never narrower than the widest panel.
  const width = Math.max(Math.sqrt(area) * 1.15, ...sizes.map(([w]) => w));
  let [x, y, row] = [0, 0, 0];
  const panels = document.panels.map((panel, k): Panel => {
    const [box, [w, h]] = [boxes[k], sizes[k] as Vec];
    if (!box) return panel;
    if (x > 0 && x + w > width) [x, y, row] = [0, y - row, 0];
    const place: Vec = [panel.table_mm[0] + x - box.min[0], panel.table_mm[1] + y - box.max[1]];
    [x, row] = [x + w, Math.max(row, h)];
    return { ...panel, table_mm: [Math.round(place[0]), Math.round(place[1])] };
  });
  return { ...document, panels };
}

/** A place on the table beside everything that lies there. */
export function freePlace(document: Document): Vec {
  const box = allBounds(document);
  return box ? [Math.round(box.max[0] + GAP_MM), Math.round((box.min[1] + box.max[1]) / 2)] : [0, 0];
}
