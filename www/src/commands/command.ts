import type { App } from "../app";
import type { IconName } from "../ui/icons";

/** Where a command's button stands, and its heading in the shortcut sheet. */
export type Group =
  | "simulation"
  | "edit"
  | "file"
  | "tool"
  | "select"
  | "align"
  | "pattern"
  | "stage"
  | "inspect"
  | "map"
  | "view";

/** One thing a user can do. Buttons, keys and the shortcut sheet all come from the table of these. */
export interface Command {
  readonly id: string;
  readonly group: Group;
  /** What it does now; may depend on state, such as Play and Pause. */
  title(app: App): string;
  icon(app: App): IconName;
  /** Keys, the first of them shown; `Mod` is ⌘ on Apple machines and Ctrl elsewhere. */
  readonly shortcuts: readonly string[];
  /** The event of the browser that its keys give, which does it in their stead. */
  readonly native?: "copy" | "paste";
  enabled(app: App): boolean;
  /** For a switch: whether it is on. */
  pressed?(app: App): boolean;
  run(app: App): void;
}
