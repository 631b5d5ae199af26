import type { App } from "../app";
import { spreadOut } from "../pattern2d/images";
import { loadBody, namesBody } from "./own-body";

/** A garment of a hundred panels is below 1 MB; reading a film into memory by mistake would end the tab. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** Opens a document given as text: checked by the engine first, and the present one stays if it is bad. */
export async function openText(app: App, text: string, name: string): Promise<void> {
  const reading = await app.engine.read(text);
  if ("issues" in reading) {
    app.issues.value = { title: `“${name}” could not be opened`, issues: reading.issues };
    return;
  }
  app.issues.value = null;
  app.engine.startAfresh();
  app.store.set("document", spreadOut(reading.document), `opening ${name}`);
}

/** Opens a file the user chose or dropped: a document, or a body for the present one. */
export async function openFile(app: App, file: File): Promise<void> {
  if (namesBody(file.name)) return loadBody(app, file);
  if (file.size <= LARGEST_BYTES) return openText(app, await file.text(), file.name);
  const tooLarge = {
    code: "file.too-large",
    place: "",
    value: `${(file.size / 1024 / 1024).toFixed(0)} MB`,
    problem: "This file is far larger than any garment.",
    cure: "Choose a Toile document, a JSON file of at most 64 MB.",
  };
  app.issues.value = { title: `“${file.name}” could not be opened`, issues: [tooLarge] };
}
