import { Euler, Matrix4, Quaternion, Vector3 } from "three";
import type { ArrangementPoint, Document, Panel, Placement } from "../../engine/types";
import { boundsOf } from "../../pattern2d/images";
import { add, fromAngle, round, scale, sub, type Vec } from "../../pattern2d/vec";
import { editPanel } from "./panels";

/** A motion of a panel in space: it turns about its own middle, which moves. */
export interface Motion {
  /** Millimetres in the world. */
  shift: Vector3;
  turn: Quaternion;
}

export const STILL: Motion = { shift: new Vector3(), turn: new Quaternion() };

const triple = (v: Vector3): [number, number, number] => [round(v.x), round(v.y), round(v.z)];

/** About x, y and z, applied in that order: the last one is the outermost. */
const ORDER = "ZYX";
const PER_DEGREE = Math.PI / 180;

function rotationOf(degrees: readonly [number, number, number]): Quaternion {
  const [x, y, z] = degrees.map((each) => each * PER_DEGREE) as [number, number, number];
  return new Quaternion().setFromEuler(new Euler(x, y, z, ORDER));
}

/** The axes of an arrangement point, as a rotation from panel to world. */
export function axesOf({ right, up, out }: ArrangementPoint): Quaternion {
  const basis = new Matrix4().makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...out));
  return new Quaternion().setFromRotationMatrix(basis);
}

/** The axes along which a panel is moved and about which it is turned. */
export function axesAt(placement: Placement, point: ArrangementPoint | null): Quaternion {
  if (placement.kind === "free") return rotationOf(placement.rotation_deg);
  return point ? axesOf(point) : new Quaternion();
}

/** The middle of a panel's drawing, mm: what it turns about. */
export function middleOf(document: Document, panel: Panel): Vec {
  const box = boundsOf(document, panel);
  return box ? sub(scale(add(box.min, box.max), 0.5), panel.table_mm) : [0, 0];
}

const turned = ([x, y]: Vec, degrees: number): Vec => {
  const [c, s] = fromAngle(degrees, 1);
  return [c * x - s * y, s * x + c * y];
};

/**
 * The placement after a motion. A free panel follows it to the letter. One that is arranged on a body moves along its
 * point's axes and turns in its own plane, which is what its placement can say; where it lies around the body, moving it
 * to the side slides it around.
 */
export function moved(
  placement: Placement,
  { shift, turn }: Motion,
  middle: Vec,
  point: ArrangementPoint | null,
): Placement {
  if (placement.kind === "free") {
    const before = rotationOf(placement.rotation_deg);
    const after = turn.clone().multiply(before);
    const held = new Vector3(...middle, 0);
    const translation = new Vector3(...placement.translation_mm)
      .add(held.clone().applyQuaternion(before))
      .add(shift)
      .sub(held.applyQuaternion(after));
    const { x, y, z } = new Euler().setFromQuaternion(after, ORDER);
    // Below a thousandth of a degree it is a rounding of whoever multiplied; angles stay as they were written.
    const still = 1 - Math.abs(turn.w) < 1e-10;
    return {
      ...placement,
      translation_mm: triple(translation),
      rotation_deg: still ? placement.rotation_deg : triple(new Vector3(x, y, z).divideScalar(PER_DEGREE)),
    };
  }
  if (!point) return placement;
  const by = shift.clone().applyQuaternion(axesOf(point).invert());
  const { x, y, z } = turn;
  const about = new Vector3(x, y, z).dot(new Vector3(...point.out));
  const turnDeg = (2 * Math.atan2(about, turn.w)) / PER_DEGREE;
  const [ox, oy, oz] = placement.offset_mm;
  const kept = sub(turned(middle, placement.turn_deg), turned(middle, placement.turn_deg + turnDeg));
  return {
    ...placement,
    offset_mm: triple(new Vector3(ox + kept[0], oy + kept[1], oz).add(by)),
    turn_deg: round(placement.turn_deg + turnDeg),
  };
}

/** How far from the body a panel begins that is put on one of its points, mm: a hand's breadth less a finger. */
const OFF_MM = 60;

/** Upright at a point of a body, its middle before the point; around the body where that can be. */
export function arrangedAt(body: string, point: ArrangementPoint, middle: Vec): Placement {
  return {
    kind: "arrangement",
    body,
    point: point.name,
    offset_mm: triple(new Vector3(-middle[0], -middle[1], OFF_MM)),
    turn_deg: 0,
    lie: point.curves ? { kind: "around" } : { kind: "flat" },
  };
}

export function place(document: Document, panel: string, placement: Placement): Document {
  return editPanel(document, panel, (each) => ({ ...each, placement }));
}
