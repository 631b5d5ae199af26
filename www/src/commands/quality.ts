import { qualityNow } from "../ui/quality";
import type { Command } from "./command";

export const quality: Command = {
  id: "stage.quality",
  group: "stage",
  title: ({ store }) => (qualityNow(store) === "fine" ? "Plain picture" : "Fine picture"),
  icon: ({ store }) => (qualityNow(store) === "fine" ? "fine" : "plain"),
  shortcuts: ["Q"],
  enabled: () => true,
  run: ({ store }) => store.set("quality", qualityNow(store) === "fine" ? "plain" : "fine"),
};
