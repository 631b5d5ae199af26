import { darkNow } from "../ui/theme";
import type { Command } from "./command";

export const theme: Command = {
  id: "view.theme",
  group: "view",
  title: ({ store }) => (darkNow(store) ? "Light room" : "Dark room"),
  icon: ({ store }) => (darkNow(store) ? "light" : "dark"),
  shortcuts: ["Shift+D"],
  enabled: () => true,
  run: ({ store }) => store.set("theme", darkNow(store) ? "light" : "dark"),
};
