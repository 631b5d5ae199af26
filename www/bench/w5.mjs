/**
 * Tearing in wasm, beside the native run of the same rows:
 *   node bench/w5.mjs node|chromium NATIVE.jsonl
 * The file holds the JSON lines of `cargo bench --bench w5`. Every state must have the same bits as natively. Times are wall
 * times of the stepping calls.
 */
import { readFile } from "node:fs/promises";
import { hosts } from "./hosts.mjs";

const [hostName = "", file] = process.argv.slice(2);
const host = hosts[hostName];
if (!host || !file) throw new Error("usage: node bench/w5.mjs node|chromium NATIVE.jsonl");

const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.startsWith("{"));
const natives = lines.map((line) => JSON.parse(line)).filter((row) => row.bench === "w5");
const cell = (text, width) => String(text).padStart(width);

console.log(`W5 in ${hostName}; wall milliseconds of the stepping calls per frame of 1/30 s.\n`);
console.log(`${"settings".padEnd(58)} ms/frame   most  wasm/native  times the paper`);
const { run, close } = await host();
let different = 0;
for (const native of natives) {
  const figures = await run("tear", native.settings);
  if (figures.state_hash !== native.state_hash) {
    different += 1;
    console.error(`${native.settings.join(" ")}: state ${figures.state_hash}, natively ${native.state_hash}`);
  }
  const ratio = figures.ms_per_frame / native.figures.ms_per_frame;
  console.log(
    native.settings.join(" ").padEnd(58),
    cell(figures.ms_per_frame.toFixed(1), 8),
    cell(figures.ms_per_frame_max.toFixed(0), 6),
    cell(ratio.toFixed(2), 12),
    cell(native.paper_s > 0 ? ((1e3 * native.paper_s) / figures.ms_per_frame).toFixed(0) : "", 16),
  );
  console.log(JSON.stringify({ ...native, host: hostName, wasm_over_native: ratio, figures }));
}
await close();
if (different > 0) throw new Error(`${different} rows have other bits than natively`);
console.log("\nEvery state has the same bits as natively.");
