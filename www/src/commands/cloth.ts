import type { App } from "../app";
import { editPanel, findPanel } from "../document/edits/panels";
import { panelsOf } from "../document/selection";
import type { Command } from "./command";

const chosen = ({ store }: App): string[] => panelsOf(store.get("selection"));

function allFrozen(app: App): boolean {
  const document = app.store.get("document");
  const ids = chosen(app);
  return ids.length > 0 && ids.every((id) => document && findPanel(document, id)?.frozen);
}

/** Holds panels where they are while the cloth around them moves on, or lets them move again. */
export const freeze: Command = {
  id: "select.freeze",
  group: "select",
  title: (app) => (allFrozen(app) ? "Let it move again" : "Freeze where it is"),
  icon: () => "freeze",
  shortcuts: ["Shift+Z"],
  enabled: (app) => chosen(app).length > 0,
  pressed: allFrozen,
  run: (app) => {
    const document = app.store.peek("document");
    if (!document) return;
    const frozen = !allFrozen(app);
    const edited = chosen(app).reduce(
      // Left out where it is false, as the engine writes it.
      (all, id) => editPanel(all, id, ({ frozen: _, ...panel }) => (frozen ? { ...panel, frozen } : panel)),
      document,
    );
    app.store.set("document", edited, frozen ? "freezing" : "unfreezing");
  },
};

/** Leaves panels out of the 3D view, to see what is under them. They go on hanging there. */
export const hide: Command = {
  id: "select.hide",
  group: "select",
  title: () => "Hide in the cloth view",
  icon: () => "hide",
  shortcuts: ["Shift+H"],
  enabled: (app) => chosen(app).some((id) => !app.store.get("hidden").includes(id)),
  run: (app) => app.store.set("hidden", [...new Set([...app.store.peek("hidden"), ...chosen(app)])]),
};

/** Shows everything again. */
export const showAll: Command = {
  id: "stage.show-all",
  group: "stage",
  title: () => "Show hidden panels",
  icon: () => "show",
  shortcuts: ["Shift+U"],
  enabled: ({ store }) => store.get("hidden").length > 0,
  run: ({ store }) => store.set("hidden", []),
};
