import { angleDeg, distance, sub, type Vec } from "../pattern2d/vec";
import type { Pointer, Tool } from "./tool";

export const measure: Tool = {
  id: "measure",
  title: "Measure",
  icon: "measure",
  shortcut: "M",
  help: "Drag between two places to measure; point at an edge to read its length.",
  cursor: "crosshair",
  start: (desk) => {
    let from: Vec | null = null;
    const show = (pointer: Pointer) => {
      if (!from) return;
      const { at, guides } = desk.snap(pointer, { from });
      const [x, y] = sub(at, from);
      const text = `${desk.length(distance(from, at))}   → ${desk.length(Math.abs(x))}  ↑ ${desk.length(Math.abs(y))}  ${Math.round(angleDeg([x, y]) * 10) / 10}°`;
      desk.preview.value = {
        path: `M${from[0]} ${from[1]}L${at[0]} ${at[1]}`,
        dots: [from, at],
        guides,
        labels: [{ at, text }],
      };
    };
    return {
      down: (pointer) => {
        from = desk.snap(pointer).at;
      },
      drag: show,
      up: (pointer) => {
        show(pointer);
        from = null;
      },
      hover: (pointer) => {
        const found = desk.hit(pointer, "edges");
        if (found?.kind !== "edge" || !found.image) return;
        const { panel, suffix } = found.image;
        const edge = found.edge + suffix;
        desk.preview.value = {
          edges: [{ panel: panel.id, edge, tone: "hover" }],
          labels: [{ at: found.at, text: desk.length(desk.lengthOf(panel.id, edge)) }],
        };
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
