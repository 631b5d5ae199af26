import { across, addPleat, type Facing, type HeldAt, type PleatCut } from "../document/edits/pleat";
import { arcOf } from "../document/edits/points";
import { idsOf } from "../document/selection";
import type { Panel } from "../engine/types";
import { lengthTo, parameterAt, pointAt, tangentAt } from "../pattern2d/curve";
import type { Image } from "../pattern2d/images";
import { add, apply, cross, dot, inverse, left, norm, scale, sub, unit, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";
import type { Hit, Pointer, Tool, ToolSession } from "./tool";

type EdgeHit = Extract<Hit, { kind: "edge" }> & { image: Image };

export const pleat: Tool = {
  id: "pleat",
  title: "Pleat",
  icon: "pleat",
  shortcut: "Shift+L",
  help: "Press on an edge and drag across the panel. Or select an edge, type a depth and how far from the edge's beginning, and press Enter.",
  cursor: "crosshair",
  start: (desk) => new Pleating(desk),
};

const FIRST_DEPTH_MM = 30;
/** Pixels the hand has to go before it shows a direction. */
const STEADY_PX = 8;
/** Sine of the angle within which a pleat runs square to its edge: 4°. */
const SQUARE = 0.07;

class Pleating implements ToolSession {
  readonly #desk: Desk;
  #depth = FIRST_DEPTH_MM;
  #facing: Facing = "right";
  #held: HeldAt = "start";
  #from: EdgeHit | null = null;

  constructor(desk: Desk) {
    this.#desk = desk;
    desk.entry.value = {
      fields: [
        { name: "depth", kind: "length" },
        { name: "from the edge's beginning", kind: "length" },
      ],
      submit: ([depth, place]) => this.#typed(depth ?? null, place ?? null),
    };
    this.#offer();
  }

  down(pointer: Pointer): void {
    this.#from = this.#edgeAt(pointer);
  }

  drag(pointer: Pointer): void {
    const [from, cut] = [this.#from, this.#cutTo(pointer)];
    const to = from && cut && arcOf(from.image.owner, cut.to.edge);
    if (!from || !cut || !to) {
      this.#desk.preview.value = {};
      return;
    }
    const { map, owner } = from.image;
    const [a, b] = [pointAt(from.arc, from.t), pointAt(to, cut.to.t)];
    const half = scale(rightOf(unit(sub(b, a))), this.#depth);
    const at = (p: Vec, k: number): Vec => apply(map, add(p, scale(half, k)));
    const way = (k: number) => `M${at(a, k).join(" ")}L${at(b, k).join(" ")}`;
    const crossing = addPleat(this.#desk.document, owner.id, cut);
    const words =
      "refusal" in crossing
        ? crossing.refusal
        : `${this.#desk.length(this.#depth)} deep, faces ${this.#facing}`;
    this.#desk.preview.value = {
      path: [0, 1, 2].map(way).join(""),
      labels: [{ at: pointer.at, text: words }],
    };
  }

  up(pointer: Pointer): void {
    const [from, cut] = [this.#from, this.#cutTo(pointer)];
    this.cancel();
    if (from && cut) this.#make(from.image.owner, cut);
  }

  hover(pointer: Pointer): void {
    const found = this.#edgeAt(pointer);
    this.#desk.preview.value = found ? { dots: [found.at] } : {};
  }

  cancel(): boolean {
    const busy = this.#from !== null;
    this.#from = null;
    this.#desk.preview.value = {};
    return busy;
  }

  end(): void {
    this.cancel();
    this.#desk.entry.value = null;
    this.#desk.actions.value = [];
    this.#desk.app.hint.value = "";
  }

  #edgeAt(pointer: Pointer): EdgeHit | null {
    const found = this.#desk.hit(pointer, "edges");
    if (found?.kind !== "edge" || !found.image) return null;
    const { image, edge } = found;
    return image.owner.outline.some(({ id }) => id === edge) ? { ...found, image } : null;
  }

  /** From where the hand came down, past where it is, to the edge beyond. */
  #cutTo(pointer: Pointer): PleatCut | null {
    const from = this.#from;
    if (!from) return null;
    const way = sub(apply(inverse(from.image.map), pointer.at), pointAt(from.arc, from.t));
    if (norm(way) * this.#desk.view.scale.peek() < STEADY_PX) return null;
    const square = left(tangentAt(from.arc, from.t));
    const off = cross(square, unit(way));
    const straight = Math.abs(off) < SQUARE && dot(square, way) > 0 && !pointer.alt;
    return this.#cut(from.image.owner, from, straight ? square : unit(way));
  }

  #cut(owner: Panel, from: { edge: string; t: number }, way: Vec): PleatCut | null {
    const arc = arcOf(owner, from.edge);
    const to = arc && across(owner, { edge: from.edge, at: pointAt(arc, from.t) }, way);
    const shape = { depth_mm: this.#depth, facing: this.#facing, held: this.#held };
    return to && { ...shape, from: { edge: from.edge, t: from.t }, to };
  }

  /** A typed depth is that of the pleats to come; with an edge selected it makes one, square to that edge. */
  #typed(depth: number | null, place: number | null): void {
    const desk = this.#desk;
    if (depth !== null && depth > 0) this.#depth = depth;
    const [item] = idsOf(desk.selection, "edge");
    const owner = item && desk.document.panels.find((panel) => panel.id === item.panel);
    const arc = owner && arcOf(owner, item.id);
    if (!arc) return;
    const whole = lengthTo(arc);
    const t = parameterAt(arc, Math.min(1, Math.max(0, (place ?? whole / 2) / whole)));
    const cut = this.#cut(owner, { edge: item.id, t }, left(tangentAt(arc, t)));
    if (cut) this.#make(owner, cut);
  }

  #make(owner: Panel, cut: PleatCut): void {
    const desk = this.#desk;
    const made = addPleat(desk.document, owner.id, cut);
    desk.app.hint.value = "refusal" in made ? made.refusal : "";
    if ("refusal" in made) return;
    desk.edit("adding a pleat", () => made.document);
    desk.select([{ kind: "line", panel: owner.id, id: made.line }]);
  }

  #offer(): void {
    const held = { title: "Sewn shut at both ends", pressed: this.#held === "both" };
    this.#desk.actions.value = [
      {
        title: "Faces left",
        pressed: this.#facing === "left",
        run: () => {
          this.#facing = this.#facing === "left" ? "right" : "left";
          this.#offer();
        },
      },
      {
        ...held,
        run: () => {
          this.#held = held.pressed ? "start" : "both";
          this.#offer();
        },
      },
    ];
  }
}

const rightOf = (p: Vec): Vec => [p[1], -p[0]];
