import { Raycaster, Triangle as ThreeTriangle, type Triangle, Vector3 } from "three";
import type { Spot } from "../inspect/anchor";
import type { Stage } from "./stage";

/** What is under the pointer. */
export interface Picked {
  spot: Spot;
  /** Where, m. */
  at: Vector3;
  /** The point of the cloth nearest to it. */
  point: number;
}

const raycaster = new Raycaster();
const triangle: Triangle = new ThreeTriangle();

/** The ray through a place of the page, or null where the running cloth is not shown. */
export function rayAt(stage: Stage, event: { clientX: number; clientY: number }): Raycaster | null {
  const place = stage.place(event);
  if (!place) return null;
  raycaster.setFromCamera(place, stage.camera);
  return raycaster;
}

/** The place of the cloth under the pointer. */
export function pick(stage: Stage, event: { clientX: number; clientY: number }): Picked | null {
  const { cloth } = stage;
  const ray = rayAt(stage, event);
  if (!cloth?.mesh.visible || !ray) return null;
  const hit = ray.intersectObject(cloth.mesh)[0];
  if (!hit?.face || hit.faceIndex === undefined || hit.faceIndex === null) return null;
  const { a, b, c } = hit.face;
  triangle.set(cloth.particle(a), cloth.particle(b), cloth.particle(c));
  const weights = triangle.getBarycoord(hit.point, new Vector3());
  if (!weights) return null;
  return {
    spot: { triangle: hit.faceIndex, weights: [weights.x, weights.y, weights.z] },
    at: hit.point,
    point: cloth.nearestParticle([a, b, c], hit.point),
  };
}
