import { movePanels } from "../document/edits/panels";
import { editLine, moveHole } from "../document/edits/parts";
import { loopOf, movePoints } from "../document/edits/points";
import { idsOf, panelsOf } from "../document/selection";
import type { Document } from "../engine/types";
import type { Image } from "../pattern2d/images";
import { cornerKey } from "../pattern2d/snap";
import { add, apply, applyLinear, inverse, rounded, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";

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
      curve: line.curve,
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
