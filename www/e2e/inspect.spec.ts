import type { Locator } from "@playwright/test";
import type { Document } from "../src/engine/types";
import { difference, expect, poll, type Toile, test } from "./fixture";

const chooser = (toile: Toile): Locator => toile.page.getByLabel("What the cloth shows");
const legend = (toile: Toile): Locator => toile.page.locator(".legend");
const found = (toile: Toile): Locator => toile.page.locator('[data-inspector="found"]');
const tool = (toile: Toile, id: string): Locator => toile.page.locator(`[data-command="inspect.${id}"]`);
const row = (toile: Toile, name: string): Locator => found(toile).locator(`[data-row="${name}"] dd`);

const number = async (place: Locator): Promise<number> =>
  Number((await place.innerText()).replace("−", "-").match(/[-+]?[\d.]+/)?.[0]);

test("a map has its legend, whose range can be typed and fitted", async ({ toile }) => {
  await toile.visit();
  await toile.untilSimulated(0.6);
  await toile.pause();
  const fabric = await toile.picture();
  await chooser(toile).selectOption({ label: "Strain, shear" });
  await expect(legend(toile)).toContainText("Strain, shear %");
  const mapped = async () => difference(fabric, await toile.picture());
  await poll(mapped).toBeGreaterThan(0.02);

  const high = toile.page.getByLabel("Highest colour, %");
  const low = toile.page.getByLabel("Lowest colour, %");
  await expect(high).toHaveValue("10");
  await high.fill("2,5");
  await high.press("Enter");
  await expect(low).toHaveValue("−2.5");
  await high.fill("much");
  await high.press("Enter");
  await expect(legend(toile).getByRole("alert")).toBeVisible();
  await expect(high).toHaveValue("2.5");
  await legend(toile).getByRole("button", { name: "Fit the range" }).click();
  await expect(high).not.toHaveValue("2.5");
  await legend(toile).getByRole("button", { name: "What strain, shear shows" }).click();
  await expect(legend(toile)).toContainText("U·V");

  // Keys go through the maps, and back to the fabrics.
  await toile.press("Shift+E");
  await expect(legend(toile)).toContainText("Stress, weft N/m");
  await toile.press("e");
  await expect(legend(toile)).toBeHidden();
  await poll(mapped).toBeLessThan(0.005);
  await toile.press("e");
  await expect(legend(toile)).toContainText("Stress, weft N/m");
});

test("the probe tells strain, stress and where on its curve the fabric works", async ({ toile }) => {
  await toile.visit();
  await toile.untilSimulated(0.6);
  const place = await toile.onCloth();
  await toile.pause();
  await tool(toile, "probe").click();
  await expect(found(toile)).toContainText("Click on the cloth");
  await toile.click(place);
  const mode = (name: string) => found(toile).locator(`[data-mode="${name}"]`);
  await expect(mode("weft")).toContainText("N/m");
  await expect(found(toile).getByRole("img", { name: /Stress against strain/ })).toBeVisible();
  await expect(found(toile)).toContainText("Denim, square");
  await expect(toile.page.locator(".chip")).toContainText("%");

  // This denim has no internal friction: the place is on the curve that is drawn, for every mode.
  const gap = () =>
    found(toile)
      .locator(".curve-plot svg")
      .evaluate((plot) => {
        const line = plot.querySelector<SVGPathElement>(".plot-line");
        const dot = plot.querySelector<SVGCircleElement>(".plot-place");
        if (!line || !dot) return Number.POSITIVE_INFINITY;
        const [x, y] = [dot.cx.baseVal.value, dot.cy.baseVal.value];
        const length = line.getTotalLength();
        const gaps = Array.from({ length: 2001 }, (_, k) => {
          const at = line.getPointAtLength((length * k) / 2000);
          return Math.hypot(at.x - x, at.y - y);
        });
        return Math.min(...gaps);
      });
  for (const name of ["weft", "warp", "shear"]) {
    await mode(name).getByRole("radio").check();
    await expect(found(toile).getByRole("img", { name: new RegExp(`in ${name}`) })).toBeVisible();
    // A pixel; the line has forty pieces.
    expect(await gap()).toBeLessThan(1);
  }

  // The numbers of the map and of the probe are those of one triangle.
  await chooser(toile).selectOption({ label: "Strain, weft" });
  const strain = await number(mode("weft").locator(".number").first());
  await expect(found(toile).locator('[data-probe="map"] strong')).toHaveText(/%$/);
  expect(await number(found(toile).locator('[data-probe="map"] strong'))).toBeCloseTo(strain, 3);
  await mode("shear").getByRole("radio").check();
  await expect(found(toile).getByRole("img", { name: /in shear/ })).toBeVisible();

  // The place outlives a new mesh, and Esc puts it away, then the tool.
  await toile.page.locator('[data-fabric="interlock"]').click();
  await expect(found(toile)).toContainText("Interlock jersey, square");
  await toile.canvas.focus();
  await toile.page.keyboard.press("Escape");
  await expect(found(toile)).toContainText("Click on the cloth");
  await toile.page.keyboard.press("Escape");
  await expect(found(toile)).toBeHidden();
  await expect(tool(toile, "hand")).toHaveAttribute("aria-pressed", "true");
});

