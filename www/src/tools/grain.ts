import { turnGrain, wholeTurn } from "../document/edits/grain";
import { idsOf } from "../document/selection";
import type { Document } from "../engine/types";
import { angleDeg, distance, fromAngle, sub, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";
import { imageUnder } from "./line";
import type { Pointer, Tool } from "./tool";

/** What a hand that turns a grainline holds on to. */
export interface GrainHold {
  panel: string;
  /** About which it turns, on the table. */
  centre: Vec;
  /** Whether it is held by the end that the warp comes from. */
  tail: boolean;
}

/** Degrees within which a grainline snaps to straight, bias and cross grain. */
const NEAR_DEG = 3;
const SNAP_DEG = 45;
const STRAIGHT_DEG = 15;

function grainTowards(desk: Desk, { centre, tail }: GrainHold, pointer: Pointer): number {
  const way = tail ? sub(centre, pointer.at) : sub(pointer.at, centre);
  const degrees = angleDeg(way) - 90;
  const near = (step: number) => Math.round(degrees / step) * step;
  if (pointer.shift) return wholeTurn(near(STRAIGHT_DEG));
  const snaps = desk.app.store.peek("snapping") && !pointer.alt;
  return wholeTurn(snaps && Math.abs(degrees - near(SNAP_DEG)) < NEAR_DEG ? near(SNAP_DEG) : degrees);
}

/** Turns the grainline so that it points to the pointer, and says by how much. */
export function dragGrain(desk: Desk, before: Document, hold: GrainHold, pointer: Pointer): void {
  const degrees = grainTowards(desk, hold, pointer);
  desk.edit("", () => turnGrain(before, hold.panel, degrees));
  const reach = fromAngle(90 + degrees, distance(hold.centre, pointer.at));
  const end: Vec = [hold.centre[0] + reach[0], hold.centre[1] + reach[1]];
  desk.preview.value = {
    guides: [[hold.centre, hold.tail ? pointer.at : end]],
    labels: [{ at: pointer.at, text: `Grain ${degrees}°` }],
  };
}

/** Shorter drags say nothing about a direction. */
const SHORTEST_PX = 8;

export const grain: Tool = {
  id: "grain",
  title: "Grainline",
  icon: "grain",
  shortcut: "Shift+G",
  help: "Drag on a panel the way its warp is to run, or turn the line by its ends. Type an angle; arrow keys turn by 1°, with Shift by 15°.",
  cursor: "crosshair",
  start: (desk) => {
    let hold: GrainHold | null = null;
    let before: Document | null = null;
    const chosen = () => idsOf(desk.selection, "panel").map(({ panel }) => panel);
    const turnAll = (label: string, degrees: (now: number) => number) =>
      desk.edit(label, (document) =>
        chosen().reduce((result, id) => {
          const panel = result.panels.find((each) => each.id === id);
          return panel ? turnGrain(result, id, wholeTurn(degrees(panel.grain_deg))) : result;
        }, document),
      );
    const rest = () => {
      hold = null;
      before = null;
      desk.preview.value = {};
    };
    desk.entry.value = {
      fields: [{ name: "grain", kind: "angle" }],
      submit: ([degrees]) => degrees != null && turnAll("turning the grain", () => degrees),
    };
    return {
      down: (pointer) => {
        const found = desk.hit(pointer, "grains");
        const under = imageUnder(desk, pointer.at)?.panel.id;
        hold =
          found?.kind === "grain"
            ? found.hold
            : under
              ? { panel: under, centre: pointer.at, tail: false }
              : null;
        if (hold) desk.select([{ kind: "panel", panel: hold.panel }]);
      },
      drag: (pointer) => {
        if (!hold) return;
        if (!before) {
          if (distance(pointer.at, hold.centre) * desk.view.scale.peek() < SHORTEST_PX) return;
          before = desk.document;
          desk.begin("turning the grain");
        }
        dragGrain(desk, before, hold, pointer);
      },
      up: () => {
        desk.commit();
        rest();
      },
      key: ({ key, shiftKey }) => {
        const way = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[key];
        if (!way || chosen().length === 0) return false;
        turnAll("turning the grain", (now) => now + way * (shiftKey ? STRAIGHT_DEG : 1));
        return true;
      },
      cancel: () => {
        const busy = before !== null;
        desk.bail();
        rest();
        return busy;
      },
      end: () => {
        desk.bail();
        rest();
        desk.entry.value = null;
      },
    };
  },
};
