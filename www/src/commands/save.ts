import { download, fileName } from "../ui/files";
import type { Command } from "./command";

export const save: Command = {
  id: "file.save",
  group: "file",
  title: () => "Save",
  icon: () => "save",
  shortcuts: ["Mod+S"],
  enabled: ({ store }) => store.get("document") !== null,
  run: ({ store }) => {
    const document = store.peek("document");
    if (document) download(`${JSON.stringify(document, null, 2)}\n`, fileName(document.name));
  },
};
