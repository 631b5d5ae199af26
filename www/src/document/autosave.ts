import type { AppStore, State } from "./state";

const PREFIX = "toile.";
/** Long enough that a dragged slider writes once, short enough that a closed tab loses nothing one remembers. */
const DELAY_MS = 400;

/** Where to keep things between visits; `localStorage`, or nothing where the browser forbids it. */
export type Shelf = Pick<Storage, "getItem" | "setItem">;

/** The browser's shelf. Private windows may throw on any access; the page then simply forgets. */
export function browserShelf(): Shelf | null {
  try {
    const shelf = window.localStorage;
    shelf.getItem(PREFIX);
    return shelf;
  } catch {
    return null;
  }
}

/** The text kept for a key, or null. Its reader decides whether it is any good. */
export function kept(shelf: Shelf | null, key: keyof State): string | null {
  return shelf?.getItem(PREFIX + key) ?? null;
}

/** Writes every key that declares itself saved, shortly after it changed and when the page goes away. */
export function autosave(store: AppStore, shelf: Shelf | null, failed: (reason: string) => void): void {
  if (!shelf) return;
  const waiting = new Set<keyof State>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const key of waiting) {
      waiting.delete(key);
      try {
        shelf.setItem(PREFIX + key, JSON.stringify(store.peek(key)));
      } catch (error) {
        failed(error instanceof Error ? error.message : String(error));
      }
    }
  };

  store.listen(({ key }) => {
    if (!store.keys[key].saved) return;
    waiting.add(key);
    timer ??= setTimeout(write, DELAY_MS);
  });
  globalThis.addEventListener?.("pagehide", write);
}
