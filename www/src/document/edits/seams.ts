import type { Document, Seam, SeamPart } from "../../engine/types";
import { freshId } from "../ids";

export const wholeEdge = (panel: string, edge: string): SeamPart => ({
  panel,
  edge,
  from: 0,
  to: 1,
  reversed: false,
});

/** Whether two parts have some of an edge in common. */
export const overlap = (one: SeamPart, other: SeamPart): boolean =>
  one.panel === other.panel && one.edge === other.edge && one.from < other.to && other.from < one.to;

/** The document with a new seam between two rows of parts; the same cloth cannot be on both sides. The engine finds which
 * way it runs. */
export function addSeam(
  document: Document,
  a: readonly SeamPart[],
  b: readonly SeamPart[],
  gathered = false,
): { document: Document; id: string } {
  if (a.some((one) => b.some((other) => overlap(one, other)))) return { document, id: "" };
  const id = freshId(
    "seam",
    document.seams.map((seam) => seam.id),
  );
  const seam: Seam = {
    id,
    a: [...a],
    b: [...b],
    direction: "auto",
    gathered,
    stitching: { kind: "seam.plain", parameters: {} },
    weave: "plain",
    stiffening: "measured",
    fold: { angle_deg: 0, strength: 1 },
    elastic: { ratio: 1, stiffness_n: 0 },
  };
  return { document: { ...document, seams: [...document.seams, seam] }, id };
}

export function editSeam(document: Document, id: string, edit: (seam: Seam) => Seam): Document {
  return { ...document, seams: document.seams.map((seam) => (seam.id === id ? edit(seam) : seam)) };
}

/** Turns one side of a seam round, whichever way it ran before. */
export function flipSeam(document: Document, id: string, opposite: boolean): Document {
  return editSeam(document, id, (seam) => ({ ...seam, direction: opposite ? "same" : "opposite" }));
}

export function deleteSeams(document: Document, ids: readonly string[]): Document {
  return { ...document, seams: document.seams.filter((seam) => !ids.includes(seam.id)) };
}
