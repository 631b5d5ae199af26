import type { Document } from "../../engine/types";
import { round } from "../../pattern2d/vec";
import { drawnBy, findPanel } from "./panels";

/** The same direction above −180 and up to 180 degrees, in tenths. */
export function wholeTurn(degrees: number): number {
  const turned = (((degrees + 180) % 360) + 360) % 360;
  return Math.round((turned === 0 ? 180 : turned - 180) * 10) / 10;
}

/** Turns the warp of a panel; in a mirror image, and in what a mirror image is of, it leans the other way. */
export function turnGrain(document: Document, id: string, degrees: number): Document {
  const chosen = findPanel(document, id);
  if (!chosen) return document;
  const owner = drawnBy(document, chosen);
  const own = round(degrees) * (chosen === owner ? 1 : -1);
  const panels = document.panels.map((panel) => {
    if (drawnBy(document, panel) !== owner) return panel;
    // Without the sign of a zero, which files do not keep.
    const grain_deg = panel === owner ? own + 0 : 0 - own;
    return grain_deg === panel.grain_deg ? panel : { ...panel, grain_deg };
  });
  return { ...document, panels };
}
