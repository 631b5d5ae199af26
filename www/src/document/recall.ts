import { effect } from "@preact/signals";
import type { App } from "../app";
import type { Tables } from "../engine/types";
import { spreadOut } from "../pattern2d/images";
import { download } from "../ui/files";
import { LENGTH_UNITS, type LengthUnit } from "../ui/units";
import { kept, type Shelf } from "./autosave";
import type { AppStore, State } from "./state";

/** Choices of the last visit, as far as they still make sense. An address such as `?quality=plain` wins over them. */
export function recallPreferences(store: AppStore, shelf: Shelf | null): void {
  const quality = new URLSearchParams(location.search).get("quality") ?? parsed(shelf, "quality");
  if (quality === "plain" || quality === "fine") store.set("quality", quality);
  const theme = parsed(shelf, "theme");
  if (theme === "light" || theme === "dark") store.set("theme", theme);
  const unit = parsed(shelf, "unit");
  if (LENGTH_UNITS.includes(unit as LengthUnit)) store.set("unit", unit as LengthUnit);
  const views = parsed(shelf, "views");
  if (views === "both" || views === "pattern" || views === "cloth") store.set("views", views);
  const snapping = parsed(shelf, "snapping");
  if (typeof snapping === "boolean") store.set("snapping", snapping);
  const split = parsed(shelf, "split");
  if (typeof split === "number" && split > 0.1 && split < 0.9) store.set("split", split);
  const speed = parsed(shelf, "speed");
  if (typeof speed === "number" && speed >= 0 && speed <= 10) store.set("speed", speed);
  if (parsed(shelf, "tourSeen") === true) store.set("tourSeen", true);
}

/**
 * Puts the document of the last visit on the table. On a first visit, or if it is bad, that is the stored opening, already
 * draped, or else the first garment.
 */
export async function recallDocument(app: App, shelf: Shelf | null): Promise<void> {
  const text = kept(shelf, "document");
  const reading = text === null ? null : await app.engine.read(text);
  const [first] = (await tablesOf(app)).garments;
  const good = reading && "document" in reading ? reading : await app.engine.opening();
  const document = "document" in good ? good.document : first;
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

/** What is kept under a key; null if nothing is, or nothing that can be read. */
function parsed(shelf: Shelf | null, key: keyof State): unknown {
  try {
    return JSON.parse(kept(shelf, key) ?? "null");
  } catch {
    return null;
  }
}
