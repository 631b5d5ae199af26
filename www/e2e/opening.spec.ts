import { colours, expect, poll, test } from "./fixture";

/** The stored cloth was draped for some seconds; from flat the first picture would be of the first steps. */
const DRAPED_S = 2;

test("a first visit finds a garment worn, and it is alive", async ({ toile }) => {
  await toile.page.goto("?quality=plain");
  await poll(async () => (await toile.shown()).frames).toBeGreaterThan(0);
  const first = await toile.shown();
  console.log(
    `navigation to draped cloth: ${await toile.canvas.getAttribute("data-first-motion-ms")} ms (software WebGL, plain quality)`,
  );
  expect(first.simulatedS).toBeGreaterThan(DRAPED_S);
  await expect(toile.page.locator(".status")).not.toContainText(/closing/i);
  expect(colours(await toile.picture())).toBeGreaterThan(40);

  // Nothing has been done yet that could be undone, and an edit goes on from the draped cloth, which may be at rest by now.
  await expect(toile.command("edit.undo")).toBeDisabled();
  const before = await toile.shown();
  await toile.page.locator('[data-fabric="denim"]').click();
  await toile.untilSimulated(before.simulatedS + 0.02);
  expect(Math.abs((await toile.shown()).topMm - before.topMm)).toBeLessThan(30);
});

test("another document does not wear the stored cloth", async ({ toile }) => {
  await toile.page.goto("?quality=plain");
  await poll(async () => (await toile.shown()).simulatedS).toBeGreaterThan(DRAPED_S);
  const document = await toile.saved();
  document.simulation.gravity_m_per_s2 = 9.8;
  const again = await toile.begunAgain();
  await toile.drop(JSON.stringify(document), "lighter.toile.json");
  expect(await again.done).toBeLessThan(DRAPED_S);
});
