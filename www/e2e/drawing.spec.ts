import { blank, expect, poll, type Toile, test } from "./fixture";

test.use({ viewport: { width: 1280, height: 720 } });

const grain = async (toile: Toile) => (await toile.saved()).panels[0]?.grain_deg;

test("the grain is drawn, turned by its end, by keys and by a number, and each is undone", async ({
  toile,
}) => {
  await toile.visitStill();
  await blank(toile);
  await toile.take("grain");
  // Along the bias, a little off: it snaps.
  const from = await toile.onTable(-40, 30);
  await toile.drag(from, { x: from.x + 60, y: from.y - 62 });
  expect(await grain(toile)).toBe(-45);
  await toile.press("ArrowLeft");
  await toile.press("Shift+ArrowLeft");
  expect(await grain(toile)).toBe(-29);
  await toile.press("1");
  await toile.page.keyboard.type("0");
  await toile.page.keyboard.press("Enter");
  expect(await grain(toile)).toBe(10);

  await toile.take("select");
  const end = toile.page.locator('[data-grain="rectangle"] circle').first();
  const box = await end.boundingBox();
  if (!box) throw new Error("the grainline has no end");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await toile.drag(at, { x: at.x + 80, y: at.y + 40 });
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo turning the grain");
  expect(await grain(toile)).toBeLessThan(-20);
  for (const before of [10, -29, -44, -45, 0]) {
    await toile.press("Control+z");
    expect(await grain(toile)).toBe(before);
  }
});

test("a pleat is drawn across a panel, changed by numbers and taken out whole", async ({ toile }) => {
  await toile.visitStill();
  await blank(toile);
  const start = await toile.saved();
  await toile.take("pleat");
  const top = await toile.onEdge("rectangle", "edge-3", 0.5);
  await toile.page.mouse.move(top.x, top.y, { steps: 2 });
  await toile.page.mouse.down();
  await toile.page.mouse.move(top.x + 1, top.y + 50, { steps: 4 });
  await expect(toile.page.locator(".label.live")).toContainText("3 cm deep, faces right");
  await toile.page.mouse.up();
  await expect(toile.page.locator('[data-inspector="pleat"]')).toBeVisible();
  await expect(toile.page.locator(".problems")).toHaveCount(0);
  const width = async () => {
    const xs = (await toile.saved()).panels[0]?.outline.map((edge) => edge.from_mm[0]) ?? [];
    return Math.max(...xs) - Math.min(...xs);
  };
  expect(await width()).toBeCloseTo(460, 6);
  await toile.page.getByLabel("Depth", { exact: true }).fill("5");
  await toile.page.keyboard.press("Enter");
  await poll(width).toBeCloseTo(500, 6);
  await toile.page.getByLabel("Sewn shut").selectOption("both");
  expect((await toile.saved()).seams).toHaveLength(2);
  await toile.press("Delete");
  expect(await toile.saved()).toEqual(start);
  for (let k = 0; k < 4; k++) await toile.press("Control+z");
  expect(await toile.saved()).toEqual(start);

  // Without a pointer: an edge is selected, and the numbers make the pleat.
  await toile.take("select");
  for (let k = 0; k < 3; k++) await toile.press("]");
  await expect(toile.page.locator('[data-inspector="edge"]')).toBeVisible();
  await toile.press("Shift+L");
  await toile.press("2");
  await toile.page.keyboard.press("Enter");
  await expect(toile.page.locator('[data-inspector="pleat"]')).toBeVisible();
  expect(await width()).toBeCloseTo(440, 6);
});

test("the pen draws arcs, by a drag and by a radius", async ({ toile }) => {
  await toile.visitStill();
  await toile.command("file.empty").click();
  await toile.take("pen");
  await toile.click(await toile.onTable(-60, 60));
  const corner = await toile.onTable(60, 60);
  await toile.page.keyboard.down("Control");
  await toile.drag(corner, await toile.onTable(0, 90));
  await toile.page.keyboard.up("Control");
  await toile.page.locator('[data-entry="length"]').fill("20");
  await toile.page.locator('[data-entry="angle"]').fill("90");
  await toile.page.locator('[data-entry="radius"]').fill("5");
  await toile.page.keyboard.press("Enter");
  await expect(toile.page.locator(".pattern-hint")).toContainText("no arc has a radius below half of it");
  await toile.page.locator('[data-entry="length"]').fill("20");
  await toile.page.locator('[data-entry="angle"]').fill("90");
  await toile.page.locator('[data-entry="radius"]').fill("25");
  await toile.page.keyboard.press("Enter");
  await toile.press("Enter");
  const [panel] = (await toile.saved()).panels;
  expect(panel?.outline.map((edge) => edge.curve.kind)).toEqual(["arc", "arc", "line"]);
  expect(panel?.outline[1]?.curve).toMatchObject({ radius_mm: 250, counter_clockwise: true });
  await expect(toile.page.locator(".problems")).toHaveCount(0);
});

/** What another program put on the clipboard, pasted by its keys. */
const pasteFrom = (toile: Toile, text: string) =>
  toile.page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", content);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test("panels go by the system's clipboard into another document, and bad text is told", async ({ toile }) => {
  await toile.visitStill();
  await blank(toile);
  await toile.press("Control+c");
  await toile.command("file.empty").click();
  await expect(toile.page.locator("[data-panel]")).toHaveCount(0);
  await toile.press("Control+v");
  await expect(toile.page.locator("[data-panel]")).toHaveCount(1);
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo pasting");
  const document = await toile.saved();

  await pasteFrom(toile, JSON.stringify({ ...document, name: "from elsewhere" }));
  await expect(toile.page.locator("[data-panel]")).toHaveCount(2);
  await pasteFrom(toile, "Dear diary, today I sewed.");
  await expect(toile.page.locator(".issues")).toContainText("There are no panels on the clipboard");
  const broken = { ...document, panels: document.panels.map((panel) => ({ ...panel, grain_deg: "steep" })) };
  await pasteFrom(toile, JSON.stringify(broken));
  await expect(toile.page.locator(".issues")).toContainText("grain_deg");
  await expect(toile.page.locator("[data-panel]")).toHaveCount(2);
});
