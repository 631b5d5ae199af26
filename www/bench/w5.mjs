/**
 * Tearing in wasm, beside the native run of the same rows:
 *   node bench/w5.mjs node|chromium NATIVE.jsonl
 * The file holds the JSON lines of `cargo bench --bench w5`. Every state must have the same bits as natively. Times are wall
 * times of the stepping calls, those of the run whose mean is in the middle of three.
 * A browser first runs wasm as it is compiled in haste and exchanges function by function what is run often: the first row
 * is repeated until it no longer gets faster, and what that took is told.
 */
import { readFile } from "node:fs/promises";
import { hosts } from "./hosts.mjs";

const REPEATS = 3;
const WARMING = 10;
const [hostName = "", file] = process.argv.slice(2);
const host = hosts[hostName];
if (!host || !file) throw new Error("usage: node bench/w5.mjs node|chromium NATIVE.jsonl");

const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.startsWith("{"));
const natives = lines.map((line) => JSON.parse(line)).filter((row) => row.bench === "w5");
const cell = (text, width) => String(text).padStart(width);

console.log(`W5 in ${hostName}; wall milliseconds of the stepping calls per frame of 1/30 s.\n`);
const { run, close } = await host();
let different = 0;

const warming = [];
const [first] = natives;
while (first && warming.length < WARMING) {
  warming.push(await run("tear", first.settings));
  const [before, last] = warming.slice(-2);
  if (warming.length > 2 && last.ms_per_frame > 0.97 * before.ms_per_frame) break;
}
const warmed = warming.map((figures) => figures.ms_per_frame);
const longest = warming.map((figures) => figures.ms_per_frame_max);
console.log(`warming up, ms/frame: ${warmed.map((ms) => ms.toFixed(1)).join(" ")}`);
console.log(`         its longest: ${longest.map((ms) => ms.toFixed(0)).join(" ")}`);
console.log(JSON.stringify({ bench: "w5.warming", host: hostName, ms_per_frame: warmed, most: longest }));
console.log(`${"settings".padEnd(58)} ms/frame median   most  wasm/native  times the paper`);
for (const native of natives) {
  const runs = [];
  for (let k = 0; k < REPEATS; k += 1) runs.push(await run("tear", native.settings));
  runs.sort((a, b) => a.ms_per_frame - b.ms_per_frame);
  const figures = runs[(REPEATS - 1) / 2];
  if (runs.some((one) => one.state_hash !== native.state_hash)) {
    different += 1;
    console.error(`${native.settings.join(" ")}: state ${figures.state_hash}, natively ${native.state_hash}`);
  }
  const ratio = figures.ms_per_frame / native.figures.ms_per_frame;
  console.log(
    native.settings.join(" ").padEnd(58),
    cell(figures.ms_per_frame.toFixed(1), 8),
    cell(figures.ms_per_frame_median.toFixed(1), 6),
    cell(figures.ms_per_frame_max.toFixed(0), 6),
    cell(ratio.toFixed(2), 12),
    cell(native.paper_s > 0 ? ((1e3 * native.paper_s) / figures.ms_per_frame).toFixed(0) : "", 16),
  );
  console.log(JSON.stringify({ ...native, host: hostName, wasm_over_native: ratio, figures }));
}
await close();
if (different > 0) throw new Error(`${different} rows have other bits than natively`);
console.log("\nEvery state has the same bits as natively.");
