import { expect, test } from "./fixture";

test("a swatch is torn in the laboratory: it plays, shows what broke, and starts again", async ({
  toile,
}) => {
  await toile.visit();
  await toile.command("file.tear").click();
  const dialog = toile.page.locator(".tear");
  await dialog.getByLabel("Scene").selectOption("bars-apart");
  await dialog.getByLabel("Weave").selectOption("twill");
  const canvas = dialog.locator("canvas");
  await expect(canvas).toHaveAttribute("data-simulated-s", "0");
  await dialog.getByRole("button", { name: "Play" }).click();
  const torn = dialog.locator(".tear-readings div", { hasText: "Torn" }).locator("dd");
  await expect(torn).not.toHaveText("0 wefts, 0 warps");
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect(torn).toHaveText("0 wefts, 0 warps");
  await expect(canvas).toHaveAttribute("data-simulated-s", "0");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});