test("a tape and a girth are measured on the cloth", async ({ toile }) => {
  await toile.visit();
  await toile.untilSimulated(0.6);
  const place = await toile.onCloth();
  await toile.pause();
  await tool(toile, "tape").click();
  await toile.click({ x: place.x - 25, y: place.y });
  await expect(found(toile)).toContainText("Click on the other end");
  await toile.click({ x: place.x + 25, y: place.y });
  await expect(row(toile, "Along the cloth")).toContainText("cm");
  const [along, straight] = [
    await number(row(toile, "Along the cloth")),
    await number(row(toile, "Straight")),
  ];
  expect(along).toBeGreaterThan(straight);
  expect(straight).toBeGreaterThan(3);
  await expect(toile.page.locator(".chip")).toContainText(`${along} cm`);

  // An end is dragged: the camera stays, and the tape is longer; Esc in the middle puts it back.
  const end = { x: place.x + 25, y: place.y };
  await toile.drag(end, { x: end.x + 25, y: end.y });
  await poll(() => number(row(toile, "Along the cloth"))).toBeGreaterThan(1.2 * along);
  // A worker lays the tape: that of the last move of the hand comes after those on the way.
  await toile.untilRead();
  const dragged = await number(row(toile, "Along the cloth"));
  await toile.page.mouse.down();
  await toile.page.mouse.move(place.x, place.y, { steps: 4 });
  await poll(() => number(row(toile, "Along the cloth"))).toBeLessThan(along);
  await toile.page.keyboard.press("Escape");
  await poll(() => number(row(toile, "Along the cloth"))).toBe(dragged);
  await toile.page.mouse.up();
  await toile.untilRead();
  expect(await number(row(toile, "Along the cloth"))).toBe(dragged);

  await tool(toile, "girth").click();
  await toile.click(place);
  await expect(row(toile, "Body")).toContainText("cm");
  // The section of the document's sphere, of radius 350 mm around the height of 650 mm.
  const level = found(toile).getByLabel("At the height");
  const height = 10 * Number(await level.inputValue());
  const wanted = 2 * Math.PI * Math.sqrt(350 ** 2 - (height - 650) ** 2);
  const body = 10 * (await number(row(toile, "Body")));
  expect(Math.abs(body / wanted - 1)).toBeLessThan(0.01);
  expect(10 * (await number(row(toile, "Garment")))).toBeGreaterThan(body);
  expect(await number(row(toile, "Ease"))).toBeGreaterThan(0);
  await level.fill("85");
  await level.press("Enter");
  await poll(() => number(row(toile, "Body"))).toBeCloseTo(0.2 * Math.PI * Math.sqrt(350 ** 2 - 200 ** 2), 0);
});

/** The square cut in two and sewn together again. */
function sewn(whole: Document): Document {
  const [square] = whole.panels;
  if (!square) throw new Error("no panel");
  const half = (id: string, from: number, to: number) => ({
    ...square,
    id,
    name: id,
    outline: square.outline.map((edge) => ({
      ...edge,
      from_mm: [edge.from_mm[0] < 0 ? from : to, edge.from_mm[1]] as [number, number],
    })),
  });
  const side = (panel: string, edge: string) => [{ panel, edge }];
  const seam = { id: "middle", a: side("west", "right"), b: side("east", "left") };
  return {
    ...whole,
    panels: [half("west", -500, 0), half("east", 0, 500)],
    seams: [seam as unknown as Document["seams"][number]],
  };
}

test("a seam is as long as both of its sides, and its tension can be seen", async ({ toile }) => {
  await toile.visit();
  await toile.drop(JSON.stringify(sewn(await toile.saved())), "sewn.toile.json");
  await expect(toile.page.locator(".document-name")).toHaveText("Square on a sphere");
  await expect(toile.page.locator("[data-panel=west]").first()).toBeVisible();
  await poll(async () => (await toile.shown()).simulatedS).toBeGreaterThan(0.4);
  const place = await toile.onCloth();
  await toile.pause();
  await tool(toile, "seam").click();
  await toile.click(place);
  await expect(found(toile)).toContainText("Seam length: middle");
  expect(await number(row(toile, "One side, as cut"))).toBeCloseTo(100, 1);
  expect(await number(row(toile, "The other side"))).toBeCloseTo(100, 1);
  expect(Math.abs((await number(row(toile, "As it lies"))) - 100)).toBeLessThan(3);
  await chooser(toile).selectOption({ label: "Seam tension" });
  await expect(legend(toile)).toContainText("Seam tension N/m");
});

