import type { Corner } from "../document/edits/panels";
import { add, angleDeg, distance, fromAngle, norm, scale, sub, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";
import { makePanel } from "./new-panel";
import { pathThrough } from "./shape";
import type { Pointer, Tool, ToolSession } from "./tool";

interface Knot {
  at: Vec;
  /** The handle ahead; the one behind is its mirror image. None: a corner. */
  handle: Vec | null;
}

export const pen: Tool = {
  id: "pen",
  title: "Pen",
  icon: "pen",
  shortcut: "P",
  help: "Click for corners, drag for curves. Click the first point or press Enter to close. Type a length and an angle for an exact edge.",
  cursor: "crosshair",
  start: (desk) => new Drawing(desk),
};

class Drawing implements ToolSession {
  readonly #desk: Desk;
  #knots: Knot[] = [];
  #pressed = false;

  constructor(desk: Desk) {
    this.#desk = desk;
    desk.entry.value = {
      fields: [
        { name: "length", kind: "length" },
        { name: "angle", kind: "angle" },
      ],
      submit: ([length, angle]) => this.#typed(length ?? null, angle ?? null),
    };
  }

  down(pointer: Pointer): void {
    const at = this.#place(pointer);
    const first = this.#knots[0];
    if (first && this.#knots.length > 1 && distance(at, first.at) < this.#desk.reach(pointer))
      return this.#close();
    this.#knots.push({ at, handle: null });
    this.#pressed = true;
    this.#show(at);
  }

  drag(pointer: Pointer): void {
    const knot = this.#knots.at(-1);
    if (!this.#pressed || !knot) return;
    const handle = sub(pointer.at, knot.at);
    knot.handle = norm(handle) * this.#desk.view.scale.peek() > 6 ? handle : null;
    this.#show(knot.at);
  }

  up(): void {
    this.#pressed = false;
  }

  hover(pointer: Pointer): void {
    const { at, guides } = this.#snapped(pointer);
    this.#show(at, guides);
  }

  key(event: KeyboardEvent): boolean {
    if (event.key === "Enter" && this.#knots.length > 1) {
      this.#close();
      return true;
    }
    if (event.key === "Backspace" && this.#knots.length > 0) {
      this.#removeLast();
      return true;
    }
    return false;
  }

  cancel(): boolean {
    const busy = this.#knots.length > 0;
    this.#knots = [];
    this.#desk.preview.value = {};
    return busy;
  }

  end(): void {
    this.cancel();
    this.#desk.entry.value = null;
    this.#desk.actions.value = [];
  }

  #snapped(pointer: Pointer) {
    const last = this.#knots.at(-1);
    return this.#desk.snap(pointer, last ? { from: last.at, ends: [last.at] } : {});
  }

  #place(pointer: Pointer): Vec {
    return this.#snapped(pointer).at;
  }

  /** An edge of this length and direction; without a direction, on as before. */
  #typed(length: number | null, angle: number | null): void {
    const last = this.#knots.at(-1) ?? { at: [0, 0] as Vec, handle: null };
    if (this.#knots.length === 0) this.#knots.push(last);
    if (!length) return;
    const before = this.#knots.at(-2);
    const direction = angle ?? (before ? angleDeg(sub(last.at, before.at)) : 0);
    this.#knots.push({ at: add(last.at, fromAngle(direction, length)), handle: null });
    this.#show(last.at);
  }

  #corners(knots: readonly Knot[]): Corner[] {
    return knots.map((knot, k) => {
      const next = knots[(k + 1) % knots.length] as Knot;
      if (!knot.handle && !next.handle) return { at: knot.at, curve: { kind: "line" } };
      return {
        at: knot.at,
        curve: {
          kind: "cubic",
          control_1_mm: add(knot.at, knot.handle ?? [0, 0]),
          control_2_mm: add(next.at, scale(next.handle ?? [0, 0], -1)),
        },
      };
    });
  }

  #removeLast(): void {
    this.#knots.pop();
    this.#show(this.#knots.at(-1)?.at ?? [0, 0]);
  }

  /** For hands without keys. */
  #offer(): void {
    const close = { title: "Close", run: () => this.#close() };
    const remove = { title: "Remove the last point", run: () => this.#removeLast() };
    this.#desk.actions.value = this.#knots.length > 1 ? [close, remove] : [];
  }

  #show(at: Vec, guides: [Vec, Vec][] = []): void {
    this.#offer();
    const desk = this.#desk;
    const last = this.#knots.at(-1);
    const path = [...this.#knots, ...(this.#pressed ? [] : [{ at, handle: null }])];
    const way = last ? sub(at, last.at) : null;
    const label =
      way && norm(way) > 0 ? `${desk.length(norm(way))}  ${Math.round(angleDeg(way) * 10) / 10}°` : "";
    const handle = last?.handle;
    desk.preview.value = {
      path: path.length > 1 ? pathThrough(this.#corners(path), false) : "",
      dots: [...this.#knots.map((knot) => knot.at), at],
      guides: handle && last ? [...guides, [sub(last.at, handle), add(last.at, handle)]] : guides,
      labels: label ? [{ at, text: label }] : [],
    };
  }

  #close(): void {
    const corners = this.#corners(this.#knots);
    this.#knots = [];
    this.#pressed = false;
    this.#offer();
    if (corners.length < 3 && corners.every(({ curve }) => curve.kind === "line")) return;
    makePanel(this.#desk, corners);
    this.#desk.app.store.set("tool", "select");
  }
}
