import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator } from "@playwright/test";
import { PNG } from "pngjs";
import { difference, expect, poll, type Toile, test } from "./fixture";

test.use({ viewport: { width: 1280, height: 720 } });

async function openLaw(toile: Toile, law: string, plot: string): Promise<Locator> {
  await toile.page.locator(`[data-law="${law}"] > summary`).click();
  const found = toile.page.locator(`[data-plot="${plot}"]`);
  await expect(found).toBeVisible();
  await settled(toile);
  return found;
}

const handle = (plot: Locator, name: string): Locator => plot.locator(`[data-handle="${name}"]`);

/** The curve as it is drawn: one line of the plot. */
const line = (plot: Locator): Promise<string | null> => plot.locator(".plot-line").first().getAttribute("d");

/** Value of a knot on the y axis, as a screen reader is told. */
const value = async (knot: Locator): Promise<number> => Number(await knot.getAttribute("aria-valuenow"));

async function dragBy(toile: Toile, what: Locator, dx: number, dy: number): Promise<void> {
  await settled(toile);
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (!box) throw new Error("nothing to drag");
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await toile.drag(from, { x: from.x + dx, y: from.y + dy }, 5);
}

/** Waits until the plots show the laws of the document: they are drawn by a worker, and their axes grow with the curve. */
async function settled(toile: Toile): Promise<void> {
  await expect(toile.page.locator(".fabric-laws")).toHaveAttribute("aria-busy", "false");
}

/** The cloth after so many steps from its start, which is the same picture for the same fabric. */
async function after(toile: Toile, steps: number): Promise<PNG> {
  await toile.command("simulation.reset").click();
  await poll(async () => (await toile.shown()).step).toBe(0);
  // The engine takes them one after the other; the last one is always shown.
  for (let k = 1; k <= steps; k++) await toile.press(".");
  await poll(async () => (await toile.shown()).step).toBe(steps);
  await toile.untilStill();
  return toile.picture();
}

test("a preset is chosen, a knot dragged: curve and cloth change, and one undo takes it back", async ({
  toile,
}) => {
  await toile.visitStill();
  await toile.page.locator('[data-fabric="interlock"]').click();
  await expect(toile.page.locator(".fabric-source")).toContainText("Wang");
  const plot = await openLaw(toile, "membrane", "tension");
  await toile.page.getByRole("button", { name: "Edit as curves" }).click();
  const knot = handle(plot, "weft, knot 2");
  await expect(knot).toBeVisible();
  const [curve, stress] = [await line(plot), await value(knot)];
  // The preset's 34 N/m at a strain of 0.1.
  expect(stress).toBeCloseTo(3.4, 9);
  const soft = await after(toile, 40);

  await toile.page.getByLabel("Change weft and warp together").check();
  for (let k = 0; k < 3; k++) {
    const before = await value(knot);
    await dragBy(toile, knot, 0, -90);
    await poll(() => value(knot)).toBeGreaterThan(1.1 * before);
    await settled(toile);
  }
  expect(await value(knot)).toBeGreaterThan(3 * stress);
  await poll(() => line(plot)).not.toBe(curve);
  // Linked: the warp has the weft's curve.
  const { membrane } = (await toile.saved()).fabrics[0] ?? {};
  expect(membrane?.kind).toBe("membrane.spline");
  expect(membrane?.curves?.warp).toEqual(membrane?.curves?.weft);
  const stiff = await after(toile, 40);
  expect(difference(soft, stiff)).toBeGreaterThan(0.002);

  for (let k = 0; k < 3; k++) {
    // Linked curves lie upon each other; either is taken.
    await expect(toile.command("edit.undo")).toHaveAccessibleName(/^Undo (weft|warp) curve$/);
    await toile.command("edit.undo").click();
  }
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo writing the law as curves");
  await poll(() => line(plot)).toBe(curve);
  expect(difference(soft, await after(toile, 40))).toBe(0);
});

