import type { Corner } from "../document/edits/panels";
import { add, angleDeg, distance, fromAngle, sub, type Vec } from "../pattern2d/vec";
import { dragShape } from "./shape";
import type { Tool } from "./tool";

const FEWEST = 3;
const MOST = 24;

export function polygonCorners(centre: Vec, corner: Vec, sides: number): Corner[] {
  const [radius, first] = [distance(centre, corner), angleDeg(sub(corner, centre))];
  return Array.from({ length: sides }, (_, k) => ({
    at: add(centre, fromAngle(first + (360 * k) / sides, radius)),
    curve: { kind: "line" as const },
  }));
}

export const polygon: Tool = {
  id: "polygon",
  title: "Polygon",
  icon: "polygon",
  shortcut: "G",
  help: "Drag from the middle to a corner. Up and down arrows change the number of sides.",
  cursor: "crosshair",
  start: (desk) => {
    let sides = 6;
    return dragShape(desk, {
      name: "Polygon",
      fields: [
        { name: "radius", kind: "length" },
        { name: "sides", kind: "count" },
      ],
      corners: (a, b) => polygonCorners(a, b, sides),
      facts: (a, b) => `${sides} sides, radius ${desk.length(distance(a, b))}`,
      typed: ([radius, count]) => {
        if (count) sides = Math.min(MOST, Math.max(FEWEST, Math.round(count)));
        return radius && radius > 0 ? polygonCorners([radius, 0], [2 * radius, 0], sides) : null;
      },
      key: (event) => {
        const more = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!more) return false;
        sides = Math.min(MOST, Math.max(FEWEST, sides + more));
        return true;
      },
    });
  },
};
