import { blank, expect, poll, test } from "./fixture";

test.use({ viewport: { width: 1280, height: 720 } });

test("a panel is drawn from nothing, mirrored, sewn to its image, and falls", async ({ toile }) => {
  await toile.visit();
  await toile.command("file.empty").click();
  await expect(toile.page.locator(".pattern-empty")).toBeVisible();
  await toile.take("pen");
  for (const [x, y] of [
    [-60, -70],
    [30, -70],
    [40, 60],
    [-60, 60],
  ] as const)
    await toile.click(await toile.onTable(x, y));
  await toile.press("Enter");
  await expect(toile.page.locator('[data-panel="panel"]')).toBeVisible();
  await toile.press("Shift+M");
  await expect(toile.page.locator('[data-panel="panel-mirrored"]')).toBeVisible();
  await toile.press("Escape");
  await toile.press("Shift+F");

  await toile.take("seam");
  await toile.click(await toile.onEdge("panel", "edge-4"));
  await toile.click(await toile.onEdge("panel-mirrored", "edge-4"));
  await expect(toile.page.locator('[data-seam="seam"]')).toBeAttached();
  await expect(toile.page.locator('[data-inspector="seam"]')).toContainText("equally long");
  await expect(toile.page.locator(".problems")).toHaveCount(0);

  const { panels, seams } = await toile.saved();
  expect(panels.map((panel) => panel.symmetry.kind)).toEqual(["none", "mirror-of"]);
  expect(seams).toHaveLength(1);
  // Time stands still until the seam has been seen open.
  await toile.pause();
  await toile.command("simulation.reset").click();
  await poll(async () => (await toile.shown()).step).toBe(0);
  const closing = toile.page.locator('[data-work="sewing"]');
  await expect(closing).toBeVisible();
  const { topMm } = await toile.shown();
  await toile.command("simulation.play").click();
  await expect(closing).toBeHidden();
  await poll(async () => (await toile.shown()).topMm).toBeLessThan(topMm - 30);
});

test("a hem point moved while it runs changes the cloth from where it is", async ({ toile }) => {
  await toile.visit();
  await toile.untilSimulated(0.4);
  const triangles = async () =>
    Number((await toile.page.locator(".status dd").first().textContent())?.replace(/\D/g, ""));
  const before = { triangles: await triangles(), ...(await toile.shown()) };
  const from = await toile.corner("hem");
  const started = Date.now();
  await toile.page.mouse.move(from.x, from.y);
  await toile.page.mouse.down();
  await toile.page.mouse.move(from.x - 10, from.y + 40, { steps: 6 });
  await expect(toile.page.locator(".label.live").first()).toContainText("cm");
  await poll(triangles).toBeGreaterThan(before.triangles);
  console.log(`drag of a hem point to re-draped cloth: ${Date.now() - started} ms, with six pointer moves`);
  await toile.page.mouse.up();
  const after = await toile.shown();
  expect(after.simulatedS).toBeGreaterThanOrEqual(before.simulatedS);
  await toile.untilSimulated(after.simulatedS + 0.05);
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo moving a point");
  await toile.command("edit.undo").click();
  await poll(triangles).toBe(before.triangles);
});

