/**
 * Measures the built page as a visitor has it, and prints what it found:
 *   node scripts/measure.mjs [--size 1280x720] [--seconds 8] [--drags 8]
 * Times are of this machine with software WebGL; what else runs on it is in them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "1280x720" },
    seconds: { type: "string", default: "8" },
    drags: { type: "string", default: "8" },
  },
});
const [width, height] = values.size.split("x").map(Number);

/** Runs in the page before anything of it: how long pointer handlers take, and when which cloth was drawn. */
function watch() {
  const seen = { handlers: [], drawn: [], moved: 0 };
  Object.assign(window, { seen });
  const listen = EventTarget.prototype.addEventListener;
  const timed = new WeakMap();
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (type !== "pointermove" || typeof listener !== "function")
      return listen.call(this, type, listener, options);
    const wrapped = function (event) {
      const from = performance.now();
      listener.call(this, event);
      const last = seen.handlers.at(-1);
      // All that one event sets off is one time.
      if (last?.event === event.timeStamp) last.ms += performance.now() - from;
      else seen.handlers.push({ event: event.timeStamp, ms: performance.now() - from });
      seen.moved = event.timeStamp;
    };
    timed.set(listener, wrapped);
    return listen.call(this, type, wrapped, options);
  };
  const unlisten = EventTarget.prototype.removeEventListener;
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    return unlisten.call(this, type, (type === "pointermove" && timed.get(listener)) || listener, options);
  };
  let last = "";
  const look = () => {
    const { scene, frames } = document.querySelector(".stage canvas")?.dataset ?? {};
    if (frames !== undefined && `${scene}/${frames}` !== last) {
      last = `${scene}/${frames}`;
      seen.drawn.push({ at: performance.now(), scene: Number(scene), frames: Number(frames) });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const round = (numbers) => numbers.map((number) => Math.round(number)).join(" ");

const server = spawn("python3", ["../scripts/serve.py", "dist"], { stdio: ["ignore", "pipe", "inherit"] });
const browser = await chromium.launch({ executablePath, args });
try {
  const [greeting] = await once(server.stdout, "data");
  const [address] = String(greeting).match(/http:\S+/) ?? [];
  const open = async (document) => {
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    await page.addInitScript(watch);
    if (document)
      await page.addInitScript((text) => {
        localStorage.setItem("toile.document", text);
      }, document);
    await page.goto(`${address}?quality=plain`);
    await page.waitForFunction(() => window.seen.drawn.length > 0, null, { timeout: 120_000 });
    return page;
  };

  // A first visit.
  const first = await open(null);
  console.log(
    `first draped frame: ${round([await first.evaluate(() => window.seen.drawn[0].at)])} ms after navigation`,
  );
  await first.close();

  // The square of 1 m, cut into 10,000 triangles, over the sphere.
  const square = JSON.parse(
    readFileSync(new URL("../../src/garment/square-on-sphere.json", import.meta.url), "utf8"),
  );
  square.panels[0].mesh = { ...square.panels[0].mesh, size_mm: 15 };
  const page = await open(JSON.stringify(square));
  const status = () => page.locator(".status dd").allTextContents();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  const metrics = async () =>
    Object.fromEntries(
      (await cdp.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]),
    );
  await page.waitForFunction(() => window.seen.drawn.at(-1).frames > 10, null, { timeout: 120_000 });
  const [before, drawnBefore] = [await metrics(), await page.evaluate(() => window.seen.drawn.at(-1).frames)];
  await page.waitForTimeout(1000 * Number(values.seconds));
  const [after, drawnAfter] = [await metrics(), await page.evaluate(() => window.seen.drawn.at(-1).frames)];
  const wall = after.Timestamp - before.Timestamp;
  const share = (name) => `${((100 * (after[name] - before[name])) / wall).toFixed(1)} %`;
  console.log(`triangles, steps/s, ms per step, s simulated, × real time: ${(await status()).join(", ")}`);
  console.log(
    `main thread busy while simulating: ${share("TaskDuration")} (script ${share("ScriptDuration")}, layout ${share("LayoutDuration")}, style ${share("RecalcStyleDuration")}), ${((drawnAfter - drawnBefore) / wall).toFixed(1)} frames/s drawn`,
  );

  // A corner is dragged; each drag is timed from its last move to the drawing of cloth that was cut after it.
  const times = [];
  const corner = page.locator('[data-corner="hem"]').first();
  for (let k = 0; k < Number(values.drags); k++) {
    const box = await corner.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 3, y + (k % 2 ? -6 : 6), { steps: 3 });
    const scene = await page.evaluate(() => window.seen.drawn.at(-1).scene);
    await page.evaluate(() => {
      window.seen.moved = 0;
    });
    await page.mouse.move(x + 9, y + (k % 2 ? -24 : 24), { steps: 1 });
    // The move before may still be on its way: the cloth of this one is the newest that comes.
    await page.waitForFunction((old) => window.seen.drawn.at(-1).scene > old, scene, { timeout: 60_000 });
    await page.waitForTimeout(1500);
    times.push(
      await page.evaluate(() => {
        const { drawn, moved } = window.seen;
        const newest = drawn.at(-1).scene;
        return drawn.find(({ scene, at }) => scene === newest && at > moved).at - moved;
      }),
    );
    await page.mouse.up();
  }
  console.log(
    `drag to re-draped cloth: ${round(times)} ms (median ${round([median(times)])}, worst ${round([Math.max(...times)])})`,
  );

  // Pointer handlers, over a long drag.
  await page.evaluate(() => {
    window.seen.handlers.length = 0;
  });
  const box = await corner.boundingBox();
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + 20, { steps: 60 });
  await page.mouse.up();
  const handlers = await page.evaluate(() => window.seen.handlers.map(({ ms }) => ms));
  const sorted = handlers.toSorted((a, b) => a - b);
  console.log(
    `pointer handler, ${handlers.length} moves: median ${median(handlers).toFixed(1)} ms, 95 % ${sorted[Math.floor(0.95 * sorted.length)].toFixed(1)} ms`,
  );

  // What a visitor downloads.
  const sizes = readdirSync("dist/assets").map((name) => {
    const bytes = readFileSync(`dist/assets/${name}`);
    return {
      name,
      kB: (/\.(pack|woff2)$/.test(name) ? bytes.length : gzipSync(bytes, { level: 9 }).length) / 1024,
    };
  });
  for (const { name, kB } of sizes.toSorted((a, b) => b.kB - a.kB).slice(0, 12))
    console.log(`${kB.toFixed(0).padStart(6)} kB  ${name}`);
} finally {
  await browser.close();
  server.kill();
}
