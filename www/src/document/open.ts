import type { App } from "../app";
import type { Document, Issue } from "../engine/types";
import { spreadOut } from "../pattern2d/images";

/** A garment of a hundred panels is below 1 MB; reading a film into memory by mistake would end the tab. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** The document of a text, checked by the engine; where it is bad all its issues are shown under the title. */
export async function readText(app: App, text: string, title: string): Promise<Document | null> {
  const reading = text.length > LARGEST_BYTES ? tooLarge(text.length) : await app.engine.read(text);
  if ("document" in reading) return reading.document;
  app.issues.value = { title, issues: reading.issues };
  return null;
}

/** Opens a document given as text: the present one stays if it is bad. */
export async function openText(app: App, text: string, name: string): Promise<void> {
  const document = await readText(app, text, `“${name}” could not be opened`);
  if (!document) return;
  app.issues.value = null;
  app.engine.startAfresh();
  app.store.set("document", spreadOut(document), `opening ${name}`);
}

/** Opens a file the user chose or dropped. */
export async function openFile(app: App, file: File): Promise<void> {
  if (file.size <= LARGEST_BYTES) return openText(app, await file.text(), file.name);
  app.issues.value = { title: `“${file.name}” could not be opened`, ...tooLarge(file.size) };
}

function tooLarge(bytes: number): { issues: Issue[] } {
  const issue = {
    code: "file.too-large",
    place: "",
    value: `${(bytes / 1024 / 1024).toFixed(0)} MB`,
    problem: "This is far larger than any garment.",
    cure: "Choose a Toile document, JSON of at most 64 MB.",
  };
  return { issues: [issue] };
}
