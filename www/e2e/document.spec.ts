import { expect, poll, test } from "./fixture";

test("a fabric is chosen, taken back and chosen again", async ({ toile }) => {
  await toile.visit();
  const { page } = toile;
  const chosen = () => page.locator(".fabric:has(:checked)").getAttribute("data-fabric");
  const first = await chosen();
  const other = page.locator(".fabric:not(:has(:checked))").first();
  const second = await other.getAttribute("data-fabric");
  const name = (await other.locator(".fabric-name").textContent()) ?? "";
  await other.click();
  await poll(chosen).toBe(second);
  await expect(toile.command("edit.undo")).toHaveAccessibleName(`Undo fabric ${name}`);
  expect((await toile.saved()).fabrics.map((fabric) => fabric.id)).toEqual([second]);

  await page.keyboard.press("Control+z");
  await poll(chosen).toBe(first);
  await expect(toile.command("edit.undo")).toBeDisabled();
  await page.keyboard.press("Control+Shift+z");
  await poll(chosen).toBe(second);
  const { simulatedS } = await toile.shown();
  await toile.untilSimulated(simulatedS + 0.05);
});

test("a slider dragged is one edit, and a number beyond the hard range is refused in words", async ({
  toile,
}) => {
  await toile.visit();
  const gravity = toile.page.locator('[data-parameter="gravity_m_per_s2"]');
  const field = gravity.locator("input[type=text]");
  await gravity.scrollIntoViewIfNeeded();
  const before = await field.inputValue();
  const box = await gravity.locator("input[type=range]").boundingBox();
  if (!box) throw new Error("the slider is not on the page");
  await toile.page.mouse.move(box.x + box.width - 8, box.y + box.height / 2);
  await toile.page.mouse.down();
  await toile.page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2, { steps: 6 });
  await toile.page.mouse.up();
  await poll(async () => Number(await field.inputValue())).toBeLessThan(5);
  await toile.command("edit.undo").click();
  await expect(field).toHaveValue(before);
  await expect(toile.command("edit.undo")).toBeDisabled();

  await field.fill("1e9");
  await field.press("Enter");
  await expect(gravity.locator(".refusal")).toContainText("Only from 0 to 100 m/s²");
  await expect(field).toHaveValue(before);
  await expect(toile.command("edit.undo")).toBeDisabled();
});

test("a coarser mesh has fewer triangles and still moves", async ({ toile }) => {
  await toile.visit();
  const triangles = async () =>
    Number((await toile.page.locator(".status dd").first().textContent())?.replace(/\D/g, ""));
  const before = await triangles();
  expect(before).toBeGreaterThan(1000);
  const field = toile.page.locator('[data-parameter="size_mm"] input[type=text]');
  await field.fill("80");
  await field.press("Enter");
  await poll(triangles).toBeLessThan(before / 2);
  const { simulatedS } = await toile.shown();
  await toile.untilSimulated(simulatedS + 0.03);
});

test("a bad document lists its issues, and the present one stays", async ({ toile }) => {
  const square = {
    toile: 1,
    name: "Wrong twice",
    fabrics: [],
    panels: [{ id: "p", name: "P", fabric: "none-such", outline: [] }],
    simulation: { step_ms: 9000, gravity_m_per_s2: -5 },
  };
  const cases: [string, string, number][] = [
    ["empty.json", "", 1],
    ["broken.json", '{"toile": 1,', 1],
    ["future.json", JSON.stringify({ toile: 999, name: "from tomorrow" }), 1],
    ["other.json", JSON.stringify({ hello: "world" }), 1],
    ["wrong.json", JSON.stringify(square), 2],
    ["deep.json", "[".repeat(200_000), 1],
  ];
  await toile.visit();
  const title = await toile.page.locator(".document-name").textContent();
  for (const [name, text, least] of cases) {
    await toile.drop(text, name);
    const issues = toile.page.locator(".issues [data-issue]");
    await expect(toile.page.locator(".issues h2")).toContainText(name);
    expect(await issues.count()).toBeGreaterThanOrEqual(least);
    for (const problem of await issues.locator(".issue-problem").allTextContents())
      expect(problem.length).toBeGreaterThan(10);
    await expect(toile.page.locator(".document-name")).toHaveText(title ?? "");
    await toile.page.locator(".issues").getByRole("button", { name: "Close" }).click();
    await expect(toile.page.locator(".issues")).toHaveCount(0);
  }
  const { simulatedS } = await toile.shown();
  await toile.untilSimulated(simulatedS + 0.02);
});

