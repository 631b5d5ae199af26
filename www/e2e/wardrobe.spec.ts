import { expect, test } from "./fixture";

test("a garment from the wardrobe is drafted, put on a mannequin and can be undone", async ({ toile }) => {
  test.setTimeout(120_000);
  await toile.visit();
  const before = await toile.saved();
  await toile.command("file.wardrobe").click();
  await toile.page.getByLabel("Made for").selectOption("woman-96");
  await toile.page.getByRole("button", { name: /^Circle skirt/ }).click();
  await expect(toile.page.locator(".wardrobe")).toBeHidden({ timeout: 60_000 });
  const skirt = await toile.saved();
  expect(skirt.name).toBe("Circle skirt");
  expect(skirt.made_to_measure?.garment).toBe("garment.circle-skirt");
  expect(skirt.bodies.map((body) => body.shape.kind)).toEqual(["body.mannequin", "body.floor"]);
  expect(skirt.panels.length).toBeGreaterThan(3);
  // The mannequin is fetched and its field built; then the cloth moves.
  await toile.untilSimulated(0.05);
  await toile.press("Control+z");
  expect(await toile.saved()).toEqual(before);
});
