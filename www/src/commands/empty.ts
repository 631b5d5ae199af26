import type { Document } from "../engine/types";
import type { Command } from "./command";

/** What it hangs on and what it is made of stay; the table is cleared. */
export function emptied(document: Document): Document {
  return { ...document, name: "Untitled", panels: [], seams: [], pins: [] };
}

export const empty: Command = {
  id: "file.empty",
  group: "file",
  title: () => "Clear the table",
  icon: () => "new",
  shortcuts: ["Mod+Alt+N"],
  enabled: ({ store }) => (store.get("document")?.panels.length ?? 0) > 0,
  run: ({ store, engine }) => {
    const document = store.peek("document");
    if (!document) return;
    engine.startAfresh();
    store.set("document", emptied(document), "clearing the table");
    store.set("tool", "pen");
  },
};
