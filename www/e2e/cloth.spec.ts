import { colours, difference, expect, poll, test } from "./fixture";

test("cloth falls without a touch", async ({ toile }) => {
  await toile.visit();
  const ms = await toile.canvas.getAttribute("data-first-motion-ms");
  console.log(`navigation to cloth in motion: ${ms} ms (software WebGL, plain quality)`);
  await toile.untilSimulated(0.5);
  const fallen = await toile.picture();
  expect(colours(fallen)).toBeGreaterThan(40);

  // On a slow machine much time has passed before the first picture; the start is seen for certain by going back to it.
  await toile.pause();
  await toile.command("simulation.reset").click();
  await poll(async () => (await toile.shown()).step).toBe(0);
  const start = await toile.picture();
  expect(colours(start)).toBeGreaterThan(40);
  expect(difference(start, fallen)).toBeGreaterThan(0.01);
});

test("pause holds the cloth, a step is one step, play goes on", async ({ toile }) => {
  await toile.visitStill();
  const held = await toile.shown();
  const picture = await toile.picture();
  await toile.page.waitForTimeout(400);
  expect(await toile.shown()).toEqual(held);
  expect(difference(picture, await toile.picture())).toBe(0);

  await toile.command("simulation.step").click();
  await poll(async () => (await toile.shown()).step).toBe(held.step + 1);
  await toile.untilStill();
  const stepped = await toile.shown();
  expect(stepped.step).toBe(held.step + 1);
  expect(stepped.simulatedS).toBeGreaterThan(held.simulatedS);

  // On the button itself the space bar would press it again.
  await toile.command("simulation.step").blur();
  await toile.page.keyboard.press("Space");
  await toile.untilSimulated(stepped.simulatedS + 0.05);
});

test("a click on the cloth chooses its panel, to be frozen, hidden and pinned", async ({ toile }) => {
  await toile.visit();
  await toile.untilSimulated(0.5);
  const place = await toile.onCloth();
  const panel = toile.page.locator('[data-panel="square"]').first();
  const command = (id: string) => toile.page.locator(`[data-inspector="panel"] [data-command="${id}"]`);
  await expect(panel).toHaveClass(/pointed/);
  await toile.click(place);
  await expect(panel).toHaveClass(/chosen/);

  // Frozen it hangs where it is, and undo lets it go on.
  await command("select.freeze").click();
  await expect(panel).toHaveClass(/frozen/);
  await expect(toile.page.locator(".status [role=status]")).toHaveText("The cloth is at rest");
  const held = await toile.shown();
  expect((await toile.saved()).panels[0]?.frozen).toBe(true);
  await toile.press("Control+z");
  await toile.untilSimulated(held.simulatedS + 0.1);
  await toile.pause();

  // Hidden it is neither seen nor taken.
  const seen = await toile.picture();
  await command("select.hide").click();
  await poll(async () => difference(seen, await toile.picture())).toBeGreaterThan(0.02);
  await toile.click(place);
  await expect(panel).not.toHaveClass(/chosen/);
  await toile.page.locator('[data-command="stage.show-all"]').click();

  await toile.page.locator('[data-command="inspect.pin"]').click();
  await toile.click(place);
  await expect(toile.page.locator('[data-inspector="pin"]')).toBeVisible();
  const [pin] = (await toile.saved()).pins;
  expect(pin?.panel).toBe("square");
  await toile.click(place);
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo taking a pin out");
  expect((await toile.saved()).pins).toEqual([]);
});

test("cloth follows the hand and falls when let go", async ({ toile }) => {
  await toile.visit();
  await toile.untilSimulated(0.6);
  const box = await toile.scene.boundingBox();
  if (!box) throw new Error("the scene is not on the page");
  const draped = await toile.shown();

  // The cloth's highest point is on the body, a little above the middle of the picture.
  const { mouse } = toile.page;
  let y = box.y + box.height * 0.25;
  const x = box.x + box.width / 2;
  for (; y < box.y + box.height * 0.7; y += 6) {
    await mouse.move(x, y);
    if (await toile.canvas.evaluate((canvas) => canvas.style.cursor === "grab")) break;
  }
  await mouse.move(x, y + 8);
  await mouse.down();
  await expect(toile.canvas).toHaveAttribute("data-grabbed", /\d+/);
  await expect(toile.canvas).toHaveCSS("cursor", "grabbing");
  await mouse.move(x, y - 90, { steps: 10 });
  await poll(async () => (await toile.shown()).topMm).toBeGreaterThan(draped.topMm + 60);
  const lifted = await toile.shown();

  await mouse.up();
  await expect(toile.canvas).not.toHaveAttribute("data-grabbed");
  await poll(async () => (await toile.shown()).topMm).toBeLessThan(lifted.topMm - 30);
});

test("a drag beside the cloth looks around and holds nothing", async ({ toile }) => {
  await toile.visitStill();
  const before = await toile.picture();
  const box = await toile.scene.boundingBox();
  if (!box) throw new Error("the scene is not on the page");
  await toile.page.mouse.move(box.x + 12, box.y + box.height - 60);
  await toile.page.mouse.down();
  await toile.page.mouse.move(box.x + 130, box.y + box.height - 100, { steps: 5 });
  await expect(toile.canvas).not.toHaveAttribute("data-grabbed");
  await toile.page.mouse.up();
  await poll(async () => difference(before, await toile.picture())).toBeGreaterThan(0.01);
});

test("an engine that stops is started again with the same document", async ({ toile }) => {
  await toile.visit();
  await toile.page.locator('[data-fabric="denim"]').click();
  await expect(toile.page.locator('[data-fabric="denim"] input')).toBeChecked();
  await toile.untilSimulated(0.3);
  const worker = toile.page.workers().find((each) => each.url().includes("engine.worker"));
  if (!worker) throw new Error("the engine has no worker");
  const again = await toile.begunAgain();
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error("a wire came loose");
    });
  });
  await expect(toile.page.locator('[data-engine="restarted"]')).toContainText("a wire came loose");
  await again.done;
  await toile.untilSimulated(0.05);
  expect((await toile.saved()).fabrics.map((fabric) => fabric.id)).toEqual(["denim"]);
});
