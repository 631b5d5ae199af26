import { describe, expect, it } from "vitest";
import { spell } from "../src/commands/keys";
import { commands } from "../src/commands/table";

const press = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  spell({ key, code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers });

describe("the table of commands", () => {
  it("names each command and each shortcut once", () => {
    const ids = commands.map((command) => command.id);
    const shortcuts = commands.flatMap((command) => command.shortcuts);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  it("has ids that begin with their group", () => {
    for (const command of commands) expect(command.id).toMatch(new RegExp(`^${command.group}\\.[a-z-]+$`));
  });
});

describe("spelling a key press", () => {
  it.each([
    ["Mod+Z", press("z", { ctrlKey: true })],
    ["Mod+Z", press("z", { metaKey: true })],
    ["Mod+Shift+Z", press("Z", { ctrlKey: true, shiftKey: true })],
    ["Mod+Y", press("y", { ctrlKey: true })],
    ["Mod+Alt+N", press("n", { ctrlKey: true, altKey: true })],
    ["Space", press(" ", { code: "Space" })],
    ["?", press("?", { shiftKey: true })],
    [".", press(".")],
    ["R", press("r")],
  ])("gives %s", (wanted, spelt) => {
    expect(spelt).toBe(wanted);
  });

  it("can spell every shortcut in the table", () => {
    for (const shortcut of commands.flatMap((command) => command.shortcuts)) {
      const parts = shortcut === "+" ? ["+"] : shortcut.split("+");
      const key = parts.at(-1) ?? "";
      const spelt = press(key === "Space" ? " " : key, {
        code: key === "Space" ? "Space" : "",
        ctrlKey: parts.includes("Mod"),
        altKey: parts.includes("Alt"),
        shiftKey: parts.includes("Shift"),
      });
      expect(spelt).toBe(shortcut);
    }
  });
});
