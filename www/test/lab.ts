import { readFileSync } from "node:fs";
import type { Fabric, Laws, Plot, Trace } from "../src/engine/types";
import { initSync, laws as lawsInWasm } from "../src/engine/wasm-lab/toile.js";

/** The laboratory itself, as its worker has it, for tests that need what the engine says of a fabric. */
initSync({ module: readFileSync(new URL("../src/engine/wasm-lab/toile_bg.wasm", import.meta.url)) });

export const laws = (fabric: Fabric): Laws => lawsInWasm(JSON.stringify(fabric)) as Laws;

/** One trace of one plot of a fabric; there must be one. */
export function traceOf(fabric: Fabric, plot: string, id: string): Trace {
  const found = plotOf(fabric, plot).traces.find((trace) => trace.id === id);
  if (!found) throw new Error(`no trace ${id}`);
  return found;
}

export function plotOf(fabric: Fabric, id: string): Plot {
  const found = laws(fabric).plots.find((plot) => plot.id === id);
  if (!found) throw new Error(`no plot ${id}`);
  return found;
}
