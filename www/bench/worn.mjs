/**
 * Worn garments in wasm, beside the native run of the same rows:
 *   node bench/worn.mjs w3|w4 node|chromium NATIVE.jsonl
 * The file holds the JSON lines of `cargo bench --bench w3` or `w4`. Every state must have the same bits as natively. Times are
 * wall times of the stepping calls.
 */
import { readFile } from "node:fs/promises";
import { hosts } from "./hosts.mjs";

const [work = "", hostName = "", file] = process.argv.slice(2);
const host = hosts[hostName];
if (!host || !file) throw new Error("usage: node bench/worn.mjs w3|w4 node|chromium NATIVE.jsonl");

const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.startsWith("{"));
const natives = lines.map((line) => JSON.parse(line)).filter((row) => row.bench === work);
const cell = (text, width) => String(text).padStart(width);

console.log(`${work.toUpperCase()} in ${hostName}; wall seconds of the stepping calls.\n`);
console.log(`${"garment".padEnd(24)} triangles  ends at s  wall s  s per s  wasm/native`);
const { dress, close } = await host();
let different = 0;
for (const native of natives) {
  const figures = await dress(native.settings);
  if (figures.state_hash !== native.state_hash) {
    different += 1;
    console.error(`${native.settings.title}: state ${figures.state_hash}, natively ${native.state_hash}`);
  }
  const ratio = figures.wall_s / native.cpu_s;
  console.log(
    native.settings.title.padEnd(24),
    cell(figures.triangles, 9),
    cell(figures.ended_s.toFixed(2), 10),
    cell(figures.wall_s.toFixed(2), 7),
    cell((figures.wall_s / figures.simulated_s).toFixed(2), 8),
    cell(ratio.toFixed(2), 12),
  );
  console.log(JSON.stringify({ ...native, host: hostName, wasm_over_native: ratio, figures }));
}
await close();
if (different > 0) throw new Error(`${different} rows have other bits than natively`);
console.log("\nEvery state has the same bits as natively.");
