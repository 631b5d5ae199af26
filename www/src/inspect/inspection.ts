import { batch, effect, signal } from "@preact/signals";
import type { App } from "../app";
import type { Kept } from "../engine/protocol";
import type { Document, MapInfo, Principal } from "../engine/types";
import { pick } from "../view3d/pick";
import type { Stage } from "../view3d/stage";
import { type Anchor, type ClothView, spotOf, type Vec3, valueAt } from "./anchor";
import { isClick } from "./click";
import { directionsOf } from "./dominant";
import { draggingDots } from "./drag-dots";
import { areasOf, autoRange, type Range } from "./statistics";
import { TapeClient } from "./tape-client";
import { HAND } from "./tools/hands";
import { probe } from "./tools/probe";
import { stageToolOf } from "./tools/table";
import type { Around, Found, StageTool } from "./tools/tool";

/** Numbers are read and written at most this often: more nobody can follow, but a hand that moves what is measured. */
const READ_EVERY_MS = 150;
const DRAG_EVERY_MS = 16;
/** Half the lengths of the lines that show a probed place's dominant direction and the one across it. */
const LONG_M = 0.06;
const SHORT_M = 0.02;

/** Cloth that was kept, and the document it was cut from. */
export interface Past {
  kept: Kept;
  document: Document;
}

