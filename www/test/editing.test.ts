import { beforeEach, describe, expect, it } from "vitest";
import { everything, withoutSelected } from "../src/commands/select";
import { turnGrain } from "../src/document/edits/grain";
import { deletePanels, insertPanels, movePanels } from "../src/document/edits/panels";
import { addDart, addHole, addLine, addNotch, addPin } from "../src/document/edits/parts";
import { addPleat, pleatOf, pleatShape, reshapePleat } from "../src/document/edits/pleat";
import { convertEdge, deletePoint, movePoints, setEdgeLength, splitEdge } from "../src/document/edits/points";
import { addSeam, deleteSeams, flipSeam, wholeEdge } from "../src/document/edits/seams";
import { addMirror, detachMirror, unfoldOver } from "../src/document/edits/symmetry";
import { sewableNames } from "../src/document/edits/tidy";
import { exists } from "../src/document/exists";
import { History } from "../src/document/history";
import { type AppStore, createStore, type State } from "../src/document/state";
import type { Curve, Document } from "../src/engine/types";
import { circleCorners } from "../src/tools/circle";
import { read } from "./engine";
import { garment, square } from "./garment";

/** A small generator of numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

type Roll = ReturnType<typeof dice>;
const pick = <T>(roll: Roll, list: readonly T[]): T | undefined => list[roll(list.length)];
const KINDS: Curve["kind"][] = ["line", "quadratic", "cubic", "arc"];

/** One edit of any kind, on anything that is there. */
function anyEdit(document: Document, roll: Roll): Document {
  const drawn = pick(
    roll,
    document.panels.filter((each) => each.outline.length > 0),
  );
  const any = pick(roll, document.panels);
  if (!drawn || !any)
    return insertPanels(document, { panels: [square("new")], seams: [], pins: [] }, [roll(500), 0]).document;
  const edge = pick(roll, drawn.outline)?.id ?? "";
  const id = drawn.id;
  const names = (each: typeof any) => [...sewableNames(document, each)];
  const edits: (() => Document)[] = [
    () => movePoints(document, id, new Set([edge]), [roll(60) - 30, roll(60) - 30]),
    () => splitEdge(document, id, edge, (1 + roll(8)) / 10).document,
    () => deletePoint(document, id, edge),
    () => convertEdge(document, id, edge, pick(roll, KINDS) ?? "line"),
    () => setEdgeLength(document, id, edge, 50 + roll(300), 100),
    () => movePanels(document, [any.id], [roll(99), -roll(99)]),
    () => insertPanels(document, { ...document, panels: [any] }, [300, 0]).document,
    () => {
      // Its mirror images go with it; an empty table is no document to drape.
      const left = deletePanels(document, [any.id]);
      return left.panels.length > 0 ? left : document;
    },
    () => addMirror(document, any.id, [900, 0]).document,
    () => detachMirror(document, any.id),
    () => turnGrain(document, any.id, roll(360) - 180),
    () => unfoldOver(document, id, roll(2) ? edge : null),
    () => addLine(document, id, [roll(90), roll(90)], [roll(90), roll(90)], { kind: "line" }).document,
    () => addHole(document, id, circleCorners([roll(90), roll(90)], 5 + roll(10))).document,
    () =>
      addDart(document, id, { edge, at_mm: 20 + roll(50), width_mm: 10, tip_mm: [roll(90), roll(90)] })
        .document,
    () => addNotch(document, id, edge, roll(90)).document,
    () => {
      const to = pick(roll, drawn.outline)?.id ?? "";
      const share = () => (1 + roll(9)) / 10;
      const shape = { depth_mm: 5 + roll(20), facing: roll(2) ? "left" : "right", held: "both" } as const;
      const cut = { ...shape, from: { edge, t: share() }, to: { edge: to, t: share() } };
      const made = addPleat(document, id, cut);
      return "refusal" in made ? document : made.document;
    },
    () => {
      const stem = pick(
        roll,
        drawn.lines.flatMap((line) => pleatOf(drawn, line.id) ?? []),
      );
      if (!stem) return document;
      const shape = pleatShape(document, drawn, stem);
      return reshapePleat(document, id, stem, { ...shape, depth_mm: 5 + roll(20), held: "start" });
    },
    () => addPin(document, any.id, [roll(90), roll(90)]).document,
    () =>
      addSeam(
        document,
        [wholeEdge(any.id, pick(roll, names(any)) ?? "")],
        [wholeEdge(id, pick(roll, names(drawn)) ?? "")],
      ).document,
    () => flipSeam(document, pick(roll, document.seams)?.id ?? "", roll(2) === 1),
    () => deleteSeams(document, [pick(roll, document.seams)?.id ?? ""]),
    () => {
      const item = pick(roll, everything(document));
      return item && item.kind !== "panel" ? withoutSelected(document, [item]) : document;
    },
  ];
  return (pick(roll, edits) as () => Document)();
}

