import type { Draft } from "./types";

/** What the page and the worker that drafts say to each other. */
export interface ToDraft {
  request: number;
  /** The document's JSON. */
  document: string;
}

export interface FromDraft {
  request: number;
  draft: Draft;
  /** Runs of x, y in mm that the draft refers to. */
  coordinates: Float64Array<ArrayBuffer>;
}
