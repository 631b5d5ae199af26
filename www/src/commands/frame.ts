import type { Command } from "./command";

export const frame: Command = {
  id: "view.frame",
  group: "view",
  title: () => "Look at everything",
  icon: () => "frame",
  shortcuts: ["F"],
  enabled: ({ stage }) => stage.value !== null,
  run: ({ stage }) => stage.peek()?.frameAll(),
};
