import { type ReadonlySignal, signal } from "@preact/signals";
import type { FromDraft, ToDraft } from "./draft-protocol";
import type { Document, Draft } from "./types";

export interface DraftWorker {
  postMessage(message: ToDraft): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromDraft>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A draft and the document it is of, which may be a moment older than the one on the table. */
export interface Drafted {
  document: Document;
  draft: Draft;
  coordinates: Float64Array;
}

const MOST_RESTARTS = 3;

/** Keeps a draft of the newest document. While one is being made only the newest of those that follow is kept waiting. */
export class DraftClient {
  readonly #spawn: () => DraftWorker;
  readonly #drafted = signal<Drafted | null>(null);
  #worker: DraftWorker | null = null;
  #asked: Document | null = null;
  #next: Document | null = null;
  #requests = 0;
  #restarts = 0;

  constructor(spawn: () => DraftWorker) {
    this.#spawn = spawn;
  }

  get drafted(): ReadonlySignal<Drafted | null> {
    return this.#drafted;
  }

  show(document: Document): void {
    this.#next = document;
    this.#send();
  }

  #send(): void {
    if (this.#asked || !this.#next) return;
    this.#worker ??= this.#start();
    this.#asked = this.#next;
    this.#next = null;
    this.#requests += 1;
    this.#worker.postMessage({ request: this.#requests, document: JSON.stringify(this.#asked) });
  }

  #start(): DraftWorker {
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => {
      const document = this.#asked;
      if (data.request !== this.#requests || !document) return;
      this.#asked = null;
      this.#drafted.value = { document, draft: data.draft, coordinates: data.coordinates };
      this.#send();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      // The document that broke it is not tried again until it changes.
      this.#asked = null;
      this.#restarts += 1;
      if (this.#restarts <= MOST_RESTARTS) this.#send();
    };
    return worker;
  }
}
