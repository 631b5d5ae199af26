import packed from "./opening.pack?url";

/** A garment that was draped when the page was built, so that a visitor finds it worn. `scripts/opening.mjs` writes it. */
export interface Opening {
  /** As the page gives it to the engine, to the letter. */
  document: string;
  /** Its cloth at rest; null where another engine than this page's draped it. */
  state: Uint8Array | null;
}

/** The engine that this page was built with; `vite.config.ts` says which. */
declare const ENGINE_BUILD: string;

/** Fetches it. The file is compressed, because not every file server compresses what it sends. */
export async function fetchOpening(): Promise<Opening> {
  const response = await fetch(packed);
  if (!response.ok || !response.body) throw new Error(`the opening could not be loaded (${response.status})`);
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return readOpening(new Uint8Array(await new Response(unpacked).arrayBuffer()), ENGINE_BUILD);
}

/** Length of the heading (32 bits, little-endian), the heading `{ build, document }` as JSON, then the engine's bytes. */
export function readOpening(bytes: Uint8Array, build: string): Opening {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const heading = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const { document } = heading as { build: string; document: string };
  return { document, state: heading.build === build ? bytes.slice(4 + length) : null };
}
