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

/** Numbers that say how a mannequin stands and moves; the others say who it is. */
const STANCE = ["pose", "motion", "dressing_s", "transition_s", "until_s"] as const;

/** Cloth is shown up to a quarter of a second late; whoever begins to move this much later, s, is seen from the beginning. */
const LEAD_S = 0.5;

/** What was begun anew waits as long as the cloth had been worn before it moved: beyond this, s, it is not worth it. */
const LONGEST_WAIT_S = 10;

/**
 * The document whose mannequin takes a pose or moves, once the garment is on it: in another pose sleeves have no way in. One that
 * stands as it was dressed goes over from there, `now` seconds after the beginning; one in another pose could only leap out of its
 * clothes, and is dressed anew.
 */
export function setStance(
  document: Document,
  stance: { pose?: number; motion?: number },
  now: number,
): Document {
  const before = mannequinOf(document)?.shape.parameters ?? {};
  const pose = stance.pose ?? before.pose ?? 0;
  const motion = stance.motion ?? before.motion ?? 0;
  const later = pose !== 0 || motion !== 0;
  const dressed = document.simulation.sewing_s + DRESSED_AFTER_S;
  const isDressed = (!before.pose && !before.motion) || now < (before.dressing_s ?? 0);
  const soon = Math.ceil(10 * (now + LEAD_S)) / 10;
  const goesOn = isDressed && soon < dressed + LONGEST_WAIT_S;
  const dressing_s = later ? Math.max(dressed, goesOn ? soon : 0) : null;
  return setFigure(document, { pose, motion, dressing_s });
}

/** Whether mannequins stand or move otherwise than before, whoever they are. */
export function stancesDiffer(before: readonly Body[], after: readonly Body[]): boolean {
  const told = (bodies: readonly Body[]) =>
    JSON.stringify(
      bodies
        .filter((body) => body.shape.kind === KIND)
        .map(({ id, shape }) => [id, ...STANCE.map((name) => shape.parameters[name] ?? null)]),
    );
  return told(before) !== told(after);
}
