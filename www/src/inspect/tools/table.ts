import { girth } from "./girth";
import { probe } from "./probe";
import { seam } from "./seam";
import { tape } from "./tape";
import type { StageTool } from "./tool";

/** Every tool that looks at the cloth, in the order of its toolbar. The hand, which pulls, is what is left without one. */
export const stageTools: readonly StageTool[] = [probe, tape, girth, seam];

/** The tool of this id; none is the hand. */
export const stageToolOf = (id: string): StageTool | null =>
  stageTools.find((tool) => tool.id === id) ?? null;
