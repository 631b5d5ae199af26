/**
 * The hanging square in wasm, beside the native run of the same rows:
 *   node bench/w1.mjs node|chromium NATIVE.jsonl
 * The file holds the JSON lines of `cargo bench --bench w1 -- table`. Every state must have the same bits as natively, so
 * that the native run's errors are this one's, too. Times are of the stepping calls, CPU time in node and wall time in
 * a browser, which has no other; the median of three runs.
 * A browser first runs wasm as it is compiled in haste and exchanges function by function what is run often: the first row
 * is repeated until it no longer gets faster, and what that took is told.
 */
import { readFile } from "node:fs/promises";
import { hosts } from "./hosts.mjs";

const REPEATS = 3;
const WARMING = 20;
const [hostName = "", file] = process.argv.slice(2);
const host = hosts[hostName];
if (!host || !file) throw new Error("usage: node bench/w1.mjs node|chromium NATIVE.jsonl");

const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.startsWith("{"));
const natives = lines.map((line) => JSON.parse(line)).filter((row) => row.bench === "w1");
const short = (error) => (error < 9.95 ? error.toFixed(1) : error.toFixed(0));
const cell = (text, width) => String(text).padStart(width);

console.log(`W1 in ${hostName}; M is million triangle steps per second of the stepping calls.\n`);
const { run, close } = await host();
let different = 0;

/** Steps of 10 ms: a run with shorter ones has done no more for that. */
const speed = (figures, stepMs) => (figures.element_steps_per_s * stepMs) / 10 / 1e6;
const warming = [];
const [first] = natives;
while (first && warming.length < WARMING) {
  warming.push(speed(await run("hanging-square", first.settings), first.step_ms));
  const [before, last] = warming.slice(-2);
  if (warming.length > 2 && last < 1.03 * before) break;
}
console.log(`warming up, M: ${warming.map((m) => m.toFixed(2)).join(" ")}`);
console.log(JSON.stringify({ bench: "w1.warming", host: hostName, m: warming }));
console.log(
  "    n  triangles  row                           M  wasm/native  CG/step  residual           error mm  peak strain %",
);
for (const native of natives) {
  const runs = [];
  for (let k = 0; k < REPEATS; k += 1) runs.push(await run("hanging-square", native.settings));
  runs.sort((a, b) => a.element_steps_per_s - b.element_steps_per_s);
  const figures = runs[(REPEATS - 1) / 2];
  if (runs.some((one) => one.state_hash !== native.state_hash)) {
    different += 1;
    console.error(`${native.settings.join(" ")}: state ${figures.state_hash}, natively ${native.state_hash}`);
  }
  const m = speed(figures, native.step_ms);
  console.log(
    cell(native.n, 5),
    cell(native.triangles, 10),
    ` ${native.quality.padEnd(23)}`,
    cell(m.toFixed(3), 6),
    cell((native.m / m).toFixed(2), 12),
    cell(figures.cg_iterations.toFixed(1), 8),
    cell(figures.residual.toExponential(1), 9),
    cell((native.solver_error_mm ?? native.time_error_mm).map(short).join("/"), 18),
    cell((100 * figures.max_strain).toFixed(3), 14),
  );
  console.log(
    JSON.stringify({
      ...native,
      host: hostName,
      m,
      wasm_over_native: native.m / m,
      state_hash: figures.state_hash,
    }),
  );
}
await close();
if (different > 0) throw new Error(`${different} rows have other bits than natively`);
console.log("\nEvery state has the same bits as natively.");
