import type { Corner } from "../document/edits/panels";
import type { Curve } from "../engine/types";
import { throughPoint } from "../pattern2d/curve-kinds";
import { add, angleDeg, distance, fromAngle, norm, round, scale, sub, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";
import { makePanel } from "./new-panel";
import { pathThrough } from "./shape";
import type { Pointer, Tool, ToolSession } from "./tool";

type ArcCurve = Extract<Curve, { kind: "arc" }>;

interface Knot {
  at: Vec;
  /** The handle ahead; the one behind is its mirror image. None: a corner. */
  handle: Vec | null;
  /** The arc on which one comes here from the knot before; none: the handles say the way. */
  arrives: ArcCurve | null;
}

const knotAt = (at: Vec): Knot => ({ at, handle: null, arrives: null });

export const pen: Tool = {
  id: "pen",
  title: "Pen",
  icon: "pen",
  shortcut: "P",
  help: "Click for corners, drag for curves; with Ctrl or ⌘ drag to bend the edge into an arc. Click the first point or press Enter to close. Typed numbers draw an exact edge.",
  cursor: "crosshair",
  start: (desk) => new Drawing(desk),
};

class Drawing implements ToolSession {
  readonly #desk: Desk;
  #knots: Knot[] = [];
  #pressed = false;
  /** Whether drags bend the edge into an arc, without a key. */
  #arcs = false;
  /** Whether the edge that is being bent is the last one, back to the first point. */
  #closing = false;

  constructor(desk: Desk) {
    this.#desk = desk;
    desk.entry.value = {
      fields: [
        { name: "length", kind: "length" },
        { name: "angle", kind: "angle" },
        { name: "radius", kind: "length" },
      ],
      submit: ([length, angle, radius]) => this.#typed(length ?? null, angle ?? null, radius ?? null),
    };
    this.#offer();
  }

  down(pointer: Pointer): void {
    const at = this.#place(pointer);
    const first = this.#knots[0];
    const closes = first && this.#knots.length > 1 && distance(at, first.at) < this.#desk.reach(pointer);
    if (closes && !this.#bends(pointer)) return this.#close();
    if (closes) this.#closing = true;
    else this.#knots.push(knotAt(at));
    this.#pressed = true;
    this.#show(at);
  }

  drag(pointer: Pointer): void {
    const knot = this.#closing ? this.#knots[0] : this.#knots.at(-1);
    if (!this.#pressed || !knot) return;
    const before = this.#knots.at(this.#closing ? -1 : -2);
    const pulled = sub(pointer.at, knot.at);
    const steady = norm(pulled) * this.#desk.view.scale.peek() <= 6;
    const bends = before !== undefined && this.#bends(pointer);
    knot.arrives = bends && !steady ? arcThrough(before.at, pointer.at, knot.at) : null;
    if (!this.#closing) knot.handle = bends || steady ? null : pulled;
    this.#show(knot.at);
  }

  up(): void {
    this.#pressed = false;
    if (this.#closing) this.#close();
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
    this.#pressed = this.#closing = false;
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

  #bends(pointer: Pointer): boolean {
    return this.#arcs || pointer.mod;
  }

  /**
   * An edge of this length from end to end and this direction; without a direction, on as before. With a radius it is an
   * arc, which bows to the right of its way, or to the left where the radius is below nothing.
   */
  #typed(length: number | null, angle: number | null, radius: number | null): void {
    const last = this.#knots.at(-1) ?? knotAt([0, 0]);
    if (this.#knots.length === 0) this.#knots.push(last);
    if (!length) return;
    const { hint } = this.#desk.app;
    hint.value = "";
    if (radius && 2 * Math.abs(radius) < Math.abs(length)) {
      hint.value = `Over ${this.#desk.length(Math.abs(length))} no arc has a radius below half of it.`;
      return;
    }
    const before = this.#knots.at(-2);
    const direction = angle ?? (before ? angleDeg(sub(last.at, before.at)) : 0);
    const arrives: ArcCurve | null = radius
      ? { kind: "arc", radius_mm: Math.abs(radius), large: false, counter_clockwise: radius > 0 }
      : null;
    this.#knots.push({ ...knotAt(add(last.at, fromAngle(direction, length))), arrives });
    this.#show(last.at);
  }

  #corners(knots: readonly Knot[]): Corner[] {
    return knots.map((knot, k) => {
      const next = knots[(k + 1) % knots.length] as Knot;
      if (next.arrives) return { at: knot.at, curve: next.arrives };
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
    const arcs = {
      title: "Drag arcs",
      pressed: this.#arcs,
      run: () => {
        this.#arcs = !this.#arcs;
        this.#offer();
      },
    };
    this.#desk.actions.value = [arcs, ...(this.#knots.length > 1 ? [close, remove] : [])];
  }

  /** Length and direction from the last knot, in words. */
  #wayTo(at: Vec): string {
    const last = this.#knots.at(-1);
    const way: Vec = last ? sub(at, last.at) : [0, 0];
    if (norm(way) === 0) return "";
    return `${this.#desk.length(norm(way))}  ${Math.round(angleDeg(way) * 10) / 10}°`;
  }

  #show(at: Vec, guides: [Vec, Vec][] = []): void {
    this.#offer();
    const desk = this.#desk;
    const last = this.#knots.at(-1);
    const path = [...this.#knots, ...(this.#pressed ? [] : [knotAt(at)])];
    const bent = this.#pressed ? (this.#closing ? this.#knots[0] : last)?.arrives : null;
    const label = bent ? `radius ${desk.length(bent.radius_mm)}` : this.#wayTo(at);
    const handle = last?.handle;
    desk.preview.value = {
      path: path.length > 1 ? pathThrough(this.#corners(path), this.#closing) : "",
      dots: [...this.#knots.map((knot) => knot.at), at],
      guides: handle && last ? [...guides, [sub(last.at, handle), add(last.at, handle)]] : guides,
      labels: label ? [{ at, text: label }] : [],
    };
  }

  #close(): void {
    const corners = this.#corners(this.#knots);
    this.#knots = [];
    this.#pressed = this.#closing = false;
    this.#offer();
    if (corners.length < 3 && corners.every(({ curve }) => curve.kind === "line")) return;
    makePanel(this.#desk, corners);
    this.#desk.app.store.set("tool", "select");
  }
}

/** Rounded as documents write it; nothing where the three places are on a line. */
function arcThrough(from: Vec, middle: Vec, to: Vec): ArcCurve | null {
  const found = throughPoint(from, middle, to);
  return found?.kind === "arc" ? { ...found, radius_mm: round(found.radius_mm) } : null;
}
