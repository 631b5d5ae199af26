import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial } from "three";
import type { EngineClient } from "../engine/client";
import type { Spot } from "../inspect/anchor";
import type { Cloth } from "./cloth";
import { pick } from "./pick";
import type { Stage } from "./stage";

/** A hand is no steadier than so many pixels: places nearer to each other say nothing new. */
const APART_PX = 4;

interface Cutting {
  pointer: number;
  generation: number;
  spots: Spot[];
  last: { clientX: number; clientY: number };
}

/** Cuts the cloth along the line that is drawn over it. Beside the cloth the same drag turns the camera. */
export function scissors(stage: Stage, engine: EngineClient, ready: () => boolean): () => void {
  const { canvas, controls } = stage;
  const line = new Line(
    new BufferGeometry(),
    new LineBasicMaterial({ color: "#c2502f", depthTest: false, toneMapped: false }),
  );
  line.renderOrder = 10;
  line.frustumCulled = false;
  line.visible = false;
  stage.scene.add(line);
  let cutting: Cutting | null = null;

  /** The line lies on the cloth and moves with it. */
  const draw = (cloth: Cloth) => {
    if (!cutting) return;
    if (cloth.generation !== cutting.generation) return end();
    const { positions } = cloth;
    const corners = cloth.mesh.geometry.index?.array ?? [];
    const places = cutting.spots.flatMap(({ triangle, weights }) =>
      [0, 1, 2].map((axis) =>
        weights.reduce((sum, weight, k) => {
          const corner = corners[3 * triangle + k] ?? 0;
          return sum + weight * (positions[3 * corner + axis] ?? 0);
        }, 0),
      ),
    );
    line.geometry.dispose();
    line.geometry = new BufferGeometry();
    line.geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
    line.visible = true;
    stage.invalidate();
  };

  const end = () => {
    if (!cutting) return;
    if (canvas.hasPointerCapture(cutting.pointer)) canvas.releasePointerCapture(cutting.pointer);
    cutting = null;
    controls.enabled = true;
    line.visible = false;
    stage.invalidate();
  };

  const down = (event: PointerEvent) => {
    if (cutting || !ready() || !event.isPrimary || event.button !== 0) return;
    const picked = pick(stage, event);
    if (!picked || !stage.cloth) return;
    const { generation } = stage.cloth;
    cutting = { pointer: event.pointerId, generation, spots: [picked.spot], last: event };
    // The camera's own listener comes after this one and looks at the same event.
    controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent) => {
    if (!cutting) {
      if (ready() && event.pointerType === "mouse" && event.buttons === 0)
        canvas.style.cursor = pick(stage, event) ? "crosshair" : "";
      return;
    }
    if (event.pointerId !== cutting.pointer) return;
    const { clientX, clientY } = cutting.last;
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < APART_PX) return;
    const picked = pick(stage, event);
    if (!picked || !stage.cloth) return;
    cutting.spots.push(picked.spot);
    cutting.last = event;
    draw(stage.cloth);
  };

  const up = (event: PointerEvent) => {
    if (event.pointerId !== cutting?.pointer) return;
    const { generation, spots } = cutting;
    end();
    if (event.type === "pointerup" && spots.length > 1) engine.snip(generation, spots);
  };

  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") end();
  };

  stage.onCloth.add(draw);
  canvas.addEventListener("pointerdown", down, { capture: true });
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  window.addEventListener("keydown", key);
  return () => {
    end();
    stage.onCloth.delete(draw);
    window.removeEventListener("keydown", key);
    line.geometry.dispose();
  };
}
