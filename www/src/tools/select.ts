import { effect } from "@preact/signals";
import { editLine } from "../document/edits/parts";
import { moveHandle, splitEdge } from "../document/edits/points";
import { selects, toggled } from "../document/selection";
import type { Document } from "../engine/types";
import type { Image } from "../pattern2d/images";
import { add, apply, type Box, distance, inverse, round, rounded, sub, type Vec } from "../pattern2d/vec";
import { bendEdge } from "./bend";
import type { Desk } from "./desk";
import { framed, touchedLengths } from "./framed";
import { dragGrain } from "./grain";
import { fixedEnds, itemOf, labelOf, moveSelected, moveTip, movingCorners, slideNotch } from "./moving";
import type { Hit, Pointer, Preview, Tool, ToolSession } from "./tool";

/** Selects, and moves what is selected: corners, edges, handles, tips, holes, whole panels. */
export const select: Tool = {
  id: "select",
  title: "Select and move",
  icon: "select",
  shortcut: "V",
  help: "Click to select, drag to move. Shift adds, Alt moves without snapping, a double click on an edge adds a point.",
  cursor: "default",
  start: (desk) => new Selecting(desk),
};

/** Pixels a pointer may tremble before a click becomes a drag. */
const STEADY_PX = 4;

class Selecting implements ToolSession {
  readonly #desk: Desk;
  readonly #stop: () => void;
  #start: Pointer | null = null;
  #hit: Hit | null = null;
  #before: Document | null = null;
  #dragging = false;

  constructor(desk: Desk) {
    this.#desk = desk;
    // Whatever selects, pointer or key, what is selected can be moved by numbers.
    this.#stop = effect(() => this.#offerNumbers(desk.app.store.get("selection").length > 0));
  }

