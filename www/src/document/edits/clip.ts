import type { Document, Panel, Placement } from "../../engine/types";
import { boundsOf } from "../../pattern2d/images";
import { type Box, union, type Vec } from "../../pattern2d/vec";
import { insertPanels } from "./panels";
import { detachMirror } from "./symmetry";

/** Panels as a document of their own: with their fabrics, pins, the bodies they are put on and the seams among them. */
export function clipOf(document: Document, ids: readonly string[]): Document | null {
  const chosen = new Set(ids);
  const left = ({ symmetry }: Panel) => symmetry.kind === "mirror-of" && !chosen.has(symmetry.panel);
  // A mirror image without its original takes a drawing of its own along.
  const whole = document.panels
    .filter((panel) => chosen.has(panel.id) && left(panel))
    .reduce((all, panel) => detachMirror(all, panel.id), document);
  const panels = whole.panels.filter((panel) => chosen.has(panel.id));
  if (panels.length === 0) return null;
  const fabrics = new Set(panels.flatMap((panel) => [panel.fabric, panel.interlining, ...bonded(panel)]));
  const bodies = new Set(panels.flatMap(({ placement }) => bodyOf(placement) ?? []));
  const { made_to_measure: _, ...rest } = whole;
  return {
    ...rest,
    name: `Panels of ${document.name}`,
    panels,
    fabrics: whole.fabrics.filter((fabric) => fabrics.has(fabric.id)),
    bodies: whole.bodies.filter((body) => bodies.has(body.id)),
    seams: whole.seams.filter(({ a, b }) => [...a, ...b].every((part) => chosen.has(part.panel))),
    pins: whole.pins.filter((pin) => chosen.has(pin.panel)),
  };
}

const bonded = (panel: Panel): string[] => panel.interlined.map(({ fabric }) => fabric);
const bodyOf = (placement: Placement): string | null =>
  placement.kind === "arrangement" ? placement.body : null;

const GAP_MM = 40;
/** Where a panel stands whose body is not here. */
const ALONE: Placement = { kind: "free", translation_mm: [0, 1000, 0], rotation_deg: [0, 0, 0] };

/** With the panels of another document beside those on the table. Fabrics that are not here come along. */
export function withClip(document: Document, clip: Document): { document: Document; ids: string[] } {
  const known = new Set(document.fabrics.map(({ id }) => id));
  const more = clip.fabrics.filter(({ id }) => !known.has(id));
  const here = more.length > 0 ? { ...document, fabrics: [...document.fabrics, ...more] } : document;
  const bodies = new Set(document.bodies.map(({ id }) => id));
  const panels = clip.panels.map((panel) => {
    const body = bodyOf(panel.placement);
    return body === null || bodies.has(body) ? panel : { ...panel, placement: ALONE };
  });
  const bounds = (of: Document) =>
    of.panels.reduce<Box | null>((sum, panel) => union(sum, boundsOf(of, panel)), null);
  const by: Vec = [Math.round((bounds(document)?.max[0] ?? 0) + GAP_MM - (bounds(clip)?.min[0] ?? 0)), 0];
  return insertPanels(here, { ...clip, panels }, by);
}
