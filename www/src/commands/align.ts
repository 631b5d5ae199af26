import { movePanels } from "../document/edits/panels";
import { movePoints } from "../document/edits/points";
import { idsOf, panelsOf, type Selection } from "../document/selection";
import type { Document } from "../engine/types";
import { boundsOf } from "../pattern2d/images";
import { type Box, boxOf, union, type Vec } from "../pattern2d/vec";
import type { Command } from "./command";

type Where = "left" | "middle" | "right" | "top" | "centre" | "bottom";

const TITLES: Record<Where, string> = {
  left: "Align left",
  middle: "Align middles, side by side",
  right: "Align right",
  top: "Align tops",
  centre: "Align middles, above each other",
  bottom: "Align bottoms",
};

const ALONG: Record<Where, { axis: 0 | 1; of: (box: Box, axis: 0 | 1) => number }> = {
  left: { axis: 0, of: ({ min }) => min[0] },
  centre: { axis: 0, of: ({ min, max }) => (min[0] + max[0]) / 2 },
  right: { axis: 0, of: ({ max }) => max[0] },
  top: { axis: 1, of: ({ max }) => max[1] },
  middle: { axis: 1, of: ({ min, max }) => (min[1] + max[1]) / 2 },
  bottom: { axis: 1, of: ({ min }) => min[1] },
};

/** Brings the selected panels, or the selected corners of one panel, onto one line. */
export function aligned(document: Document, items: Selection, where: Where): Document {
  const { axis, of } = ALONG[where];
  const shift = (by: number): Vec => (axis === 0 ? [by, 0] : [0, by]);
  const panels = idsOf(items, "panel").map(({ panel }) => panel);
  if (panels.length > 1) {
    const boxes = panels.map((id) => {
      const panel = document.panels.find((each) => each.id === id);
      return panel ? boundsOf(document, panel) : null;
    });
    const all = boxes.reduce((sum, box) => union(sum, box), null);
    if (!all) return document;
    return panels.reduce((result, id, k) => {
      const box = boxes[k];
      return box ? movePanels(result, [id], shift(of(all, axis) - of(box, axis))) : result;
    }, document);
  }
  return panelsOf(items).reduce((result, id) => {
    const panel = document.panels.find((each) => each.id === id);
    const ids = idsOf(items, "point").filter((item) => item.panel === id);
    const corners = [...(panel?.outline ?? []), ...(panel?.holes.flatMap((hole) => hole.outline) ?? [])];
    const box = boxOf(
      corners.filter((edge) => ids.some((item) => item.id === edge.id)).map((edge) => edge.from_mm),
    );
    if (!box) return result;
    return ids.reduce((each, item) => {
      const at = corners.find((edge) => edge.id === item.id)?.from_mm;
      return at ? movePoints(each, id, new Set([item.id]), shift(of(box, axis) - at[axis])) : each;
    }, result);
  }, document);
}

const command = (where: Where): Command => ({
  id: `align.${where}`,
  group: "align",
  title: () => TITLES[where],
  icon: () => "align",
  shortcuts: [],
  enabled: ({ store }) =>
    store.get("selection").filter((item) => item.kind === "panel" || item.kind === "point").length > 1,
  run: ({ store }) => {
    const document = store.peek("document");
    if (document) store.set("document", aligned(document, store.peek("selection"), where), "aligning");
  },
});

export const align: readonly Command[] = (Object.keys(TITLES) as Where[]).map(command);
