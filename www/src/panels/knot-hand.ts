import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import {
  insertKnot,
  type LawField,
  moveKnot,
  otherThread,
  placeBehind,
  removeKnot,
  setLawCurve,
  throughKnots,
  tiltKnot,
} from "../document/edits/curves";
import { editFabric } from "../document/edits/settings";
import type { Gesture } from "../document/history";
import type { CurveParameter, Fabric, Knot, Plot, Spline, Trace } from "../engine/types";
import { type Extent, extentOf } from "../ui/plot-scale";

/** How far an arrow key moves a knot, as a share of the plot; with Shift five times that. */
const KEY_STEP = 0.01;

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** What is held of a knot: itself, or the handle of its slope. */
export type Part = "knot" | "slope";

interface Held {
  gesture: Gesture;
  trace: string;
  index: number;
  part: Part;
  by: "pointer" | "keys";
  /** As it was taken up. Whatever a hand does on its way, the curve depends on where it is in the end alone. */
  start: readonly Knot[];
  knots: readonly Knot[];
  extent: Extent;
}

export interface KnotPlot {
  app: App;
  fabric: Fabric;
  plot: Plot;
  /** Curves of the law's row, for what the document leaves out. */
  curves: readonly CurveParameter[];
  /** Whether weft and warp are changed together. */
  linked: boolean;
}

export interface KnotHand {
  /** The element around the plot, in which handles are found to be focused. */
  root: RefObject<HTMLDivElement | null>;
  extent: Extent;
  selected: Signal<{ trace: string; index: number } | null>;
  /** While a knot is in hand it is drawn where the hand is; the curve follows as soon as the engine has it. */
  knotsOf(trace: Trace): readonly Knot[];
  take(trace: Trace, index: number, part: Part): void;
  move(at: readonly [number, number]): void;
  end(how: "commit" | "bail"): void;
  /** A key is up, or the focus elsewhere. */
  letGo(): void;
  press(event: KeyboardEvent, trace: Trace, index: number, part: Part): void;
  set(trace: Trace, knots: readonly Knot[]): void;
  addBehind(trace: Trace, index: number): void;
  addAt(trace: Trace, at: number): void;
  remove(trace: Trace, index: number): void;
}

