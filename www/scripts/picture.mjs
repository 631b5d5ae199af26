/**
 * Takes a picture of the built page once its cloth has draped:
 *   node scripts/picture.mjs OUT.png [--garment T-shirt] [--fabric silk] [--map "Strain, weft"] [--size 1280x800] [--dark] [--seconds 4] [--query quality=plain]
 */
import { photograph, untilSimulated } from "./photograph.mjs";

const options = {
  garment: { type: "string" },
  map: { type: "string" },
  fabric: { type: "string" },
  size: { type: "string", default: "1280x800" },
  seconds: { type: "string", default: "4" },
};

await photograph(options, async (page, { garment, fabric, seconds, map }) => {
  if (garment) {
    await untilSimulated(page, "canvas", 0.001);
    await page.getByRole("button", { name: "Wardrobe" }).click();
    await page.getByRole("button", { name: new RegExp(`^${garment}`) }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  if (fabric) await page.locator(`[data-fabric="${fabric}"]`).click();
  await untilSimulated(page, "canvas", seconds);
  if (map) {
    await page.getByLabel("What the cloth shows").selectOption({ label: map });
    await page.getByRole("button", { name: "Fit the range" }).click();
  }
});
