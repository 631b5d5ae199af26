import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Document, Fabric } from "../src/engine/types";
import { fromText, toText } from "../src/share/bytes";
import { compress } from "../src/share/compress";
import { clashes, decodeFabric, encodeFabric } from "../src/share/fabric";
import { allPaths, build, flatten, keyOf } from "../src/share/fabric-paths";
import { decodeProject, encodeProject } from "../src/share/project";
import { madeToMeasure, read, tables } from "./engine";

/** Links as they were made when each version of the format was new: they must open for good. */
interface Golden {
  kind: "garment" | "fabric";
  link: string;
  /** What it holds, complete. */
  holds: unknown;
}
const golden: Golden[] = JSON.parse(readFileSync(new URL("links.golden.json", import.meta.url), "utf8"));

const complete = (document: unknown): Document => {
  const reading = read(JSON.stringify(document));
  if ("issues" in reading) throw new Error(JSON.stringify(reading.issues));
  return reading.document;
};
const garments = tables.garments.map(complete);
const presets =
  (garments[0] && tables.fabrics.map((fabric) => complete(dressed(fabric)).fabrics[0] as Fabric)) ?? [];

/** A garment of one fabric. */
function dressed(fabric: unknown): unknown {
  const first = tables.garments[0] as Document;
  const id = (fabric as Fabric).id;
  return { ...first, fabrics: [fabric], panels: first.panels.map((panel) => ({ ...panel, fabric: id })) };
}

/** Numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A fabric with so many of its numbers changed to ones with all their digits. */
function altered(fabric: Fabric, count: number): Fabric {
  const flat = flatten(fabric);
  const numbers = [...flat].filter(([, value]) => typeof value === "number").slice(0, count);
  for (const [path, value] of numbers) flat.set(path, (value as number) * 1.0123456789 + 1e-9);
  return build(flat) as unknown as Fabric;
}

describe("garments by link", () => {
  it.each(garments.map((garment) => [garment.name, garment] as const))(
    "%s comes back as it was",
    async (_, garment) => {
      const link = await encodeProject(garment);
      expect(link).toMatch(/^2\.[A-Za-z0-9_-]+$/);
      expect(complete(JSON.parse(await decodeProject(link)))).toEqual(garment);
    },
  );

  it("are short: a T-shirt made to measure is below 2,000 letters", async () => {
    const shirt = madeToMeasure("garment.t-shirt", "woman-88");
    const link = await encodeProject(shirt);
    console.log(`a T-shirt's link: ${link.length} letters`);
    expect(link.length).toBeLessThan(1900);
    expect(JSON.parse(await decodeProject(link))).toEqual(shirt);
  });

  it("that have letters which stand for no word are refused", async () => {
    for (const text of ["\u0001", "{\u0001~}", "{\u001f(}", "{\u0000(}"])
      await expect(decodeProject(`2.${toText(await compress(text))}`)).rejects.toThrow("no link has");
  });

  it("that unpack to a flood are refused before they are unpacked", async () => {
    const bomb = `1.${toText(await compress(" ".repeat(40 * 1024 * 1024)))}`;
    expect(bomb.length).toBeLessThan(60_000);
    await expect(decodeProject(bomb)).rejects.toThrow("more than any garment");
    // Each pair of letters stands for a phrase of up to 170.
    const words = `2.${toText(await compress("\u0001(".repeat(1024 * 1024)))}`;
    await expect(decodeProject(words)).rejects.toThrow("more than any garment");
  });

  it.each([
    ["", "version"],
    ["3.AAAA", "version 3"],
    ["constructor.AAAA", "version"],
    ["1", "letters"],
    ["1.", "letters"],
    ["1.A+A", "letters"],
    ["1.AAAA.AAAA", "letters"],
    ["1.AAAA", "cut off"],
  ])("“%s” are refused in words", async (link, word) => {
    await expect(decodeProject(link)).rejects.toThrow(word);
  });
});

