import { idsOf } from "../document/selection";
import { allBounds, boundsOf } from "../pattern2d/images";
import { type Box, union } from "../pattern2d/vec";
import type { Command } from "./command";

export const zoomIn: Command = {
  id: "pattern.zoom-in",
  group: "pattern",
  title: () => "Zoom in",
  icon: () => "zoomIn",
  shortcuts: ["+", "="],
  enabled: () => true,
  run: ({ desk }) => desk.view.zoom(1.3),
};

export const zoomOut: Command = {
  id: "pattern.zoom-out",
  group: "pattern",
  title: () => "Zoom out",
  icon: () => "zoomOut",
  shortcuts: ["-"],
  enabled: () => true,
  run: ({ desk }) => desk.view.zoom(1 / 1.3),
};

export const fit: Command = {
  id: "pattern.fit",
  group: "pattern",
  title: ({ store }) =>
    store.get("selection").some((item) => item.kind === "panel") ? "Fit the selected" : "Fit the pattern",
  icon: () => "frame",
  shortcuts: ["Shift+F"],
  enabled: ({ store }) => store.get("document") !== null,
  run: ({ desk, store }) => {
    const document = store.peek("document");
    if (!document) return;
    const chosen = new Set(idsOf(store.peek("selection"), "panel").map(({ panel }) => panel));
    const box = document.panels
      .filter((panel) => chosen.has(panel.id))
      .reduce<Box | null>((sum, panel) => union(sum, boundsOf(document, panel)), null);
    desk.view.fit(box ?? allBounds(document));
  },
};

export const snapping: Command = {
  id: "pattern.snap",
  group: "pattern",
  title: ({ store }) => (store.get("snapping") ? "Snapping is on" : "Snapping is off"),
  icon: () => "magnet",
  shortcuts: ["Shift+S"],
  enabled: () => true,
  pressed: ({ store }) => store.get("snapping"),
  run: ({ store }) => store.set("snapping", !store.peek("snapping")),
};
