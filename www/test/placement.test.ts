import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { arrangedAt, axesOf, moved } from "../src/document/edits/placement";
import type { ArrangementPoint, Placement } from "../src/engine/types";
import { pointWords } from "../src/panels/placement";

type Triple = [number, number, number];
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** About x, then y, then z, then moved: what a placement means, written out. */
function whereFree([x, y]: [number, number], placement: Extract<Placement, { kind: "free" }>): Triple {
  const [a, b, c] = placement.rotation_deg.map(radians) as Triple;
  let p: Triple = [x, y, 0];
  p = [p[0], Math.cos(a) * p[1] - Math.sin(a) * p[2], Math.sin(a) * p[1] + Math.cos(a) * p[2]];
  p = [Math.cos(b) * p[0] + Math.sin(b) * p[2], p[1], -Math.sin(b) * p[0] + Math.cos(b) * p[2]];
  p = [Math.cos(c) * p[0] - Math.sin(c) * p[1], Math.sin(c) * p[0] + Math.cos(c) * p[1], p[2]];
  return p.map((each, k) => each + (placement.translation_mm[k] ?? 0)) as Triple;
}

/** On the back of a body: its right is the world's −x, its out −z. */
const back: ArrangementPoint = {
  name: "torso-back",
  origin_m: [0, 1.2, -0.1],
  right: [-1, 0, 0],
  up: [0, 1, 0],
  out: [0, 0, -1],
  curves: true,
};

function whereArranged([x, y]: [number, number], placement: Placement): Triple {
  if (placement.kind === "free") throw new Error("it should be arranged");
  const t = radians(placement.turn_deg);
  const local = [Math.cos(t) * x - Math.sin(t) * y, Math.sin(t) * x + Math.cos(t) * y, 0];
  const at = local.map((each, k) => each + (placement.offset_mm[k] ?? 0)) as Triple;
  return [0, 1, 2].map(
    (k) =>
      1000 * (back.origin_m[k] ?? 0) +
      at[0] * (back.right[k] ?? 0) +
      at[1] * (back.up[k] ?? 0) +
      at[2] * (back.out[k] ?? 0),
  ) as Triple;
}

const corners: [number, number][] = [
  [0, 0],
  [300, 0],
  [-120, 80],
];
const middle: [number, number] = [90, 40];

function expectMoved(
  before: (p: [number, number]) => Triple,
  after: (p: [number, number]) => Triple,
  motion: { shift: Vector3; turn: Quaternion },
) {
  const centre = new Vector3(...before(middle));
  for (const corner of corners) {
    const wanted = new Vector3(...before(corner))
      .sub(centre)
      .applyQuaternion(motion.turn)
      .add(centre)
      .add(motion.shift);
    // Documents keep hundredths of a millimetre and of a degree: 0.005° at 300 mm are 0.03 mm.
    expect(new Vector3(...after(corner)).distanceTo(wanted)).toBeLessThan(0.1);
  }
}

describe("a panel moved in space", () => {
  it.each([
    [[0, 0, 0], [0, 0, 0], 0],
    [[10, -20, 35], [0, 1, 0], 30],
    [[-5, 0, 0], [1, 2, -0.5], 77],
    [[0, 0, 0], [0, 0, 1], -160],
  ] as const)("goes where it is led if it stands free: %j about %j by %d°", (shift, axis, degrees) => {
    const turn = new Quaternion();
    if (degrees !== 0) turn.setFromAxisAngle(new Vector3(...axis).normalize(), radians(degrees));
    const motion = { shift: new Vector3(...shift), turn };
    const before = {
      kind: "free" as const,
      translation_mm: [40, 900, 160] as Triple,
      rotation_deg: [12, 180, -35] as Triple,
    };
    const after = moved(before, motion, middle, null);
    if (after.kind !== "free") throw new Error("it should stand free");
    expectMoved(
      (p) => whereFree(p, before),
      (p) => whereFree(p, after),
      motion,
    );
  });

  it("keeps the angles of one that is only shifted as they were written", () => {
    const before: Placement = { kind: "free", translation_mm: [0, 0, 0], rotation_deg: [-270, 540, 0] };
    const after = moved(
      before,
      { shift: new Vector3(1, 2, 3), turn: new Quaternion(1e-9, 0, 0, 1 - 1e-15) },
      middle,
      null,
    );
    expect(after).toEqual({ ...before, translation_mm: [1, 2, 3] });
  });

  it.each([0, 25, -140])(
    "moves along its point's axes and turns by %d° in its own plane on a body",
    (degrees) => {
      const before = arrangedAt("figure", back, middle);
      const turn = new Quaternion().setFromAxisAngle(new Vector3(...back.out), radians(degrees));
      const motion = { shift: new Vector3(15, -30, -45), turn };
      const after = moved(before, motion, middle, back);
      expectMoved(
        (p) => whereArranged(p, before),
        (p) => whereArranged(p, after),
        motion,
      );
      expect(after).toMatchObject({ kind: "arrangement", point: "torso-back", turn_deg: degrees });
    },
  );

  it("begins with its middle before the point, and around the body where it can", () => {
    const at = whereArranged(middle, arrangedAt("figure", back, middle));
    expect(at).toEqual([0, 1200, -160].map((each) => expect.closeTo(each, 9)));
    expect(arrangedAt("figure", back, middle)).toMatchObject({ lie: { kind: "around" } });
    expect(arrangedAt("figure", { ...back, curves: false }, middle)).toMatchObject({ lie: { kind: "flat" } });
  });

  it("has the axes of its point", () => {
    const out = new Vector3(0, 0, 1).applyQuaternion(axesOf(back));
    expect(out.distanceTo(new Vector3(...back.out))).toBeLessThan(1e-12);
  });
});

describe("names of points", () => {
  it.each([
    ["front", "Front"],
    ["torso-front", "Torso, front"],
    ["arm-left-back", "Left arm, back"],
    ["leg-right-left", "Right leg, on its left"],
    ["neck-across", "Neck, across"],
  ])("says %s as %s", (name, words) => {
    expect(pointWords(name)).toBe(words);
  });
});
