import type { Document, Panel } from "../../engine/types";
import type { Affine, Vec } from "../../pattern2d/vec";
import { freshPanel } from "../ids";
import { drawnBy, editPanel, findPanel, mapDrawing } from "./panels";
import { tidy } from "./tidy";

const MIRROR: Affine = [-1, 0, 0, 1, 0, 0];

/** A linked mirror image of a panel: whatever is done to one is done to the other. In space it stands mirrored too. */
export function addMirror(document: Document, panel: string, table: Vec): { document: Document; id: string } {
  const chosen = findPanel(document, panel);
  const original = chosen && drawnBy(document, chosen);
  if (!original) return { document, id: panel };
  const id = freshPanel(document, `${original.id}-mirrored`);
  const image: Panel = {
    ...original,
    id,
    name: `${original.name}, mirrored`,
    outline: [],
    holes: [],
    lines: [],
    darts: [],
    interlined: [],
    symmetry: { kind: "mirror-of", panel: original.id },
    // Without the sign of a zero, which files do not keep.
    grain_deg: 0 - original.grain_deg,
    placement: mirroredPlacement(original),
    table_mm: table,
  };
  return { document: { ...document, panels: [...document.panels, image] }, id };
}

const BESIDE_MM = 20;

/** Mirrored at x = 0; where that would put it onto its original, it stands beside it instead. */
function mirroredPlacement({ placement, outline }: Panel): Panel["placement"] {
  const reach = Math.max(...outline.map((edge) => Math.abs(edge.from_mm[0])), 0);
  const across = (x: number) => (Math.abs(x) < reach ? -x - 2 * reach - BESIDE_MM : -x);
  if (placement.kind === "arrangement") {
    const [x, y, z] = placement.offset_mm;
    return { ...placement, offset_mm: [across(x), y, z], turn_deg: -placement.turn_deg };
  }
  const [x, y, z] = placement.translation_mm;
  const [a, b, c] = placement.rotation_deg;
  // A mirror at x = 0 leaves turns about x and turns the others round.
  return { kind: "free", translation_mm: [across(x), y, z], rotation_deg: [a, -b, -c] };
}

/** Gives a mirror image a drawing of its own, so that it can differ. */
export function detachMirror(document: Document, id: string): Document {
  const image = findPanel(document, id);
  const original = image && drawnBy(document, image);
  if (!image || !original || image === original) return document;
  const own = mapDrawing(original, MIRROR);
  const symmetry = original.symmetry;
  return editPanel(document, id, (panel) => ({
    ...panel,
    outline: own.outline,
    holes: own.holes,
    lines: own.lines,
    darts: own.darts,
    symmetry,
  }));
}

/** Makes a panel one half, unfolded over a straight edge, or whole again. */
export function unfoldOver(document: Document, panel: string, edge: string | null): Document {
  const symmetry: Panel["symmetry"] = edge === null ? { kind: "none" } : { kind: "unfold", edge };
  return tidy(editPanel(document, panel, (each) => ({ ...each, symmetry })));
}
