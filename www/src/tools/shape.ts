import type { Corner } from "../document/edits/panels";
import { svg, transform } from "../pattern2d/curve";
import { allBounds, freePlace } from "../pattern2d/images";
import { add, distance, translation, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";
import { makePanel } from "./new-panel";
import type { Entry, ToolSession } from "./tool";

export interface Shape {
  name: string;
  fields: Entry["fields"];
  /** The corners of the shape dragged from one place to another. */
  corners(from: Vec, to: Vec, even: boolean): Corner[];
  /** Its measures in words. */
  facts(from: Vec, to: Vec): string;
  /** The corners of a shape of typed measures; null where they make none. */
  typed(values: (number | null)[]): Corner[] | null;
  key?(event: KeyboardEvent): boolean;
  /** What becomes of it; a panel if not said. */
  make?(corners: Corner[], from: Vec): void;
}

/** Smaller ones are slips of the hand. */
const SMALLEST_MM = 3;

export const pathThrough = (corners: readonly Corner[], closed = true): string =>
  corners
    .map(({ at }, k) => {
      const before = corners[k - 1];
      return before ? svg(before.curve, at) : `M${at[0]} ${at[1]}`;
    })
    .join("") +
  (closed && corners[0] ? `${svg(corners.at(-1)?.curve ?? { kind: "line" }, corners[0].at)}Z` : "");

/** A tool whose shape is dragged out from one place to another. */
export function dragShape(desk: Desk, shape: Shape): ToolSession {
  let from: Vec | null = null;
  const make = shape.make ?? ((corners: Corner[]) => makePanel(desk, corners, shape.name));
  desk.entry.value = {
    fields: shape.fields,
    submit: (values) => {
      const corners = shape.typed(values);
      if (!corners) return;
      const place = freePlace(desk.document);
      const by = translation(place);
      make(
        corners.map(({ at, curve }) => ({ at: add(at, place), curve: transform(curve, by) })),
        place,
      );
      desk.view.fit(allBounds(desk.document));
      desk.app.store.set("tool", "select");
    },
  };
  return {
    down: (pointer) => {
      from = desk.snap(pointer).at;
    },
    drag: (pointer) => {
      if (!from) return;
      const { at, guides } = desk.snap({ ...pointer, shift: false });
      desk.preview.value = {
        path: pathThrough(shape.corners(from, at, pointer.shift)),
        filled: true,
        guides,
        labels: [{ at, text: shape.facts(from, at) }],
      };
    },
    up: (pointer) => {
      const start = from;
      from = null;
      desk.preview.value = {};
      if (!start) return;
      const { at } = desk.snap({ ...pointer, shift: false });
      if (distance(start, at) < SMALLEST_MM) return;
      make(shape.corners(start, at, pointer.shift), start);
      desk.app.store.set("tool", "select");
    },
    hover: (pointer) => {
      const { at, guides } = desk.snap(pointer);
      desk.preview.value = { dots: [at], guides };
    },
    key: (event) => shape.key?.(event) ?? false,
    cancel: () => {
      const busy = from !== null;
      from = null;
      desk.preview.value = {};
      return busy;
    },
    end: () => {
      desk.entry.value = null;
      desk.preview.value = {};
    },
  };
}
