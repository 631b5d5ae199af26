/** One thing on the table that can be selected. Corners are named by the edge that begins there. */
export type Item =
  | { kind: "panel"; panel: string }
  | { kind: "point"; panel: string; id: string }
  | { kind: "edge"; panel: string; id: string }
  | { kind: "line"; panel: string; id: string }
  | { kind: "dart"; panel: string; id: string }
  | { kind: "hole"; panel: string; id: string }
  | { kind: "notch"; panel: string; id: string }
  | { kind: "pin"; id: string }
  | { kind: "seam"; id: string };

export type Selection = readonly Item[];

export const keyOf = (item: Item): string =>
  "id" in item ? `${item.kind}/${"panel" in item ? item.panel : ""}/${item.id}` : `panel/${item.panel}`;

export const same = (a: Item, b: Item): boolean => keyOf(a) === keyOf(b);

export const selects = (selection: Selection, item: Item): boolean =>
  selection.some((each) => same(each, item));

/** Added if it was not selected, taken out if it was. */
export function toggled(selection: Selection, item: Item): Selection {
  return selects(selection, item) ? selection.filter((each) => !same(each, item)) : [...selection, item];
}

/** The ids of the selected things of one kind. */
export function idsOf<K extends Item["kind"]>(selection: Selection, kind: K): Extract<Item, { kind: K }>[] {
  return selection.filter((item): item is Extract<Item, { kind: K }> => item.kind === kind);
}

/** The panels that the selection is of or on. */
export const panelsOf = (selection: Selection): string[] => [
  ...new Set(selection.flatMap((item) => ("panel" in item ? [item.panel] : []))),
];
