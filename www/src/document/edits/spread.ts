import type { Document, Edge, Line, Panel } from "../../engine/types";
import { samples, transform } from "../../pattern2d/curve";
import { inside } from "../../pattern2d/hit";
import { imagesOf } from "../../pattern2d/images";
import { add, apply, applyLinear, inverse, rounded, scale, translation, type Vec } from "../../pattern2d/vec";
import { drawnBy, editPanel, findPanel } from "./panels";

/** A part of a panel to one side of a straight cut: edges of the outline in their order, and where the cut leads back. */
export interface Piece {
  edges: readonly Edge[];
  end: Vec;
}

/** The edges of the outline after one and before another, in their order; all that follow where there is no other. */
export function between(outline: readonly Edge[], after: string, before: string): Edge[] {
  const at = outline.findIndex((edge) => edge.id === after);
  const turned = [...outline.slice(at + 1), ...outline.slice(0, at + 1)];
  const end = turned.findIndex((edge) => edge.id === before);
  return end < 0 ? turned : turned.slice(0, end);
}

/** Whether a thing is on a piece; null for one that is only partly. */
type On = (points: readonly Vec[]) => boolean | null;

function onPiece(panel: Panel, { edges, end }: Piece): On {
  const closing: Edge = { id: "", from_mm: end, curve: { kind: "line" }, seam_allowance_mm: 0, notches: [] };
  const owner = { ...panel, outline: [...edges, closing] };
  return (points) => {
    const within = points.filter((point) => inside(point, { owner })).length;
    return within === 0 ? false : within === points.length ? true : null;
  };
}

const STEPS = 16;
// Without its ends, which may lie on the outline.
const linePoints = ({ from_mm, curve, to_mm }: Line): Vec[] =>
  samples({ from: from_mm, curve, to: to_mm }, STEPS).slice(1, -1);
const loopPoints = (outline: readonly { from_mm: Vec }[]): Vec[] => outline.map(({ from_mm }) => from_mm);

/** What lies on both sides of a cut, in words: it would be torn. */
export function torn(panel: Panel, piece: Piece): string {
  const on = onPiece(panel, piece);
  const edges = new Set(piece.edges.map((edge) => edge.id));
  if (panel.lines.some((line) => on(linePoints(line)) === null)) return "A line crosses this pleat.";
  if (panel.holes.some(({ outline }) => on(loopPoints(outline)) === null))
    return "A hole lies across this pleat.";
  if (panel.darts.some((dart) => on([dart.tip_mm]) !== edges.has(dart.edge)))
    return "A dart lies across this pleat.";
  if (panel.interlined.some(({ outline }) => on(loopPoints(outline)) === null))
    return "An interlined part lies across this pleat.";
  return "";
}

/**
 * Moves the pieces to both sides of a cut apart, with everything on them, and tells how far the left one went. Both give way
 * alike, so that the panel stays where it is on the body; over a fold it stays open at the same line.
 */
export function spread(
  document: Document,
  panel: Panel,
  { left, right }: { left: Piece; right: Piece },
  by: Vec,
): { document: Document; shift: Vec } {
  const fold = panel.symmetry.kind === "unfold" ? panel.symmetry.edge : null;
  const has = ({ edges }: Piece) => edges.some((edge) => edge.id === fold);
  const share = has(right) ? 1 : has(left) ? 0 : 0.5;
  const shift = rounded(scale(by, -share));
  const moved = share < 1 ? carried(document, panel, right, add(by, shift)) : document;
  return { document: share > 0 ? carried(moved, panel, left, shift) : moved, shift };
}

function carried(document: Document, panel: Panel, piece: Piece, by: Vec): Document {
  const on = onPiece(panel, piece);
  const ids = new Set(piece.edges.map((edge) => edge.id));
  const map = translation(by);
  const at = (p: Vec): Vec => rounded(add(p, by));
  const carry = <T extends { from_mm: Vec; curve: Edge["curve"] }>(edge: T): T => ({
    ...edge,
    from_mm: at(edge.from_mm),
    curve: transform(edge.curve, map),
  });
  const drawn = editPanel(document, panel.id, (each) => ({
    ...each,
    outline: each.outline.map((edge) => (ids.has(edge.id) ? carry(edge) : edge)),
    holes: each.holes.map((hole) =>
      on(loopPoints(hole.outline)) ? { ...hole, outline: hole.outline.map(carry) } : hole,
    ),
    lines: each.lines.map((line) =>
      on(linePoints(line)) ? { ...carry(line), to_mm: at(line.to_mm) } : line,
    ),
    darts: each.darts.map((dart) => (on([dart.tip_mm]) ? { ...dart, tip_mm: at(dart.tip_mm) } : dart)),
    interlined: each.interlined.map((region) =>
      on(loopPoints(region.outline)) ? { ...region, outline: region.outline.map(carry) } : region,
    ),
  }));
  // Pins are on panels as they are shown, mirror images and unfolded halves included.
  const pins = document.pins.map((pin) => {
    const shown = findPanel(document, pin.panel);
    const images = shown && drawnBy(document, shown).id === panel.id ? imagesOf(document, shown) : [];
    const image = images.find(({ map: out, panel: { table_mm } }) =>
      on([apply(inverse(out), add(pin.at_mm, table_mm))]),
    );
    return image ? { ...pin, at_mm: rounded(add(pin.at_mm, applyLinear(image.map, by))) } : pin;
  });
  return { ...drawn, pins };
}
