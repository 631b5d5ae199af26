import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import type { Document } from "../src/engine/types";

/**
 * A square above a sphere, on the table of a visitor who has been here before. Its triangles are larger than in the wardrobe:
 * nothing that these tests show is finer, and a page that drapes without effort answers at once. There is a breath of wind:
 * in still air the page stops stepping cloth that has come to rest, and a test that waits for it to go on would pass or
 * fail by how fast the machine is.
 */
export const square = forTests(
  readFileSync(new URL("../../src/garment/square-on-sphere.json", import.meta.url), "utf8"),
);

function forTests(text: string): string {
  const document = JSON.parse(text) as Document;
  for (const panel of document.panels) panel.mesh = { ...panel.mesh, size_mm: 40 };
  document.simulation = { ...document.simulation, wind_x_m_per_s: 0.001 };
  return JSON.stringify(document);
}

/** The page as a visitor has it. Whatever the console or the page complains about fails the test. */
export const test = base.extend<{ toile: Toile }>({
  toile: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("response", (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    await use(new Toile(page));
    expect(complaints.filter((text) => !aboutSoftwareDrawing(text))).toEqual([]);
  },
});

/** Chromium says this of its own software renderer when a test reads pixels back; a visitor never sees it. */
function aboutSoftwareDrawing(text: string): boolean {
  return /GPU stall due to ReadPixels|software WebGL/i.test(text);
}

export { expect };

/** Asks again until it is so, often: a wait is as long as what is waited for, and no longer. */
export const poll = <T>(probe: () => T | Promise<T>, options: { message?: string } = {}) =>
  expect.poll(probe, { intervals: [50], ...options });

export interface Place {
  x: number;
  y: number;
}

export class Toile {
  readonly page: Page;
  readonly canvas: Locator;
  /** The part of the page where the cloth is. */
  readonly scene: Locator;
  /** The drawing table. */
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.locator(".stage canvas");
    this.scene = page.locator(".scene");
    this.table = page.locator(".pattern-table");
  }

  /** Opens the page, with the square from an earlier visit unless something else was left there, until cloth moves on it. */
  async visit(): Promise<void> {
    await this.page.addInitScript((text) => {
      if (localStorage.getItem("toile.document") === null) localStorage.setItem("toile.document", text);
    }, square);
    await this.page.goto("?quality=plain");
    await this.untilSimulated(0.02);
  }

  /** Opens the page and stops time. */
  async visitStill(): Promise<void> {
    await this.visit();
    await this.pause();
  }

  /** What axe finds serious about the page as it is. */
  async serious(): Promise<string[]> {
    // The page has no frames of others; without this axe would open a second page for every look.
    const { violations } = await new AxeBuilder({ page: this.page }).setLegacyMode().analyze();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  }

  /** Width and height of all there is on the page, seen or not. */
  async extent(): Promise<[number, number]> {
    return this.page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
  }

  command(id: string): Locator {
    return this.page.locator(`.header [data-command="${id}"], .transport [data-command="${id}"]`);
  }

  /** What the canvas says about the newest picture. */
  async shown(): Promise<{ frames: number; step: number; simulatedS: number; topMm: number }> {
    const data = await this.canvas.evaluate((canvas) => ({ ...(canvas as HTMLElement).dataset }));
    return {
      frames: Number(data.frames),
      step: Number(data.step),
      simulatedS: Number(data.simulatedS),
      topMm: Number(data.topMm),
    };
  }

  /**
   * Told when time has gone back because the cloth begins again, and to which second. Watched from inside the page, and asked
   * for before it happens: the new cloth may be past the old one's time before anybody asks from outside.
   */
  async begunAgain(): Promise<{ done: Promise<number> }> {
    const watch = await this.canvas.evaluateHandle((canvas) => {
      const time = () => Number((canvas as HTMLElement).dataset.simulatedS);
      let last = time();
      const done = new Promise<number>((resolve) => {
        new MutationObserver(() => {
          if (time() < last) resolve(time());
          last = time();
        }).observe(canvas, { attributeFilter: ["data-simulated-s"] });
      });
      return { done };
    });
    return { done: Promise.resolve(watch.evaluate(({ done }) => done)) };
  }

  async untilSimulated(seconds: number): Promise<void> {
    await poll(async () => (await this.shown()).simulatedS).toBeGreaterThan(seconds);
  }

  /** Pauses, and waits until the picture of the last step is on the screen. */
  async pause(): Promise<void> {
    await this.command("simulation.play").click();
    await expect(this.command("simulation.play")).toHaveAccessibleName("Play");
    await this.untilStill();
  }

  /** Waits until the engine has stopped and the picture of its last step has been drawn, with nothing to be drawn after it. */
  async untilStill(): Promise<void> {
    const still = () => {
      const status = document.querySelector<HTMLElement>(".status")?.dataset;
      const picture = document.querySelector<HTMLElement>(".stage canvas")?.dataset;
      return (
        status?.enginePlays === "false" &&
        picture?.simulatedS === status.simulatedS &&
        picture?.due === undefined
      );
    };
    await poll(() => this.page.evaluate(still)).toBe(true);
  }

  /** Waits until what is told about the cloth is of the cloth as it is shown, and of the place that is pointed at now. */
  async untilRead(): Promise<void> {
    await expect(this.canvas).not.toHaveAttribute("data-reading");
  }

  async picture(): Promise<PNG> {
    return PNG.sync.read(await this.scene.screenshot());
  }

  /** The middle of an edge of a panel on the drawing table, or another share of its length, in pixels of the page. */
  async onEdge(panel: string, edge: string, share = 0.5): Promise<Place> {
    const path = this.page.locator(`[data-panel="${panel}"] [data-edge="${edge}"]`).first();
    return path.evaluate((element, part) => {
      const line = element as SVGPathElement;
      const { x, y } = line.getPointAtLength(line.getTotalLength() * part);
      const m = line.getScreenCTM() as DOMMatrix;
      return { x: x * m.a + y * m.c + m.e, y: x * m.b + y * m.d + m.f };
    }, share);
  }

  /** A place of the 3D view by shares of its width and height. */
  async inScene(x: number, y: number): Promise<Place> {
    const box = await this.scene.boundingBox();
    if (!box) throw new Error("the scene is not on the page");
    return { x: box.x + box.width * x, y: box.y + box.height * y };
  }

  /** Cloth in the middle of the view, a little below its upper rim, found by the hand's own pointer, which is then there. */
  async onCloth(): Promise<Place> {
    await this.page.locator('[data-command="inspect.hand"]').click();
    for (let y = 0.2; y < 0.7; y += 0.02) {
      const place = await this.inScene(0.5, y);
      await this.page.mouse.move(place.x, place.y);
      if (!(await this.isOverCloth())) continue;
      // Well inside of it, where it is still when the cloth has moved on.
      const inside = await this.inScene(0.5, y + 0.05);
      await this.page.mouse.move(inside.x, inside.y);
      if (await this.isOverCloth()) return inside;
    }
    throw new Error("no cloth in the middle of the view");
  }

  /** Whether the hand could take the cloth where it was last moved to. */
  private isOverCloth(): Promise<boolean> {
    return this.canvas.evaluate((canvas) => canvas.style.cursor === "grab");
  }

  /** A place of the drawing table, counted from its middle, in pixels of the page. */
  async onTable(dx: number, dy: number): Promise<Place> {
    const box = await this.table.boundingBox();
    if (!box) throw new Error("the table is not on the page");
    return { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy };
  }

  async corner(edge: string, nth = 0): Promise<Place> {
    const box = await this.page.locator(`[data-corner="${edge}"]`).nth(nth).boundingBox();
    if (!box) throw new Error(`no corner ${edge}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async click({ x, y }: Place): Promise<void> {
    await this.page.mouse.move(x, y, { steps: 2 });
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  async drag(from: Place, to: Place, steps = 5): Promise<void> {
    await this.page.mouse.move(from.x, from.y, { steps: 2 });
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps });
    await this.page.mouse.up();
  }

  /** Takes up a tool by its button, whatever has the focus. */
  async take(tool: string): Promise<void> {
    const button = this.page.locator(`.tool-bar [data-command="tool.${tool}"]`);
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  }

  /** Presses a key over the drawing table. */
  async press(key: string): Promise<void> {
    await this.table.focus();
    await this.page.keyboard.press(key);
  }

  /** Opens a text as if it were a file dropped on the page. */
  async drop(text: string, name: string): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([content, title]) => {
        const data = new DataTransfer();
        data.items.add(new File([content as string], title as string, { type: "application/json" }));
        return data;
      },
      [text, name],
    );
    await this.page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  }

  /** The document as the page would save it. */
  async saved(): Promise<Document> {
    const download = this.page.waitForEvent("download");
    await this.command("file.save").click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString());
  }
}

/** Share of pixels, 0 to 1, that differ visibly between two pictures of one size. */
export function difference(a: PNG, b: PNG): number {
  expect([b.width, b.height]).toEqual([a.width, a.height]);
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const distance = [0, 1, 2].reduce(
      (sum, c) => sum + Math.abs((a.data[i + c] ?? 0) - (b.data[i + c] ?? 0)),
      0,
    );
    if (distance > 30) different += 1;
  }
  return different / (a.data.length / 4);
}

/** Number of clearly different colours: one for a blank picture, many for lit cloth. */
export function colours(picture: PNG): number {
  const seen = new Set<number>();
  for (let i = 0; i < picture.data.length; i += 4) {
    const [r = 0, g = 0, b = 0] = picture.data.subarray(i, i + 3);
    seen.add(((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3));
  }
  return seen.size;
}

/** A table with one rectangle of 40 × 30 cm, typed. */
export async function blank(toile: Toile, width = "40", height = "30"): Promise<void> {
  await toile.command("file.empty").click();
  await toile.take("rectangle");
  await toile.page.locator('[data-entry="width"]').fill(width);
  await toile.page.locator('[data-entry="height"]').fill(height);
  await toile.page.keyboard.press("Enter");
  await expect(toile.page.locator('[data-inspector="panel"]')).toBeVisible();
  await expect(toile.page.locator('[data-panel="rectangle"]')).toBeVisible();
}
