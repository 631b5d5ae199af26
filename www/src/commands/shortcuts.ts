import type { Command } from "./command";

export const shortcuts: Command = {
  id: "view.shortcuts",
  group: "view",
  title: () => "Shortcuts",
  icon: () => "help",
  shortcuts: ["?"],
  enabled: () => true,
  run: ({ shortcutsShown }) => {
    shortcutsShown.value = !shortcutsShown.peek();
  },
};
