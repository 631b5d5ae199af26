import type { Command } from "./command";

export const share: Command = {
  id: "file.share",
  group: "file",
  title: () => "Share by link",
  icon: () => "share",
  shortcuts: ["Mod+Shift+S"],
  enabled: ({ store }) => store.get("document") !== null,
  run: ({ shareShown }) => {
    shareShown.value = true;
  },
};
