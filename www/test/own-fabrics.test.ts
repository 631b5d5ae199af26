import { describe, expect, it } from "vitest";
import { freeId, OwnFabrics } from "../src/document/own-fabrics";
import { tables } from "./engine";
import { fabric } from "./garment";

function shelf(kept: Record<string, string> = {}) {
  return {
    kept,
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
  };
}

describe("fabrics of one's own", () => {
  it("are there at the next visit, each under an id that nobody has", () => {
    const place = shelf();
    const own = new OwnFabrics(place);
    const ids = [1, 2].map(() => own.keep(fabric("denim"), "My Dénim!", tables).id);
    expect(ids).toEqual(["own-my-denim", "own-my-denim-2"]);
    const later = new OwnFabrics(place);
    expect(later.all.value.map(({ id, name }) => [id, name])).toEqual(ids.map((id) => [id, "My Dénim!"]));
    later.forget("own-my-denim");
    expect(new OwnFabrics(place).all.value.map(({ id }) => id)).toEqual(["own-my-denim-2"]);
  });

  it("are not pretended to be kept where the browser refuses", () => {
    const full = {
      ...shelf(),
      setItem: () => {
        throw new Error("the quota is exceeded");
      },
    };
    const own = new OwnFabrics(full);
    expect(() => own.keep(fabric("denim"), "Mine", tables)).toThrow("quota");
    expect(own.all.value).toEqual([]);
    expect(() => new OwnFabrics(null).keep(fabric("denim"), "Mine", tables)).toThrow("keeps nothing");
  });

  it("survive whatever else is on the shelf", () => {
    for (const text of ["", "{", "7", '[{"id":1}]', '["x"]', "[null]"])
      expect(new OwnFabrics(shelf({ "toile.fabrics": text })).all.value).toEqual([]);
  });

  it("have ids of letters even if their names have none", () => {
    expect(freeId("…", new Set())).toBe("own-fabric");
  });
});
