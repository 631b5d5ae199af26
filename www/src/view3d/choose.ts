import { effect } from "@preact/signals";
import type { App } from "../app";
import { findPanel } from "../document/edits/panels";
import { addPin } from "../document/edits/parts";
import { idsOf, panelsOf, toggled } from "../document/selection";
import type { Document } from "../engine/types";
import { anchorOf, spotOf } from "../inspect/anchor";
import { isClick } from "../inspect/click";
import { HAND, PIN } from "../inspect/tools/hands";
import { turned, type Vec } from "../pattern2d/vec";
import { pick } from "./pick";
import { PinHeads } from "./pin-heads";
import type { Stage } from "./stage";

/** A click so near to a pin, in pixels, is on it. */
const NEAR_PX = 12;

/**
 * Clicks on the cloth choose panels, or pin it; what is chosen, hidden, frozen or pinned is shown. A drag is somebody else's:
 * it pulls the cloth or turns the camera.
 */
export function choosing(app: App, stage: Stage): () => void {
  const { store, engine, viewOnly } = app;
  const { canvas } = stage;
  const heads = new PinHeads();
  stage.scene.add(heads.group);
  let down: PointerEvent | null = null;

  const panelAt = (event: PointerEvent): string | null => {
    const scene = engine.scene.peek();
    const picked = scene && stage.cloth?.generation === scene.generation ? pick(stage, event) : null;
    return (scene && picked && anchorOf(scene, picked.spot)?.panel) ?? null;
  };

  const choose = (event: PointerEvent) => {
    const panel = panelAt(event);
    if (panel === null) store.set("selection", []);
    else if (event.shiftKey)
      store.set("selection", toggled(store.peek("selection"), { kind: "panel", panel }));
    else store.set("selection", [{ kind: "panel", panel }]);
  };

  const pinAt = (event: PointerEvent) => {
    const document = store.peek("document");
    const scene = engine.scene.peek();
    const picked = pick(stage, event);
    if (!document || !scene || !picked || stage.cloth?.generation !== scene.generation) return;
    const { left, top } = canvas.getBoundingClientRect();
    const near = heads.shown.find(({ at }) => {
      const seen = stage.pixels(at);
      return seen && Math.hypot(seen.x + left - event.clientX, seen.y + top - event.clientY) < NEAR_PX;
    });
    if (near) {
      const pins = document.pins.filter(({ id }) => id !== near.id);
      store.set("document", { ...document, pins }, "taking a pin out");
      return;
    }
    const anchor = anchorOf(scene, picked.spot);
    const panel = anchor && findPanel(document, anchor.panel);
    if (!anchor || !panel) return;
    const made = addPin(document, panel.id, drawn([anchor.u, anchor.v], panel.grain_deg));
    store.set("document", made.document, "pinning");
    store.set("selection", [{ kind: "pin", id: made.id }]);
  };

  const press = (event: PointerEvent) => {
    down = event.isPrimary && event.button === 0 ? event : null;
  };
  const release = (event: PointerEvent) => {
    const start = down;
    down = null;
    if (!start || !isClick(start, event)) return;
    const tool = store.peek("stageTool");
    if (tool === HAND) choose(event);
    else if (tool === PIN && !viewOnly.peek()) pinAt(event);
  };
  const hover = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    const tool = store.peek("stageTool");
    app.pointed.value = tool === HAND || tool === PIN ? panelAt(event) : null;
    if (tool === PIN) canvas.style.cursor = app.pointed.peek() === null ? "" : "crosshair";
  };
  const leave = () => {
    app.pointed.value = null;
  };

  const follow = () => {
    const document = store.peek("document");
    const scene = engine.scene.peek();
    const { cloth } = stage;
    if (!document || !scene || cloth?.generation !== scene.generation) return;
    heads.follow({ scene, positions: cloth.positions });
  };
  const stops = [
    effect(() => {
      const document = store.get("document");
      const scene = engine.scene.value;
      const shown = app.stage.value;
      if (!document || !scene || !shown) return;
      const chosen = new Set(panelsOf(store.get("selection")).flatMap((id) => shownBy(document, id)));
      const pointed = app.pointed.value;
      if (pointed !== null) chosen.add(pointed);
      const frozen = document.panels.flatMap((panel) => (panel.frozen ? [panel.id] : []));
      shown.markPanels({ chosen, frozen: new Set(frozen), hidden: new Set(store.get("hidden")) });
    }),
    effect(() => {
      const document = store.get("document");
      const scene = engine.scene.value;
      const held = new Set(idsOf(store.get("selection"), "pin").map(({ id }) => id));
      if (!document || !scene) return;
      const pins = document.pins.flatMap(({ id, panel, at_mm }) => {
        const grain = findPanel(document, panel)?.grain_deg ?? 0;
        const [u, v] = turned(at_mm, -grain);
        const spot = spotOf(scene, { panel, u: u / 1000, v: v / 1000 });
        return spot ? [{ id, spot, held: held.has(id) }] : [];
      });
      heads.set(pins);
      follow();
      stage.invalidate();
    }),
  ];
  stage.onCloth.add(follow);
  canvas.addEventListener("pointerdown", press);
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointermove", hover);
  canvas.addEventListener("pointerleave", leave);
  return () => {
    stage.onCloth.delete(follow);
    for (const stop of stops) stop();
    canvas.removeEventListener("pointerdown", press);
    canvas.removeEventListener("pointerup", release);
    canvas.removeEventListener("pointermove", hover);
    canvas.removeEventListener("pointerleave", leave);
    heads.dispose();
  };
}

/** A place on the drawing, mm, from weft and warp, m. */
const drawn = ([u, v]: Vec, grainDeg: number): Vec => turned([1000 * u, 1000 * v], grainDeg);

/** The panels that show a drawing: itself and its mirror images. */
const shownBy = (document: Document, id: string): string[] =>
  document.panels.flatMap((panel) =>
    panel.id === id || (panel.symmetry.kind === "mirror-of" && panel.symmetry.panel === id) ? [panel.id] : [],
  );
