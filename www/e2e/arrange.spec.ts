import type { Document } from "../src/engine/types";
import { expect, poll, type Toile, test } from "./fixture";

test.use({ viewport: { width: 1280, height: 720 } });

const placement = (document: Document) => document.panels[0]?.placement;

async function free(toile: Toile): Promise<[number, number, number]> {
  const found = placement(await toile.saved());
  if (found?.kind !== "free") throw new Error("the panel should stand free");
  return found.translation_mm;
}

/** Shows the panels as they begin, and selects the first one by keys. */
async function arrange(toile: Toile): Promise<void> {
  await toile.press("]");
  await toile.press("Shift+A");
  await expect(toile.page.locator(".arrange-bar")).toBeVisible();
  await expect(toile.canvas).toHaveAttribute("data-arranged", /.+/);
  await poll(async () => (await toile.shown()).step).toBe(0);
  // The handles are where the last picture shows them.
  await toile.untilStill();
}

test("a panel is moved and turned in space by keys, and the cloth begins there", async ({ toile }) => {
  await toile.visit();
  const start = await toile.saved();
  await arrange(toile);
  await expect(toile.command("simulation.play")).toHaveAccessibleName("Play");
  const { topMm } = await toile.shown();
  const before = await free(toile);
  await toile.canvas.focus();
  for (const key of ["ArrowUp", "ArrowUp", "Shift+ArrowUp", "ArrowRight"])
    await toile.page.keyboard.press(key);
  expect(await free(toile)).toEqual([before[0] + 10, before[1] + 120, before[2]]);
  await poll(async () => (await toile.shown()).topMm).toBeCloseTo(topMm + 120, 0);
  await toile.canvas.focus();
  await toile.page.keyboard.press("Alt+ArrowUp");
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo turning a panel in space");
  for (let k = 0; k < 5; k++) await toile.command("edit.undo").click();
  expect(await toile.saved()).toEqual(start);
  await poll(async () => (await toile.shown()).topMm).toBeCloseTo(topMm, 0);

  // Sewing begins from there, and puts the handles away.
  await toile.page.locator('[data-arrange="done"]').click();
  await expect(toile.page.locator(".arrange-bar")).toHaveCount(0);
  await toile.untilSimulated(0.02);
});

test("a handle that is dragged moves the panel as one edit", async ({ toile }) => {
  await toile.visit();
  await arrange(toile);
  const before = await free(toile);

  const { x, y } = await toile.canvas.evaluate((canvas) => {
    const { left, top } = canvas.getBoundingClientRect();
    const [dx, dy] = (canvas.dataset.handle ?? "").split(" ").map(Number);
    return { x: left + (dx ?? 0), y: top + (dy ?? 0) };
  });
  await toile.drag({ x, y: y - 60 }, { x, y: y - 120 }, 8);
  const after = await free(toile);
  expect(after[1]).toBeGreaterThan(before[1] + 30);
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo moving a panel in space");
  await toile.command("edit.undo").click();
  expect(await free(toile)).toEqual(before);
});

test("a panel is put on a point of the body and lies around it", async ({ toile }) => {
  await toile.visit();
  await toile.command("file.wardrobe").click();
  await toile.page.getByRole("button", { name: /^A-line skirt/ }).click();
  await expect(toile.page.locator(".document-name")).toHaveText("A-line skirt");
  await arrange(toile);
  await toile.page.getByLabel("Put on").selectOption({ label: "Left leg, front" });
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo placing a panel");
  expect(placement(await toile.saved())).toMatchObject({
    kind: "arrangement",
    body: "mannequin",
    point: "leg-left-front",
    lie: { kind: "around" },
  });
  await toile.page.getByLabel("Lies").selectOption("flat");
  expect(placement(await toile.saved())).toMatchObject({ lie: { kind: "flat" } });
  await toile.canvas.focus();
  await toile.page.keyboard.press("PageUp");
  expect(placement(await toile.saved())).toMatchObject({ offset_mm: [0, expect.anything(), 70] });
  await toile.canvas.focus();
  await toile.page.keyboard.press("Escape");
  await expect(toile.page.locator(".arrange-bar")).toHaveCount(0);
});

for (const [scheme, width, height] of [
  ["light", 820, 1180],
  ["dark", 1280, 720],
] as const)
  test(`arranging fits at ${width} × ${height} and axe finds nothing serious, ${scheme}`, async ({
    toile,
  }) => {
    await toile.page.setViewportSize({ width, height });
    await toile.page.emulateMedia({ colorScheme: scheme });
    await toile.visit();
    await arrange(toile);
    expect(await toile.extent()).toEqual([width, height]);
    const [bar, scene] = [
      await toile.page.locator(".arrange-bar").boundingBox(),
      await toile.scene.boundingBox(),
    ];
    if (!bar || !scene) throw new Error("the bar should be in the scene");
    expect(bar.x).toBeGreaterThanOrEqual(scene.x);
    expect(bar.x + bar.width).toBeLessThanOrEqual(scene.x + scene.width);
    expect(bar.y + bar.height).toBeLessThanOrEqual(scene.y + scene.height);
    expect(await toile.serious()).toEqual([]);
  });
