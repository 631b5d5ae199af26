import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Document, Issue, Tables } from "../src/engine/types";
import {
  Bodies,
  garment,
  initSync,
  read as readInWasm,
  tables as tablesInWasm,
} from "../src/engine/wasm/toile.js";

/** The engine itself, as the worker has it, for tests that need its tables or its judgement. */
initSync({ module: readFileSync(new URL("../src/engine/wasm/toile_bg.wasm", import.meta.url)) });

export const tables = tablesInWasm() as Tables;

export function read(text: string): { document: Document } | { issues: Issue[] } {
  try {
    return { document: readInWasm(text) as Document };
  } catch (error) {
    if (Array.isArray(error)) return { issues: error as Issue[] };
    throw error;
  }
}

/** A garment of the wardrobe, drafted for a figure. */
export function madeToMeasure(id: string, size: string): Document {
  const packed = readFileSync(new URL("../src/engine/mannequin.pack", import.meta.url));
  const bodies = new Bodies(new Uint8Array(gunzipSync(packed)));
  return garment(id, size, bodies) as Document;
}
