import { describe, expect, it } from "vitest";
import {
  insertKnot,
  moveKnot,
  otherThread,
  placeBehind,
  removeKnot,
  setLawCurve,
  setLawNumber,
  throughKnots,
  tiltKnot,
} from "../src/document/edits/curves";
import type { Fabric, Knot, Spline } from "../src/engine/types";
import { tables } from "./engine";
import { fabric } from "./garment";
import { laws, plotOf, traceOf } from "./lab";

const MEASURED: Spline = {
  slope: 300,
  segments: [
    { to: 0.02, bend: [4, 1] },
    { to: 0.05, bend: [6, 3, 0.5, -0.2] },
    { to: 0.1, bend: [5] },
  ],
};

const woven = (weft: Spline): Fabric => ({
  ...fabric("woven"),
  membrane: { kind: "membrane.spline", parameters: {}, curves: { weft } },
});
const knots = (curve: Spline): Knot[] => traceOf(woven(curve), "tension", "weft").knots;

describe("knots of a curve", () => {
  it("come back as the same curve when nothing is moved, orders above three included", () => {
    const before = knots(MEASURED);
    const after = knots(throughKnots(MEASURED, before));
    expect(after).toHaveLength(4);
    after.forEach((knot, k) => {
      expect(knot.at).toBe(before[k]?.at);
      expect(knot.value).toBeCloseTo(before[k]?.value ?? Number.NaN, 9);
      expect(knot.slope).toBeCloseTo(before[k]?.slope ?? Number.NaN, 7);
    });
    const [old, now] = [woven(MEASURED), woven(throughKnots(MEASURED, before))].map(
      (each) => traceOf(each, "tension", "weft").points,
    );
    old?.forEach(([x, y], k) => {
      expect(now?.[k]?.[0]).toBe(x);
      expect(now?.[k]?.[1]).toBeCloseTo(y, 8);
    });
  });

  it("are where the hand put them, by the engine's own evaluation, and the others stay", () => {
    const before = knots(MEASURED);
    const after = knots(throughKnots(MEASURED, moveKnot(before, 2, 0.06, 35)));
    expect([after[2]?.at, after[2]?.value]).toEqual([0.06, expect.closeTo(35, 9)]);
    for (const k of [0, 1, 3]) {
      expect(after[k]?.value).toBeCloseTo(before[k]?.value ?? Number.NaN, 9);
      expect(after[k]?.slope).toBeCloseTo(before[k]?.slope ?? Number.NaN, 7);
    }
  });

  it("stay in order however far they are pulled", () => {
    const before = knots(MEASURED);
    for (const at of [-1, 0, 0.02, 0.1, 5]) {
      const moved = moveKnot(before, 2, at, 20);
      expect(moved[2]?.at).toBeGreaterThan(moved[1]?.at ?? 0);
      expect(moved[2]?.at).toBeLessThan(moved[3]?.at ?? 0);
    }
    expect(moveKnot(before, 3, 0.3, 60)[3]?.at).toBe(0.3);
    expect(moveKnot(before, 0, 0.3, 60)).toEqual(before);
  });

  it("can be tilted without being moved", () => {
    const before = knots(MEASURED);
    const after = knots(throughKnots(MEASURED, tiltKnot(before, 1, 555)));
    expect(after[1]).toEqual({
      at: 0.02,
      value: expect.closeTo(before[1]?.value ?? 0, 9),
      slope: expect.closeTo(555, 7),
    });
  });

  it("that are put where they are stay as they are, slope included", () => {
    const before = knots(MEASURED);
    const { at, value } = before[2] as Knot;
    expect(moveKnot(before, 2, at, value)).toEqual(before);
  });

  it("can be added behind the last without a change of the curve", () => {
    const before = knots(MEASURED);
    const more = insertKnot(MEASURED, placeBehind(before, 3, 1));
    expect(more.segments).toHaveLength(4);
    const [last, old] = [knots(more).at(-1) as Knot, before.at(-1) as Knot];
    expect(last.at).toBeCloseTo(0.14, 12);
    expect(last.slope).toBeCloseTo(old.slope, 9);
    expect(last.value).toBeCloseTo(old.value + old.slope * (last.at - old.at), 9);
  });

  it("can be added between two others, of any order, without a change of the curve", () => {
    const before = knots(MEASURED);
    for (const [behind, at] of [
      [0, 0.01],
      [1, 0.035],
      [2, 0.075],
    ] as const) {
      expect(placeBehind(before, behind, 1)).toBe(at);
      const more = insertKnot(MEASURED, at);
      const after = knots(more);
      expect(after.map((knot) => knot.at)).toEqual(
        [...before.map((knot) => knot.at), at].sort((a, b) => a - b),
      );
      // The others are where they were, by the engine's own evaluation, with their slopes.
      for (const old of before) {
        const now = after.find((knot) => knot.at === old.at);
        expect(now?.value).toBeCloseTo(old.value, 9);
        expect(now?.slope).toBeCloseTo(old.slope, 6);
      }
      const [was, is] = [MEASURED, more].map((each) => traceOf(woven(each), "tension", "weft").points);
      was?.forEach(([x, y], k) => {
        expect(is?.[k]?.[0]).toBeCloseTo(x, 12);
        expect(is?.[k]?.[1]).toBeCloseTo(y, 8);
      });
    }
  });

  it("are not added where one is, nor before the origin", () => {
    for (const at of [-0.01, 0, 0.02, Number.NaN]) expect(insertKnot(MEASURED, at)).toBe(MEASURED);
  });

  it("can be removed: the others stay, and a cubic joins the neighbours", () => {
    const before = knots(MEASURED);
    for (const index of [1, 2, 3]) {
      const less = removeKnot(MEASURED, before, index);
      const after = knots(less);
      expect(after).toHaveLength(3);
      before
        .filter((_, k) => k !== index)
        .forEach((old, k) => {
          expect(after[k]?.at).toBe(old.at);
          expect(after[k]?.value).toBeCloseTo(old.value, 9);
          expect(after[k]?.slope).toBeCloseTo(old.slope, 6);
        });
      expect(less.segments[index - 1]?.bend.length ?? 0).toBeLessThanOrEqual(2);
    }
    expect(removeKnot(MEASURED, before, 0)).toBe(MEASURED);
    const single: Spline = { slope: 300, segments: [{ to: 0.02, bend: [4] }] };
    expect(removeKnot(single, knots(single), 1)).toBe(single);
  });

  it("that was added and is removed again leaves a cubic as it was", () => {
    const cubic: Spline = { slope: 300, segments: [{ to: 0.1, bend: [8, -2] }] };
    const more = insertKnot(cubic, 0.03);
    const back = removeKnot(more, knots(more), 1);
    expect(back.slope).toBe(300);
    expect(back.segments[0]?.to).toBe(0.1);
    [8, -2].forEach((bend, k) => {
      expect(back.segments[0]?.bend[k]).toBeCloseTo(bend, 9);
    });
  });
});

