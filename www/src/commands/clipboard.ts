import type { App } from "../app";
import { clipOf, withClip } from "../document/edits/clip";
import { readText } from "../document/open";
import { idsOf } from "../document/selection";
import type { Document } from "../engine/types";
import type { Command } from "./command";

/** Panels that were copied, for when the browser keeps its own clipboard to itself. */
export interface Clip {
  document: Document;
  text: string;
  /** Whether the browser's clipboard has the same. */
  shared: boolean;
}

function taken({ store }: App): Document | null {
  const document = store.peek("document");
  const chosen = idsOf(store.peek("selection"), "panel").map(({ panel }) => panel);
  return document && clipOf(document, chosen);
}

function insert({ store }: App, clip: Document, label: string): void {
  const document = store.peek("document");
  if (!document) return;
  const made = withClip(document, clip);
  store.set("document", made.document, label);
  store.set(
    "selection",
    made.ids.map((panel) => ({ kind: "panel", panel })),
  );
}

const panelsSelected = ({ store }: App) => store.get("selection").some((item) => item.kind === "panel");

/** Takes the selected panels; what it returns is for the browser's clipboard. */
function copyPanels(app: App): Clip | null {
  const document = taken(app);
  if (!document) return null;
  app.clipboard.value = { document, text: JSON.stringify(document), shared: false };
  return app.clipboard.value;
}

const share = (app: App, clip: Clip): void => {
  app.clipboard.value = { ...clip, shared: true };
};

/** Pastes a text, checked as a file is; panels that the browser's clipboard could not take are pasted instead of it. */
export async function pasteText(app: App, text: string): Promise<void> {
  const clip = app.clipboard.peek();
  if (clip && (!clip.shared || text === clip.text || text.trim() === ""))
    return insert(app, clip.document, "pasting");
  const title = "There are no panels on the clipboard";
  const read = await readText(app, text, title);
  if (read) insert(app, read, "pasting");
}

export const copy: Command = {
  id: "select.copy",
  group: "select",
  title: () => "Copy panels",
  icon: () => "copy",
  shortcuts: ["Mod+C"],
  native: "copy",
  enabled: panelsSelected,
  run: (app) => {
    const clip = copyPanels(app);
    if (clip) navigator.clipboard?.writeText(clip.text).then(() => share(app, clip), ignored);
  },
};

export const paste: Command = {
  id: "select.paste",
  group: "select",
  title: () => "Paste panels",
  icon: () => "paste",
  shortcuts: ["Mod+V"],
  native: "paste",
  enabled: ({ ready, viewOnly }) => ready.value && !viewOnly.value,
  run: async (app) => {
    const text = await (navigator.clipboard?.readText?.() ?? Promise.resolve("")).catch(ignored);
    await pasteText(app, text ?? "");
  },
};

/** Where the browser does not let the page at its clipboard, what was copied here is pasted here. */
const ignored = (): undefined => undefined;

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

/** The browser's own copy and paste reach its clipboard without asking for leave. */
export function listenToClipboard(app: App): void {
  const elsewhere = ({ target }: Event) =>
    target instanceof Element && target.closest("input, textarea, select, dialog[open]") !== null;
  window.addEventListener("copy", (event) => {
    // Text that somebody has marked is what they want.
    if (elsewhere(event) || window.getSelection()?.toString()) return;
    const clip = copyPanels(app);
    if (!clip || !event.clipboardData) return;
    event.clipboardData.setData("text/plain", clip.text);
    event.preventDefault();
    share(app, clip);
  });
  window.addEventListener("paste", (event) => {
    if (elsewhere(event) || !paste.enabled(app)) return;
    event.preventDefault();
    void pasteText(app, event.clipboardData?.getData("text/plain") ?? "");
  });
}
