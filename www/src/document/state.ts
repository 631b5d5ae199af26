import type { Document } from "../engine/types";
import type { Range } from "../inspect/statistics";
import type { LengthUnit } from "../ui/units";
import type { Selection } from "./selection";
import { type Keys, Store } from "./store";

export type Quality = "fine" | "plain";
export type Theme = "system" | "light" | "dark";
export type Views = "both" | "pattern" | "cloth";

/** Everything the page remembers. What the cloth does is not here: that is the engine's. */
export interface State {
  /** Null until the engine has told which garments there are. */
  document: Document | null;
  playing: boolean;
  quality: Quality | "auto";
  theme: Theme;
  /** Whether the settings are in view on a narrow screen. */
  sheetOpen: boolean;
  /** The tool in hand, by id. */
  tool: string;
  selection: Selection;
  /** In which lengths are shown and typed. */
  unit: LengthUnit;
  snapping: boolean;
  views: Views;
  /** Share of the width that the pattern has. */
  split: number;
  /** Simulated seconds per second at most; 0 is as fast as it goes. */
  speed: number;
  /** The map shown on the cloth, by id. */
  map: string | null;
  /** The one shown before the fabrics were shown again. */
  lastMap: string | null;
  /** Ranges that were chosen for maps, by id. */
  mapRanges: Readonly<Record<string, Range>>;
  /** The tool in hand in the 3D view, by id. */
  stageTool: string;
  /** Panels that the 3D view leaves out, by id. */
  hidden: readonly string[];
  /** Tears and cuts in the cloth, so that they are undone as edits are. */
  tears: number;
  /** Whether the first steps have been taken, or declined. */
  tourSeen: boolean;
}

export const stateKeys: Keys<State> = {
  document: { initial: null, undone: true, saved: true },
  playing: { initial: true, undone: false, saved: false },
  quality: { initial: "auto", undone: false, saved: true },
  theme: { initial: "system", undone: false, saved: true },
  sheetOpen: { initial: false, undone: false, saved: false },
  tool: { initial: "select", undone: false, saved: false },
  selection: { initial: [], undone: false, saved: false },
  unit: { initial: "cm", undone: false, saved: true },
  snapping: { initial: true, undone: false, saved: true },
  views: { initial: "both", undone: false, saved: true },
  split: { initial: 0.5, undone: false, saved: true },
  speed: { initial: 1, undone: false, saved: true },
  map: { initial: null, undone: false, saved: false },
  lastMap: { initial: null, undone: false, saved: false },
  mapRanges: { initial: {}, undone: false, saved: false },
  stageTool: { initial: "hand", undone: false, saved: false },
  hidden: { initial: [], undone: false, saved: false },
  tears: { initial: 0, undone: true, saved: false },
  tourSeen: { initial: false, undone: false, saved: true },
};

export type AppStore = Store<State>;

export function createStore(): AppStore {
  return new Store(stateKeys);
}
