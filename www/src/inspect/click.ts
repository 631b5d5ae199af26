/** A press that moves further than this, in pixels, is no click but a drag; fingers are less steady. */
const CLICK_PX = 5;
const TOUCH_PX = 12;

/** Whether a pointer that came down at one place and is at another has not been moved on purpose. */
export function isClick(down: PointerEvent, now: PointerEvent): boolean {
  const moved = Math.hypot(now.clientX - down.clientX, now.clientY - down.clientY);
  return moved < (now.pointerType === "touch" ? TOUCH_PX : CLICK_PX);
}
