import type { IconName } from "../../ui/icons";

/** What a hand can do to the cloth in the 3D view. */
export interface Hand {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly shortcut: string;
  /** What to do with it, in a sentence. */
  readonly help: string;
}

export const HAND = "hand";
export const TEAR = "tear";
export const SCISSORS = "scissors";
export const PIN = "pin";

/** Every hand, in the order of its toolbar; the first is what is left when a tool is put away. */
export const hands: readonly Hand[] = [
  {
    id: HAND,
    title: "Pull the cloth",
    icon: "hand",
    shortcut: "J",
    help: "Drag the cloth to pull it, click it to select its panel.",
  },
  {
    id: PIN,
    title: "Pin the cloth",
    icon: "pin",
    shortcut: "Shift+I",
    help: "Click the cloth to hold it there in space; click a pin to take it out.",
  },
  {
    id: TEAR,
    title: "Pull until it tears",
    icon: "rip",
    shortcut: "Shift+J",
    help: "Drag the cloth: where its yarns are stretched by more than the fabric bears they break, and the tear runs along the others. Undo mends it.",
  },
  {
    id: SCISSORS,
    title: "Scissors",
    icon: "scissors",
    shortcut: "Shift+X",
    help: "Draw a line over the cloth to cut it there. Undo mends it.",
  },
];

export const handOf = (id: string): Hand | null => hands.find((hand) => hand.id === id) ?? null;
