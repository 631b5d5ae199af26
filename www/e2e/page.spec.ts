import { expect, test } from "./fixture";

test("the shortcut sheet opens with ? and names every command", async ({ toile }) => {
  await toile.visit();
  await toile.page.keyboard.press("Shift+?");
  const sheet = toile.page.getByRole("dialog", { name: "Shortcuts" });
  await expect(sheet).toBeVisible();
  const [names, keys] = [await sheet.locator("dt").count(), await sheet.locator("dd:has(kbd)").count()];
  expect(names).toBeGreaterThan(40);
  expect(keys).toBe(names);
  await toile.page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});

test("the room can be made dark, and stays so", async ({ toile }) => {
  await toile.page.emulateMedia({ colorScheme: "light" });
  await toile.visit();
  const root = toile.page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "light");
  await toile.command("view.theme").click();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await toile.page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
});

test("a phone has everything, in a sheet", async ({ toile }) => {
  await toile.page.setViewportSize({ width: 380, height: 700 });
  await toile.visit();
  const wide = await toile.page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(380);
  const fabric = toile.page.locator('[data-fabric="denim"]');
  await expect(fabric).toBeHidden();
  await toile.page.getByRole("button", { name: "Cloth and settings" }).click();
  await expect(fabric).toBeVisible();
  // Whoever chooses there wants to see what becomes of the cloth, in all that the sheet leaves.
  await expect(toile.table).toBeHidden();
  expect((await toile.canvas.boundingBox())?.height).toBeGreaterThan(130);
  await fabric.click();
  await expect(fabric.locator("input")).toBeChecked();
  await toile.page.getByRole("button", { name: "Cloth and settings" }).click();
  await expect(fabric).toBeHidden();
  await expect(toile.table).toBeVisible();
});

test("every button has a name and can be reached with the keyboard", async ({ toile }) => {
  await toile.visit();
  for (const button of await toile.page.getByRole("button").all())
    expect((await button.getAttribute("aria-label")) ?? (await button.textContent())).not.toBe("");
  await toile.command("simulation.play").focus();
  await toile.page.keyboard.press("Enter");
  await expect(toile.command("simulation.play")).toHaveAccessibleName("Play");
});

test("a browser without WebGL 2 is told so", async ({ toile }) => {
  await toile.page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      ...rest: unknown[]
    ) {
      return kind === "webgl2" ? null : Reflect.apply(original, this, [kind, ...rest]);
    } as typeof original;
  });
  await toile.page.goto("");
  await expect(toile.page.locator(".unsupported")).toContainText("WebGL 2");
});

test.describe("a phone held across", () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test("has pattern and cloth beside each other, with nothing over them that is cut off", async ({
    toile,
  }) => {
    await toile.visit();
    await expect(toile.table).toBeVisible();
    await expect(toile.page.getByRole("toolbar", { name: "Drawing" })).toBeHidden();
    const scene = await toile.scene.boundingBox();
    const tools = await toile.page.getByRole("toolbar", { name: "Looking" }).boundingBox();
    if (!scene || !tools) throw new Error("no scene, or no tools over it");
    expect(tools.y + tools.height).toBeLessThan(scene.y + scene.height);
    expect(await toile.extent()).toEqual([844, 390]);
  });
});
