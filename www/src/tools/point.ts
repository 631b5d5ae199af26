import { deletePoint } from "../document/edits/points";
import { addPointAt } from "./select";
import type { Tool } from "./tool";

export const point: Tool = {
  id: "point",
  title: "Add or remove points",
  icon: "point",
  shortcut: "A",
  help: "Click an edge to add a point there, click a point to take it away and join its two edges.",
  cursor: "crosshair",
  start: (desk) => ({
    down: (pointer) => {
      const corner = desk.hit(pointer, "points");
      if (corner?.kind === "item" && corner.item.kind === "point") {
        const { panel, id } = corner.item;
        desk.select([]);
        return desk.edit("removing a point", (document) => deletePoint(document, panel, id));
      }
      const edge = desk.hit(pointer, "edges");
      if (edge?.kind === "edge") addPointAt(desk, edge);
    },
    hover: (pointer) => {
      const corner = desk.hit(pointer, "points");
      const edge = corner ? null : desk.hit(pointer, "edges");
      const at = corner?.at ?? edge?.at;
      desk.preview.value = at
        ? { dots: [at], labels: [{ at, text: corner ? "remove" : "add a point" }] }
        : {};
    },
    end: () => {
      desk.preview.value = {};
    },
  }),
};
