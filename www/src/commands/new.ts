import type { Command } from "./command";

export const create: Command = {
  id: "file.new",
  group: "file",
  title: () => "First garment",
  icon: () => "garment",
  shortcuts: ["Mod+Alt+G"],
  enabled: ({ engine }) => (engine.tables.value?.garments.length ?? 0) > 0,
  run: ({ store, engine }) => {
    const first = engine.tables.peek()?.garments[0];
    // An edit like any other: undo brings the former document back.
    if (!first) return;
    engine.startAfresh();
    store.set("document", first, "starting from the first garment");
  },
};
