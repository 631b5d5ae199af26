import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Change, Store } from "./store";

interface Entry<S> {
  readonly label: string;
  before: Partial<S>;
  after: Partial<S>;
}

/** A drag or any other edit of many small changes that the user sees as one. */
export interface Gesture {
  /** Ends it as one entry of the history; nothing is recorded if nothing changed. */
  commit(): void;
  /** Ends it and puts everything back. */
  bail(): void;
}

/** Old values are shared by reference, so an entry is small; the limit only bounds a very long session. */
const LONGEST = 500;

/**
 * Undo and redo. It listens to the store: an edit is recorded because it happened, not because its author
 * remembered to record it. Which keys count is declared with the keys.
 */
export class History<S extends object> {
  readonly undoLabel: ReadonlySignal<string | null>;
  readonly redoLabel: ReadonlySignal<string | null>;
  readonly #store: Store<S>;
  readonly #past = signal<readonly Entry<S>[]>([]);
  readonly #future = signal<readonly Entry<S>[]>([]);
  #open: Entry<S> | null = null;
  #restoring = false;

  constructor(store: Store<S>) {
    this.#store = store;
    this.undoLabel = computed(() => this.#past.value.at(-1)?.label ?? null);
    this.redoLabel = computed(() => this.#future.value.at(-1)?.label ?? null);
    store.listen((change) => this.#record(change));
  }

  /** Begins a gesture; one that is still open is committed first. */
  mark(label: string): Gesture {
    this.#commit();
    const mine: Entry<S> = { label, before: {}, after: {} };
    this.#open = mine;
    const whileOpen = (end: () => void) => () => {
      if (this.#open === mine) end();
    };
    return { commit: whileOpen(() => this.#commit()), bail: whileOpen(() => this.#bail()) };
  }

  /** Takes back the last edit, or the gesture under way. */
  undo(): void {
    if (this.#open) return this.#bail();
    const entry = this.#past.peek().at(-1);
    if (!entry) return;
    batch(() => {
      this.#past.value = this.#past.peek().slice(0, -1);
      this.#future.value = [...this.#future.peek(), entry];
      this.#restore(entry.before, `Undo ${entry.label}`);
    });
  }

  redo(): void {
    this.#commit();
    const entry = this.#future.peek().at(-1);
    if (!entry) return;
    batch(() => {
      this.#future.value = this.#future.peek().slice(0, -1);
      this.#past.value = [...this.#past.peek(), entry];
      this.#restore(entry.after, `Redo ${entry.label}`);
    });
  }

  /** Forgets everything; used once the first document is in place, which nobody edited. */
  clear(): void {
    this.#open = null;
    this.#past.value = [];
    this.#future.value = [];
  }

  #record({ key, before, after, label }: Change<S>): void {
    if (this.#restoring || !this.#store.keys[key].undone) return;
    if (this.#open) {
      if (!(key in this.#open.before)) this.#open.before = { ...this.#open.before, [key]: before };
      this.#open.after = { ...this.#open.after, [key]: after };
      return;
    }
    this.#push({ label, before: { [key]: before } as Partial<S>, after: { [key]: after } as Partial<S> });
  }

  #commit(): void {
    const entry = this.#open;
    this.#open = null;
    if (entry && Object.keys(entry.after).length > 0) this.#push(entry);
  }

  #bail(): void {
    const entry = this.#open;
    this.#open = null;
    if (entry) this.#restore(entry.before, `Cancel ${entry.label}`);
  }

  #push(entry: Entry<S>): void {
    batch(() => {
      this.#past.value = [...this.#past.peek(), entry].slice(-LONGEST);
      this.#future.value = [];
    });
  }

  #restore(values: Partial<S>, label: string): void {
    this.#restoring = true;
    try {
      for (const key of Object.keys(values) as (keyof S)[])
        this.#store.set(key, values[key] as S[keyof S], label);
    } finally {
      this.#restoring = false;
    }
  }
}
