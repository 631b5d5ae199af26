/**
 * Where an experiment can run besides natively: each host gives functions to figures, `run` from an experiment's name and settings,
 * `dress` from those of a worn garment.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { args, executablePath } from "../scripts/browser.mjs";
import { drape } from "./dressed.js";

/** CPU milliseconds of this process: what others do on a shared machine does not count. */
function cpuNow() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

async function node() {
  // The clock that the engine asks.
  Object.defineProperty(performance, "now", { value: cpuNow });
  const engine = (name) => new URL(`../src/engine/${name}`, import.meta.url);
  const load = async (folder) => {
    const module = await import(engine(`${folder}/toile.js`).href);
    await module.default({ module_or_path: await readFile(engine(`${folder}/toile_bg.wasm`)) });
    return module;
  };
  return {
    run: async (name, settings) => (await load("wasm-lab")).lab(name, null, settings).figures,
    dress: async (settings) =>
      drape(await load("wasm"), gunzipSync(await readFile(engine("mannequin.pack"))), settings),
    close: async () => {},
  };
}

/** In a worker of an otherwise idle page, from a plain file server. */
async function inChromium() {
  const { chromium } = await import("@playwright/test");
  const www = new URL("..", import.meta.url).pathname;
  const server = spawn("python3", ["../scripts/serve.py", "."], {
    cwd: www,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [greeting] = await once(server.stdout, "data");
  const [address] = String(greeting).match(/http:\S+/) ?? [];
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${address}bench/index.html`);
  const run = async (name, settings) => {
    const answer = await page.evaluate(([n, s]) => window.run(n, s), [name, settings]);
    if (answer.error) throw new Error(answer.error);
    return answer.figures;
  };
  return {
    run,
    dress: (settings) => run("dress", settings),
    close: async () => {
      await browser.close();
      server.kill();
    },
  };
}

export const hosts = { node, chromium: inChromium };
