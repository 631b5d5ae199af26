import type { Document } from "../engine/types";
import { findPanel } from "./edits/panels";
import { loopOf } from "./edits/points";
import type { Item } from "./selection";

/** Whether a selected thing is still in the document. */
export function exists(document: Document, item: Item): boolean {
  if (item.kind === "seam") return document.seams.some((seam) => seam.id === item.id);
  if (item.kind === "pin") return document.pins.some((pin) => pin.id === item.id);
  const panel = findPanel(document, item.panel);
  if (!panel || item.kind === "panel") return panel !== undefined;
  const named = (things: readonly { id: string }[]) => things.some((thing) => thing.id === item.id);
  switch (item.kind) {
    case "point":
    case "edge":
      return loopOf(panel, item.id) !== null;
    case "line":
      return named(panel.lines);
    case "dart":
      return named(panel.darts);
    case "hole":
      return named(panel.holes);
    case "notch":
      return [...panel.outline, ...panel.holes.flatMap((hole) => hole.outline)].some((edge) =>
        named(edge.notches),
      );
  }
}
