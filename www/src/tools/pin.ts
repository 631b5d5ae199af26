import { addPin } from "../document/edits/parts";
import { sub } from "../pattern2d/vec";
import { imageUnder } from "./line";
import type { Tool } from "./tool";

export const pin: Tool = {
  id: "pin",
  title: "Pin",
  icon: "pin",
  shortcut: "I",
  help: "Click a panel to hold the cloth there in space.",
  cursor: "crosshair",
  start: (desk) => ({
    down: (pointer) => {
      const corner = desk.hit(pointer, "points");
      const at = corner?.at ?? pointer.at;
      const image = imageUnder(desk, at) ?? corner?.image;
      if (!image) return;
      const made = addPin(desk.document, image.panel.id, sub(at, image.panel.table_mm));
      desk.edit("pinning", () => made.document);
      desk.select([{ kind: "pin", id: made.id }]);
    },
    hover: (pointer) => {
      const at = desk.hit(pointer, "points")?.at ?? pointer.at;
      desk.preview.value = imageUnder(desk, at) ? { dots: [at] } : {};
    },
    end: () => {
      desk.preview.value = {};
    },
  }),
};
