/** Where an experiment can run besides natively: each host gives a function from name and settings to figures. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { args, executablePath } from "../scripts/browser.mjs";

/** CPU milliseconds of this process: what others do on a shared machine does not count. */
function cpuNow() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

async function node() {
  // The clock that the engine asks.
  Object.defineProperty(performance, "now", { value: cpuNow });
  const folder = new URL("../src/engine/wasm-lab/", import.meta.url);
  const { default: init, lab } = await import(new URL("toile.js", folder).href);
  await init({ module_or_path: await readFile(new URL("toile_bg.wasm", folder)) });
  return { run: async (name, settings) => lab(name, null, settings).figures, close: async () => {} };
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
  return {
    run: async (name, settings) => {
      const answer = await page.evaluate(([n, s]) => window.run(n, s), [name, settings]);
      if (answer.error) throw new Error(answer.error);
      return answer.figures;
    },
    close: async () => {
      await browser.close();
      server.kill();
    },
  };
}

export const hosts = { node, chromium: inChromium };
