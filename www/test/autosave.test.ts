import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { autosave, kept, type Shelf } from "../src/document/autosave";
import { createStore } from "../src/document/state";
import { garment } from "./garment";

function fakeShelf(): Shelf & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("keeps the newest value of saved keys, once per pause, and no others", () => {
  const store = createStore();
  const shelf = fakeShelf();
  const write = vi.spyOn(shelf, "setItem");
  autosave(store, shelf, () => {});
  for (const name of ["a", "b", "c"]) store.set("document", garment({ name }), "name");
  store.set("playing", false);
  vi.runAllTimers();
  expect(write).toHaveBeenCalledTimes(1);
  expect(JSON.parse(kept(shelf, "document") ?? "")).toEqual(garment({ name: "c" }));
  expect(kept(shelf, "playing")).toBeNull();
});

it("says so when the shelf is full, and works on", () => {
  const store = createStore();
  const shelf = fakeShelf();
  const failed = vi.fn();
  vi.spyOn(shelf, "setItem").mockImplementationOnce(() => {
    throw new Error("quota");
  });
  autosave(store, shelf, failed);
  store.set("document", garment({ name: "a" }));
  vi.runAllTimers();
  expect(failed).toHaveBeenCalledWith("quota");
  store.set("document", garment({ name: "b" }));
  vi.runAllTimers();
  expect(kept(shelf, "document")).toContain('"b"');
});
