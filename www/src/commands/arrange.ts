import { HAND } from "../inspect/tools/hands";
import { ARRANGE } from "../view3d/arrange";
import type { Command } from "./command";

/** Shows the panels where they begin, to be moved and turned before they are sewn. */
export const arrange: Command = {
  id: "inspect.arrange",
  group: "inspect",
  title: () => "Arrange panels",
  icon: () => "arrange",
  shortcuts: ["Shift+A"],
  // Beside cloth of an earlier moment there is no room for handles.
  enabled: ({ engine, inspection, viewOnly }) =>
    engine.scene.value !== null && inspection.past.value === null && !viewOnly.value,
  pressed: ({ store }) => store.get("stageTool") === ARRANGE,
  run: ({ store }) => store.set("stageTool", store.peek("stageTool") === ARRANGE ? HAND : ARRANGE),
};
