import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";

/** What every picture of the page can be asked for. */
const COMMON = {
  size: { type: "string", default: "1280x720" },
  dark: { type: "boolean", default: false },
  query: { type: "string", default: "quality=fine" },
};

/**
 * Opens the built page as a visitor would, lets the caller bring it into the state to be seen, and writes the picture to
 * the path that the command line names.
 */
export async function photograph(options, prepare) {
  const { out, values } = asked(options);
  await withPage(values, async (page) => {
    await prepare(page, values);
    await page.screenshot({ path: out });
  });
}

/** Where the picture goes, and the rest of the command line. */
export function asked(options) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { ...COMMON, ...options } });
  const [out] = positionals;
  if (!out) throw new Error(`usage: node ${process.argv[1]} OUT.png`);
  return { out, values };
}

/** Serves the built page, and shows it to the caller. */
export async function withPage({ size, dark, query }, use) {
  const [width, height] = size.split("x").map(Number);
  const server = spawn("python3", ["../scripts/serve.py", "dist"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [greeting] = await once(server.stdout, "data");
    const [address] = String(greeting).match(/http:\S+/) ?? [];
    const browser = await chromium.launch({ executablePath, args });
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
      deviceScaleFactor: width < 500 ? 2 : 1,
    });
    page.on("console", (message) => message.type() === "error" && console.error(message.text()));
    page.on("pageerror", (error) => console.error(error));
    await page.goto(`${address}?${query}`);
    await use(page);
    await browser.close();
  } finally {
    server.kill();
  }
}

/** Waits until the cloth of a canvas has been simulated for so many seconds. */
export async function untilSimulated(page, canvas, seconds) {
  const reached = ([selector, wanted]) =>
    Number(document.querySelector(selector)?.dataset.simulatedS) >= wanted;
  await page.waitForFunction(reached, [canvas, Number(seconds)], { timeout: 300_000 });
}
