import type { App } from "../app";
import { commands } from "./table";

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

const apple = typeof navigator !== "undefined" && /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** The shortcut a key press spells, in the table's notation. */
export function spell(event: KeyPress): string {
  const key = event.code === "Space" ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const letter = /^[A-Z0-9]$/.test(key);
  const parts = [
    event.ctrlKey || event.metaKey ? "Mod" : "",
    event.altKey ? "Alt" : "",
    // For signs such as ? the layout decides whether Shift is needed; the sign itself is what counts.
    event.shiftKey && (letter || key.length > 1) ? "Shift" : "",
    key,
  ];
  return parts.filter(Boolean).join("+");
}

/** A shortcut as the user's keyboard labels it. */
export function label(shortcut: string): string {
  const names: Record<string, string> = apple ? { Mod: "⌘", Alt: "⌥", Shift: "⇧" } : { Mod: "Ctrl" };
  const parts = shortcut.split("+").map((part) => names[part] ?? part);
  return parts.join(apple ? "" : " + ");
}

/** Keys that go on doing what they do while they are held. */
const REPEATING = /^(\[|\]|\+|=|-|Mod\+Z|Mod\+Shift\+Z|Mod\+Y)$/;

/** Whether a key press belongs to the control that has the focus rather than to the page. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input[type=text], textarea, select, dialog[open]")) return true;
  return event.code === "Space" && target.closest("button, input") !== null;
}

/** The tool in hand comes first: Esc leaves what is half done, then the tool itself; arrows move what it holds. */
function toolTakes({ session, store }: App, event: KeyboardEvent): boolean {
  const { target } = event;
  const atTable =
    target === document.body || (target instanceof Element && target.closest(".pattern-table") !== null);
  if (!atTable || event.ctrlKey || event.metaKey) return false;
  if (event.key !== "Escape") return session.peek().key?.(event) ?? false;
  if (!session.peek().cancel?.()) store.set("tool", "select");
  return true;
}

export function listenToKeys(app: App): void {
  window.addEventListener("keydown", (event) => {
    if (belongsToControl(event)) return;
    if (toolTakes(app, event)) return event.preventDefault();
    const pressed = spell(event);
    // A number is meant for the tool in hand: a length, an angle.
    if (/^[0-9]$/.test(pressed) && app.typeNumber.peek()(pressed)) return event.preventDefault();
    if (event.repeat && !REPEATING.test(pressed)) return;
    const command = commands.find((each) => each.shortcuts.includes(pressed));
    if (!command || command.native) return;
    event.preventDefault();
    if (command.enabled(app)) command.run(app);
  });
}
