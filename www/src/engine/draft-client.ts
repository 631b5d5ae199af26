import { type ReadonlySignal, signal } from "@preact/signals";
import type { FromDraft, ToDraft } from "./draft-protocol";
import { type Answerer, Newest } from "./newest";
import type { Document, Draft } from "./types";

/** A draft and the document it is of, which may be a moment older than the one on the table. */
export interface Drafted {
  document: Document;
  draft: Draft;
  coordinates: Float64Array;
}

/** Keeps a draft of the newest document. */
export class DraftClient {
  readonly #drafted = signal<Drafted | null>(null);
  readonly #newest: Newest<Document, ToDraft, FromDraft>;

  constructor(spawn: () => Answerer<ToDraft, FromDraft>) {
    this.#newest = new Newest({
      spawn,
      restarts: 3,
      message: (document, request) => ({ request, document: JSON.stringify(document) }),
      answered: (document, { draft, coordinates }) => {
        this.#drafted.value = { document, draft, coordinates };
      },
      // What cannot be drafted the engine tells as well, with its issues.
      broke: () => {},
    });
  }

  get drafted(): ReadonlySignal<Drafted | null> {
    return this.#drafted;
  }

  show(document: Document): void {
    this.#newest.ask("the document", document);
  }
}
