import { colours, difference, expect, poll, test } from "./fixture";

for (const [width, height] of [
  [1280, 720],
  [820, 1180],
] as const)
  test(`nothing overflows at ${width} × ${height}`, async ({ toile }) => {
    await toile.page.setViewportSize({ width, height });
    await toile.visit();
    const outside = await toile.page.evaluate(() => {
      const seen = [
        ...document.querySelectorAll<HTMLElement>(
          ".header button, .tool-bar button, .foot button, .view-bar button",
        ),
      ];
      const beyond = seen.filter((element) => {
        const { left, right, top, bottom, width: wide } = element.getBoundingClientRect();
        return wide > 0 && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight);
      });
      return beyond.map((element) => element.dataset.command);
    });
    expect(await toile.extent()).toEqual([width, height]);
    expect(outside).toEqual([]);
  });

for (const scheme of ["light", "dark"] as const)
  test(`axe finds nothing serious, ${scheme}`, async ({ toile }) => {
    await toile.page.emulateMedia({ colorScheme: scheme });
    await toile.visitStill();
    expect(await toile.serious()).toEqual([]);
    await toile.press("]");
    await expect(toile.page.locator('[data-inspector="panel"]')).toBeVisible();
    expect(await toile.serious()).toEqual([]);
    await toile.command("file.share").click();
    await expect(toile.page.getByRole("dialog")).toBeVisible();
    expect(await toile.serious()).toEqual([]);
  });

test("a lost WebGL context comes back", async ({ toile }) => {
  await toile.visitStill();
  const before = await toile.picture();
  await toile.canvas.evaluate(async (canvas) => {
    const context = (canvas as HTMLCanvasElement).getContext("webgl2")?.getExtension("WEBGL_lose_context");
    const told = (type: string) =>
      new Promise((resolve) => canvas.addEventListener(type, resolve, { once: true }));
    const [lost, restored] = [told("webglcontextlost"), told("webglcontextrestored")];
    context?.loseContext();
    await lost;
    // It can only come back once all who hear of the loss have agreed to that.
    setTimeout(() => context?.restoreContext());
    await restored;
  });
  // The same cloth is drawn again without being asked, and goes on.
  await poll(async () => difference(before, await toile.picture())).toBeLessThan(0.001);
  expect(colours(before)).toBeGreaterThan(40);
  const { simulatedS } = await toile.shown();
  await toile.command("simulation.play").click();
  await toile.untilSimulated(simulatedS + 0.02);
});

test("a hidden page does not simulate", async ({ toile }) => {
  await toile.visit();
  await toile.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await toile.untilStill();
  const { step } = await toile.shown();
  await toile.page.waitForTimeout(400);
  expect((await toile.shown()).step).toBe(step);
});

test("the border between the views moves, and either can be alone", async ({ toile }) => {
  await toile.visitStill();
  const width = async () => (await toile.table.boundingBox())?.width ?? 0;
  const before = await width();
  await toile.page.getByRole("separator").focus();
  await toile.page.keyboard.press("ArrowRight");
  await toile.page.keyboard.press("ArrowRight");
  await poll(width).toBeGreaterThan(before);
  await toile.command("view.views").click();
  await expect(toile.scene).toBeHidden();
  await toile.command("view.views").click();
  await expect(toile.table).toBeHidden();
  await expect(toile.canvas).toBeVisible();
});