test("knots move with keys, and a curve that falls is explained where it falls", async ({ toile }) => {
  await toile.visitStill();
  await toile.page.locator('[data-fabric="cotton-plain"]').click();
  const plot = await openLaw(toile, "membrane", "tension");
  const knot = handle(plot, "weft, knot 2");
  await knot.focus();
  const before = await value(knot);
  await toile.page.keyboard.press("ArrowUp");
  await poll(() => value(knot)).toBeGreaterThan(before);
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo weft curve");
  await toile.page.keyboard.press("Control+z");
  await poll(() => value(knot)).toBe(before);

  await dragBy(toile, knot, 0, -100);
  const mark = plot.locator('[data-gives-way="weft"]');
  await expect(mark).toBeVisible();
  const issue = plot.locator('[data-issue="curve.slope-not-positive"]');
  await expect(issue).toContainText("does not rise everywhere");
  await expect(issue).toContainText("Make the bends of that segment less negative");
  await toile.command("edit.undo").click();
  await expect(mark).toHaveCount(0);
  await expect(issue).toHaveCount(0);
});

/** Places of a curve's knots along its axis, in the order of their handles, as a screen reader is told. */
async function places(plot: Locator, trace: string): Promise<number[]> {
  const told = await plot
    .locator(`[data-handle^="${trace}, knot"]`)
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-valuetext") ?? ""));
  return told.map((text) => Number(text.match(/[\d.e-]+/)?.[0]));
}

test("a knot is made between two others and removed, by pointer and by keys, and each can be undone", async ({
  toile,
}) => {
  const { page } = toile;
  await toile.visitStill();
  await page.locator('[data-fabric="cotton-plain"]').click();
  const plot = await openLaw(toile, "membrane", "tension");
  await expect(handle(plot, "weft, knot 2")).toBeVisible();
  await settled(toile);
  const [curve, before] = [await line(plot), await places(plot, "weft")];

  // Half-way between two knots of the weft, on its curve: the knot is there and has the focus, the curve is as it was.
  const middle = await plot
    .locator(".plot-line")
    .first()
    .evaluate(
      (element, [from, to]) => {
        const path = element as SVGPathElement;
        const m = path.getScreenCTM() as DOMMatrix;
        const wanted = ((from as number) + (to as number)) / 2;
        for (let k = 0; ; k += 0.25) {
          const { x, y } = path.getPointAtLength(k);
          const at = { x: x * m.a + m.e, y: y * m.d + m.f };
          if (at.x >= wanted || k > path.getTotalLength()) return at;
        }
      },
      await Promise.all(
        [1, 2].map(async (k) => {
          const box = await handle(plot, `weft, knot ${k}`).boundingBox();
          return box ? box.x + box.width / 2 : Number.NaN;
        }),
      ),
    );
  await page.mouse.dblclick(middle.x, middle.y);
  await expect(handle(plot, "weft, knot 2")).toBeFocused();
  await poll(async () => (await places(plot, "weft")).length).toBe(before.length + 1);
  const after = await places(plot, "weft");
  expect(after[2]).toBeGreaterThan(before[1] as number);
  expect(after[2]).toBeLessThan(before[2] as number);
  expect(await line(plot)).toBe(curve);
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo adding a knot to weft");

  // It is dragged no further than its neighbour, and back into line by one undo.
  await dragBy(toile, handle(plot, "weft, knot 2"), 150, 0);
  await poll(async () => (await places(plot, "weft"))[2]).toBeGreaterThan(after[2] as number);
  const pulled = await places(plot, "weft");
  expect(pulled[2]).toBeLessThan(pulled[3] as number);
  expect(pulled[3]).toBe(before[2]);
  await page.keyboard.press("Control+z");
  await poll(() => places(plot, "weft")).toEqual(after);

  // Removed by a key, it is as before; the focus stays on the curve.
  await handle(plot, "weft, knot 2").focus();
  await page.keyboard.press("Delete");
  await poll(() => places(plot, "weft")).toEqual(before);
  await expect(handle(plot, "weft, knot 2")).toBeFocused();
  await expect(toile.command("edit.undo")).toHaveAccessibleName("Undo removing a knot of weft");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await poll(() => places(plot, "weft")).toEqual(before);

  // By keys: behind the origin, of both threads at once; then beyond the last by the button.
  await page.getByLabel("Change weft and warp together").check();
  await handle(plot, "weft, knot 0").focus();
  await page.keyboard.press("+");
  await expect(handle(plot, "weft, knot 1")).toBeFocused();
  await poll(async () => (await places(plot, "weft"))[1]).toBeLessThan(before[1] as number);
  expect(await places(plot, "warp")).toEqual(await places(plot, "weft"));
  const last = before.length;
  await handle(plot, `weft, knot ${last}`).focus();
  await page.getByRole("button", { name: `Add a knot after knot ${last}` }).click();
  await expect(handle(plot, `weft, knot ${last + 1}`)).toBeFocused();
  await page.getByRole("button", { name: `Remove knot ${last + 1}` }).click();
  await expect(handle(plot, `weft, knot ${last + 1}`)).toHaveCount(0);
  await expect(handle(plot, `weft, knot ${last}`)).toBeFocused();
});

