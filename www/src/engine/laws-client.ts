import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { LabWorker } from "./lab-protocol";
import { laboratoryIssue } from "./stopped";
import type { Fabric, Issue, Laws } from "./types";

/** A fabric's laws, and the fabric they are of, which may be a moment older than the one in the document. */
export interface Shown {
  fabric: Fabric;
  laws: Laws;
}

const MOST_RESTARTS = 3;

/** Keeps the laws of fabrics as the engine evaluates them. Of each fabric only the newest waits for its turn. */
export class LawsClient {
  readonly #spawn: () => LabWorker;
  readonly #shown = new Map<string, Signal<Shown | null>>();
  readonly #waiting = new Map<string, Fabric>();
  readonly #trouble = signal<Issue | null>(null);
  #worker: LabWorker | null = null;
  #asked: Fabric | null = null;
  #requests = 0;
  #restarts = 0;

  constructor(spawn: () => LabWorker) {
    this.#spawn = spawn;
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
    if (this.#signal(fabric.id).peek()?.fabric === fabric) return;
    this.#waiting.set(fabric.id, fabric);
    this.#send();
  }

  #signal(id: string): Signal<Shown | null> {
    const found = this.#shown.get(id) ?? signal(null);
    this.#shown.set(id, found);
    return found;
  }

  #send(): void {
    const next = this.#waiting.values().next().value;
    if (this.#asked || !next) return;
    this.#worker ??= this.#start();
    this.#waiting.delete(next.id);
    this.#asked = next;
    this.#requests += 1;
    this.#worker.postMessage({ type: "laws", request: this.#requests, fabric: JSON.stringify(next) });
  }

  #start(): LabWorker {
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => {
      const fabric = this.#asked;
      if (data.type !== "laws" || data.request !== this.#requests || !fabric) return;
      this.#asked = null;
      this.#trouble.value = null;
      this.#signal(fabric.id).value = { fabric, laws: data.laws };
      this.#send();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      // The fabric that broke it is not tried again until it changes.
      this.#asked = null;
      this.#restarts += 1;
      this.#trouble.value = laboratoryIssue(event.message);
      if (this.#restarts <= MOST_RESTARTS) this.#send();
    };
    return worker;
  }
}
