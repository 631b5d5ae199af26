import type { Corner } from "../document/edits/panels";
import { sub, type Vec } from "../pattern2d/vec";
import { dragShape } from "./shape";
import type { Tool } from "./tool";

export function rectangleCorners([ax, ay]: Vec, [bx, by]: Vec): Corner[] {
  const corners: Vec[] = [
    [ax, ay],
    [bx, ay],
    [bx, by],
    [ax, by],
  ];
  return corners.map((at) => ({ at, curve: { kind: "line" } }));
}

export const rectangle: Tool = {
  id: "rectangle",
  title: "Rectangle",
  icon: "rectangle",
  shortcut: "R",
  help: "Drag from corner to corner, or type width and height. Shift makes a square.",
  cursor: "crosshair",
  start: (desk) =>
    dragShape(desk, {
      name: "Rectangle",
      fields: [
        { name: "width", kind: "length" },
        { name: "height", kind: "length" },
      ],
      corners: (a, b, even) => {
        const [w, h] = sub(b, a);
        const side = Math.max(Math.abs(w), Math.abs(h));
        return rectangleCorners(a, even ? [a[0] + Math.sign(w) * side, a[1] + Math.sign(h) * side] : b);
      },
      facts: (a, b) => `${desk.length(Math.abs(b[0] - a[0]))} × ${desk.length(Math.abs(b[1] - a[1]))}`,
      typed: ([width, height]) => (width && height ? rectangleCorners([0, 0], [width, height]) : null),
    }),
};