test("the drapemeter gives the number of the command line, and its curve as CSV and PNG", async ({
  toile,
}) => {
  await toile.visitStill();
  await toile.page.locator('[data-fabric="cotton-plain"]').click();
  const fabric = (await toile.saved()).fabrics[0];
  await expect(toile.page.locator('[data-passport="cotton-plain"]')).toContainText("60 to 76 %");
  await toile.page.locator('[data-command="fabric.test"]').click();
  await toile.page.locator('[data-tester="drapemeter"]').click();
  const run = async (triangles: string): Promise<void> => {
    const setting = toile.page.locator('[data-setting="triangles"]');
    await setting.fill(triangles);
    await setting.blur();
    await toile.page.locator('[data-command="tester.run"]').click();
  };

  // A run can be given up, and begun again. The one that is given up takes far longer than a click.
  await run("20000");
  await toile.page.getByRole("button", { name: "Cancel" }).click();
  await run("500");
  const figures = toile.page.locator('[data-outcome="drapemeter"]');
  await expect(figures).toBeVisible();

  const folder = await mkdtemp(join(tmpdir(), "toile-"));
  const [file, report, csv] = ["fabric.json", "report.json", "curve.csv"].map((name) => join(folder, name));
  await writeFile(file as string, JSON.stringify(fabric));
  const order = [
    "lab",
    "drapemeter",
    "--fabric",
    file,
    "--set",
    "triangles=500",
    "--report",
    report,
    "--csv",
    csv,
  ];
  await promisify(execFile)("cargo", ["run", "--quiet", "--bin", "toile", "--", ...(order as string[])], {
    cwd: "..",
  });
  const native = JSON.parse(await readFile(report as string, "utf8"));
  await expect(figures).toContainText(`${native.drape_coefficient_pct.toFixed(2)} %`);
  await expect(figures).toContainText(String(native.nodes));

  const save = async (name: string): Promise<Buffer> => {
    const download = toile.page.waitForEvent("download");
    await toile.page.getByRole("button", { name, exact: true }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  expect((await save("CSV")).toString()).toBe(await readFile(csv as string, "utf8"));
  const picture = PNG.sync.read(await save("PNG"));
  expect(picture.width).toBeGreaterThan(picture.height);
});

test("a fabric of one's own is there after a reload; a browser that keeps nothing says so", async ({
  toile,
}) => {
  await toile.visitStill();
  await toile.page.locator('[data-fabric="silk"]').click();
  await toile.page.locator('[data-law="look"] > summary').click();
  await toile.page.locator('[data-law="look"]').getByLabel("Weave").selectOption("twill");
  await toile.page.getByLabel("Name of my own fabric").fill("Shot silk");
  await toile.page.getByRole("button", { name: "Keep as my own" }).click();
  const own = toile.page.locator('[data-fabric="own-shot-silk"]');
  await expect(own.locator("input")).toBeChecked();
  await toile.page.locator('[data-fabric="felt"]').click();
  await toile.page.reload();
  await expect(own).toBeVisible();
  await own.click();
  await expect(own.locator("input")).toBeChecked();
  expect((await toile.saved()).fabrics[0]).toMatchObject({ name: "Shot silk", look: { surface: "twill" } });

  await toile.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error("no room");
    };
  });
  await toile.page.getByRole("button", { name: "Keep as my own" }).click();
  await expect(toile.page.locator('[data-issue="fabric.not-kept"]')).toContainText("no room");
});