describe("a curve that falls", () => {
  const falling: Spline = {
    slope: 300,
    segments: [
      { to: 0.02, bend: [2] },
      { to: 0.1, bend: [-90] },
    ],
  };

  it("is drawn all the same, and marked where it gives way, with the engine's own words", () => {
    const { issues } = laws(woven(falling));
    expect(issues.map(({ code, place }) => [code, place])).toEqual([
      ["curve.slope-not-positive", "membrane.curves.weft"],
    ]);
    const trace = traceOf(woven(falling), "tension", "weft");
    expect(trace.points.length).toBeGreaterThan(50);
    // The slope falls straight from 500 by 2·90/0.08 at the end: lowest at the last knot.
    expect(trace.gives_way?.[0]).toBeCloseTo(0.1, 9);
    expect(trace.gives_way?.[1]).toBeCloseTo(300 * 0.02 + 2 + 500 * 0.08 - 90, 9);
    expect(traceOf(woven(falling), "tension", "warp").gives_way).toBeNull();
  });
});

describe("weft and warp", () => {
  it("are told by the names of numbers and curves", () => {
    expect(
      ["weft", "warp", "shear", "weft_b1_un_m", "bend_warp_pos_a_mn", "weft_warp_n_per_m"].map(otherThread),
    ).toEqual(["warp", "weft", null, "warp_b1_un_m", "bend_weft_pos_a_mn", null]);
  });

  it("change together when they are linked, and alone when not", () => {
    const plain = fabric("linen");
    expect(setLawNumber(plain, "bending", "weft_b1_un_m", 7, true).bending.parameters).toEqual({
      weft_b1_un_m: 7,
      warp_b1_un_m: 7,
    });
    expect(setLawNumber(plain, "bending", "weft_b1_un_m", 7).bending.parameters).toEqual({ weft_b1_un_m: 7 });
    expect(Object.keys(setLawCurve(plain, "membrane", "weft", MEASURED, true).membrane.curves ?? {})).toEqual(
      ["weft", "warp"],
    );
  });
});

describe("every preset", () => {
  it.each(tables.fabrics.map((preset) => [preset.id, preset] as const))(
    "%s has curves and a source",
    (_, preset) => {
      const { plots, issues } = laws(preset);
      expect(issues).toEqual([]);
      expect(preset.source).toMatch(/^(Measured|Typical): /);
      for (const id of ["tension", "shear", "bending", "friction", "self_friction"])
        expect(plots.map((plot) => plot.id)).toContain(id);
      for (const { traces } of plots)
        for (const { points } of traces)
          for (const [x, y] of points) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
    },
  );

  it("there are twelve at least", () => {
    expect(tables.fabrics.length).toBeGreaterThanOrEqual(12);
  });

  it.each(
    tables.fabrics
      .filter((preset) => laws(preset).plots.some((plot) => plot.as_curves))
      .map((preset) => [preset.id, preset] as const),
  )("%s written as curves has the same curves", (_, preset) => {
    for (const plot of laws(preset).plots) {
      if (!plot.as_curves) continue;
      const written: Fabric = { ...preset, [plot.law]: plot.as_curves };
      expect(laws(written).issues).toEqual([]);
      for (const { id, points } of plot.traces) {
        const now = plotOf(written, plot.id).traces.find((trace) => trace.id === id)?.points ?? [];
        const [x, y] = points.at(-1) ?? [Number.NaN, Number.NaN];
        const [u, v] = now.at(-1) ?? [Number.NaN, Number.NaN];
        // Straight laws are drawn to another place, the others to the same.
        expect(now.length).toBe(points.length);
        expect(v / u / (y / x)).toBeCloseTo(1, 9);
      }
    }
  });
});
