import type { Command } from "./command";

export const reset: Command = {
  id: "simulation.reset",
  group: "simulation",
  title: () => "Back to the start",
  icon: () => "reset",
  shortcuts: ["Shift+R"],
  enabled: ({ engine }) => engine.scene.value !== null,
  run: ({ engine }) => engine.reset(),
};
