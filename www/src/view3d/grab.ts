import { Mesh, MeshBasicMaterial, Plane, SphereGeometry, Vector3 } from "three";
import type { EngineClient } from "../engine/client";
import type { Cloth } from "./cloth";
import { pick as pickCloth, rayAt } from "./pick";
import type { Stage } from "./stage";

interface Held {
  pointer: number;
  particle: number;
  generation: number;
  /** Faces the camera through the point where the cloth was taken: the hand moves in it. */
  plane: Plane;
}

/** Whose hand it is. */
export interface Hand {
  /** Whether cloth can be moved at all; it cannot while the simulation is paused. */
  ready(): boolean;
  /** It is about to take hold. */
  taken(): void;
  /** It has let go. */
  released(): void;
}

/**
 * Takes hold of the cloth with the mouse or a finger. Beside the cloth the same drag turns the camera.
 */
export function grabbing(stage: Stage, engine: EngineClient, { ready, taken, released }: Hand): () => void {
  const { canvas, camera, controls } = stage;
  const marker = new Mesh(
    new SphereGeometry(0.009, 16, 12),
    new MeshBasicMaterial({ color: "#c2502f", depthTest: false, toneMapped: false }),
  );
  marker.renderOrder = 10;
  marker.visible = false;
  stage.scene.add(marker);
  let held: Held | null = null;

  /** The particle under the pointer, if the cloth is the first thing there. */
  const pick = (event: PointerEvent): number | null => {
    if (!ready()) return null;
    return pickCloth(stage, event)?.point ?? null;
  };

  const point = (event: PointerEvent, plane: Plane): Vector3 | null => {
    return rayAt(stage, event)?.ray.intersectPlane(plane, new Vector3()) ?? null;
  };

  const release = () => {
    if (!held) return;
    if (canvas.hasPointerCapture(held.pointer)) canvas.releasePointerCapture(held.pointer);
    held = null;
    controls.enabled = true;
    marker.visible = false;
    canvas.style.cursor = "";
    delete canvas.dataset.grabbed;
    engine.releaseGrab();
    released();
    stage.invalidate();
  };

  const down = (event: PointerEvent) => {
    if (held || !event.isPrimary || event.button !== 0) return;
    const particle = pick(event);
    const { cloth } = stage;
    if (particle === null || !cloth) return;
    const start = cloth.particle(particle);
    const plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), start);
    held = { pointer: event.pointerId, particle, generation: cloth.generation, plane };
    // The camera's own listener comes after this one and looks at the same event.
    controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
    canvas.style.cursor = "grabbing";
    canvas.dataset.grabbed = String(particle);
    taken();
    engine.grab(particle, start.toArray());
  };

  const move = (event: PointerEvent) => {
    if (!held) {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      // Where nothing can be pulled the pointer is another tool's.
      if (ready()) canvas.style.cursor = pick(event) === null ? "" : "grab";
      else if (canvas.style.cursor === "grab") canvas.style.cursor = "";
      return;
    }
    if (event.pointerId !== held.pointer) return;
    const target = point(event, held.plane);
    if (target) engine.moveGrab(target.toArray());
  };

  const up = (event: PointerEvent) => {
    if (event.pointerId === held?.pointer) release();
  };

  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") release();
  };

  const follow = (cloth: Cloth) => {
    if (!held) return;
    // Where the cloth was torn the hand still holds it, by another number; cut anew it has none of the particles of before.
    if (cloth.generation !== held.generation) {
      if (cloth.held === null) return release();
      held.particle = cloth.held;
      held.generation = cloth.generation;
      canvas.dataset.grabbed = String(held.particle);
    }
    marker.position.copy(cloth.particle(held.particle));
    marker.visible = true;
  };

  stage.onCloth.add(follow);
  canvas.addEventListener("pointerdown", down, { capture: true });
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("lostpointercapture", up);
  window.addEventListener("keydown", key);
  return () => {
    release();
    stage.onCloth.delete(follow);
    window.removeEventListener("keydown", key);
  };
}
