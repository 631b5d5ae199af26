import { batch, type Signal, signal } from "@preact/signals";

/** What a state key promises: history and autosave read this instead of knowing the keys by name. */
export interface Key<T> {
  readonly initial: T;
  /** Undo and redo restore it. */
  readonly undone: boolean;
  /** It survives a reload. */
  readonly saved: boolean;
}

export type Keys<S> = { readonly [K in keyof S]: Key<S[K]> };

export interface Change<S> {
  readonly key: keyof S;
  readonly before: S[keyof S];
  readonly after: S[keyof S];
  /** What the user did, in words that fit after "Undo". */
  readonly label: string;
}

export type Listener<S> = (change: Change<S>) => void;

/**
 * All state of the page, one signal per key. Values are immutable: a change is a new value, so that
 * history can keep old ones by reference and a reader can compare with `===`.
 */
export class Store<S extends object> {
  readonly keys: Keys<S>;
  readonly #signals = new Map<keyof S, Signal<unknown>>();
  readonly #listeners = new Set<Listener<S>>();

  constructor(keys: Keys<S>) {
    this.keys = keys;
    for (const key of Object.keys(keys) as (keyof S)[]) this.#signals.set(key, signal(keys[key].initial));
  }

  /** The value; a component or effect that calls this runs again when it changes. */
  get<K extends keyof S>(key: K): S[K] {
    return this.#signal(key).value as S[K];
  }

  /** The value, without subscribing. */
  peek<K extends keyof S>(key: K): S[K] {
    return this.#signal(key).peek() as S[K];
  }

  set<K extends keyof S>(key: K, value: S[K], label = ""): void {
    const before = this.peek(key);
    if (before === value) return;
    // Listeners run inside the batch: whoever reacts to the signal sees history already up to date.
    batch(() => {
      this.#signal(key).value = value;
      for (const listener of this.#listeners) listener({ key, before, after: value, label });
    });
  }

  listen(listener: Listener<S>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #signal(key: keyof S): Signal<unknown> {
    const found = this.#signals.get(key);
    if (!found) throw new Error(`no state key ${String(key)}`);
    return found;
  }
}