/** What is looked at: the map, the place a tool points at, and the cloth of an earlier moment beside the running one. */
export class Inspection {
  readonly #app: App;
  /** What the tool in hand points at. */
  readonly target = signal<{ tool: StageTool; at: unknown } | null>(null);
  /** What it has found on the running cloth. */
  readonly found = signal<Found | null>(null);
  /** The same on the cloth that was kept. */
  readonly foundBefore = signal<Found | null>(null);
  /** The shown map at the probed place; null where it has no value there. */
  readonly value = signal<number | null>(null);
  /** The shown map at every point, as of some tenths of a second ago. */
  readonly values = signal<Float32Array | null>(null);
  readonly past = signal<Past | null>(null);
  readonly #tapes = new TapeClient(
    () => new Worker(new URL("../workers/tape.worker.ts", import.meta.url), { type: "module", name: "tape" }),
  );
  /** What was pointed at when one of its dots was taken in hand. */
  #dragged: { tool: StageTool; at: unknown } | null = null;
  #read = 0;
  #waiting = 0;
  /** Tapes that a worker has yet to lay. */
  #laying = 0;

  constructor(app: App) {
    this.#app = app;
  }

  get tool(): StageTool | null {
    return stageToolOf(this.#app.store.get("stageTool"));
  }

  /** The shown map. */
  get map(): MapInfo | null {
    const id = this.#app.store.get("map");
    return this.#app.engine.tables.value?.maps.find((map) => map.id === id) ?? null;
  }

  rangeOf(map: MapInfo): Range {
    return this.#app.store.get("mapRanges")[map.id] ?? map.range;
  }

  setRange({ id }: MapInfo, range: Range): void {
    const { store } = this.#app;
    store.set("mapRanges", { ...store.peek("mapRanges"), [id]: range });
  }

  /** The range that shows what there is, on the cloth that was kept too. */
  fitRange(map: MapInfo): void {
    const view = this.#view();
    const values = this.#app.stage.peek()?.values;
    if (!view || !values) return;
    const { kept } = this.past.peek() ?? {};
    const before = kept?.maps[map.id] ?? new Float32Array();
    const areas = [...areasOf(view.scene), ...(kept ? areasOf(kept.scene) : [])];
    this.setRange(map, autoRange(map, [...values, ...before], areas));
  }

  /** Keeps the cloth as it is now and shows it beside what comes. */
  async keep(): Promise<void> {
    const { engine, store } = this.#app;
    const document = store.peek("document");
    const kept = await engine.keep();
    if (kept && document) this.past.value = { kept, document };
  }

  forget(): void {
    this.past.value = null;
  }

  /** Points at a place of the page; tells whether there was cloth. */
  pointAt(event: { clientX: number; clientY: number }): boolean {
    const stage = this.#app.stage.peek();
    const tool = stageToolOf(this.#app.store.peek("stageTool"));
    const view = this.#view();
    const picked = stage && tool && view && pick(stage, event);
    if (!picked) return false;
    const before = this.target.peek();
    const at = tool.point(view, picked.spot, before?.tool === tool ? before.at : null);
    if (at === null) return false;
    this.target.value = { tool, at };
    return true;
  }

  /** What is pointed at, then the tool, is put away; tells whether there was anything. */
  putAway(): boolean {
    const { store } = this.#app;
    if (this.target.peek()) this.target.value = null;
    else if (store.peek("stageTool") !== HAND) store.set("stageTool", HAND);
    else return false;
    return true;
  }

  /** Follows a stage as long as it is on the page. */
  attach(stage: Stage): () => void {
    const dragged = this.#drag(stage);
    const heard = this.#listen(stage);
    const refresh = () => this.#refreshSoon();
    stage.onCloth.add(refresh);
    const { store, engine } = this.#app;
    const stops = [
      effect(() => engine.setMap(this.map?.id ?? null)),
      effect(() => {
        const map = this.map;
        stage.showMap(map, map ? this.rangeOf(map) : [0, 1]);
        this.#refreshSoon();
      }),
      effect(() => {
        const past = this.past.value;
        stage.showBefore(past?.kept ?? null, past?.document ?? null);
        this.#refreshSoon();
      }),
      effect(() => {
        // Another tool begins anew.
        const tool = stageToolOf(store.get("stageTool"));
        if (this.target.peek()?.tool !== tool) this.target.value = null;
        stage.canvas.style.cursor = tool ? "crosshair" : "";
      }),
      effect(() => {
        const scene = engine.scene.value;
        const target = this.target.value;
        const spot = scene && target?.tool === probe ? spotOf(scene, target.at as Anchor) : null;
        engine.setProbe(spot?.triangle ?? null);
        this.#refreshSoon();
      }),
      effect(() => {
        // The directions are drawn when the engine has told them.
        if (engine.probe.value) this.#refreshSoon();
      }),
    ];
    return () => {
      clearTimeout(this.#waiting);
      this.#waiting = 0;
      stage.onCloth.delete(refresh);
      heard();
      dragged();
      for (const stop of stops) stop();
    };
  }

  #listen({ canvas }: Stage): () => void {
    let down: PointerEvent | null = null;
    const press = (event: PointerEvent) => {
      down = event.isPrimary && event.button === 0 ? event : null;
    };
    const release = (event: PointerEvent) => {
      const start = down;
      down = null;
      // A drag turns the camera and points at nothing.
      if (start && isClick(start, event)) this.pointAt(event);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Enter") {
        // Without a pointer, what is in the middle of the view is pointed at.
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const across = this.past.peek() ? 0.75 : 0.5;
        this.pointAt({ clientX: left + width * across, clientY: top + height / 2 });
      } else if (event.key !== "Escape" || !this.putAway()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    canvas.addEventListener("pointerdown", press);
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("keydown", key);
    return () => {
      canvas.removeEventListener("pointerdown", press);
      canvas.removeEventListener("pointerup", release);
      canvas.removeEventListener("keydown", key);
    };
  }

  /** Dots of tools that can move what they point at are taken and dragged over the cloth. */
  #drag(stage: Stage): () => void {
    return draggingDots(stage, {
      places: () => (this.target.peek()?.tool.move ? (this.found.peek()?.dots ?? []) : []),
      begin: () => {
        this.#dragged = this.target.peek();
        clearTimeout(this.#waiting);
        this.#waiting = 0;
      },
      move: (index, event) => {
        const target = this.target.peek();
        const view = this.#view();
        const picked = view && pick(stage, event);
        const at = picked && target?.tool.move?.(view, picked.spot, target.at, index);
        if (target && at) this.target.value = { tool: target.tool, at };
      },
      end: (how) => {
        if (how === "bail") this.target.value = this.#dragged;
        this.#dragged = null;
      },
    });
  }

  #view(): ClothView | null {
    const scene = this.#app.engine.scene.peek();
    const cloth = this.#app.stage.peek()?.cloth;
    return scene && cloth?.generation === scene.generation ? { scene, positions: cloth.positions } : null;
  }

  #refreshSoon(): void {
    if (this.#waiting) return;
    const every = this.#dragged ? DRAG_EVERY_MS : READ_EVERY_MS;
    const wait = Math.max(0, this.#read + every - performance.now());
    // For tests and scripts: what is told is of a moment ago.
    const { canvas } = this.#app.stage.peek() ?? {};
    if (canvas) canvas.dataset.reading = "";
    this.#waiting = window.setTimeout(() => {
      this.#waiting = 0;
      this.#read = performance.now();
      this.#refresh();
    }, wait);
  }

  #refresh(): void {
    const stage = this.#app.stage.peek();
    const view = this.#view();
    if (!stage || !view) return;
    const target = this.target.peek();
    const past = this.past.peek();
    const read = (on: ClothView, document: Document | null) =>
      target ? target.tool.read(on, target.at, this.#around(document)) : null;
    const found = this.#withDirections(read(view, this.#app.store.peek("document")));
    const before = past && read(keptView(past.kept), past.document);
    batch(() => {
      this.found.value = found;
      this.foundBefore.value = before;
      this.values.value = stage.values;
      this.value.value = target?.tool === probe ? this.#valueAt(view, target.at as Anchor) : null;
    });
    const shown = [stage.marks.show(found), stage.before?.marks.show(before)];
    if (shown.includes(true)) stage.invalidate();
    if (this.#laying === 0) delete stage.canvas.dataset.reading;
  }

  #around(document: Document | null): Around {
    const seams = document?.seams ?? [];
    return {
      seamName: (index) => seams[index]?.id ?? `Dart ${index - seams.length + 1}`,
      lay: async (view, ends) => {
        this.#laying += 1;
        try {
          return await this.#tapes.lay(view, ends);
        } finally {
          this.#laying -= 1;
          this.#refreshSoon();
        }
      },
    };
  }

  /** A triangle's own value, as the numbers beside it; of other maps what is between the corners. */
  #valueAt({ scene }: ClothView, anchor: Anchor): number | null {
    if (this.map?.domain === "triangle") return this.#app.engine.probe.peek()?.value ?? null;
    const values = this.#app.stage.peek()?.values;
    const spot = values && spotOf(scene, anchor);
    const value = spot ? valueAt(scene, spot, values) : Number.NaN;
    return Number.isFinite(value) ? value : null;
  }

  /** The directions of most and least strain as lines through the place, the dominant one longer. */
  #withDirections(found: Found | null): Found | null {
    const [place] = found?.dots ?? [];
    const directions = directionsOf(this.#app.engine.probe.peek());
    if (!found || !place || !directions || this.target.peek()?.tool !== probe) return found;
    const line = ({ direction: [x, y, z] }: Principal, reach: number): Vec3[] =>
      [-reach, reach].map((way) => [place[0] + way * x, place[1] + way * y, place[2] + way * z]);
    return { ...found, lines: [line(directions.dominant, LONG_M), line(directions.across, SHORT_M)] };
  }
}

/** The cloth that was kept, as it lies. */
function keptView({ scene }: Kept): ClothView {
  return { scene, positions: scene.values.subarray(0, 3 * scene.pointCount) };
}
