import { HAND, hands } from "../inspect/tools/hands";
import { stageTools } from "../inspect/tools/table";
import type { Command } from "./command";

/** What hands do to the cloth, and every tool that looks at it. Taken up once more it is put away. */
export const stageToolCommands: readonly Command[] = [...hands, ...stageTools].map(
  ({ id, title, icon, shortcut }): Command => ({
    id: `inspect.${id}`,
    group: "inspect",
    title: () => title,
    icon: () => icon,
    shortcuts: [shortcut],
    enabled: ({ engine }) => id === HAND || engine.scene.value !== null,
    pressed: ({ store }) => store.get("stageTool") === id,
    run: ({ store }) => store.set("stageTool", store.peek("stageTool") === id ? HAND : id),
  }),
);

/** Shows the map that was last looked at, or the fabrics again. */
export const map: Command = {
  id: "map.show",
  group: "map",
  title: ({ store }) => (store.get("map") ? "Show the fabrics" : "Show a map"),
  icon: () => "map",
  shortcuts: ["E"],
  enabled: ({ engine }) => (engine.tables.value?.maps.length ?? 0) > 0,
  pressed: ({ store }) => store.get("map") !== null,
  run: ({ store, engine }) => {
    const shown = store.peek("map");
    const first = engine.tables.peek()?.maps[0]?.id ?? null;
    if (shown) store.set("lastMap", shown);
    store.set("map", shown ? null : (store.peek("lastMap") ?? first));
  },
};

/** Goes through the maps, one after the other. */
export const nextMap: Command = {
  id: "map.next",
  group: "map",
  title: () => "Next map",
  icon: () => "map",
  shortcuts: ["Shift+E"],
  enabled: ({ engine }) => (engine.tables.value?.maps.length ?? 0) > 0,
  run: ({ store, engine }) => {
    const maps = engine.tables.peek()?.maps ?? [];
    const next = maps.findIndex(({ id }) => id === store.peek("map")) + 1;
    store.set("map", maps[next % maps.length]?.id ?? null);
  },
};

/** Keeps the cloth as it is now beside what comes, or takes it away again. */
export const keep: Command = {
  id: "stage.keep",
  group: "stage",
  title: ({ inspection }) => (inspection.past.value ? "End the comparison" : "Keep this state to compare"),
  icon: () => "compare",
  shortcuts: ["Shift+K"],
  enabled: ({ engine }) => engine.scene.value !== null,
  pressed: ({ inspection }) => inspection.past.value !== null,
  run: ({ inspection }) => {
    if (inspection.past.peek()) inspection.forget();
    else void inspection.keep();
  },
};
