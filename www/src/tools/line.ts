import { addLine } from "../document/edits/parts";
import { inside } from "../pattern2d/hit";
import type { Image } from "../pattern2d/images";
import { allImages } from "../pattern2d/images";
import { apply, distance, inverse, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";
import type { Tool } from "./tool";

/** The appearance of a panel that a place on the table lies on. */
export function imageUnder(desk: Desk, at: Vec): Image | null {
  const images = allImages(desk.document).reverse();
  return images.find((image) => inside(apply(inverse(image.map), at), image)) ?? null;
}

export const line: Tool = {
  id: "line",
  title: "Line or fold",
  icon: "line",
  shortcut: "L",
  help: "Drag on a panel to draw a line that the mesh follows. Give it an angle in the inspector to press it into a fold.",
  cursor: "crosshair",
  start: (desk) => {
    let from: Vec | null = null;
    return {
      down: (pointer) => {
        from = desk.snap(pointer).at;
      },
      drag: (pointer) => {
        if (!from) return;
        const { at, guides } = desk.snap(pointer, { from });
        desk.preview.value = {
          path: `M${from[0]} ${from[1]}L${at[0]} ${at[1]}`,
          guides,
          labels: [{ at, text: desk.length(distance(from, at)) }],
        };
      },
      up: (pointer) => {
        const start = from;
        from = null;
        desk.preview.value = {};
        if (!start) return;
        const { at } = desk.snap(pointer, { from: start });
        const middle: Vec = [(start[0] + at[0]) / 2, (start[1] + at[1]) / 2];
        const image = imageUnder(desk, middle);
        if (!image || distance(start, at) < 3) return;
        const back = inverse(image.map);
        const panel = image.owner.id;
        const made = addLine(desk.document, panel, apply(back, start), apply(back, at), { kind: "line" });
        desk.edit("drawing a line", () => made.document);
        desk.select([{ kind: "line", panel, id: made.id }]);
      },
      hover: (pointer) => {
        const { at, guides } = desk.snap(pointer);
        desk.preview.value = { dots: [at], guides };
      },
      cancel: () => {
        const busy = from !== null;
        from = null;
        desk.preview.value = {};
        return busy;
      },
      end: () => {
        desk.preview.value = {};
      },
    };
  },
};
