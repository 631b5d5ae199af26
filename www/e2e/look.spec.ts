import type { PNG } from "pngjs";
import type { Document } from "../src/engine/types";
import { difference, expect, poll, square, type Toile, test } from "./fixture";

/** Height of what is as blue as denim, as a share of the picture's shorter side. */
function share(picture: PNG): number {
  const rows = new Set<number>();
  for (let i = 0; i < picture.data.length; i += 4) {
    const [r = 0, , b = 0] = picture.data.subarray(i, i + 3);
    if (b > r + 20) rows.add(Math.floor(i / 4 / picture.width));
  }
  return (Math.max(...rows) - Math.min(...rows)) / Math.min(picture.width, picture.height);
}

const picture = async (toile: Toile): Promise<PNG> => {
  await toile.untilStill();
  return toile.picture();
};

test("cloth that is looked at as a whole stays so when its view gets another size", async ({ toile }) => {
  await toile.visitStill();
  // Bars over the cloth take a part of a small view, and none worth telling of a large one.
  const both = share(await picture(toile));
  for (let k = 0; k < 2; k++) await toile.command("view.views").click();
  await expect(toile.table).toBeHidden();
  expect(share(await picture(toile))).toBeGreaterThan(0.8 * both);
  await toile.page.setViewportSize({ width: 1500, height: 900 });
  expect(share(await picture(toile))).toBeGreaterThan(0.8 * both);
});

test("keys look around, and with Shift from the front, the sides and the back", async ({ toile }) => {
  await toile.visitStill();
  await toile.canvas.focus();
  const first = await picture(toile);
  await toile.page.keyboard.press("Shift+ArrowRight");
  const side = await picture(toile);
  expect(difference(first, side)).toBeGreaterThan(0.01);
  for (let k = 0; k < 4; k++) await toile.page.keyboard.press("Shift+ArrowRight");
  expect(difference(side, await picture(toile))).toBeLessThan(0.002);
  await toile.page.keyboard.press("+");
  await toile.page.keyboard.press("+");
  await poll(async () => share(await picture(toile))).toBeGreaterThan(1.1 * share(side));
  // The pattern has not been zoomed as well.
  await expect(toile.canvas).toBeFocused();
});

/** A white sheet that has fallen on a box: beyond the box's far edge it turns away from who looks. */
function overBox(): string {
  const sheet = JSON.parse(square) as Document;
  for (const fabric of sheet.fabrics) fabric.look = { ...fabric.look, colour: "#ffffff" };
  const shape = { kind: "body.box", parameters: { y_mm: 700, width_mm: 800, depth_mm: 500 } };
  sheet.bodies = sheet.bodies.map((body) => (body.id === "sphere" ? { ...body, shape } : body));
  for (const panel of sheet.panels) {
    panel.mesh = { ...panel.mesh, size_mm: 20 };
    panel.placement = { kind: "free", translation_mm: [0, 910, 0], rotation_deg: [-90, 0, 0] };
  }
  return JSON.stringify(sheet);
}

test("cloth has no dark rim where it turns away", async ({ toile }) => {
  await toile.page.addInitScript((text) => localStorage.setItem("toile.document", text), overBox());
  await toile.visit();
  await toile.untilSimulated(1.2);
  await toile.pause();
  await toile.canvas.focus();
  await toile.page.keyboard.press("Shift+ArrowLeft");
  const shown = await picture(toile);
  const light = (x: number, y: number) => shown.data[4 * (y * shown.width + x) + 1] ?? 0;
  // The upper rim of the cloth, between the bars: from the room, which is not as light, into the cloth.
  const rims: number[] = [];
  for (let x = Math.round(shown.width * 0.4); x < shown.width * 0.6; x++) {
    let y = Math.round(shown.height * 0.2);
    while (y < shown.height && light(x, y) < 250 && light(x, y + 8) < 250) y += 1;
    const rim = Math.min(...[6, 7, 8, 9, 10, 11].map((below) => light(x, y + below)));
    rims.push(rim / light(x, y + 16));
  }
  expect(rims.filter((each) => each < 0.8).length / rims.length).toBeLessThan(0.05);
});

test("a body that stands through cloth by less than a finger is not seen through it", async ({ toile }) => {
  const sheet = JSON.parse(square) as Document;
  // The sphere ends 1 m above the floor.
  for (const panel of sheet.panels) {
    panel.frozen = true;
    panel.placement = { kind: "free", translation_mm: [0, 994, 0], rotation_deg: [-90, 0, 0] };
  }
  await toile.page.addInitScript(
    (text) => localStorage.setItem("toile.document", text),
    JSON.stringify(sheet),
  );
  await toile.visitStill();
  await toile.canvas.focus();
  for (let k = 0; k < 6; k++) await toile.page.keyboard.press("ArrowUp");
  const shown = await picture(toile);
  const [x, y] = [Math.round(shown.width / 2), Math.round(shown.height / 2)];
  let blue = 0;
  for (let dy = -20; dy < 20; dy++)
    for (let dx = -20; dx < 20; dx++) {
      const at = 4 * ((y + dy) * shown.width + x + dx);
      if ((shown.data[at + 2] ?? 0) > (shown.data[at] ?? 0) + 20) blue += 1;
    }
  expect(blue).toBe(1600);
});
