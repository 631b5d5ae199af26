import { movePanels } from "../document/edits/panels";
import { editDart, editLine, moveHole } from "../document/edits/parts";
import { arcOf, editEdge, loopOf, movePoints } from "../document/edits/points";
import { type Item, idsOf, panelsOf } from "../document/selection";
import type { Document } from "../engine/types";
import { lengthTo, nearest, transform } from "../pattern2d/curve";
import { arcsOf, type Image } from "../pattern2d/images";
import { cornerKey } from "../pattern2d/snap";
import { add, apply, applyLinear, inverse, round, rounded, translation, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";
import type { Hit } from "./tool";

/** What a hit selects: a handle its edge, a tip its dart, an end its line. */
export function itemOf(found: Hit | null): Item | null {
  if (!found) return null;
  if (found.kind === "item" || found.kind === "edge") return found.item;
  if (found.kind === "grain") return { kind: "panel", panel: found.hold.panel };
  if (!found.image) return null;
  const panel = found.image.owner.id;
  if (found.kind === "tip") return { kind: "dart", panel, id: found.dart };
  if (found.kind === "end") return { kind: "line", panel, id: found.line };
  return { kind: "edge", panel, id: found.edge };
}

/** What moving it is called in the history. */
export function labelOf(found: Hit): string {
  const names = {
    panel: "moving a panel",
    point: "moving a point",
    edge: "moving an edge",
    hole: "moving a hole",
  };
  const kind = itemOf(found)?.kind;
  if (found.kind === "handle") return "shaping a curve";
  if (found.kind === "grain") return "turning the grain";
  return (kind && names[kind as keyof typeof names]) ?? `moving a ${kind}`;
}

/** Corners that the selection carries along. */
export function movingCorners(desk: Desk): Set<string> {
  return new Set(idsOf(desk.selection, "point").map(({ panel, id }) => cornerKey(panel, id)));
}

/** The other ends of the straight edges that meet at a corner, on the table, where they stay. */
export function fixedEnds(image: Image, edge: string, moving: ReadonlySet<string>): Vec[] {
  const loop = loopOf(image.owner, edge);
  if (!loop) return [];
  const n = loop.edges.length;
  const [before, here, next] = [
    loop.edges[(loop.at + n - 1) % n],
    loop.edges[loop.at],
    loop.edges[(loop.at + 1) % n],
  ];
  const ends = [before?.curve.kind === "line" ? before : null, here?.curve.kind === "line" ? next : null];
  return ends.flatMap((end) =>
    end && !moving.has(cornerKey(image.owner.id, end.id)) ? [apply(image.map, end.from_mm)] : [],
  );
}

/** Moves everything that is selected. At a mirrored appearance the drawing moves the mirrored way. */
export function moveSelected(document: Document, desk: Desk, by: Vec, image: Image | null = null): Document {
  const { selection } = desk;
  const local = image ? applyLinear(inverse(image.map), by) : by;
  let result = document;
  for (const panel of panelsOf(selection)) {
    const points = new Set(
      selection.flatMap((item) => {
        if (!("panel" in item) || item.panel !== panel) return [];
        if (item.kind === "point") return [item.id];
        if (item.kind !== "edge") return [];
        const owner = document.panels.find((each) => each.id === panel);
        const loop = owner && loopOf(owner, item.id);
        return loop ? [item.id, loop.edges[(loop.at + 1) % loop.edges.length]?.id ?? item.id] : [];
      }),
    );
    if (points.size > 0) result = movePoints(result, panel, points, local);
  }
  for (const { panel, id } of idsOf(selection, "hole")) result = moveHole(result, panel, id, local);
  for (const { panel, id } of idsOf(selection, "line"))
    result = editLine(result, panel, id, (line) => ({
      ...line,
      from_mm: rounded(add(line.from_mm, local)),
      to_mm: rounded(add(line.to_mm, local)),
      curve: transform(line.curve, translation(local)),
    }));
  const panels = idsOf(selection, "panel").map(({ panel }) => panel);
  if (panels.length > 0) result = movePanels(result, panels, by);
  const pins = new Set(idsOf(selection, "pin").map(({ id }) => id));
  if (pins.size > 0)
    result = {
      ...result,
      pins: result.pins.map((pin) =>
        pins.has(pin.id) ? { ...pin, at_mm: rounded(add(pin.at_mm, by)) } : pin,
      ),
    };
  return result;
}

/** Slides a notch along its edge to the place nearest to the pointer. */
export function slideNotch(document: Document, panel: string, id: string, to: Vec): Document {
  const owner = document.panels.find((each) => each.id === panel);
  const found = owner && arcsOf(owner).find(({ edge }) => edge.notches.some((notch) => notch.id === id));
  if (!found) return document;
  const at_mm = round(lengthTo(found.arc, nearest(found.arc, to).t));
  return editEdge(document, panel, found.edge.id, (edge) => ({
    ...edge,
    notches: edge.notches.map((notch) => (notch.id === id ? { ...notch, at_mm } : notch)),
  }));
}

/** Moves a dart's tip; its mouth slides along the edge with it, so that both legs stay equally long. */
export function moveTip(document: Document, panel: string, id: string, to: Vec): Document {
  const owner = document.panels.find((each) => each.id === panel);
  const dart = owner?.darts.find((each) => each.id === id);
  const arc = owner && dart && arcOf(owner, dart.edge);
  if (!arc) return document;
  const [whole, half] = [lengthTo(arc), dart.width_mm / 2];
  const at = lengthTo(arc, nearest(arc, to).t);
  const at_mm = round(Math.min(whole - half - 1, Math.max(half + 1, at)));
  return editDart(document, panel, id, (each) => ({ ...each, at_mm, tip_mm: rounded(to) }));
}
