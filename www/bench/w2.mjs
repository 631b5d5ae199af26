/**
 * The square on the sphere in wasm, beside the native run of the same rows:
 *   node bench/w2.mjs node|chromium NATIVE.jsonl
 * The file holds the JSON lines of `cargo bench --bench w2`. Every state must have the same bits as natively. Times are wall
 * times of the stepping calls.
 */
import { readFile } from "node:fs/promises";
import { hosts } from "./hosts.mjs";

const [hostName = "", file] = process.argv.slice(2);
const host = hosts[hostName];
if (!host || !file) throw new Error("usage: node bench/w2.mjs node|chromium NATIVE.jsonl");

const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.startsWith("{"));
const natives = lines.map((line) => JSON.parse(line)).filter((row) => row.bench === "w2");
const cell = (text, width) => String(text).padStart(width);
const parts = ["detection", "assembly", "solve", "safe_step"];

console.log(`W2 in ${hostName}; wall seconds of the stepping calls per simulated second.\n`);
console.log(
  `${"settings".padEnd(32)}  s per s  wasm/native  ${parts.map((part) => cell(part, 9)).join("  ")}  crossings`,
);
const { run, close } = await host();
let different = 0;
for (const native of natives) {
  const figures = await run("square-on-sphere", native.settings);
  if (figures.state_hash !== native.state_hash) {
    different += 1;
    console.error(`${native.settings.join(" ")}: state ${figures.state_hash}, natively ${native.state_hash}`);
  }
  const ratio = figures.cpu_s_per_simulated_s / native.figures.cpu_s_per_simulated_s;
  console.log(
    native.settings.join(" ").padEnd(32),
    cell(figures.cpu_s_per_simulated_s.toFixed(2), 8),
    cell(ratio.toFixed(2), 12),
    ` ${parts.map((part) => cell(figures[`${part}_s_per_simulated_s`].toFixed(3), 9)).join("  ")}`,
    cell(figures.crossings_max, 10),
  );
  console.log(JSON.stringify({ ...native, host: hostName, wasm_over_native: ratio, figures }));
}
await close();
if (different > 0) throw new Error(`${different} rows have other bits than natively`);
console.log("\nEvery state has the same bits as natively.");
