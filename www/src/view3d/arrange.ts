import { effect, untracked } from "@preact/signals";
import { Object3D, Quaternion, Vector3 } from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { App } from "../app";
import { findPanel } from "../document/edits/panels";
import { axesAt, type Motion, middleOf, moved, place, STILL } from "../document/edits/placement";
import { idsOf } from "../document/selection";
import type { ArrangementPoint, Document, Panel } from "../engine/types";
import { isClick } from "../inspect/click";
import { HAND } from "../inspect/tools/hands";
import { pick } from "./pick";
import type { Stage } from "./stage";

export const ARRANGE = "arrange";

/** Madder, moss and woad; and weld for the one in hand. */
const AXES = ["#b4472f", "#5b8a4c", "#3f6fa3", "#e2b33c"] as const;
const NUDGE_MM = 10;
const NUDGE_DEG = 5;
const FAR = 10;

/** The panel that is selected, while panels are arranged. */
export function arrangedPanel({ store }: App): Panel | null {
  const document = store.get("document");
  const [item] = idsOf(store.get("selection"), "panel");
  return (document && item && findPanel(document, item.panel)) ?? null;
}

/** The point of a body that a panel is put on; null where it stands free, or where the point is not known yet. */
export function pointOf({ engine }: App, { placement }: Panel): ArrangementPoint | null {
  if (placement.kind === "free") return null;
  const body = engine.scene.value?.bodies.find(({ id }) => id === placement.body);
  return body?.points.find(({ name }) => name === placement.point) ?? null;
}

interface Held {
  panel: Panel;
  /** Indices into the cloth of the panel's points, and where they were, m. */
  particles: Uint32Array;
  from: Vector3[];
  middle: Vector3;
  axes: Quaternion;
}

/**
 * Lets panels be put where they begin: what is chosen has handles to move and turn it, and the cloth is shown as it starts.
 * The document changes when a handle is let go, as one edit.
 */
