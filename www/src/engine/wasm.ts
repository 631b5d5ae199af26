/** The only file that knows the wasm package. Loaded in workers, never in the page itself. */

import packed from "./mannequin.pack?url";
import init, { Bodies, draft, Engine, garment, ownBody, read, redraft, tables } from "./wasm/toile.js";

export { issuesOf } from "./issues-of";
export { type Bodies, draft, Engine, garment, init, ownBody, read, redraft, tables };

/** Whether a document needs the mannequins. */
export function namesMannequin(document: string): boolean {
  return document.includes('"body.mannequin"');
}

/** Fetches the mannequins. The file is compressed, because not every file server compresses what it sends. */
export async function fetchBodies(): Promise<Bodies> {
  const response = await fetch(packed);
  if (!response.ok || !response.body)
    throw new Error(`the mannequins could not be loaded (${response.status})`);
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Bodies(new Uint8Array(await new Response(unpacked).arrayBuffer()));
}
