import { addNotch } from "../document/edits/parts";
import { lengthTo } from "../pattern2d/curve";
import type { Tool } from "./tool";

export const notch: Tool = {
  id: "notch",
  title: "Notch",
  icon: "notch",
  shortcut: "N",
  help: "Click an edge to mark it. The lengths to both ends are shown.",
  cursor: "crosshair",
  start: (desk) => ({
    down: (pointer) => {
      const found = desk.hit(pointer, "edges");
      if (found?.kind !== "edge" || !found.image) return;
      const panel = found.image.owner.id;
      const made = addNotch(desk.document, panel, found.edge, lengthTo(found.arc, found.t));
      desk.edit("adding a notch", () => made.document);
      desk.select([{ kind: "notch", panel, id: made.id }]);
    },
    hover: (pointer) => {
      const found = desk.hit(pointer, "edges");
      if (found?.kind !== "edge") {
        desk.preview.value = {};
        return;
      }
      const [whole, before] = [lengthTo(found.arc), lengthTo(found.arc, found.t)];
      const text = `${desk.lengthNumber(before)} | ${desk.length(whole - before)}`;
      desk.preview.value = { dots: [found.at], labels: [{ at: found.at, text }] };
    },
    end: () => {
      desk.preview.value = {};
    },
  }),
};
