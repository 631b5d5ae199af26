import { expect, poll, test } from "./fixture";

test("a garment from the wardrobe is drafted, put on a mannequin and can be undone", async ({ toile }) => {
  await toile.visit();
  const before = await toile.saved();
  await toile.command("file.wardrobe").click();
  await toile.page.getByLabel("Made for").selectOption("woman-96");
  // Every garment is drawn within its square, so that one is chosen by its looks.
  const sketches = toile.page.locator(".garment-sketch");
  await expect(sketches).toHaveCount(10);
  const boxes = await sketches
    .locator(".outline")
    .evaluateAll((paths) =>
      paths
        .map((path) => (path as SVGPathElement).getBBox())
        .map(({ x, y, width, height }) => [x, y, x + width, y + height]),
    );
  for (const [left, top, right, bottom] of boxes as [number, number, number, number][]) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(Math.max(right, bottom)).toBeLessThanOrEqual(64);
    expect(Math.max(right - left, bottom - top)).toBeGreaterThan(40);
  }
  const again = await toile.begunAgain();
  await toile.page.getByRole("button", { name: /^Circle skirt/ }).click();
  await expect(toile.page.locator(".wardrobe")).toBeHidden();
  const skirt = await toile.saved();
  expect(skirt.name).toBe("Circle skirt");
  expect(skirt.made_to_measure?.garment).toBe("garment.circle-skirt");
  expect(skirt.bodies.map((body) => body.shape.kind)).toEqual(["body.mannequin", "body.floor"]);
  expect(skirt.panels.length).toBeGreaterThan(3);
  // The mannequin is fetched and its field built; then the cloth moves.
  await again.done;
  await toile.untilSimulated(0.05);
  await toile.press("Control+z");
  expect(await toile.saved()).toEqual(before);
});

test("the mannequin takes another size, which drafts the garment again, and walks", async ({ toile }) => {
  await toile.visit();
  await toile.command("file.wardrobe").click();
  await toile.page.getByRole("button", { name: /^A-line skirt/ }).click();
  await expect(toile.page.locator(".wardrobe")).toBeHidden();
  const small = await toile.saved();
  const panel = toile.page.locator('[data-inspector="figure"]');
  await panel.getByLabel("Size").selectOption({ label: "Woman, bust 100" });
  await poll(async () => (await toile.saved()).bodies[0]?.shape.parameters.size).toBe(5);
  const large = await toile.saved();
  // Other panels, not only another body under the same ones.
  expect(large.panels).not.toEqual(small.panels);
  await panel.getByLabel("Motion").selectOption({ label: "Walk" });
  const walking = await toile.saved();
  expect(walking.bodies[0]?.shape.parameters.motion).toBe(1);
  // She stands until the skirt is sewn.
  expect(walking.bodies[0]?.shape.parameters.dressing_s).toBeGreaterThan(walking.simulation.sewing_s);
  expect(walking.panels).toEqual(large.panels);
  // Not at once either: she stood there when she was told to, and the skirt would be left behind.
  expect(walking.bodies[0]?.shape.parameters.dressing_s).toBeGreaterThan((await toile.shown()).simulatedS);
  await toile.untilSimulated(0.05);
  await panel.getByText("Measurements").click();
  await panel.getByLabel("Hip, cm").fill("x");
  await panel.getByLabel("Hip, cm").press("Enter");
  await expect(panel.getByRole("alert")).toBeVisible();
  expect(await toile.saved()).toEqual(walking);
  for (const before of [large, small]) {
    await toile.press("Control+z");
    expect(await toile.saved()).toEqual(before);
  }
});

test("one who stands in a pose and shall stand as before is dressed again: she does not leap out of her clothes", async ({
  toile,
}) => {
  await toile.visit();
  await toile.command("file.wardrobe").click();
  await toile.page.getByRole("button", { name: /^A-line skirt/ }).click();
  await expect(toile.page.locator(".wardrobe")).toBeHidden();
  const panel = toile.page.locator('[data-inspector="figure"]');
  // She stands in the pose from the beginning, and in no other the next moment.
  await panel.getByLabel("Pose").selectOption({ index: 1 });
  const { dressing_s = 0 } = (await toile.saved()).bodies[0]?.shape.parameters ?? {};
  await toile.page.getByLabel("Speed").selectOption({ label: "fastest" });
  await toile.untilSimulated(dressing_s + 0.5);
  const again = await toile.begunAgain();
  await panel.getByLabel("Pose").selectOption({ index: 0 });
  expect(await again.done).toBeLessThan(dressing_s);
});
