import type { Command } from "./command";

export const undo: Command = {
  id: "edit.undo",
  group: "edit",
  title: ({ history }) => `Undo ${history.undoLabel.value ?? ""}`.trim(),
  icon: () => "undo",
  shortcuts: ["Mod+Z"],
  enabled: ({ history }) => history.undoLabel.value !== null,
  run: ({ history }) => history.undo(),
};

export const redo: Command = {
  id: "edit.redo",
  group: "edit",
  title: ({ history }) => `Redo ${history.redoLabel.value ?? ""}`.trim(),
  icon: () => "redo",
  shortcuts: ["Mod+Shift+Z", "Mod+Y"],
  enabled: ({ history }) => history.redoLabel.value !== null,
  run: ({ history }) => history.redo(),
};