/** What a document must be for the engine to read it: names are unique and lead somewhere. */
function check(document: Document): void {
  const ids = document.panels.map((each) => each.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const each of document.panels) {
    const { symmetry } = each;
    if (symmetry.kind === "mirror-of") expect(ids).toContain(symmetry.panel);
    else expect(each.outline.length).toBeGreaterThanOrEqual(2);
    const parts = [...each.outline, ...each.holes.flatMap((hole) => hole.outline)].map((edge) => edge.id);
    expect(new Set(parts).size).toBe(parts.length);
    for (const dart of each.darts) expect(parts).toContain(dart.edge);
    if (symmetry.kind === "unfold") expect(parts).toContain(symmetry.edge);
    for (const edge of each.outline)
      for (const number of edge.from_mm) expect(Number.isFinite(number)).toBe(true);
  }
  for (const seam of document.seams)
    for (const part of [...seam.a, ...seam.b]) {
      const on = document.panels.find((each) => each.id === part.panel);
      expect(on && sewableNames(document, on)).toContain(part.edge);
      expect(part.from >= 0 && part.to <= 1 && part.from < part.to).toBe(true);
    }
  for (const pin of document.pins) expect(ids).toContain(pin.panel);
  for (const item of everything(document)) expect(exists(document, item)).toBe(true);
}

describe("random editing", () => {
  let store: AppStore;
  let history: History<State>;
  beforeEach(() => {
    store = createStore();
    history = new History(store);
  });

  it.each(Array.from({ length: 100 }, (_, k) => k + 1))(
    "number %i always undoes to the start and redoes to the end",
    (seed) => {
      const roll = dice(seed);
      const start = garment({ panels: [square("front"), square("back")] });
      store.set("document", start);
      history.clear();
      const seen = [start];
      for (let k = 0; k < 40; k++) {
        const before = store.peek("document") as Document;
        const frozen = JSON.stringify(before);
        if (roll(4) === 0) {
          const gesture = history.mark("a gesture");
          for (let j = 0; j < 3; j++)
            store.set("document", anyEdit(store.peek("document") as Document, roll));
          if (roll(3) === 0) {
            gesture.bail();
            expect(store.peek("document")).toBe(before);
          } else gesture.commit();
        } else store.set("document", anyEdit(before, roll), `edit ${k}`);
        expect(JSON.stringify(before)).toBe(frozen);
        const after = store.peek("document") as Document;
        check(after);
        if (after !== before) seen.push(after);
      }
      const end = store.peek("document");
      // Whatever was done, the engine can read it; problems of geometry it would tell in the draft.
      const reading = read(JSON.stringify(end));
      expect("issues" in reading ? reading.issues : []).toEqual([]);
      for (let k = seen.length - 2; k >= 0; k--) {
        history.undo();
        expect(store.peek("document")).toBe(seen[k]);
      }
      expect(history.undoLabel.value).toBeNull();
      while (history.redoLabel.value !== null) history.redo();
      expect(store.peek("document")).toBe(end);
    },
  );
});