test("the tour waits for real actions and ends with the user's own seam", async ({ toile }) => {
  await toile.visit();
  await toile.page.getByRole("button", { name: "Show me" }).click();
  const step = (id: string) => toile.page.locator(`.tour[data-tour="${id}"]`);
  await expect(step("pull")).toBeVisible();
  await expect(toile.canvas).toHaveAttribute("data-tour-here", "");

  const box = await toile.scene.boundingBox();
  if (!box) throw new Error("the scene is not on the page");
  const x = box.x + box.width / 2;
  let y = box.y + box.height * 0.25;
  for (; y < box.y + box.height * 0.7; y += 6) {
    await toile.page.mouse.move(x, y);
    if (await toile.canvas.evaluate((canvas) => canvas.style.cursor === "grab")) break;
  }
  await toile.drag({ x, y: y + 8 }, { x, y: y - 60 });

  await expect(step("fabric")).toBeVisible();
  await expect(toile.canvas).not.toHaveAttribute("data-tour-here");
  await toile.page.locator('[data-fabric="wool"]').click();
  await expect(step("clear")).toBeVisible();
  await toile.command("file.empty").click();
  await expect(step("draw")).toBeVisible();
  await toile.take("rectangle");
  await toile.drag(await toile.onTable(-90, -70), await toile.onTable(20, 60));
  await expect(step("mirror")).toBeVisible();
  await toile.page.locator('[data-inspector="panel"] [data-command="select.mirror"]').click();
  await expect(step("seam")).toBeVisible();
  await toile.take("seam");
  await toile.press("Shift+F");
  await toile.click(await toile.onEdge("rectangle", "edge-4"));
  await toile.click(await toile.onEdge("rectangle-mirrored", "edge-4"));
  await expect(step("finished")).toBeVisible();
  expect((await toile.saved()).seams).toHaveLength(1);
  await expect(step("finished")).toHaveAttribute("data-sewn", "true");
  await toile.page.getByRole("button", { name: "Done" }).click();
  await expect(toile.page.locator(".tour")).toHaveCount(0);
  await toile.page.reload();
  await toile.untilSimulated(0.02);
  await expect(toile.page.locator(".tour")).toHaveCount(0);
});

test("the tour can be left at any time and does not hold anything back", async ({ toile }) => {
  await toile.visit();
  await toile.command("view.tour").click();
  await expect(toile.page.locator('.tour[data-tour="pull"]')).toBeVisible();
  // Another thing than the tour asks for is done as ever.
  await toile.command("simulation.play").click();
  await expect(toile.command("simulation.play")).toHaveAccessibleName("Play");
  await toile.page.getByRole("button", { name: "Skip" }).click();
  await expect(toile.page.locator('.tour[data-tour="fabric"]')).toBeVisible();
  await toile.page.getByRole("button", { name: "Leave the tour" }).last().click();
  await expect(toile.page.locator(".tour")).toHaveCount(0);
  await expect(toile.page.locator("[data-tour-here]")).toHaveCount(0);
});

for (const scheme of ["light", "dark"] as const)
  test(`axe finds nothing serious about fabrics and testers, ${scheme}`, async ({ toile }) => {
    await toile.page.emulateMedia({ colorScheme: scheme });
    await toile.visitStill();
    await toile.command("view.tour").click();
    await toile.page.locator('[data-fabric="cotton-spandex"]').click();
    await openLaw(toile, "membrane", "tension");
    await openLaw(toile, "internal_friction", "tension-loop");
    await toile.page.locator('[data-law="look"] > summary').click();
    expect(await toile.serious()).toEqual([]);
    await toile.page.locator('[data-command="fabric.test"]').click();
    await toile.page.locator('[data-tester="hysteresis"]').click();
    await toile.page.locator('[data-command="tester.run"]').click();
    await expect(toile.page.locator('[data-outcome="hysteresis"]')).toBeVisible();
    expect(await toile.serious()).toEqual([]);
  });
