import type { Command } from "./command";

export const frame: Command = {
  id: "stage.frame",
  group: "stage",
  title: () => "Look at everything",
  icon: () => "frame",
  shortcuts: ["F"],
  enabled: ({ stage }) => stage.value !== null,
  run: ({ stage }) => stage.peek()?.frameAll(),
};
