import { effect } from "@preact/signals";
import type { App } from "../app";
import type { Tables } from "../engine/types";
import { spreadOut } from "../pattern2d/images";
import { download } from "../ui/files";
import { kept, type Shelf } from "./autosave";
import type { AppStore } from "./state";

/** Choices of the last visit. An address such as `?quality=plain` wins over them. */
export function recallPreferences(store: AppStore, shelf: Shelf | null): void {
  const quality = new URLSearchParams(location.search).get("quality") ?? unquoted(kept(shelf, "quality"));
  if (quality === "plain" || quality === "fine") store.set("quality", quality);
  const theme = unquoted(kept(shelf, "theme"));
  if (theme === "light" || theme === "dark") store.set("theme", theme);
}

/** Puts the document of the last visit on the table, or the first garment if there is none or it is bad. */
export async function recallDocument(app: App, shelf: Shelf | null): Promise<void> {
  const text = kept(shelf, "document");
  const reading = text === null ? null : await app.engine.read(text);
  const [first] = (await tablesOf(app)).garments;
  const document = reading && "document" in reading ? reading.document : first;
  if (document) app.store.set("document", spreadOut(document));
  app.history.clear();
  if (text === null || !reading || "document" in reading) return;
  // It stays where it was kept until the first edit; this is how to have it for good.
  app.issues.value = {
    title: "The document of your last visit could not be opened",
    issues: reading.issues,
    action: { title: "Download it", run: () => download(text, "last-visit.toile.json") },
  };
}

function tablesOf({ engine }: App): Promise<Tables> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      const tables = engine.tables.value;
      if (!tables) return;
      resolve(tables);
      // An effect cannot end itself while it runs for the first time.
      queueMicrotask(() => stop());
    });
  });
}

function unquoted(json: string | null): string | null {
  return json?.replace(/^"|"$/g, "") ?? null;
}
