/** Puts a garment on a body from a file: once, then the worker is ended. */

import type { OnBody, ToBody } from "../document/own-body";
import { issuesOf } from "../engine/issues-of";
import packed from "../engine/mannequin.pack?url";
import { Bodies, init, ownBody } from "../engine/own-body-wasm";
import { fetchPacked } from "../engine/packed";
import { laboratoryIssue } from "../engine/stopped";

self.addEventListener("message", ({ data }: MessageEvent<ToBody>) => {
  void answer(data)
    .catch((error): OnBody => ({ issues: [laboratoryIssue(String(error))] }))
    .then((reply) => self.postMessage(reply));
});

async function answer({ document, obj, name, mannequin }: ToBody): Promise<OnBody> {
  await init();
  // The garment may be on a mannequin so far; without the data the engine says what is missing.
  const bodies = mannequin
    ? await fetchPacked(packed).then(
        (bytes) => new Bodies(bytes),
        () => undefined,
      )
    : undefined;
  try {
    return ownBody(document, obj, name, bodies) as OnBody;
  } catch (error) {
    const issues = issuesOf(error);
    if (!issues) throw error;
    return { issues };
  }
}
