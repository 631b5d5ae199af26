import type { App } from "../app";
import { flipSeam } from "../document/edits/seams";
import { addMirror, unfoldOver } from "../document/edits/symmetry";
import { idsOf } from "../document/selection";
import { freePlace } from "../pattern2d/images";
import type { Command } from "./command";

function chosenPanel({ store }: App) {
  const [item] = idsOf(store.get("selection"), "panel");
  return store.get("document")?.panels.find((panel) => panel.id === item?.panel) ?? null;
}

export const mirror: Command = {
  id: "select.mirror",
  group: "select",
  title: () => "Linked mirror image",
  icon: () => "mirror",
  shortcuts: ["Shift+M"],
  enabled: (app) => chosenPanel(app) !== null,
  run: (app) => {
    const panel = chosenPanel(app);
    const document = app.store.peek("document");
    if (!panel || !document) return;
    const half = Math.max(...panel.outline.map((edge) => Math.abs(edge.from_mm[0])), 0);
    const [x] = freePlace(document);
    const made = addMirror(document, panel.id, [x + half, panel.table_mm[1]]);
    app.store.set("document", made.document, "mirroring");
    app.store.set("selection", [{ kind: "panel", panel: made.id }]);
  },
};

/** A straight edge of an outline, the only one over which cloth can lie folded. */
function foldable({ store }: App): { panel: string; edge: string; folded: boolean } | null {
  const [item] = idsOf(store.get("selection"), "edge");
  const panel = store.get("document")?.panels.find((each) => each.id === item?.panel);
  const edge = panel?.outline.find((each) => each.id === item?.id);
  if (!panel || edge?.curve.kind !== "line") return null;
  const folded = panel.symmetry.kind === "unfold" && panel.symmetry.edge === edge.id;
  return { panel: panel.id, edge: edge.id, folded };
}

export const unfold: Command = {
  id: "select.unfold",
  group: "select",
  title: (app) => (foldable(app)?.folded ? "No longer on the fold" : "Unfold over this edge"),
  icon: () => "unfold",
  shortcuts: ["U"],
  enabled: (app) => foldable(app) !== null,
  run: (app) => {
    const found = foldable(app);
    const document = app.store.peek("document");
    if (!found || !document) return;
    const edge = found.folded ? null : found.edge;
    app.store.set("document", unfoldOver(document, found.panel, edge), edge ? "unfolding" : "folding up");
  },
};

export const flip: Command = {
  id: "select.flip",
  group: "select",
  title: () => "Turn the seam round",
  icon: () => "flip",
  shortcuts: ["X"],
  enabled: ({ store }) => store.get("selection").some((item) => item.kind === "seam"),
  run: ({ store, draft }) => {
    let document = store.peek("document");
    for (const { id } of idsOf(store.peek("selection"), "seam")) {
      const drawn = draft.drafted.peek()?.draft.seams.find((seam) => seam.id === id);
      if (document) document = flipSeam(document, id, drawn?.opposite ?? true);
    }
    if (document) store.set("document", document, "turning a seam round");
  },
};
