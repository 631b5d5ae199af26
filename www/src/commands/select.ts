import type { App } from "../app";
import { deletePanels, findPanel } from "../document/edits/panels";
import { deleteParts } from "../document/edits/parts";
import { pleatOf, removePleat } from "../document/edits/pleat";
import { deletePoint } from "../document/edits/points";
import { deleteSeams } from "../document/edits/seams";
import { type Item, idsOf, keyOf, panelsOf } from "../document/selection";
import type { Document } from "../engine/types";
import type { Command } from "./command";

const something = ({ store }: App) => store.get("selection").length > 0;

/** Everything one can select, in the order a reader would go through it. */
export function everything(document: Document): Item[] {
  const parts = document.panels.flatMap((panel): Item[] => [
    { kind: "panel", panel: panel.id },
    ...panel.outline.flatMap((edge): Item[] => [
      { kind: "point", panel: panel.id, id: edge.id },
      { kind: "edge", panel: panel.id, id: edge.id },
      ...edge.notches.map((notch): Item => ({ kind: "notch", panel: panel.id, id: notch.id })),
    ]),
    ...panel.lines.map((line): Item => ({ kind: "line", panel: panel.id, id: line.id })),
    ...panel.darts.map((dart): Item => ({ kind: "dart", panel: panel.id, id: dart.id })),
    ...panel.holes.map((hole): Item => ({ kind: "hole", panel: panel.id, id: hole.id })),
  ]);
  const seams = document.seams.map((seam): Item => ({ kind: "seam", id: seam.id }));
  return [...parts, ...seams, ...document.pins.map((pin): Item => ({ kind: "pin", id: pin.id }))];
}

function step({ store }: App, by: number): void {
  const document = store.peek("document");
  if (!document) return;
  const all = everything(document);
  const last = store.peek("selection").at(-1);
  const at = last ? all.findIndex((item) => keyOf(item) === keyOf(last)) : by > 0 ? -1 : 0;
  const next = all[(at + by + all.length) % all.length];
  if (next) store.set("selection", [next]);
}

export const selectNext: Command = {
  id: "select.next",
  group: "select",
  title: () => "Select the next thing",
  icon: () => "next",
  shortcuts: ["]"],
  enabled: ({ store }) => (store.get("document")?.panels.length ?? 0) > 0,
  run: (app) => step(app, 1),
};

export const selectPrevious: Command = {
  id: "select.previous",
  group: "select",
  title: () => "Select the one before",
  icon: () => "previous",
  shortcuts: ["["],
  enabled: ({ store }) => (store.get("document")?.panels.length ?? 0) > 0,
  run: (app) => step(app, -1),
};

export const selectAll: Command = {
  id: "select.all",
  group: "select",
  title: () => "Select all panels",
  icon: () => "all",
  shortcuts: ["Mod+A"],
  enabled: ({ store }) => (store.get("document")?.panels.length ?? 0) > 0,
  run: ({ store }) =>
    store.set(
      "selection",
      store.peek("document")?.panels.map((panel): Item => ({ kind: "panel", panel: panel.id })) ?? [],
    ),
};

/** Takes away what is selected: whole panels, or corners, lines, darts, holes, notches, seams and pins. */
export function withoutSelected(document: Document, selection: readonly Item[]): Document {
  let result = deletePanels(
    document,
    idsOf(selection, "panel").map(({ panel }) => panel),
  );
  result = deleteSeams(
    result,
    idsOf(selection, "seam").map(({ id }) => id),
  );
  const pins = new Set(idsOf(selection, "pin").map(({ id }) => id));
  result = { ...result, pins: result.pins.filter((pin) => !pins.has(pin.id)) };
  // A pleat is taken out whole, whichever of its folds is selected.
  for (const { panel, id } of idsOf(selection, "line")) {
    const found = findPanel(result, panel);
    const stem = found && pleatOf(found, id);
    if (stem) result = removePleat(result, panel, stem);
  }
  for (const { panel, id } of idsOf(selection, "point")) result = deletePoint(result, panel, id);
  for (const panel of panelsOf(selection)) {
    const parts = selection.filter((item) => "panel" in item && item.panel === panel && "id" in item);
    const kinds = new Set(["line", "dart", "hole", "notch"]);
    const ids = new Set(parts.flatMap((item) => ("id" in item && kinds.has(item.kind) ? [item.id] : [])));
    if (ids.size > 0) result = deleteParts(result, panel, ids);
  }
  return result;
}

export const remove: Command = {
  id: "select.delete",
  group: "select",
  title: () => "Delete",
  icon: () => "delete",
  shortcuts: ["Delete", "Backspace"],
  enabled: something,
  run: ({ store }) => {
    const document = store.peek("document");
    const selection = store.peek("selection");
    if (document && selection.length > 0)
      store.set("document", withoutSelected(document, selection), "deleting");
  },
};
