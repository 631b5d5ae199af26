import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { FromLab, LabWorker, ToLab } from "./lab-protocol";
import { Newest } from "./newest";
import { laboratoryIssue } from "./stopped";
import type { Fabric, Issue, Laws } from "./types";

/** A fabric's laws, and the fabric they are of, which may be a moment older than the one in the document. */
export interface Shown {
  fabric: Fabric;
  laws: Laws;
}

/** Keeps the laws of fabrics as the engine evaluates them. */
export class LawsClient {
  readonly #shown = new Map<string, Signal<Shown | null>>();
  readonly #trouble = signal<Issue | null>(null);
  readonly #newest: Newest<Fabric, ToLab, FromLab>;

  constructor(spawn: () => LabWorker) {
    this.#newest = new Newest({
      spawn,
      restarts: 3,
      message: (fabric, request) => ({ type: "laws", request, fabric: JSON.stringify(fabric) }),
      answered: (fabric, answer) => {
        if (answer.type !== "laws") return;
        this.#trouble.value = null;
        this.#signal(fabric.id).value = { fabric, laws: answer.laws };
      },
      broke: (_, reason) => {
        this.#trouble.value = laboratoryIssue(reason);
      },
    });
  }

  /** The laws of the fabric of this id, once they are known. */
  of(id: string): ReadonlySignal<Shown | null> {
    return this.#signal(id);
  }

  /** Why there are no curves, if the laboratory could not be had. */
  get trouble(): ReadonlySignal<Issue | null> {
    return this.#trouble;
  }

  show(fabric: Fabric): void {
    if (this.#signal(fabric.id).peek()?.fabric !== fabric) this.#newest.ask(fabric.id, fabric);
  }

  #signal(id: string): Signal<Shown | null> {
    const found = this.#shown.get(id) ?? signal(null);
    this.#shown.set(id, found);
    return found;
  }
}
