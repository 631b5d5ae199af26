import type { Corner } from "../document/edits/panels";
import { add, distance, type Vec } from "../pattern2d/vec";
import { dragShape } from "./shape";
import type { Tool } from "./tool";

/** Four quarters, so that seams and points have somewhere to begin. */
export function circleCorners(centre: Vec, radius: number): Corner[] {
  const corners: Vec[] = [
    [radius, 0],
    [0, radius],
    [-radius, 0],
    [0, -radius],
  ];
  return corners.map((at) => ({
    at: add(centre, at),
    curve: { kind: "arc", radius_mm: radius, large: false, counter_clockwise: true },
  }));
}

export const circle: Tool = {
  id: "circle",
  title: "Circle",
  icon: "circle",
  shortcut: "C",
  help: "Drag from the middle outwards, or type the radius.",
  cursor: "crosshair",
  start: (desk) =>
    dragShape(desk, {
      name: "Circle",
      fields: [{ name: "radius", kind: "length" }],
      corners: (a, b) => circleCorners(a, Math.round(distance(a, b) * 10) / 10),
      facts: (a, b) => `radius ${desk.length(distance(a, b))}`,
      typed: ([radius]) => (radius && radius > 0 ? circleCorners([radius, 0], radius) : null),
    }),
};
