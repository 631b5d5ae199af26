import { type ReadonlySignal, signal } from "@preact/signals";
import type { Fabric, Tables } from "../engine/types";
import type { Shelf } from "./autosave";

const KEY = "toile.fabrics";

/** Fabrics that the user keeps in this browser, beside the engine's presets. */
export class OwnFabrics {
  readonly #shelf: Shelf | null;
  readonly #all = signal<readonly Fabric[]>([]);

  constructor(shelf: Shelf | null) {
    this.#shelf = shelf;
    this.#all.value = recalled(shelf);
  }

  get all(): ReadonlySignal<readonly Fabric[]> {
    return this.#all;
  }

  /** Keeps a copy under a name of its own and gives it; throws, in words, where the browser refuses to keep it. */
  keep(fabric: Fabric, name: string, tables: Tables): Fabric {
    const taken = new Set([...tables.fabrics, ...this.#all.peek()].map((each) => each.id));
    const own: Fabric = { ...fabric, id: freeId(name, taken), name };
    this.#write([...this.#all.peek(), own]);
    return own;
  }

  forget(id: string): void {
    this.#write(this.#all.peek().filter((fabric) => fabric.id !== id));
  }

  #write(fabrics: readonly Fabric[]): void {
    if (!this.#shelf) throw new Error("this browser keeps nothing for this page");
    this.#shelf.setItem(KEY, JSON.stringify(fabrics));
    this.#all.value = fabrics;
  }
}

/** What was kept, as far as it looks like fabrics; the engine judges each before it is used. */
function recalled(shelf: Shelf | null): Fabric[] {
  try {
    const found: unknown = JSON.parse(shelf?.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(looksLikeFabric) : [];
  } catch {
    return [];
  }
}

function looksLikeFabric(value: unknown): value is Fabric {
  const { id, name, source, sheet, look } = (value ?? {}) as Partial<Fabric>;
  const words = [id, name, source].every((word) => typeof word === "string");
  return words && typeof sheet === "object" && typeof look === "object";
}

/** An id of a name's letters and digits that nobody has. */
export function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const base = `own-${plain || "fabric"}`;
  let id = base;
  for (let k = 2; taken.has(id); k++) id = `${base}-${k}`;
  return id;
}
