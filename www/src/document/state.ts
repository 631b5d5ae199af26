import type { Document } from "../engine/types";
import { type Keys, Store } from "./store";

export type Quality = "fine" | "plain";
export type Theme = "system" | "light" | "dark";

/** Everything the page remembers. What the cloth does is not here: that is the engine's. */
export interface State {
  /** Null until the engine has told which garments there are. */
  document: Document | null;
  playing: boolean;
  quality: Quality | "auto";
  theme: Theme;
  /** Whether the settings are in view on a narrow screen. */
  sheetOpen: boolean;
}

export const stateKeys: Keys<State> = {
  document: { initial: null, undone: true, saved: true },
  playing: { initial: true, undone: false, saved: false },
  quality: { initial: "auto", undone: false, saved: true },
  theme: { initial: "system", undone: false, saved: true },
  sheetOpen: { initial: false, undone: false, saved: false },
};

export type AppStore = Store<State>;

export function createStore(): AppStore {
  return new Store(stateKeys);
}
