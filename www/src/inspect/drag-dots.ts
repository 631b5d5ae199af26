import { Vector3 } from "three";
import type { Stage } from "../view3d/stage";
import type { Vec3 } from "./anchor";
import { isClick } from "./click";

/** How near a dot a pointer must be to take it, pixels; a finger covers more. */
const REACH_PX = 14;
const FINGER_PX = 24;

export interface Dots {
  /** Those that can be taken, m. */
  places(): readonly Vec3[];
  begin(): void;
  /** The dot of this index is to be where the pointer is. */
  move(index: number, event: PointerEvent): void;
  end(how: "commit" | "bail"): void;
}

interface Held {
  down: PointerEvent;
  index: number;
  moved: boolean;
}

/** Lets dots of a measurement be dragged over the cloth. A press that does not move is a click like any other. */
export function draggingDots(stage: Stage, dots: Dots): () => void {
  const { canvas, controls } = stage;
  let held: Held | null = null;

  const under = (event: PointerEvent): number => {
    const { left, top } = canvas.getBoundingClientRect();
    const gaps = dots.places().map((place) => {
      const at = stage.pixels(new Vector3(...place));
      return at
        ? Math.hypot(at.x - event.clientX + left, at.y - event.clientY + top)
        : Number.POSITIVE_INFINITY;
    });
    const least = Math.min(...gaps);
    return least <= (event.pointerType === "touch" ? FINGER_PX : REACH_PX) ? gaps.indexOf(least) : -1;
  };
  const release = (how: "commit" | "bail") => {
    const now = held;
    if (!now) return;
    held = null;
    controls.enabled = true;
    if (canvas.hasPointerCapture(now.down.pointerId)) canvas.releasePointerCapture(now.down.pointerId);
    if (now.moved) dots.end(how);
  };
  const down = (event: PointerEvent) => {
    if (held || !event.isPrimary || event.button !== 0) return;
    const index = under(event);
    if (index < 0) return;
    held = { down: event, index, moved: false };
    // The camera's own listener comes after this one and looks at the same event.
    controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!held) {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      if (dots.places().length > 0) canvas.style.cursor = under(event) < 0 ? "crosshair" : "move";
      return;
    }
    if (event.pointerId !== held.down.pointerId) return;
    if (!held.moved) {
      if (isClick(held.down, event)) return;
      held.moved = true;
      dots.begin();
    }
    dots.move(held.index, event);
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== held?.down.pointerId) return;
    // Brought back to where it began, a drag is no click all the same.
    if (held.moved) event.stopImmediatePropagation();
    release(event.type === "pointercancel" ? "bail" : "commit");
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !held) return;
    event.stopPropagation();
    release("bail");
  };

  canvas.addEventListener("pointerdown", down, { capture: true });
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up, { capture: true });
  canvas.addEventListener("pointercancel", up);
  window.addEventListener("keydown", key, { capture: true });
  return () => {
    release("bail");
    canvas.removeEventListener("pointerdown", down, { capture: true });
    canvas.removeEventListener("pointermove", move);
    canvas.removeEventListener("pointerup", up, { capture: true });
    canvas.removeEventListener("pointercancel", up);
    window.removeEventListener("keydown", key, { capture: true });
  };
}
