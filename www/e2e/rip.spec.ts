import { expect, type Place, poll, type Toile, test } from "./fixture";

const tool = (toile: Toile, id: string) => toile.page.locator(`[data-command="inspect.${id}"]`);
const shownScene = async (toile: Toile): Promise<number> =>
  Number(await toile.canvas.getAttribute("data-scene"));

/** A place of the 3D view by shares of its width and height. */
async function inScene(toile: Toile, x: number, y: number): Promise<Place> {
  const box = await toile.scene.boundingBox();
  if (!box) throw new Error("the scene is not on the page");
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

async function drag(toile: Toile, from: Place, to: Place, steps: number): Promise<void> {
  await toile.page.mouse.move(from.x, from.y);
  await toile.page.mouse.down();
  await toile.page.mouse.move(to.x, to.y, { steps });
}

test("scissors cut the cloth along a line; undo mends it and redo cuts it again", async ({ toile }) => {
  await toile.visit();
  await toile.untilSimulated(0.8);
  const { x, y } = await toile.onCloth();
  await tool(toile, "scissors").click();
  await expect(toile.page.locator('[data-tool="scissors"]')).toContainText("Undo mends it");
  const before = await shownScene(toile);
  await drag(toile, { x: x - 30, y }, { x: x + 30, y: y + 8 }, 20);
  expect(await shownScene(toile)).toBe(before);
  await toile.page.mouse.up();
  await poll(() => shownScene(toile)).toBe(before + 1);
  const undo = toile.command("edit.undo");
  await expect(undo).toHaveAccessibleName(/^Undo cut/);
  await undo.click();
  await poll(() => shownScene(toile)).toBe(before + 2);
  await toile.command("edit.redo").click();
  await poll(() => shownScene(toile)).toBe(before + 3);
  // A cut cloth goes on: edits that leave the panels alone leave the cut.
  await toile.untilSimulated(1.2);
});

/** A curtain of weak cloth, hung by its upper edge. */
function curtain(): unknown {
  const edge = (id: string, x: number, y: number) => ({ id, from_mm: [x, y] });
  const pins = Array.from({ length: 16 }, (_, k) => ({
    id: `pin-${k}`,
    panel: "curtain",
    at_mm: [20 * k, 300],
  }));
  return {
    toile: 1,
    name: "Curtain",
    fabrics: [
      {
        id: "weak",
        name: "Weak",
        source: "chosen",
        sheet: { weft_tear_pct: 4, warp_tear_pct: 4 },
        membrane: { kind: "membrane.isotropic", parameters: {} },
        bending: { kind: "bend.hinge", parameters: {} },
        friction: { kind: "friction.c", parameters: {} },
      },
    ],
    panels: [
      {
        id: "curtain",
        name: "Curtain",
        fabric: "weak",
        mesh: { size_mm: 20 },
        outline: [edge("hem", 0, 0), edge("right", 300, 0), edge("top", 300, 300), edge("left", 0, 300)],
        placement: { kind: "free", translation_mm: [-150, 0, 0] },
      },
    ],
    pins,
  };
}

test("cloth that is pulled hard tears, frays and is mended by undo", async ({ toile }) => {
  await toile.visit();
  const first = await shownScene(toile);
  await toile.drop(JSON.stringify(curtain()), "curtain.json");
  await poll(() => shownScene(toile)).toBeGreaterThan(first);
  await tool(toile, "tear").click();
  const before = await shownScene(toile);
  await drag(toile, await inScene(toile, 0.5, 0.6), await inScene(toile, 0.55, 0.97), 12);
  const undo = toile.command("edit.undo");
  await expect(undo).toHaveAccessibleName(/^Undo tear/);
  await poll(async () => Number(await toile.canvas.getAttribute("data-loose-ends"))).toBeGreaterThan(0);
  // The hand still holds what it took, by the number that it has now.
  await expect(toile.canvas).toHaveAttribute("data-grabbed", /\d+/);
  await toile.page.mouse.up();
  const torn = await shownScene(toile);
  expect(torn).toBeGreaterThan(before);
  await undo.click();
  await poll(() => shownScene(toile)).toBeGreaterThan(torn);
  await poll(async () => Number(await toile.canvas.getAttribute("data-loose-ends"))).toBe(0);
});
