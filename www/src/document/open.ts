import type { App } from "../app";
import type { Reading } from "../engine/protocol";
import type { Document, Issue } from "../engine/types";
import { spreadOut } from "../pattern2d/images";
import { loadBody, namesBody } from "./own-body";

/** A garment of a hundred panels is below 1 MB; reading a film into memory by mistake would end the tab. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** The document that the engine made or read; where it could not, all issues are shown under the title. */
function told(app: App, reading: Reading, title: string): Document | null {
  app.issues.value = "issues" in reading ? { title, issues: reading.issues } : null;
  return "document" in reading ? reading.document : null;
}

/** The document of a text, checked by the engine, or nothing and its issues on the page. */
export async function readText(app: App, text: string, title: string): Promise<Document | null> {
  return told(app, text.length > LARGEST_BYTES ? tooLarge(text.length) : await app.engine.read(text), title);
}

/**
 * Puts a document that the engine made or read in the place of the present one, which stays if it could not. An edit like any
 * other: undo brings the former one back.
 */
export function openReading(app: App, reading: Reading, words: { label: string; failed: string }): void {
  const document = told(app, reading, words.failed);
  if (!document) return;
  app.engine.startAfresh();
  app.store.set("hidden", []);
  app.store.set("document", spreadOut(document), words.label);
}

/** Opens a document given as text. */
export async function openText(app: App, text: string, name: string): Promise<void> {
  const words = { label: `opening ${name}`, failed: `“${name}” could not be opened` };
  openReading(app, await app.engine.read(text), words);
}

/** Opens a file the user chose or dropped: a document, or a body for the present one. */
export async function openFile(app: App, file: File): Promise<void> {
  if (namesBody(file.name)) return loadBody(app, file);
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
