/**
 * One garment in several fabrics, side by side: the picture of docs/fabrics.png.
 *   toile garment tank-dress --set flare_cm=26 --out dress.json
 *   node scripts/fabrics-picture.mjs OUT.png --document dress.json [--fabrics cotton-plain,silk,denim,leather] [--seconds 4]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { PNG } from "pngjs";
import { asked, untilSimulated, withPage } from "./photograph.mjs";

const { out, values } = asked({
  document: { type: "string" },
  fabrics: { type: "string", default: "cotton-plain,silk,denim,leather" },
  seconds: { type: "string", default: "4" },
  size: { type: "string", default: "1280x800" },
  query: { type: "string", default: "quality=plain" },
});
/** The part of the 3D view that the garment fills, as shares of its width and height. */
const [LEFT, TOP, WIDTH, HEIGHT] = [0.22, 0.1, 0.5, 0.8];

const text = readFileSync(values.document, "utf8");
const pictures = [];
for (const fabric of values.fabrics.split(","))
  await withPage(values, async (page) => {
    await untilSimulated(page, "canvas", 0.001);
    // As a file dropped on the page, and in its own fabric from the start: how cloth hangs depends on how it got there.
    await page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "dress.json", { type: "application/json" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    }, text);
    await page.waitForFunction(
      (name) => document.querySelector(".document-name")?.textContent === name,
      JSON.parse(text).name,
    );
    await page.locator(`[data-fabric="${fabric}"]`).click();
    await page.locator('[data-command="simulation.reset"]').click();
    await page.waitForFunction(() => Number(document.querySelector("canvas").dataset.step) < 20);
    await page.keyboard.press("Escape");
    await untilSimulated(page, "canvas", values.seconds);
    // Drawn in plain quality on its way, which takes less of the machine, and looked at in fine.
    await page.locator('[data-command="simulation.play"]').click();
    await page.locator('[data-command="stage.quality"]').click();
    await page.waitForTimeout(3000);
    const { x, y, width, height } = await page.locator(".scene").boundingBox();
    const clip = { x: x + LEFT * width, y: y + TOP * height, width: WIDTH * width, height: HEIGHT * height };
    pictures.push(PNG.sync.read(await page.screenshot({ clip })));
  });

const wide = new PNG({
  width: pictures.reduce((sum, { width }) => sum + width, 0),
  height: Math.min(...pictures.map(({ height }) => height)),
});
let left = 0;
for (const picture of pictures) {
  PNG.bitblt(picture, wide, 0, 0, picture.width, wide.height, left, 0);
  left += picture.width;
}
writeFileSync(out, PNG.sync.write(wide));
