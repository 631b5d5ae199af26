import { readFileSync } from "node:fs";
import type { Document, Issue, Tables } from "../src/engine/types";
import { initSync, read as readInWasm, tables as tablesInWasm } from "../src/engine/wasm/toile.js";

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