test("cloth is kept and compared with what it becomes", async ({ toile }) => {
  await toile.visit();
  await toile.untilSimulated(0.6);
  const place = await toile.onCloth();
  await toile.pause();
  await chooser(toile).selectOption({ label: "Strain, warp" });
  await tool(toile, "girth").click();
  await toile.click(place);
  await expect(row(toile, "Garment")).toContainText("cm");
  const compare = toile.page.locator('[data-inspector="compare"]');
  await toile.page.locator('[data-command="stage.keep"]').click();
  await expect(compare).toContainText("Kept: Square on a sphere, Denim");
  await expect(toile.page.locator(".sides")).toContainText("Before");
  const cell = (name: string, column: number) => compare.locator(`[data-row="${name}"] td`).nth(column);
  await expect(cell("high", 2)).toHaveText("0");
  await expect(row(toile, "Garment")).toContainText("before");

  // Another fabric: the cloth goes on from where it is, and the numbers part.
  await toile.page.locator('[data-fabric="interlock"]').click();
  await toile.command("simulation.play").click();
  await expect(cell("high", 2)).not.toHaveText("0");
  const [before, now] = [await number(cell("high", 0)), await number(cell("high", 1))];
  expect(now).not.toBe(before);

  // The left side is the cloth of before: nothing can be pulled or pointed at there.
  await tool(toile, "probe").click();
  await toile.click(await toile.inScene(0.25, 0.45));
  await expect(found(toile)).toContainText("Click on the cloth");
  await compare.getByRole("button", { name: "End the comparison" }).click();
  await expect(compare).toBeHidden();
  await expect(toile.page.locator(".sides")).toBeHidden();
});

test("two sizes of a garment are compared side by side", async ({ toile }) => {
  await toile.visit();
  const wear = async (size: string) => {
    await toile.command("file.wardrobe").click();
    await toile.page.getByLabel("Made for").selectOption(size);
    await toile.page.getByRole("button", { name: /^A-line skirt/ }).click();
    await expect(toile.page.locator(".wardrobe")).toBeHidden();
    await toile.untilSimulated(0.05);
  };
  await wear("woman-88");
  await chooser(toile).selectOption({ label: "Ease to the body" });
  await expect(legend(toile)).toContainText("Ease to the body mm");
  const compare = toile.page.locator('[data-inspector="compare"]');
  await toile.page.locator('[data-command="stage.keep"]').click();
  await expect(compare).toContainText("Kept: ");
  await wear("woman-96");

  // Same garment, same fabric: the sides are told apart by their figures.
  await expect(toile.page.locator(".sides span")).toHaveText([/^Before · .*88/, /^Now · .*96/]);
  const cell = (column: number) => compare.locator('[data-row="most"] td').nth(column);
  await expect(cell(2)).not.toHaveText(/^[–0]$/);
  expect(await number(cell(1))).not.toBe(await number(cell(0)));
  // Both are drawn: without the kept side, the left half is another picture.
  await toile.pause();
  const both = await toile.picture();
  await compare.getByRole("button", { name: "End the comparison" }).click();
  await expect(toile.page.locator(".sides")).toBeHidden();
  await toile.untilStill();
  expect(difference(both, await toile.picture())).toBeGreaterThan(0.05);
});

for (const [width, height, scheme] of [
  [1280, 720, "light"],
  [820, 1180, "dark"],
] as const)
  test(`everything open at ${width} × ${height}: nothing overflows, axe finds nothing serious, ${scheme}`, async ({
    toile,
  }) => {
    await toile.page.setViewportSize({ width, height });
    await toile.page.emulateMedia({ colorScheme: scheme });
    await toile.visit();
    await toile.untilSimulated(0.4);
    const place = await toile.onCloth();
    await toile.pause();
    await chooser(toile).selectOption({ label: "Curvature" });
    await tool(toile, "probe").click();
    await toile.click(place);
    await expect(found(toile).getByRole("img", { name: /Stress against strain/ })).toBeVisible();
    await toile.page.locator('[data-command="stage.keep"]').click();
    await expect(toile.page.locator('[data-inspector="compare"]')).toBeVisible();
    const outside = await toile.page.evaluate(() => {
      const scene = document.querySelector(".scene")?.getBoundingClientRect();
      const seen = [
        ...document.querySelectorAll(
          ".legend, .legend *, .scene .tool-bar, .scene .view-bar, .scene button, .map-choice",
        ),
      ];
      return seen
        .map((element) => ({ name: element.className, box: element.getBoundingClientRect() }))
        .filter(({ box }) => scene && (box.left < scene.left - 1 || box.right > scene.right + 1))
        .map(({ name }) => name);
    });
    expect(outside).toEqual([]);
    expect(await toile.extent()).toEqual([width, height]);
    expect(await toile.serious()).toEqual([]);
  });