test("every tool is used once, undone to the start and done again", async ({ toile }) => {
  await toile.visitStill();
  await blank(toile);
  const start = await toile.saved();
  const labels: string[] = [];
  const done = async (label: string) => {
    await expect(toile.command("edit.undo")).toHaveAccessibleName(`Undo ${label}`);
    labels.push(label);
  };

  await toile.take("point");
  await toile.click(await toile.onEdge("rectangle", "edge-1", 0.3));
  await done("adding a point");
  await toile.take("bend");
  const bent = await toile.onEdge("rectangle", "edge-3");
  await toile.drag(bent, { x: bent.x, y: bent.y - 14 });
  await done("bending an edge");
  await toile.take("line");
  await toile.drag(await toile.onTable(-60, -15), await toile.onTable(-20, 45));
  await done("drawing a line");
  await toile.take("dart");
  const side = await toile.onEdge("rectangle", "edge-2");
  await toile.drag(side, { x: side.x - 70, y: side.y });
  await done("adding a dart");
  await toile.take("hole");
  await toile.drag(await toile.onTable(60, 40), await toile.onTable(75, 40));
  await done("cutting a hole");
  await toile.take("grain");
  await toile.drag(await toile.onTable(-70, 60), await toile.onTable(-40, 20));
  await done("turning the grain");
  await toile.take("notch");
  await toile.click(await toile.onEdge("rectangle", "edge-4", 0.25));
  await done("adding a notch");
  await toile.take("pin");
  await toile.click(await toile.onTable(-80, 60));
  await done("pinning");
  for (const [tool, name] of [
    ["circle", "circle"],
    ["polygon", "polygon"],
  ] as const) {
    await toile.take(tool);
    await toile.page.locator('[data-entry="radius"]').fill("12,5");
    await toile.page.keyboard.press("Enter");
    await done(`drawing ${name}`);
  }
  await toile.press("Escape");
  await toile.press("Shift+F");
  await toile.take("measure");
  await toile.drag(await toile.onEdge("circle", "edge-1"), await toile.onEdge("polygon", "edge-1"));
  await expect(toile.page.locator(".label.live")).toContainText("cm");
  await toile.take("seam");
  await toile.click(await toile.onEdge("circle", "edge-1"));
  await toile.click(await toile.onEdge("polygon", "edge-2"));
  await done("sewing a seam");
  await toile.take("select");
  const corner = await toile.corner("edge-3", 0);
  await toile.drag(corner, { x: corner.x + 6, y: corner.y - 6 });
  await done("moving a point");

  const end = await toile.saved();
  const [panel] = end.panels;
  expect(panel).toMatchObject({ lines: [{}], darts: [{}], holes: [{}] });
  expect(panel?.outline).toHaveLength(5);
  expect(end.pins).toHaveLength(1);
  expect(end.panels).toHaveLength(3);
  for (const label of labels.toReversed()) {
    await expect(toile.command("edit.undo")).toHaveAccessibleName(`Undo ${label}`);
    await toile.press("Control+z");
  }
  expect(await toile.saved()).toEqual(start);
  for (const _ of labels) await toile.press("Control+Shift+z");
  expect(await toile.saved()).toEqual(end);
  await toile.drop(JSON.stringify(end), "end.json");
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo opening end.json");
});

test("selecting, moving, numbers, copies and alignment work by keys alone", async ({ toile }) => {
  await toile.visitStill();
  await blank(toile);
  await toile.press("Control+d");
  await expect(toile.page.locator("[data-panel]")).toHaveCount(2);
  await toile.press("Shift+ArrowUp");
  await toile.press("Control+a");
  await expect(toile.page.locator('[data-inspector="many"]')).toBeVisible();
  await toile.page.locator('[data-command="align.bottom"]').click();
  const aligned = await toile.saved();
  const [a, b] = aligned.panels.map((panel) => panel.table_mm[1]);
  expect(a).toBe(b);

  await toile.press("Escape");
  await toile.press("]");
  await toile.press("]");
  await expect(toile.page.locator('[data-inspector="point"]')).toBeVisible();
  await toile.press("1");
  await toile.page.keyboard.type("0");
  await toile.page.keyboard.press("Enter");
  const moved = await toile.saved();
  expect(moved.panels[0]?.outline[0]?.from_mm[0]).toBe(
    (aligned.panels[0]?.outline[0]?.from_mm[0] ?? 0) + 100,
  );

  // A seam without a pointer: arrows go from edge to edge, Enter takes them.
  await toile.press("Escape");
  await toile.press("s");
  for (const key of [
    "ArrowRight",
    "ArrowRight",
    "Enter",
    "ArrowRight",
    "ArrowRight",
    "ArrowRight",
    "ArrowRight",
    "Enter",
  ])
    await toile.page.keyboard.press(key);
  await expect(toile.page.locator('[data-inspector="seam"]')).toBeVisible();
  expect((await toile.saved()).seams[0]).toMatchObject({
    a: [{ panel: "rectangle", edge: "edge-2" }],
    b: [{ panel: "rectangle-2", edge: "edge-2" }],
  });
  await toile.press("x");
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo turning a seam round");
});

