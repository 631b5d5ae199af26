import type { Hit } from "../pattern2d/hit";
import type { Box, Vec } from "../pattern2d/vec";
import type { IconName } from "../ui/icons";
import type { Desk } from "./desk";

/** Where the pointer is and what is held down with it. */
export interface Pointer {
  /** On the table, mm. */
  at: Vec;
  /** In the view, pixels. */
  screen: Vec;
  shift: boolean;
  alt: boolean;
  mod: boolean;
  touch: boolean;
}

/** What a tool shows beside the drawing while it works. All places are on the table. */
export interface Preview {
  /** SVG path. */
  path?: string;
  /** Whether the path is of cloth, with a filling. */
  filled?: boolean;
  dots?: Vec[];
  guides?: [Vec, Vec][];
  labels?: { at: Vec; text: string }[];
  box?: Box;
  /** Edges to paint, by shown panel and sewing name; `from` and `to` are shares of their length. */
  edges?: { panel: string; edge: string; tone: "a" | "b" | "hover"; from?: number; to?: number }[];
}

/** Numbers that can be typed instead of pointed at. */
export interface Entry {
  fields: { name: string; kind: "length" | "angle" | "count" }[];
  submit(values: (number | null)[]): void;
}

/** Something a tool offers beside the table, for hands without keys. */
export interface Action {
  title: string;
  /** For a switch: whether it is on. */
  pressed?: boolean;
  run(): void;
}

/** A tool at work, from when it is taken up until it is put down. */
export interface ToolSession {
  hover?(pointer: Pointer): void;
  down?(pointer: Pointer): void;
  /** While the button is down. */
  drag?(pointer: Pointer): void;
  up?(pointer: Pointer): void;
  double?(pointer: Pointer): void;
  /** Tells whether it took the key. */
  key?(event: KeyboardEvent): boolean;
  /** Leaves what is half done; tells whether there was anything. */
  cancel?(): boolean;
  end?(): void;
}

/** One tool of the pattern view: one file, one line in the table. */
export interface Tool {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly shortcut: string;
  /** What to do with it, in one line, shown while it is in the hand. */
  readonly help: string;
  readonly cursor: string;
  start(desk: Desk): ToolSession;
}

export type { Hit };
