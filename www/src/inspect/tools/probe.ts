import { type Anchor, anchorOf, placeOf, spotOf } from "../anchor";
import { stageTool } from "./tool";

/** One place of the cloth. What is there is told by the engine, with every frame. */
export const probe = stageTool<Anchor>({
  id: "probe",
  title: "Probe",
  icon: "probe",
  shortcut: "T",
  help: "Click on the cloth to see its strain and stress there, and where on its own curve the fabric works.",
  point: ({ scene }, spot) => anchorOf(scene, spot),
  read: (view, anchor) => {
    const spot = spotOf(view.scene, anchor);
    const place = spot && placeOf(view, spot);
    return place && { rows: [], lines: [], dots: [place], label: place };
  },
});