test("half a panel is unfolded over an edge, and both halves are edited as one", async ({ toile }) => {
  await toile.visitStill();
  await blank(toile);
  await toile.press("Escape");
  await toile.click(await toile.onEdge("rectangle", "edge-4"));
  await toile.press("u");
  await expect(toile.page.locator('[data-edge="edge-2-mirrored"]')).toBeAttached();
  await toile.press("Escape");
  await toile.press("Shift+F");
  const far = await toile.corner("edge-3-mirrored");
  await toile.drag(far, { x: far.x - 20, y: far.y });
  const [panel] = (await toile.saved()).panels;
  expect(panel?.symmetry).toEqual({ kind: "unfold", edge: "edge-4" });
  const corner = panel?.outline.find((edge) => edge.id === "edge-3")?.from_mm[0] ?? 0;
  expect(corner).toBeGreaterThan(200);
});

test("sides of different lengths are painted, and gathering them is the cure", async ({ toile }) => {
  await toile.visitStill();
  await blank(toile);
  await toile.press("Control+d");
  await toile.press("Escape");
  await toile.press("Shift+F");
  await toile.take("seam");
  await toile.click(await toile.onEdge("rectangle", "edge-2"));
  await toile.click(await toile.onEdge("rectangle-2", "edge-4"));
  await toile.take("select");
  const corner = await toile.corner("edge-2", 0);
  await toile.drag(corner, { x: corner.x, y: corner.y + 30 });
  const problem = toile.page.locator('.problems [data-issue="seam.lengths"]');
  await expect(problem).toBeVisible();
  // Of several seams one has to know which.
  await expect(problem).toContainText(/edge-2 → .*edge-4/);
  await expect(toile.page.locator(".seam.wrong")).toBeAttached();
  await problem.getByRole("button", { name: "Show" }).click();
  await toile.page.getByLabel("Gather the longer side").check();
  await expect(toile.page.locator(".problems")).toHaveCount(0);
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

  test("fingers draw a panel, and two of them move the table", async ({ toile }) => {
    await toile.visit();
    await toile.command("file.empty").tap();
    await toile.page.locator('.tool-bar [data-command="tool.pen"]').tap();
    for (const [x, y] of [
      [-60, -80],
      [60, -80],
      [70, 90],
      [-70, 90],
    ] as const) {
      const place = await toile.onTable(x, y);
      await toile.page.touchscreen.tap(place.x, place.y);
    }
    await toile.page.getByRole("button", { name: "Close", exact: true }).tap();
    await expect(toile.page.locator('[data-panel="panel"]')).toBeVisible();
    expect((await toile.saved()).panels[0]?.outline).toHaveLength(4);

    const width = async () => (await toile.page.locator('[data-panel="panel"]').boundingBox())?.width ?? 0;
    const before = await width();
    await toile.table.evaluate((table) => {
      const { left, top, width: w, height: h } = table.getBoundingClientRect();
      const finger = (type: string, pointerId: number, dx: number) =>
        table.dispatchEvent(
          new PointerEvent(type, {
            pointerId,
            pointerType: "touch",
            clientX: left + w / 2 + dx,
            clientY: top + h / 2,
            bubbles: true,
          }),
        );
      // Fingers that only the test has cannot be captured.
      table.setPointerCapture = () => {};
      finger("pointerdown", 11, -40);
      finger("pointerdown", 12, 40);
      finger("pointermove", 11, -70);
      finger("pointermove", 12, 70);
      finger("pointerup", 11, -70);
      finger("pointerup", 12, 70);
    });
    await poll(width).toBeGreaterThan(before * 1.5);
  });
});