test("a huge file is refused before it is read", async ({ toile }) => {
  await toile.visit();
  await toile.page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(65 * 1024 * 1024)], "film.json"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  });
  await expect(toile.page.locator('[data-issue="file.too-large"]')).toContainText("65 MB");
});

test("what is saved can be opened, and opening can be undone", async ({ toile }) => {
  await toile.visit();
  const saved = await toile.saved();
  await toile.drop(JSON.stringify({ ...saved, name: "Renamed" }), "renamed.json");
  await expect(toile.page.locator(".document-name")).toHaveText("Renamed");
  await toile.untilSimulated(0.02);
  await toile.command("edit.undo").click();
  await expect(toile.page.locator(".document-name")).toHaveText(saved.name);
});

test("two panels are sewn together, and then they fall", async ({ toile }) => {
  // Time stands still until the seams have been seen open.
  await toile.visitStill();
  const saved = await toile.saved();
  const panel = (id: string, x: number, turn: number, z: number) => ({
    id,
    name: id,
    fabric: saved.fabrics[0]?.id,
    outline: [
      [0, 0],
      [300, 0],
      [300, 300],
      [0, 300],
    ].map((from_mm, k) => ({ id: `e${k}`, from_mm })),
    placement: { kind: "free", translation_mm: [x, 900, z], rotation_deg: [0, turn, 0] },
  });
  const side = (id: string, edge: string) => [{ panel: id, edge }];
  const sewn = {
    ...saved,
    name: "Two sides",
    panels: [panel("front", -150, 0, 60), panel("back", 150, 180, -60)],
    seams: [
      { id: "left", a: side("front", "e1"), b: side("back", "e3") },
      { id: "right", a: side("front", "e3"), b: side("back", "e1") },
    ],
  };
  await toile.drop(JSON.stringify(sewn), "sewn.json");
  await expect(toile.page.locator(".document-name")).toHaveText("Two sides");
  const closing = toile.page.locator('[data-work="sewing"]');
  await expect(closing).toBeVisible();
  await toile.untilStill();
  const { topMm } = await toile.shown();
  await toile.command("simulation.play").click();
  await expect(closing).toBeHidden();
  await poll(async () => (await toile.shown()).topMm).toBeLessThan(topMm - 50);
});

test("the next visit finds the document as it was left", async ({ toile }) => {
  await toile.visit();
  await expect(toile.page.locator('[data-fabric="interlock"] input')).not.toBeChecked();
  await toile.page.locator('[data-fabric="interlock"]').click();
  await toile.page.reload();
  await expect(toile.page.locator('[data-fabric="interlock"] input')).toBeChecked();
  await toile.untilSimulated(0.02);
});

test("a spoilt document of the last visit does not keep the page from opening", async ({ toile }) => {
  await toile.page.addInitScript(() => localStorage.setItem("toile.document", '{"toile": 999}'));
  await toile.visit();
  await expect(toile.page.locator(".issues h2")).toContainText("last visit");
  const download = toile.page.waitForEvent("download");
  await toile.page.getByRole("button", { name: "Download it" }).click();
  expect((await download).suggestedFilename()).toBe("last-visit.toile.json");
});

test("what is opened is looked at as a whole, though it has the name of the one before", async ({
  toile,
}) => {
  await toile.visitStill();
  const document = await toile.saved();
  for (const panel of document.panels)
    for (const edge of panel.outline) edge.from_mm = edge.from_mm.map((mm) => 2.5 * mm) as [number, number];
  await toile.drop(JSON.stringify(document), "larger.json");
  await expect(toile.command("edit.undo")).toHaveAccessibleName(/larger\.json/);
  const table = await toile.table.boundingBox();
  const panel = await toile.page.locator('[data-panel="square"]').first().boundingBox();
  if (!table || !panel) throw new Error("no table, or nothing on it");
  expect(panel.x).toBeGreaterThan(table.x);
  expect(panel.x + panel.width).toBeLessThan(table.x + table.width);
  expect(panel.height).toBeLessThan(table.height);
});
