import { expect, Toile, test } from "./fixture";

async function links(toile: Toile): Promise<string[]> {
  await toile.command("file.share").click();
  const fields = toile.page.locator(".link-field input");
  await expect(fields.first()).toHaveValue(/#g=2\./);
  const found = await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
  await toile.page.keyboard.press("Escape");
  return found.map((link) => link.replace("#", "?quality=plain#"));
}

test("a garment opens by link in a fresh profile, after a look, and never over other work", async ({
  toile,
  browser,
}) => {
  await toile.visitStill();
  await toile.press("]");
  await toile.page.locator('[data-fabric="felt"]').waitFor({ state: "detached" });
  await toile.press("ArrowRight");
  await toile.press("Escape");
  const [link = "", fabric = ""] = await links(toile);
  console.log(`links: garment ${link.length}, fabric ${fabric.length} characters`);
  const sent = await toile.saved();

  const context = await browser.newContext();
  const fresh = new Toile(await context.newPage());
  const asked: string[] = [];
  fresh.page.on("request", (request) => asked.push(request.url()));
  await fresh.page.goto(link);
  const dialog = fresh.page.getByRole("dialog");
  await expect(dialog).toContainText("1 panel, 0 seams");
  await dialog.getByRole("button", { name: "Open this garment" }).click();
  await expect(fresh.command("edit.undo")).toHaveAccessibleName(/from a link/);
  expect(await fresh.saved()).toEqual(sent);
  expect(asked.filter((url) => url.includes("g=2"))).toEqual([]);
  expect(fresh.page.url()).not.toContain("#");

  await fresh.page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(fabric).hash);
  await dialog.getByRole("button", { name: "Stay with mine" }).click();
  expect(await fresh.saved()).toEqual(sent);
  await context.close();
});

test("a link that is damaged or means harm gives a message and nothing else", async ({ toile }) => {
  await toile.visit();
  const before = await toile.saved();
  for (const hash of ["#g=1.AAAA", "#g=9.AAAA", "#g=%00", "#f=1.denim.____", "#f=1.nothing."]) {
    await toile.page.evaluate((text) => {
      location.hash = text;
    }, hash);
    await expect(toile.page.locator('[data-issue="link.damaged"]')).toBeVisible();
    await toile.page.locator(".issues").getByRole("button", { name: "Close" }).click();
  }
  expect(await toile.saved()).toEqual(before);
});