  down(pointer: Pointer): void {
    const desk = this.#desk;
    this.#start = pointer;
    this.#dragging = false;
    this.#hit = desk.hit(pointer);
    const item = itemOf(this.#hit);
    if (!item) return;
    if (pointer.shift) desk.select(toggled(desk.selection, item));
    else if (!selects(desk.selection, item) && this.#hit?.kind !== "handle") desk.select([item]);
  }

  drag(pointer: Pointer): void {
    const desk = this.#desk;
    const start = this.#start;
    if (!start) return;
    if (!this.#dragging) {
      if (distance(pointer.screen, start.screen) < STEADY_PX) return;
      this.#dragging = true;
      this.#before = desk.document;
      if (this.#hit) desk.begin(labelOf(this.#hit));
    }
    if (!this.#hit) return this.#frame(start.at, pointer.at);
    if (this.#before) this.#move(this.#hit, start, pointer, this.#before);
  }

  up(pointer: Pointer): void {
    const desk = this.#desk;
    if (!this.#dragging && !this.#hit && !pointer.shift) desk.select([]);
    if (this.#dragging && !this.#hit && this.#start) this.#takeFramed(this.#start.at, pointer);
    desk.commit();
    this.#rest();
  }

  double(pointer: Pointer): void {
    const found = this.#desk.hit(pointer);
    if (found?.kind === "edge") addPointAt(this.#desk, found);
  }

  hover(pointer: Pointer): void {
    const found = this.#desk.hit(pointer);
    const edge = found?.kind === "edge" && found.image ? found : null;
    this.#desk.preview.value = edge?.image
      ? { edges: [{ panel: edge.image.panel.id, edge: edge.edge + edge.image.suffix, tone: "hover" }] }
      : {};
  }

  cancel(): boolean {
    const busy = this.#start !== null && this.#dragging;
    this.#desk.bail();
    this.#rest();
    if (!busy && this.#desk.selection.length > 0) {
      this.#desk.select([]);
      return true;
    }
    return busy;
  }

  key(event: KeyboardEvent): boolean {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!step || this.#desk.selection.length === 0) return false;
    const size = event.shiftKey ? 10 : 1;
    this.#nudge([step[0] as number, step[1] as number], size);
    return true;
  }

  end(): void {
    this.#stop();
    this.cancelDrag();
    this.#desk.entry.value = null;
    this.#desk.preview.value = {};
  }

  cancelDrag(): void {
    this.#desk.bail();
    this.#rest();
  }

  #rest(): void {
    this.#start = null;
    this.#hit = null;
    this.#dragging = false;
    this.#desk.preview.value = {};
  }

  #nudge(direction: Vec, size: number): void {
    const by: Vec = [direction[0] * size, direction[1] * size];
    this.#desk.edit("moving by keys", (document) => moveSelected(document, this.#desk, by));
  }

  /** Typed distances move the selection. */
  #offerNumbers(selected: boolean): void {
    if (!selected) {
      this.#desk.entry.value = null;
      return;
    }
    this.#desk.entry.value = {
      fields: [
        { name: "right", kind: "length" },
        { name: "up", kind: "length" },
      ],
      submit: ([x, y]) =>
        this.#desk.edit("moving by numbers", (document) =>
          moveSelected(document, this.#desk, [x ?? 0, y ?? 0]),
        ),
    };
  }

  #move(found: Hit, start: Pointer, pointer: Pointer, before: Document): void {
    const desk = this.#desk;
    const { image } = found;
    const free = sub(pointer.at, start.at);
    if (found.kind === "handle" && image) {
      const { at, guides } = desk.snap(pointer, {});
      const local = apply(inverse(image.map), at);
      desk.edit("", () => moveHandle(before, image.owner.id, found.edge, found.handle, local));
      return this.#show({ guides }, image, found.edge);
    }
    if (found.kind === "grain") return dragGrain(desk, before, found.hold, pointer);
    if (found.kind === "tip" && image) {
      const local = apply(inverse(image.map), desk.snap(pointer).at);
      desk.edit("", () => moveTip(before, image.owner.id, found.dart, local));
      return;
    }
    if (found.kind === "item" && found.item.kind === "notch" && image) {
      const { panel, id } = found.item;
      desk.edit("", () => slideNotch(before, panel, id, apply(inverse(image.map), pointer.at)));
      return;
    }
    if (found.kind === "end" && image) {
      const local = rounded(apply(inverse(image.map), desk.snap(pointer).at));
      desk.edit("", () =>
        editLine(before, image.owner.id, found.line, (line) => ({ ...line, [found.end]: local })),
      );
      return;
    }
    if (found.kind === "edge" && image && pointer.mod) {
      desk.edit("", () =>
        bendEdge(before, image.owner.id, found.edge, apply(inverse(image.map), pointer.at)),
      );
      return this.#show({}, image, found.edge);
    }
    const item = itemOf(found);
    if (item?.kind === "point" && image) {
      const grip = sub(found.at, start.at);
      const moving = movingCorners(desk);
      const ends = fixedEnds(image, item.id, moving);
      const target = { ...pointer, at: add(pointer.at, grip) };
      const snapped = desk.snap(target, { moving, from: found.at, ends });
      const by = sub(snapped.at, found.at);
      desk.edit("", () => moveSelected(before, desk, by, image));
      return this.#show({ guides: snapped.guides, labels: note(snapped) }, image, item.id);
    }
    const by: Vec = pointer.shift
      ? Math.abs(free[0]) > Math.abs(free[1])
        ? [free[0], 0]
        : [0, free[1]]
      : free;
    desk.edit("", () => moveSelected(before, desk, by, image));
    if (image && found.kind === "edge") return this.#show({}, image, found.edge);
    desk.preview.value = {
      labels: [{ at: pointer.at, text: `→ ${desk.length(round(by[0]))}  ↑ ${desk.length(round(by[1]))}` }],
    };
  }

  #show(preview: Preview, image: Image, edge: string): void {
    const labels = [...touchedLengths(this.#desk, image, edge), ...(preview.labels ?? [])];
    this.#desk.preview.value = { ...preview, labels };
  }

  #frame(a: Vec, b: Vec): void {
    this.#desk.preview.value = { box: boxBetween(a, b) };
  }

  #takeFramed(a: Vec, pointer: Pointer): void {
    const desk = this.#desk;
    const taken = framed(desk.document, boxBetween(a, pointer.at));
    const more = taken.filter((item) => !selects(desk.selection, item));
    desk.select(pointer.shift ? [...desk.selection, ...more] : taken);
  }
}

const boxBetween = (a: Vec, b: Vec): Box => ({
  min: [Math.min(a[0], b[0]), Math.min(a[1], b[1])],
  max: [Math.max(a[0], b[0]), Math.max(a[1], b[1])],
});

const note = (snapped: { at: Vec; note: string }) =>
  snapped.note.startsWith("as long") ? [{ at: snapped.at, text: snapped.note }] : [];

/** Adds a corner where an edge was hit, and selects it. */
export function addPointAt(desk: Desk, found: Extract<Hit, { kind: "edge" }>): void {
  if (!found.image) return;
  const panel = found.image.owner.id;
  const added = splitEdge(desk.document, panel, found.edge, found.t);
  desk.edit("adding a point", () => added.document);
  desk.select([{ kind: "point", panel, id: added.id }]);
}
