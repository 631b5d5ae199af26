import { beforeEach, describe, expect, it } from "vitest";
import { History } from "../src/document/history";
import { type Keys, Store } from "../src/document/store";

interface State {
  hem: number;
  sleeve: number;
  zoom: number;
}

const keys: Keys<State> = {
  hem: { initial: 0, undone: true, saved: true },
  sleeve: { initial: 0, undone: true, saved: true },
  zoom: { initial: 1, undone: false, saved: false },
};

let store: Store<State>;
let history: History<State>;

beforeEach(() => {
  store = new Store(keys);
  history = new History(store);
});

describe("history", () => {
  it("takes edits back and does them again, with their labels", () => {
    store.set("hem", 5, "hem");
    store.set("sleeve", 7, "sleeve");
    expect(history.undoLabel.value).toBe("sleeve");
    history.undo();
    expect([store.peek("hem"), store.peek("sleeve")]).toEqual([5, 0]);
    expect([history.undoLabel.value, history.redoLabel.value]).toEqual(["hem", "sleeve"]);
    history.undo();
    history.redo();
    history.redo();
    expect([store.peek("hem"), store.peek("sleeve")]).toEqual([5, 7]);
    expect(history.redoLabel.value).toBeNull();
  });

  it("forgets what was undone once something else is edited", () => {
    store.set("hem", 5, "hem");
    history.undo();
    store.set("sleeve", 7, "sleeve");
    expect(history.redoLabel.value).toBeNull();
    history.redo();
    expect(store.peek("hem")).toBe(0);
  });

  it("leaves keys alone that are not undone", () => {
    store.set("zoom", 3, "zoom");
    expect(history.undoLabel.value).toBeNull();
    store.set("hem", 5, "hem");
    history.undo();
    expect(store.peek("zoom")).toBe(3);
  });

  it("records nothing when a value stays the same", () => {
    store.set("hem", 0, "hem");
    expect(history.undoLabel.value).toBeNull();
  });

  it("does nothing at either end", () => {
    history.undo();
    history.redo();
    expect(store.peek("hem")).toBe(0);
  });
});

describe("a gesture", () => {
  it("is one entry, whatever happened on the way", () => {
    const gesture = history.mark("drag");
    for (const hem of [1, 2, 3]) store.set("hem", hem, "ignored");
    store.set("sleeve", 4, "ignored");
    gesture.commit();
    expect(history.undoLabel.value).toBe("drag");
    history.undo();
    expect([store.peek("hem"), store.peek("sleeve")]).toEqual([0, 0]);
    expect(history.undoLabel.value).toBeNull();
    history.redo();
    expect([store.peek("hem"), store.peek("sleeve")]).toEqual([3, 4]);
  });

  it("can be bailed out of and leaves no trace", () => {
    store.set("hem", 5, "hem");
    const gesture = history.mark("drag");
    store.set("hem", 9);
    gesture.bail();
    expect(store.peek("hem")).toBe(5);
    expect([history.undoLabel.value, history.redoLabel.value]).toEqual(["hem", null]);
  });

  it("records nothing when nothing moved", () => {
    history.mark("drag").commit();
    expect(history.undoLabel.value).toBeNull();
  });

  it("is cancelled by undo", () => {
    store.set("hem", 5, "hem");
    history.mark("drag");
    store.set("hem", 9);
    history.undo();
    expect(store.peek("hem")).toBe(5);
    expect(history.undoLabel.value).toBe("hem");
  });

  it("is committed when the next one begins, and its own end then means nothing", () => {
    const first = history.mark("first");
    store.set("hem", 1);
    const second = history.mark("second");
    store.set("hem", 2);
    first.bail();
    expect(store.peek("hem")).toBe(2);
    second.commit();
    history.undo();
    expect(store.peek("hem")).toBe(1);
    expect(history.undoLabel.value).toBe("first");
  });
});