/** Everything a hand or a key can do to the knots of a plot. Each is one entry of the history. */
export function useKnotHand({ app, fabric, plot, curves, linked }: KnotPlot): KnotHand {
  const law = plot.law as LawField;
  const root = useRef<HTMLDivElement>(null);
  const held = useRef<Held | null>(null);
  const selected = useSignal<{ trace: string; index: number } | null>(null);
  /** How many knots its curve must have before the chosen one can have the focus. */
  const awaited = useRef<number | null>(null);
  /** What is held is no state of the page; its end must be seen all the same. */
  const ended = useSignal(0);
  const live = ended.value >= 0 ? held.current : null;
  const still = extentOf(plot.traces.map((trace) => trace.points));

  useLayoutEffect(() => {
    const { trace, index } = selected.peek() ?? {};
    const knots = plot.traces.find(({ id }) => id === trace)?.knots;
    if (trace === undefined || index === undefined || !knots || knots.length === 0) return;
    // An undo may have taken the chosen knot away.
    const kept = Math.min(index, knots.length - 1);
    const lost = kept < index && awaited.current === null;
    if (lost) selected.value = { trace, index: kept };
    if (awaited.current !== knots.length && !(lost && document.activeElement === document.body)) return;
    awaited.current = null;
    root.current?.querySelector<SVGElement>(`[data-handle="${handleName(trace, kept)}"]`)?.focus();
  });

  /** The curve in the document, if these are its knots: those of a plot may be a moment older. */
  const splineOf = (trace: string, knots: readonly Knot[]): Spline | undefined => {
    const spline = fabric[law].curves?.[trace] ?? curves.find((curve) => curve.id === trace)?.default;
    return spline && spline.segments.length + 1 === knots.length ? spline : undefined;
  };
  const write = (id: string, curve: Spline, label = `${id} curve`) => {
    const document = app.store.peek("document");
    if (!document) return;
    const changed = editFabric(document, fabric.id, (each) => setLawCurve(each, law, id, curve, linked));
    app.store.set("document", changed, label);
  };
  const take = (trace: Trace, index: number, part: Part, by: Held["by"]): Held => {
    const before = held.current;
    if (before && before.trace === trace.id && before.index === index && before.part === part) return before;
    before?.gesture.commit();
    const gesture = app.history.mark(`${trace.id} curve`);
    const { id, knots } = trace;
    const extent = live?.extent ?? still;
    held.current = { gesture, trace: id, index, part, by, start: knots, knots, extent };
    return held.current;
  };
  const change = (now: Held, knots: readonly Knot[]) => {
    const before = splineOf(now.trace, knots);
    if (!before) return;
    held.current = { ...now, knots };
    write(now.trace, throughKnots(before, knots));
  };
  const end = (how: "commit" | "bail") => {
    const now = held.current;
    if (!now) return;
    held.current = null;
    now.gesture[how]();
    ended.value += 1;
  };
  const choose = (trace: string, index: number, knots: number) => {
    selected.value = { trace, index };
    awaited.current = knots;
  };
  const addAt = (trace: Trace, at: number) => {
    const before = splineOf(trace.id, trace.knots);
    const more = before && insertKnot(before, at);
    if (!more || more === before) return;
    end("commit");
    choose(trace.id, more.segments.findIndex(({ to }) => to === at) + 1, more.segments.length + 1);
    write(trace.id, more, `adding a knot to ${trace.id}`);
  };
  const addBehind = (trace: Trace, index: number) =>
    addAt(trace, placeBehind(trace.knots, index, still.x[1] / 2));
  const remove = (trace: Trace, index: number) => {
    const before = splineOf(trace.id, trace.knots);
    if (!before || index < 1 || trace.knots.length <= 2) return;
    end("commit");
    choose(trace.id, Math.min(index, trace.knots.length - 2), trace.knots.length - 1);
    write(trace.id, removeKnot(before, trace.knots, index), `removing a knot of ${trace.id}`);
  };
  const step = (trace: Trace, index: number, part: Part, [dx, dy]: readonly [number, number]) => {
    const now = take(trace, index, part, "keys");
    const knot = now.knots[index];
    if (!knot) return;
    const { x, y } = now.extent;
    if (part === "slope" || index === 0)
      return change(now, tiltKnot(now.start, index, knot.slope * (1 + 3 * (dx + dy))));
    const place = [knot.at + dx * (x[1] - x[0]), knot.value + dy * (y[1] - y[0])] as const;
    change(now, moveKnot(now.start, index, ...place));
  };

  return {
    root,
    extent: live?.extent ?? still,
    selected,
    knotsOf: (trace) => {
      const mine = live?.trace === trace.id || (linked && live && otherThread(live.trace) === trace.id);
      return mine ? live.knots : trace.knots;
    },
    take: (trace, index, part) => void take(trace, index, part, "pointer"),
    move: ([ax, ay]) => {
      const now = held.current;
      const knot = now?.knots[now.index];
      if (!now || !knot) return;
      // A knot stays in the picture; the next drag begins in a picture that has grown with it.
      const [x, y] = [within(now.extent.x, ax), within(now.extent.y, ay)];
      if (now.part === "knot") return change(now, moveKnot(now.start, now.index, x, y));
      if (x > knot.at) change(now, tiltKnot(now.start, now.index, (y - knot.value) / (x - knot.at)));
    },
    end,
    // The focus of a pointer goes to what it takes, and must not end what it has begun.
    letGo: () => {
      if (held.current?.by === "keys") end("commit");
    },
    press: (event, trace, index, part) => {
      const action = actionOf(event);
      if (!action || (action === "bail" && !held.current)) return;
      event.preventDefault();
      event.stopPropagation();
      if (action === "bail") end("bail");
      else if (action === "add") addBehind(trace, index);
      else if (action === "remove") part === "knot" && remove(trace, index);
      else step(trace, index, part, action);
    },
    set: (trace, knots) => {
      const before = splineOf(trace.id, knots);
      if (before) write(trace.id, throughKnots(before, knots));
    },
    addBehind,
    addAt,
    remove,
  };
}

export const handleName = (trace: string, index: number): string => `${trace}, knot ${index}`;

/** What a key asks for, over a handle. Undo in the middle of a drag gives the drag up. */
function actionOf(event: KeyboardEvent): "bail" | "add" | "remove" | readonly [number, number] | null {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  if (key === "Escape" || ((ctrlKey || metaKey) && key.toLowerCase() === "z")) return "bail";
  if (ctrlKey || metaKey) return null;
  if (key === "Insert" || key === "+") return "add";
  if (key === "Delete" || key === "Backspace") return "remove";
  const size = KEY_STEP * (shiftKey ? 5 : 1);
  const arrow = ARROWS[key];
  return arrow ? [arrow[0] * size, arrow[1] * size] : null;
}

const within = ([low, high]: readonly [number, number], value: number): number =>
  Math.min(high, Math.max(low, value));
