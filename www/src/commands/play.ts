import type { Command } from "./command";

export const play: Command = {
  id: "simulation.play",
  group: "simulation",
  title: ({ store }) => (store.get("playing") ? "Pause" : "Play"),
  icon: ({ store }) => (store.get("playing") ? "pause" : "play"),
  shortcuts: ["Space"],
  enabled: ({ engine }) => engine.scene.value !== null,
  run: ({ store }) => store.set("playing", !store.peek("playing")),
};
