/** The only file that knows the wasm package. Loaded in workers, never in the page itself. */

import packed from "./mannequin.pack?url";
import { fetchPacked } from "./packed";
import init, { Bodies, draft, Engine, garment, read, redraft, tables } from "./wasm/toile.js";

export { issuesOf } from "./issues-of";
export { type Bodies, draft, Engine, garment, init, read, redraft, tables };

/** Whether a document needs the mannequins. */
export function namesMannequin(document: string): boolean {
  return document.includes('"body.mannequin"');
}

export const fetchBodies = async (): Promise<Bodies> => new Bodies(await fetchPacked(packed));
