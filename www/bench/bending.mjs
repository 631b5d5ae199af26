/**
 * What bending costs in wasm, beside the native run:
 *   node bench/bending.mjs node|chromium NATIVE.jsonl
 * The file holds the JSON line of `cargo bench --bench bending`. Times are CPU times in node and wall times in a
 * browser, of three runs the fastest.
 */
import { readFile } from "node:fs/promises";
import { hosts } from "./hosts.mjs";

const RUNS = 3;
const [hostName = "", file] = process.argv.slice(2);
const host = hosts[hostName];
if (!host || !file) throw new Error("usage: node bench/bending.mjs node|chromium NATIVE.jsonl");

const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.startsWith("{"));
const native = lines.map((line) => JSON.parse(line)).find((row) => row.bench === "bending");
const cell = (text, width) => String(text).padStart(width);

console.log(`Bending in ${hostName}; nanoseconds per hinge, or per triangle for the tensor.\n`);
console.log(`${"model".padEnd(34)} ${cell(hostName, 9)}    native  wasm/native`);
const { run, close } = await host();
const runs = [];
for (let k = 0; k < RUNS; k += 1) runs.push(await run("bending-timing", native.settings));
await close();
const least = (name) => Math.min(...runs.map((figures) => figures[name]));
const row = { ...native, host: hostName };
for (const name of Object.keys(native).filter((key) => key.endsWith("_ns"))) {
  row[name] = least(name);
  console.log(
    name.padEnd(34),
    cell(row[name].toFixed(1), 9),
    cell(native[name].toFixed(1), 9),
    cell((row[name] / native[name]).toFixed(2), 12),
  );
}
const whole = (name, elements) => row[name] * least(elements);
row.hinge_times_bridson = whole("hinge_ns", "hinges") / whole("bridson_ns", "hinges");
row.tensor_times_bridson = whole("tensor_ns", "triangles") / whole("bridson_ns", "hinges");
console.log(
  `\nOf a whole evaluation: hinges ${row.hinge_times_bridson.toFixed(2)}, tensor ${row.tensor_times_bridson.toFixed(2)} times Bridson.`,
);
console.log(JSON.stringify(row));
