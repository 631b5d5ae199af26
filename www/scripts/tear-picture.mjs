/**
 * Takes pictures of a scene of tearing in the built page:
 *   node scripts/tear-picture.mjs OUT.png [--scene corners] [--weave plain] [--yarns 80×40] [--seconds 0.5] [--size 1280x720] [--dark]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    scene: { type: "string", default: "corners" },
    weave: { type: "string", default: "plain" },
    yarns: { type: "string", default: "80×40" },
    seconds: { type: "string", default: "0.5" },
    size: { type: "string", default: "1280x720" },
    dark: { type: "boolean", default: false },
  },
});
const [out] = positionals;
if (!out) throw new Error("usage: node scripts/tear-picture.mjs OUT.png");
const [width, height] = values.size.split("x").map(Number);

const server = spawn("python3", ["../scripts/serve.py", "dist"], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const [greeting] = await once(server.stdout, "data");
  const [address] = String(greeting).match(/http:\S+/) ?? [];
  const browser = await chromium.launch({ executablePath, args });
  const colorScheme = values.dark ? "dark" : "light";
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${address}?quality=plain`);
  await page.getByRole("button", { name: "Tear a swatch" }).first().click();
  const dialog = page.locator(".tear");
  await dialog.getByLabel("Scene").selectOption(values.scene);
  await dialog.getByLabel("Weave").selectOption(values.weave);
  await dialog.getByLabel("Size").selectOption(values.yarns);
  await dialog.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(
    (seconds) => Number(document.querySelector(".tear canvas")?.dataset.simulatedS) >= seconds,
    Number(values.seconds),
    { timeout: 300_000 },
  );
  await dialog
    .getByRole("button", { name: /Pause|Play/ })
    .click({ trial: true })
    .catch(() => {});
  await page.screenshot({ path: out });
  await browser.close();
} finally {
  server.kill();
}
