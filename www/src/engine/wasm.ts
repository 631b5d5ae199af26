/** The only file that knows the wasm package. Loaded in workers, never in the page itself. */

import type { Issue } from "./types";
import init, { draft, Engine, read, tables } from "./wasm/toile.js";

export { draft, Engine, init, read, tables };

/** The engine throws a list of issues for a bad document; anything else that is thrown is a crash. */
export function issuesOf(error: unknown): Issue[] | null {
  return Array.isArray(error) ? (error as Issue[]) : null;
}