describe("fabrics by link", () => {
  it("have a place of its own for every number", () => {
    expect(allPaths(tables).length).toBeGreaterThan(40);
    expect([...clashes(tables)]).toEqual([]);
    expect(keyOf("sheet.weight_g_per_m2")).toBeLessThan(2 ** 20);
  });

  it.each(presets.map((preset) => [preset.id, preset] as const))(
    "%s is short, and comes back",
    (_, preset) => {
      const same = encodeFabric(preset, tables);
      expect(decodeFabric(same, tables)).toEqual(preset);
      for (const count of [1, 12]) {
        const fabric = altered(preset, count);
        const link = `#f=${encodeFabric(fabric, tables)}`;
        expect(link.length).toBeLessThanOrEqual(200);
        expect(decodeFabric(link.slice("#f=".length), tables)).toEqual(fabric);
      }
    },
  );

  it("with its own curves are below 600 characters", () => {
    const curved = presets.filter((preset) => preset.membrane.curves ?? preset.bending.curves);
    expect(curved.length).toBeGreaterThan(0);
    for (const preset of curved) {
      const curves = Object.fromEntries(
        Object.entries(preset.membrane.curves ?? {}).map(([id, curve]) => [
          id,
          { ...curve, slope: curve.slope * 1.37 },
        ]),
      );
      const fabric = { ...preset, name: "My own", membrane: { ...preset.membrane, curves } };
      const link = `#f=${encodeFabric(fabric, tables)}`;
      expect(link.length).toBeLessThanOrEqual(600);
      expect(decodeFabric(link.slice("#f=".length), tables)).toEqual(fabric);
    }
  });
});

it.each(golden.map(({ kind, link, holds }, k) => [k, kind, link, holds] as const))(
  "link %i of old, a %s, opens as it did",
  async (_, kind, link, holds) => {
    if (kind === "garment")
      expect(complete(JSON.parse(await decodeProject(link)))).toMatchObject(holds as object);
    else expect(complete(dressed(decodeFabric(link, tables))).fabrics[0]).toMatchObject(holds as object);
  },
);

describe("2,000 links with something changed in them", () => {
  /** A letter replaced, taken out, put in, doubled, or the end cut off. */
  const mutated = (link: string, roll: (sides: number) => number): string => {
    const letters = "ABCxyz019-_.%&#\u0000é";
    const at = roll(link.length);
    const other = letters[roll(letters.length)] ?? "A";
    return [
      () => link.slice(0, at) + other + link.slice(at + 1),
      () => link.slice(0, at) + link.slice(at + 1),
      () => link.slice(0, at) + other + link.slice(at),
      () => link.slice(0, at),
      () => link.slice(0, at) + link.slice(at + 1 + roll(9)) + other,
    ][roll(5)]?.() as string;
  };

  it("give a document, or a message, and never anything else", async () => {
    const roll = dice(7);
    const link = await encodeProject(garments[0] as Document);
    let opened = 0;
    for (let k = 0; k < 1000; k++) {
      try {
        const text = await decodeProject(mutated(link, roll));
        if ("document" in read(text)) opened += 1;
      } catch (error) {
        expect((error as Error).message).toMatch(/^it /);
      }
    }
    // The checksum lets nothing pass that is not the garment itself.
    expect(opened).toBeLessThan(5);
  }, 60_000);

  it("give a fabric that the engine judges, or a message", () => {
    const roll = dice(11);
    const links = presets.map((preset) => encodeFabric(altered(preset, 12), tables));
    for (let k = 0; k < 1000; k++) {
      let fabric: unknown;
      try {
        fabric = decodeFabric(mutated(links[k % links.length] as string, roll), tables);
      } catch (error) {
        expect((error as Error).message.length).toBeGreaterThan(10);
        continue;
      }
      const reading = read(JSON.stringify(dressed(fabric)));
      if ("issues" in reading) expect(reading.issues.length).toBeGreaterThan(0);
    }
  }, 60_000);
});

it("bytes and text are two ways of writing the same", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, k) => k);
  expect(fromText(toText(bytes))).toEqual(bytes);
  expect(fromText("a b")).toBeNull();
});
