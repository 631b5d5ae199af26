import { effect, signal } from "@preact/signals";
import type { AppStore } from "../document/state";

const systemDark = signal(false);

/** Whether the page is dark at the moment: the user's choice, else the system's. */
export function darkNow(store: AppStore): boolean {
  const theme = store.get("theme");
  return theme === "system" ? systemDark.value : theme === "dark";
}

export function followTheme(store: AppStore): void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  systemDark.value = query.matches;
  query.addEventListener("change", () => {
    systemDark.value = query.matches;
  });
  effect(() => {
    document.documentElement.dataset.theme = darkNow(store) ? "dark" : "light";
  });
}
