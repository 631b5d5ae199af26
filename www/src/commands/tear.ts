import type { Command } from "./command";

export const tear: Command = {
  id: "file.tear",
  group: "file",
  title: () => "Tear a swatch",
  icon: () => "tear",
  shortcuts: ["Mod+Alt+T"],
  enabled: () => true,
  run: ({ tearShown }) => {
    tearShown.value = true;
  },
};
