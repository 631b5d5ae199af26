import type { Desk } from "../tools/desk";
import type { Pointer, ToolSession } from "../tools/tool";
import { distance, type Vec } from "./vec";

const WHEEL_ZOOM = 0.0015;

/**
 * Turns what mouse, pen and fingers do on the table into the tool's own words. Two fingers, the middle button or the
 * wheel move the table itself, whatever tool is in the hand.
 */
export function listenToPointers(element: SVGSVGElement, desk: Desk, session: () => ToolSession): () => void {
  const touches = new Map<number, Vec>();
  let working = -1;
  let panning = -1;
  let last: Vec = [0, 0];

  const place = (event: { clientX: number; clientY: number }): Vec => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const pointer = (event: PointerEvent | MouseEvent): Pointer => {
    const screen = place(event);
    return {
      at: desk.view.toTable(screen),
      screen,
      shift: event.shiftKey,
      alt: event.altKey,
      mod: event.ctrlKey || event.metaKey,
      touch: "pointerType" in event && event.pointerType === "touch",
    };
  };

  const down = (event: PointerEvent) => {
    element.focus({ preventScroll: true });
    last = place(event);
    if (event.pointerType === "touch") {
      touches.set(event.pointerId, last);
      if (touches.size === 2) {
        // The first finger had begun to work; with the second it turns out to be the table that moves.
        session().cancel?.();
        working = -1;
        return;
      }
    }
    element.setPointerCapture(event.pointerId);
    if (event.button === 1 || desk.app.viewOnly.peek()) {
      panning = event.pointerId;
      event.preventDefault();
    } else if (event.button === 0 && working < 0) {
      working = event.pointerId;
      session().down?.(pointer(event));
    }
  };

  const pinch = (event: PointerEvent) => {
    const before = [...touches.values()];
    touches.set(event.pointerId, place(event));
    const [a, b] = before;
    const [c, d] = [...touches.values()];
    if (!a || !b || !c || !d) return;
    const middle: Vec = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
    desk.view.pan(middle[0] - (a[0] + b[0]) / 2, middle[1] - (a[1] + b[1]) / 2);
    desk.view.zoom(distance(c, d) / Math.max(1, distance(a, b)), middle);
  };

  const move = (event: PointerEvent) => {
    if (touches.size === 2 && touches.has(event.pointerId)) return pinch(event);
    const now = place(event);
    if (touches.has(event.pointerId)) touches.set(event.pointerId, now);
    if (event.pointerId === panning) {
      desk.view.pan(now[0] - last[0], now[1] - last[1]);
      last = now;
      return;
    }
    if (event.pointerId === working) return session().drag?.(pointer(event));
    if (working < 0 && event.buttons === 0) session().hover?.(pointer(event));
  };

  const up = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    if (event.pointerId === panning) panning = -1;
    if (event.pointerId !== working) return;
    working = -1;
    session().up?.(pointer(event));
  };

  const lost = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    if (event.pointerId === panning) panning = -1;
    if (event.pointerId !== working) return;
    working = -1;
    session().cancel?.();
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.shiftKey || (event.deltaX !== 0 && !event.ctrlKey))
      return desk.view.pan(-event.deltaX, -event.deltaY);
    desk.view.zoom(Math.exp(-event.deltaY * WHEEL_ZOOM * (event.ctrlKey ? 5 : 1)), place(event));
  };

  const double = (event: MouseEvent) => {
    if (!desk.app.viewOnly.peek()) session().double?.(pointer(event));
  };
  const leave = () => {
    if (working < 0) desk.preview.value = {};
  };

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", lost);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("dblclick", double);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", lost);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("dblclick", double);
  };
}
