import type { App } from "../app";
import { laboratoryIssue } from "../engine/stopped";
import type { Body, Document, Issue } from "../engine/types";
import { spreadOut } from "../pattern2d/images";
import { mannequinOf } from "./edits/figure";

export interface ToBody {
  document: string;
  obj: string;
  name: string;
  /** Whether the document is on a mannequin. */
  mannequin: boolean;
}

/** The document on the body with what had to be mended, or everything that stands against it. */
export type OnBody = { document: Document; repairs: Issue[] } | { issues: Issue[] };

const KIND = "body.own";
/** A scan of a hundred thousand triangles is below 20 MB; what is larger is no body for cloth. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** The body of the user's own that the garment is on, if it is on one. */
export const ownBodyOf = (document: Document): Body | undefined =>
  document.bodies.find((body) => body.shape.kind === KIND);

export const namesBody = (file: string): boolean => /\.obj$/i.test(file);

/** Puts the garment on a body from a file: checked and mended by the engine first, and the present one stays if it is bad. */
export async function loadBody(app: App, file: File): Promise<void> {
  const document = app.store.peek("document");
  if (!document) return;
  const name = file.name.replace(/\.obj$/i, "");
  const reading =
    file.size > LARGEST_BYTES
      ? { issues: [tooLarge(file.size)] }
      : await putOn(document, await file.text(), name);
  if ("issues" in reading) {
    app.issues.value = { title: `“${file.name}” cannot be a body`, issues: reading.issues };
    return;
  }
  const { repairs } = reading;
  app.issues.value =
    repairs.length > 0 ? { title: `“${file.name}” is on, with changes`, issues: repairs } : null;
  app.engine.startAfresh();
  // An edit like any other: undo brings the former body back.
  app.store.set("document", spreadOut(reading.document), `the body ${name}`);
}

/** Asks the laboratory's module, in a worker that is there for this alone. */
function putOn(document: Document, obj: string, name: string): Promise<OnBody> {
  const worker = new Worker(new URL("../workers/own-body.worker.ts", import.meta.url), {
    type: "module",
    name: "own body",
  });
  return new Promise<OnBody>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<OnBody>) => resolve(data);
    worker.onerror = (event) => {
      // Handled here and told in the page; the console stays for what nobody handles.
      event.preventDefault();
      resolve({ issues: [laboratoryIssue(event.message)] });
    };
    const mannequin = mannequinOf(document) !== undefined;
    const order: ToBody = { document: JSON.stringify(document), obj, name, mannequin };
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

/** The document with a number of its own body changed. */
export function placeOwnBody(document: Document, id: string, value: number): Document {
  const own = ownBodyOf(document);
  const moved = (body: Body): Body => ({
    ...body,
    shape: { ...body.shape, parameters: { ...body.shape.parameters, [id]: value } },
  });
  return { ...document, bodies: document.bodies.map((body) => (body === own ? moved(body) : body)) };
}

function tooLarge(bytes: number) {
  return {
    code: "file.too-large",
    place: "",
    value: `${(bytes / 1024 / 1024).toFixed(0)} MB`,
    problem: "This file is far larger than any body needs",
    cure: "Simplify it; 20,000 triangles show every fold of cloth.",
  };
}
