import type { Body, Document } from "../../engine/types";

const KIND = "body.mannequin";

/** Time to sew and to settle before a mannequin leaves the pose it is dressed in, s. */
const DRESSED_AFTER_S = 1;

/** The body that wears the garment, if it is a mannequin. */
export const mannequinOf = (document: Document): Body | undefined =>
  document.bodies.find((body) => body.shape.kind === KIND);

/** The document with numbers of its mannequin changed; null takes one back to what it is by default. */
export function setFigure(document: Document, numbers: Record<string, number | null>): Document {
  const changed = (body: Body): Body => {
    const parameters = { ...body.shape.parameters };
    for (const [id, value] of Object.entries(numbers))
      if (value === null) delete parameters[id];
      else parameters[id] = value;
    return { ...body, shape: { ...body.shape, parameters } };
  };
  const mannequin = mannequinOf(document);
  return { ...document, bodies: document.bodies.map((body) => (body === mannequin ? changed(body) : body)) };
}

/** The document whose mannequin takes a pose or moves, once the garment is on it: in another pose sleeves have no way in. */
export function setStance(document: Document, stance: { pose?: number; motion?: number }): Document {
  const now = mannequinOf(document)?.shape.parameters ?? {};
  const pose = stance.pose ?? now.pose ?? 0;
  const motion = stance.motion ?? now.motion ?? 0;
  const later = pose !== 0 || motion !== 0;
  const dressing_s = later ? document.simulation.sewing_s + DRESSED_AFTER_S : null;
  return setFigure(document, { pose, motion, dressing_s });
}
