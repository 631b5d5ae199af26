import packed from "./opening.pack?url";
import { fetchPacked } from "./packed";

/** A garment that was draped when the page was built, so that a visitor finds it worn. `scripts/opening.mjs` writes it. */
export interface Opening {
  /** As the page gives it to the engine, to the letter. */
  document: string;
  /** Its cloth at rest; null where another engine than this page's draped it. */
  state: Uint8Array | null;
}

/** The engine that this page was built with; `vite.config.ts` says which. */
declare const ENGINE_BUILD: string;

export const fetchOpening = async (): Promise<Opening> =>
  readOpening(await fetchPacked(packed), ENGINE_BUILD);

/** Length of the heading (32 bits, little-endian), the heading `{ build, document }` as JSON, then the engine's bytes. */
export function readOpening(bytes: Uint8Array, build: string): Opening {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const heading = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const { document } = heading as { build: string; document: string };
  return { document, state: heading.build === build ? bytes.slice(4 + length) : null };
}
