import type { App } from "../app";
import { insertPanels } from "../document/edits/panels";
import { idsOf } from "../document/selection";
import { allBounds, boundsOf } from "../pattern2d/images";
import { type Box, union, type Vec } from "../pattern2d/vec";
import type { Command } from "./command";

const GAP_MM = 40;

function taken({ store }: App) {
  const document = store.peek("document");
  const chosen = new Set(idsOf(store.peek("selection"), "panel").map(({ panel }) => panel));
  if (!document || chosen.size === 0) return null;
  return { panels: document.panels.filter((panel) => chosen.has(panel.id)), seams: document.seams };
}

function insert(app: App, from: NonNullable<ReturnType<typeof taken>>, label: string): void {
  const document = app.store.peek("document");
  if (!document) return;
  const box = from.panels.reduce<Box | null>((sum, panel) => union(sum, boundsOf(document, panel)), null);
  const all = allBounds(document);
  const by: Vec = [Math.round((all?.max[0] ?? 0) + GAP_MM - (box?.min[0] ?? 0)), 0];
  const made = insertPanels(document, from.panels, from.seams, by);
  app.store.set("document", made.document, label);
  app.store.set(
    "selection",
    made.ids.map((panel) => ({ kind: "panel", panel })),
  );
}

const panelsSelected = ({ store }: App) => store.get("selection").some((item) => item.kind === "panel");

export const copy: Command = {
  id: "select.copy",
  group: "select",
  title: () => "Copy panels",
  icon: () => "copy",
  shortcuts: ["Mod+C"],
  enabled: panelsSelected,
  run: (app) => {
    app.clipboard.value = taken(app) ?? app.clipboard.peek();
  },
};

export const paste: Command = {
  id: "select.paste",
  group: "select",
  title: () => "Paste panels",
  icon: () => "paste",
  shortcuts: ["Mod+V"],
  enabled: ({ clipboard }) => clipboard.value !== null,
  run: (app) => {
    const from = app.clipboard.peek();
    if (from) insert(app, from, "pasting");
  },
};

export const duplicate: Command = {
  id: "select.duplicate",
  group: "select",
  title: () => "Duplicate panels",
  icon: () => "duplicate",
  shortcuts: ["Mod+D"],
  enabled: panelsSelected,
  run: (app) => {
    const from = taken(app);
    if (from) insert(app, from, "duplicating");
  },
};
