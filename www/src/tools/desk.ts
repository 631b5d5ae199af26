import { type Signal, signal } from "@preact/signals";
import type { App } from "../app";
import type { Gesture } from "../document/history";
import type { Item, Selection } from "../document/selection";
import type { Document } from "../engine/types";
import { hit, type Wanted } from "../pattern2d/hit";
import { type SnapOptions, type Snapped, snap } from "../pattern2d/snap";
import { Viewport } from "../pattern2d/viewport";
import { lengthWithUnit, showLength } from "../ui/units";
import type { Action, Entry, Hit, Pointer, Preview } from "./tool";

/** Pixels within which a thing counts as under the pointer; a finger covers more than a mouse. */
const REACH_PX = 9;
const REACH_TOUCH_PX = 20;

/** What tools work on: the table with its document, what is under a point, and edits that become one entry of history. */
export class Desk {
  readonly app: App;
  readonly view = new Viewport();
  readonly preview: Signal<Preview> = signal({});
  readonly entry: Signal<Entry | null> = signal(null);
  readonly actions: Signal<readonly Action[]> = signal([]);
  #gesture: Gesture | null = null;

  constructor(app: App) {
    this.app = app;
  }

  get document(): Document {
    const document = this.app.store.peek("document");
    if (!document) throw new Error("no document on the table");
    return document;
  }

  get selection(): Selection {
    return this.app.store.peek("selection");
  }

  select(items: readonly Item[]): void {
    this.app.store.set("selection", items);
  }

  /** One edit, one entry of the history. */
  edit(label: string, change: (document: Document) => Document): void {
    this.app.store.set("document", change(this.document), label);
  }

  /** Begins an edit of many small steps; `edit` until `commit` or `bail` is part of it. */
  begin(label: string): void {
    this.#gesture = this.app.history.mark(label);
  }

  commit(): void {
    this.#gesture?.commit();
    this.#gesture = null;
  }

  bail(): void {
    this.#gesture?.bail();
    this.#gesture = null;
  }

  reach(pointer: Pointer): number {
    return (pointer.touch ? REACH_TOUCH_PX : REACH_PX) / this.view.scale.peek();
  }

  hit(pointer: Pointer, wanted: Wanted = "all"): Hit | null {
    const scene = {
      document: this.document,
      drafted: this.app.draft.drafted.peek(),
      selection: this.selection,
      pixel: 1 / this.view.scale.peek(),
    };
    return hit(scene, pointer.at, this.reach(pointer), wanted);
  }

  snap(pointer: Pointer, options: Pick<SnapOptions, "moving" | "from" | "ends"> = {}): Snapped {
    return snap(this.document, pointer.at, {
      ...options,
      reach: this.reach(pointer),
      on: this.app.store.peek("snapping") && !pointer.alt,
      gridMm: this.gridMm(),
      straight: pointer.shift,
    });
  }

  /** The grid that is drawn: a round number of the user's unit, never closer than a finger can tell. */
  gridMm(): number {
    const base = this.app.store.peek("unit") === "in" ? 25.4 / 4 : 5;
    const scale = this.view.scale.peek();
    const steps =
      this.app.store.peek("unit") === "in"
        ? [0.25, 0.5, 1, 2, 4, 16, 48, 144]
        : [0.2, 1, 2, 4, 10, 20, 40, 100, 200];
    return base * (steps.find((step) => base * step * scale >= 7) ?? 200);
  }

  length(mm: number): string {
    return lengthWithUnit(mm, this.app.store.peek("unit"));
  }

  lengthNumber(mm: number): string {
    return showLength(mm, this.app.store.peek("unit"));
  }

  /** The draft's length of an edge as it is shown, 0 until it has been drafted. */
  lengthOf(panel: string, edge: string): number {
    const drafted = this.app.draft.drafted.peek();
    const found = drafted?.draft.panels.find((each) => each.id === panel);
    return (
      found?.edges.filter((each) => each.name === edge).reduce((sum, each) => sum + each.length_mm, 0) ?? 0
    );
  }
}
