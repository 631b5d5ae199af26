import { addHole } from "../document/edits/parts";
import { transform } from "../pattern2d/curve";
import { apply, distance, inverse } from "../pattern2d/vec";
import { circleCorners } from "./circle";
import { imageUnder } from "./line";
import { rectangleCorners } from "./rectangle";
import { dragShape } from "./shape";
import type { Tool } from "./tool";

export const hole: Tool = {
  id: "hole",
  title: "Hole",
  icon: "hole",
  shortcut: "H",
  help: "Drag on a panel from the middle of a round hole outwards. With Shift it is a rectangle.",
  cursor: "crosshair",
  start: (desk) =>
    dragShape(desk, {
      name: "Hole",
      fields: [],
      corners: (a, b, square) =>
        square
          ? rectangleCorners([2 * a[0] - b[0], 2 * a[1] - b[1]], b)
          : circleCorners(a, Math.round(distance(a, b) * 10) / 10),
      facts: (a, b) => `radius ${desk.length(distance(a, b))}`,
      typed: () => null,
      make: (corners, from) => {
        const image = imageUnder(desk, from);
        if (!image) return;
        const back = inverse(image.map);
        const panel = image.owner.id;
        const local = corners.map(({ at, curve }) => ({
          at: apply(back, at),
          curve: transform(curve, back),
        }));
        const made = addHole(desk.document, panel, local);
        desk.edit("cutting a hole", () => made.document);
        desk.select([{ kind: "hole", panel, id: made.id }]);
      },
    }),
};
