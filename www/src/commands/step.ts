import type { Command } from "./command";

export const step: Command = {
  id: "simulation.step",
  group: "simulation",
  title: () => "One step",
  icon: () => "step",
  shortcuts: ["."],
  enabled: ({ engine }) => engine.scene.value !== null,
  run: ({ store, engine }) => {
    // One step is only to be seen when the others stop.
    store.set("playing", false);
    engine.step();
  },
};
