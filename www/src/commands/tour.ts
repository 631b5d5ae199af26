import type { Command } from "./command";

export const tour: Command = {
  id: "view.tour",
  group: "view",
  title: ({ tour: at }) => (at.value === null ? "First steps" : "Leave the tour"),
  icon: () => "tour",
  shortcuts: ["Shift+T"],
  enabled: ({ viewOnly }) => !viewOnly.value,
  pressed: ({ tour: at }) => at.value !== null,
  run: ({ tour: at, store }) => {
    at.value = at.peek() === null ? 0 : null;
    store.set("tourSeen", true);
  },
};
