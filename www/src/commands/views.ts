import type { Views } from "../document/state";
import type { Command } from "./command";

const NEXT: Record<Views, Views> = { both: "pattern", pattern: "cloth", cloth: "both" };
const TITLES: Record<Views, string> = {
  both: "Pattern and cloth",
  pattern: "Pattern only",
  cloth: "Cloth only",
};

/** Goes round: both side by side, the pattern alone, the cloth alone. */
export const views: Command = {
  id: "view.views",
  group: "view",
  title: ({ store }) => `Show ${TITLES[NEXT[store.get("views")]].toLowerCase()}`,
  icon: ({ store }) => store.get("views"),
  shortcuts: ["W"],
  enabled: () => true,
  run: ({ store }) => store.set("views", NEXT[store.peek("views")]),
};