export function arranging(app: App, stage: Stage): () => void {
  const { store, engine } = app;
  const { canvas, controls } = stage;
  const gizmo = new TransformControls(stage.camera, canvas);
  const hold = new Object3D();
  const helper = gizmo.getHelper();
  gizmo.setColors(...AXES);
  gizmo.setSize(0.85);
  helper.visible = false;
  gizmo.enabled = false;
  stage.scene.add(hold, helper);
  let held: Held | null = null;
  let resumes = false;

  const active = () => store.peek("stageTool") === ARRANGE;

  const motion = (): Motion => {
    if (!held) return STILL;
    return {
      shift: hold.position.clone().sub(held.middle).multiplyScalar(1000),
      turn: hold.quaternion.clone().multiply(held.axes.clone().invert()).normalize(),
    };
  };

  /** Shows the panel where the handles have it; around a body it is bent only once they are let go. */
  const show = () => {
    const { cloth } = stage;
    if (!held || !cloth) return;
    const { turn } = motion();
    held.from.forEach((from, k) => {
      const at = from
        .clone()
        .sub((held as Held).middle)
        .applyQuaternion(turn)
        .add(hold.position);
      at.toArray(cloth.positions, 3 * ((held as Held).particles[k] as number));
    });
    cloth.positionsChanged();
    stage.invalidate();
  };

  /** Puts the handles to the middle of the panel that is selected. */
  const follow = () => {
    if (gizmo.dragging) return;
    const panel = active() ? arrangedPanel(app) : null;
    const point = panel && pointOf(app, panel);
    // Cloth that is on its way will tell when it is there; until then the handles stay.
    const coming = engine.scene.peek()?.generation !== stage.cloth?.generation;
    if (coming && panel && held?.panel.id === panel.id) return;
    held = panel && holdOf(app, stage, panel, point);
    // Without its point the axes of an arranged panel are not known.
    if (panel?.placement.kind === "arrangement" && !point) held = null;
    gizmo.enabled = helper.visible = held !== null;
    canvas.dataset.arranged = held?.panel.id ?? "";
    if (!held) gizmo.detach();
    else {
      hold.position.copy(held.middle);
      hold.quaternion.copy(held.axes);
      hold.updateMatrixWorld();
      gizmo.attach(hold);
      const [turns, free] = [app.arrangeMode.peek() === "rotate", held.panel.placement.kind === "free"];
      gizmo.setMode(app.arrangeMode.peek());
      gizmo.setSpace(free && !turns ? "world" : "local");
      gizmo.showX = gizmo.showY = !turns || free;
      gizmo.showZ = true;
    }
    stage.invalidate();
  };

  const put = ({ id }: Panel, by: Motion, label: string) => {
    const document = store.peek("document");
    // As it is in the document now: keys may come faster than the cloth follows.
    const panel = document && findPanel(document, id);
    if (!panel) return;
    const placement = moved(panel.placement, by, middleOf(document, panel), pointOf(app, panel));
    store.set("document", place(document, panel.id, placement), label);
  };

  gizmo.addEventListener("change", () => stage.invalidate());
  gizmo.addEventListener("objectChange", show);
  gizmo.addEventListener("dragging-changed", ({ value }) => {
    controls.enabled = !value;
    if (!value && held) {
      const by = motion();
      const still = by.shift.length() < 0.01 && Math.abs(by.turn.w) > 1 - 1e-9;
      if (!still)
        put(held.panel, by, gizmo.mode === "rotate" ? "turning a panel in space" : "moving a panel in space");
    }
  });

  let down: PointerEvent | null = null;
  const press = (event: PointerEvent) => {
    // A press on a handle points at no panel.
    down = active() && gizmo.axis === null && event.isPrimary && event.button === 0 ? event : null;
  };
  const release = (event: PointerEvent) => {
    if (!down || !isClick(down, event)) return;
    const picked = pick(stage, event);
    const panel = picked && panelAt(app, picked.spot.triangle);
    store.set("selection", panel ? [{ kind: "panel", panel }] : []);
  };

  const key = (event: KeyboardEvent) => {
    if (!active() || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && gizmo.dragging) {
      gizmo.reset();
      gizmo.pointerUp(null);
      follow();
    } else if (!nudge(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const nudge = ({ key: name, shiftKey, altKey }: KeyboardEvent): boolean => {
    const way = KEYS[name];
    const panel = arrangedPanel(app);
    const point = panel && pointOf(app, panel);
    if (!way || !panel || (panel.placement.kind === "arrangement" && !point)) return false;
    const own = axesAt(panel.placement, point);
    const axes = point ? own : new Quaternion();
    const far = shiftKey ? FAR : 1;
    if (!altKey) {
      const shift = new Vector3(...way).multiplyScalar(NUDGE_MM * far).applyQuaternion(axes);
      put(panel, { ...STILL, shift }, "moving a panel in space");
    } else {
      const about = new Vector3(0, 0, 1).applyQuaternion(own);
      const degrees = (way[1] - way[0]) * NUDGE_DEG * (shiftKey ? 9 : 1);
      if (degrees === 0) return false;
      const turn = new Quaternion().setFromAxisAngle(about, (degrees * Math.PI) / 180);
      put(panel, { ...STILL, turn }, "turning a panel in space");
    }
    return true;
  };

  canvas.addEventListener("pointerdown", press, { capture: true });
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("keydown", key, { capture: true });
  stage.onCloth.add(follow);
  // Where the handles are, for tests and scripts that cannot read it from pixels.
  const report = () => {
    const at = held && stage.pixels(hold.position);
    canvas.dataset.handle = at ? `${at.x.toFixed(1)} ${at.y.toFixed(1)}` : "";
  };
  stage.onDrawn.add(report);
  const stops = [
    effect(() => {
      const on = store.get("stageTool") === ARRANGE;
      engine.setArranging(on);
      if (on) {
        resumes = store.peek("playing");
        store.set("playing", false);
        // At once: until the engine hears of it, another step could follow the return to the start.
        engine.setPlaying(false);
        engine.reset();
        canvas.focus({ preventScroll: true });
      } else if (resumes) {
        resumes = false;
        store.set("playing", true);
      }
      untracked(follow);
    }),
    // Whoever lets time run is done with arranging.
    effect(() => {
      if (store.get("playing") && active()) store.set("stageTool", HAND);
    }),
    effect(() => {
      store.get("selection");
      app.arrangeMode.value;
      engine.scene.value;
      follow();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    stage.onCloth.delete(follow);
    stage.onDrawn.delete(report);
    canvas.removeEventListener("pointerdown", press, { capture: true });
    canvas.removeEventListener("pointerup", release);
    canvas.removeEventListener("keydown", key, { capture: true });
    stage.scene.remove(hold, helper);
    gizmo.dispose();
  };
}

/** Along x, y and outwards. */
const KEYS: Record<string, readonly [number, number, number]> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

function panelAt({ engine }: App, triangle: number): string | null {
  const patches = engine.scene.peek()?.patches ?? [];
  const found = patches.find(
    ({ first_triangle, triangle_count }) =>
      triangle >= first_triangle && triangle < first_triangle + triangle_count,
  );
  return found?.panel ?? null;
}

function holdOf(app: App, stage: Stage, panel: Panel, point: ArrangementPoint | null): Held | null {
  const scene = app.engine.scene.peek();
  const { cloth } = stage;
  if (!scene || !cloth || cloth.generation !== scene.generation) return null;
  const indices = scene.patches
    .filter((patch) => patch.panel === panel.id)
    .flatMap(({ first_triangle: k, triangle_count: n }) => [...scene.triangles.subarray(3 * k, 3 * (k + n))]);
  if (indices.length === 0) return null;
  const particles = Uint32Array.from(new Set(indices));
  const from = Array.from(particles, (each) => cloth.particle(each));
  return {
    panel,
    particles,
    from,
    middle: middleIn(app, from, panel),
    axes: axesAt(panel.placement, point),
  };
}

/** Where the handles stand: the middle of the drawing for a flat panel, the middle of its points for one that is bent. */
function middleIn({ store }: App, from: readonly Vector3[], panel: Panel): Vector3 {
  const { placement } = panel;
  if (placement.kind === "free") {
    const [x, y] = middleOf(store.peek("document") as Document, panel);
    const at = new Vector3(x, y, 0).applyQuaternion(axesAt(placement, null));
    return at.add(new Vector3(...placement.translation_mm)).divideScalar(1000);
  }
  const sum = from.reduce((all, each) => all.add(each), new Vector3());
  return sum.divideScalar(from.length);
}
