import type { Command } from "./command";

export const quality: Command = {
  id: "view.quality",
  group: "view",
  title: ({ store }) => (store.get("quality") === "fine" ? "Plain picture" : "Fine picture"),
  icon: ({ store }) => (store.get("quality") === "fine" ? "fine" : "plain"),
  shortcuts: ["Q"],
  enabled: () => true,
  run: ({ store }) => store.set("quality", store.peek("quality") === "fine" ? "plain" : "fine"),
};
