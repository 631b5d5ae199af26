import { tools } from "../tools/table";
import type { Command } from "./command";

/** Taking up a tool is a command too, so that it has a key and stands in the shortcut sheet. */
export const toolCommands: readonly Command[] = tools.map((tool) => ({
  id: `tool.${tool.id}`,
  group: "tool",
  title: () => tool.title,
  icon: () => tool.icon,
  shortcuts: [tool.shortcut],
  enabled: ({ ready, viewOnly }) => ready.value && !viewOnly.value,
  pressed: ({ store }) => store.get("tool") === tool.id,
  run: ({ store }) => store.set("tool", tool.id),
}));
