import { bend } from "./bend";
import { circle } from "./circle";
import { dart } from "./dart";
import { grain } from "./grain";
import { hole } from "./hole";
import { line } from "./line";
import { measure } from "./measure";
import { notch } from "./notch";
import { pen } from "./pen";
import { pin } from "./pin";
import { pleat } from "./pleat";
import { point } from "./point";
import { polygon } from "./polygon";
import { rectangle } from "./rectangle";
import { seam } from "./seam";
import { select } from "./select";
import type { Tool } from "./tool";

/** Every tool of the pattern view, in the order of its toolbar. Groups are separated by a line. */
export const toolGroups: readonly (readonly Tool[])[] = [
  [select, point, bend],
  [pen, rectangle, circle, polygon],
  [line, dart, pleat, hole, notch, grain],
  [seam, pin, measure],
];

export const tools: readonly Tool[] = toolGroups.flat();

export const toolOf = (id: string): Tool => tools.find((tool) => tool.id === id) ?? select;
