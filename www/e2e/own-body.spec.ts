import { expect, test } from "./fixture";

/** A block of 50 × 50 × 80 cm in millimetres, with z up; without its last face it is open. */
function block(faces = 6): string {
  const corners = Array.from({ length: 8 }, (_, k) => {
    const at = (bit: number, low: number, high: number) => ((k & bit) === 0 ? low : high);
    return `v ${at(1, -250, 250)} ${at(2, -250, 250)} ${at(4, 0, 800)}`;
  });
  const all = ["1 5 7 3", "2 4 8 6", "1 2 6 5", "3 7 8 4", "1 3 4 2", "5 6 8 7"];
  return [...corners, ...all.slice(0, faces).map((face) => `f ${face}`)].join("\n");
}

test("cloth falls on a body from a file, which is mended, kept and can be undone", async ({ toile }) => {
  await toile.visit();
  const before = await toile.saved();
  const panel = toile.page.locator('[data-inspector="own-body"]');
  const chooser = toile.page.waitForEvent("filechooser");
  await panel.getByRole("button", { name: /Body from a file/ }).click();
  await (await chooser).setFiles({ name: "Block.obj", mimeType: "model/obj", buffer: Buffer.from(block()) });
  const told = toile.page.locator(".issues");
  await expect(told.locator("h2")).toContainText("with changes");
  await expect(told).toContainText("turned upright");
  await expect(told).toContainText("millimetres");
  await expect(panel).toContainText("Block, 80.0 cm high, 12 triangles");
  const after = await toile.saved();
  expect(after.bodies.map((body) => body.shape.kind)).toContain("body.own");
  expect(after.panels.length).toBe(before.panels.length);
  await toile.untilSimulated(0.05);

  // It is part of the document: still there on the next visit.
  await toile.page.reload();
  await expect(panel).toContainText("Block, 80.0 cm high");
  expect(await toile.saved()).toEqual(after);
});

test("a body dropped on the page is taken, undo takes it off, and an open one is refused with its holes", async ({
  toile,
}) => {
  await toile.visit();
  const before = await toile.saved();
  await toile.drop(block(4), "Open.obj");
  const told = toile.page.locator(".issues");
  await expect(told.locator("h2")).toContainText("cannot be a body");
  await expect(told.locator('[data-issue="body.hole"]')).toHaveCount(2);
  expect(await toile.saved()).toEqual(before);

  await toile.drop(block(), "Block.obj");
  await expect(toile.page.locator('[data-inspector="own-body"]')).toContainText("Block");
  await toile.press("Control+z");
  expect(await toile.saved()).toEqual(before);
});
