import type { Command } from "./command";

export const wardrobe: Command = {
  id: "file.wardrobe",
  group: "file",
  title: () => "Wardrobe",
  icon: () => "hanger",
  shortcuts: ["Mod+Alt+W"],
  enabled: ({ engine }) => engine.tables.value !== null,
  run: ({ wardrobeShown }) => {
    wardrobeShown.value = true;
  },
};
