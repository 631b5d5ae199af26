import { addSeam, wholeEdge } from "../document/edits/seams";
import { sewableNames } from "../document/edits/tidy";
import type { SeamPart } from "../engine/types";
import { lengthTo, nearest } from "../pattern2d/curve";
import { apply, distance, inverse } from "../pattern2d/vec";
import type { Desk } from "./desk";
import type { Hit, Pointer, Preview, Tool, ToolSession } from "./tool";

type EdgeHit = Extract<Hit, { kind: "edge" }>;

export const seam: Tool = {
  id: "seam",
  title: "Seam",
  icon: "seam",
  shortcut: "S",
  help: "Click one edge, then the other. Drag along an edge for a part of it. Shift adds further edges to a side; Enter sews. X turns a seam round.",
  cursor: "crosshair",
  start: (desk) => new Sewing(desk),
};

/** Beyond this difference sides are gathered; the engine says the same. */
const EASE = 0.05;
/** A dragged part snaps to an end of the edge within this share of its length. */
const END = 0.03;

/** Collects the parts of one side, then of the other. */
class Sewing implements ToolSession {
  readonly #desk: Desk;
  #sides: [SeamPart[], SeamPart[]] = [[], []];
  #side: 0 | 1 = 0;
  #pressed: { hit: EdgeHit; pointer: Pointer; part: SeamPart } | null = null;
  /** For the keyboard: which of all edges is pointed at. */
  #cursor = -1;
  /** Whether further edges go to the same side, as with Shift. */
  #several = false;

  constructor(desk: Desk) {
    this.#desk = desk;
    desk.select([]);
    this.#offer();
  }

  down(pointer: Pointer): void {
    const found = this.#aimed(pointer);
    if (found) this.#pressed = { hit: found, pointer, part: whole(found) };
  }

