import type { Command, Group } from "./command";
import { frame } from "./frame";
import { redo, undo } from "./history";
import { create } from "./new";
import { open } from "./open";
import { play } from "./play";
import { quality } from "./quality";
import { reset } from "./reset";
import { save } from "./save";
import { shortcuts } from "./shortcuts";
import { step } from "./step";
import { theme } from "./theme";

/** Every command, in the order buttons and the shortcut sheet show them. */
export const commands: readonly Command[] = [
  reset,
  play,
  step,
  undo,
  redo,
  create,
  open,
  save,
  frame,
  quality,
  theme,
  shortcuts,
];

export function commandsOf(group: Group): readonly Command[] {
  return commands.filter((command) => command.group === group);
}
