import { align } from "./align";
import { arrange } from "./arrange";
import { copy, duplicate, paste } from "./clipboard";
import { freeze, hide, showAll } from "./cloth";
import type { Command, Group } from "./command";
import { empty } from "./empty";
import { frame } from "./frame";
import { redo, undo } from "./history";
import { keep, map, nextMap, stageToolCommands } from "./inspect";
import { create } from "./new";
import { open } from "./open";
import { fit, snapping, zoomIn, zoomOut } from "./pattern-view";
import { play } from "./play";
import { quality } from "./quality";
import { reset } from "./reset";
import { save } from "./save";
import { remove, selectAll, selectNext, selectPrevious } from "./select";
import { share } from "./share";
import { shortcuts } from "./shortcuts";
import { step } from "./step";
import { flip, mirror, unfold } from "./symmetry";
import { tear } from "./tear";
import { theme } from "./theme";
import { toolCommands } from "./tools";
import { tour } from "./tour";
import { views } from "./views";
import { wardrobe } from "./wardrobe";

/** Every command, in the order buttons and the shortcut sheet show them. */
export const commands: readonly Command[] = [
  reset,
  play,
  step,
  undo,
  redo,
  create,
  wardrobe,
  empty,
  open,
  save,
  share,
  tear,
  ...toolCommands,
  selectNext,
  selectPrevious,
  selectAll,
  copy,
  paste,
  duplicate,
  remove,
  mirror,
  unfold,
  flip,
  freeze,
  hide,
  ...align,
  zoomOut,
  zoomIn,
  fit,
  snapping,
  ...stageToolCommands,
  arrange,
  map,
  nextMap,
  keep,
  showAll,
  frame,
  quality,
  views,
  theme,
  tour,
  shortcuts,
];

export function commandsOf(group: Group): readonly Command[] {
  return commands.filter((command) => command.group === group);
}

export function commandNamed(id: string): Command {
  const found = commands.find((command) => command.id === id);
  if (!found) throw new Error(`no command ${id}`);
  return found;
}
