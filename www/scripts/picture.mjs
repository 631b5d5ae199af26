/**
 * Takes a picture of the built page once its cloth has draped:
 *   node scripts/picture.mjs OUT.png [--garment T-shirt] [--fabric silk] [--map "Strain, weft"] [--size 1280x800] [--dark] [--seconds 4] [--query quality=plain]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    garment: { type: "string" },
    map: { type: "string" },
    fabric: { type: "string" },
    size: { type: "string", default: "1280x800" },
    dark: { type: "boolean", default: false },
    seconds: { type: "string", default: "4" },
    query: { type: "string", default: "quality=fine" },
  },
});
const [out] = positionals;
if (!out) throw new Error("usage: node scripts/picture.mjs OUT.png");
const [width, height] = values.size.split("x").map(Number);

const server = spawn("python3", ["../scripts/serve.py", "dist"], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const [greeting] = await once(server.stdout, "data");
  const [address] = String(greeting).match(/http:\S+/) ?? [];
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: values.dark ? "dark" : "light",
    deviceScaleFactor: width < 500 ? 2 : 1,
  });
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${address}?${values.query}`);
  if (values.garment) {
    const moves = () => Number(document.querySelector("canvas")?.dataset.simulatedS) > 0;
    await page.waitForFunction(moves, null, { timeout: 120_000 });
    await page.getByRole("button", { name: "Wardrobe" }).click();
    await page.getByRole("button", { name: new RegExp(`^${values.garment}`) }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  if (values.fabric) await page.locator(`[data-fabric="${values.fabric}"]`).click();
  await page.waitForFunction(
    (seconds) => Number(document.querySelector("canvas")?.dataset.simulatedS) > seconds,
    Number(values.seconds),
    { timeout: 300_000 },
  );
  if (values.map) {
    await page.getByLabel("What the cloth shows").selectOption({ label: values.map });
    await page.getByRole("button", { name: "Fit the range" }).click();
  }
  await page.screenshot({ path: out });
  await browser.close();
} finally {
  server.kill();
}
