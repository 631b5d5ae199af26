/** The only file that knows the wasm package. Loaded in the worker, never in the page itself. */

import type { Issue } from "./types";
import init, { Engine, read, tables } from "./wasm/toile.js";

export { Engine, init, read, tables };

/** The engine throws a list of issues for a bad document; anything else that is thrown is a crash. */
export function issuesOf(error: unknown): Issue[] | null {
  return Array.isArray(error) ? (error as Issue[]) : null;
}