  drag(pointer: Pointer): void {
    if (!this.#pressed?.hit.image) return;
    const { hit, pointer: start } = this.#pressed;
    if (distance(pointer.screen, start.screen) < 8) return;
    const local = apply(inverse(hit.image?.map ?? [1, 0, 0, 1, 0, 0]), pointer.at);
    this.#pressed.part = partBetween(hit, hit.t, nearest(hit.arc, local).t);
    this.#show([this.#pressed.part]);
  }

  up(pointer: Pointer): void {
    const pressed = this.#pressed;
    this.#pressed = null;
    if (pressed) this.#take(pressed.part, pointer.shift || this.#several);
  }

  hover(pointer: Pointer): void {
    const found = this.#aimed(pointer);
    this.#show(found ? [whole(found)] : []);
  }

  key(event: KeyboardEvent): boolean {
    const edges = this.#sewable();
    if ((event.key === "ArrowRight" || event.key === "ArrowLeft") && edges.length > 0) {
      const step = event.key === "ArrowRight" ? 1 : -1;
      this.#cursor = (this.#cursor + step + edges.length) % edges.length;
      this.#show([edges[this.#cursor] as SeamPart]);
      return true;
    }
    if (event.key !== "Enter") return false;
    const pointed = edges[this.#cursor];
    if (pointed && !this.#chosen(pointed)) this.#take(pointed, event.shiftKey);
    else this.#goOn();
    return true;
  }

  cancel(): boolean {
    const busy = this.#sides[0].length > 0 || this.#pressed !== null;
    this.#forget();
    return busy;
  }

  end(): void {
    this.#forget();
    this.#desk.actions.value = [];
  }

  /** The first side is complete, or both are. */
  #goOn(): void {
    if (this.#sides[0].length > 0 && this.#side === 0) this.#side = 1;
    else this.#sew();
    this.#show([]);
  }

  /** For hands without keys. */
  #offer(): void {
    const several = {
      title: "Several edges to a side",
      pressed: this.#several,
      run: () => {
        this.#several = !this.#several;
        this.#offer();
      },
    };
    const next = { title: this.#side === 0 ? "Now the other side" : "Sew", run: () => this.#goOn() };
    const ready = this.#several && this.#sides[this.#side].length > 0;
    this.#desk.actions.value = ready ? [several, next] : [several];
  }

  /** The edge under the pointer, if it can be sewn: the fold of an unfolded panel is no edge any more. */
  #aimed(pointer: Pointer): EdgeHit | null {
    const found = this.#desk.hit(pointer, "edges");
    if (found?.kind !== "edge" || !found.image) return null;
    const names = sewableNames(this.#desk.document, found.image.panel);
    return names.has(found.edge + found.image.suffix) ? found : null;
  }

  #forget(): void {
    this.#sides = [[], []];
    this.#side = 0;
    this.#pressed = null;
    this.#cursor = -1;
    this.#desk.preview.value = {};
    this.#desk.app.hint.value = "";
    this.#offer();
  }

  /** With Shift a side goes on; without, the first side is complete, and the second sews. */
  #take(part: SeamPart, more: boolean): void {
    const at = this.#sides[this.#side].findIndex(
      (each) => each.panel === part.panel && each.edge === part.edge,
    );
    if (at >= 0) this.#sides[this.#side].splice(at, 1);
    else this.#sides[this.#side].push(part);
    if (!more && this.#side === 1 && this.#sides[1].length > 0) return this.#sew();
    if (!more && this.#sides[0].length > 0) this.#side = 1;
    this.#show([]);
  }

  #sew(): void {
    const desk = this.#desk;
    const [a, b] = this.#sides;
    if (a.length === 0 || b.length === 0) return;
    const [la, lb] = [this.#length(a), this.#length(b)];
    const gathered = Math.max(la, lb) > Math.min(la, lb) * (1 + EASE);
    const made = addSeam(desk.document, a, b, gathered);
    this.#forget();
    if (made.id === "") return;
    desk.edit("sewing a seam", () => made.document);
    desk.select([{ kind: "seam", id: made.id }]);
  }

  #length(parts: readonly SeamPart[]): number {
    return parts.reduce(
      (sum, part) => sum + this.#desk.lengthOf(part.panel, part.edge) * (part.to - part.from),
      0,
    );
  }

  #chosen(part: SeamPart): boolean {
    return this.#sides.some((side) =>
      side.some((each) => each.panel === part.panel && each.edge === part.edge),
    );
  }

  #sewable(): SeamPart[] {
    const { document } = this.#desk;
    return document.panels.flatMap((panel) =>
      [...sewableNames(document, panel)]
        .filter(
          (edge) => !/-(left|right)$/.test(edge) || !panel.darts.some((dart) => edge.startsWith(dart.id)),
        )
        .map((edge) => wholeEdge(panel.id, edge)),
    );
  }

  #show(pointed: SeamPart[]): void {
    this.#offer();
    const tone = (side: 0 | 1) => (side === 0 ? "a" : "b");
    const paint = (parts: SeamPart[], side: 0 | 1): NonNullable<Preview["edges"]> =>
      parts.map(({ panel, edge, from, to }) => ({ panel, edge, from, to, tone: tone(side) }));
    const edges = [...paint(this.#sides[0], 0), ...paint(this.#sides[1], 1), ...paint(pointed, this.#side)];
    const lengths = ([0, 1] as const).map((side) =>
      this.#length([...this.#sides[side], ...(side === this.#side ? pointed : [])]),
    );
    const [a = 0, b = 0] = lengths;
    const status =
      b > 0 && a > 0
        ? `${this.#desk.length(a)} to ${this.#desk.length(b)}, ${easeWords(a, b, true)}`
        : a > 0
          ? `${this.#desk.length(a)}: now the other side`
          : "";
    this.#desk.preview.value = { edges };
    this.#desk.app.hint.value = status;
  }
}

/** How much longer one side is, in words; beyond ease it is gathered, or wrong. */
export function easeWords(a: number, b: number, gathered = false): string {
  const percent = (Math.max(a, b) / Math.min(a, b) - 1) * 100;
  if (percent < 0.05) return "equally long";
  const word = percent <= EASE * 100 ? "ease" : gathered ? "gathered" : "longer";
  return `${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} % ${word}`;
}

function whole(hit: EdgeHit): SeamPart {
  return { ...partBetween(hit, 0, 1), from: 0, to: 1 };
}

/** A part of an edge between two parameters. A mirrored edge runs the other way than its original. */
function partBetween(hit: EdgeHit, t0: number, t1: number): SeamPart {
  const image = hit.image;
  const length = lengthTo(hit.arc);
  const ratio = (t: number) => snapEnd(lengthTo(hit.arc, t) / length);
  const [low, high] = [Math.min(ratio(t0), ratio(t1)), Math.max(ratio(t0), ratio(t1))];
  const mirrored = image !== null && image.map[0] * image.map[3] - image.map[1] * image.map[2] < 0;
  const [from, to] = mirrored ? [1 - high, 1 - low] : [low, high];
  return {
    panel: image?.panel.id ?? "",
    edge: hit.edge + (image?.suffix ?? ""),
    from: Math.round(from * 1e4) / 1e4,
    to: Math.round(to * 1e4) / 1e4,
    reversed: false,
  };
}

const snapEnd = (ratio: number): number => (ratio < END ? 0 : ratio > 1 - END ? 1 : ratio);
