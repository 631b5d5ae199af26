import { openFile } from "../document/open";
import { chooseFile } from "../ui/files";
import type { Command } from "./command";

export const open: Command = {
  id: "file.open",
  group: "file",
  title: () => "Open",
  icon: () => "open",
  shortcuts: ["Mod+O"],
  enabled: ({ engine }) => engine.tables.value !== null,
  run: (app) => chooseFile(".json,application/json", (file) => void openFile(app, file)),
};
