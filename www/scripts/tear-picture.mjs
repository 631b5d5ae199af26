/**
 * Takes pictures of a scene of tearing in the built page:
 *   node scripts/tear-picture.mjs OUT.png [--scene corners] [--weave plain] [--yarns 80×40] [--seconds 0.5] [--size 1280x720] [--dark]
 */
import { photograph, untilSimulated } from "./photograph.mjs";

const options = {
  scene: { type: "string", default: "corners" },
  weave: { type: "string", default: "plain" },
  yarns: { type: "string", default: "80×40" },
  seconds: { type: "string", default: "0.5" },
  query: { type: "string", default: "quality=plain" },
};

await photograph(options, async (page, { scene, weave, yarns, seconds }) => {
  await page.getByRole("button", { name: "Tear a swatch" }).first().click();
  const dialog = page.locator(".tear");
  await dialog.getByLabel("Scene").selectOption(scene);
  await dialog.getByLabel("Weave").selectOption(weave);
  await dialog.getByLabel("Size").selectOption(yarns);
  await dialog.getByRole("button", { name: "Play" }).click();
  await untilSimulated(page, ".tear canvas", seconds);
  await dialog
    .getByRole("button", { name: /Pause|Play/ })
    .click({ trial: true })
    .catch(() => {});
});
