import { describe, expect, it } from "vitest";
import type { Outcome } from "../src/engine/lab-protocol";
import type { ExperimentInfo, Tables } from "../src/engine/types";
import { lab, tables as labTables } from "../src/engine/wasm-lab/toile.js";
import { ends, ledge } from "../src/testers/fixtures";
import { turned, type Vector } from "../src/testers/scene";
import { pathThrough, testers } from "../src/testers/table";
import { tables } from "./engine";
import "./lab";

const experiments = (labTables() as Tables).experiments;
const cotton = tables.fabrics.find(({ id }) => id === "cotton-weights");

/** Small samples: what is looked at here is the table, not the physics. */
const SMALL: Record<string, string[]> = {
  tensile: ["triangles=60", "points=3"],
  shear: ["triangles=60", "points=3"],
  bending: ["triangles=60", "points=2"],
  cantilever: ["triangles=60", "barrier=true"],
  drapemeter: ["triangles=300", "longest_s=0.1"],
  hysteresis: [],
};

describe.each(testers.map((tester) => [tester.id, tester] as const))("the tester %s", (id, tester) => {
  const experiment = experiments.find((each) => each.id === `lab.${id}`) as ExperimentInfo;

  it("offers settings that its experiment has", () => {
    const known = [...experiment.parameters, ...experiment.choices, ...experiment.lists].map(
      (each) => each.id,
    );
    for (const offered of tester.offered) expect(known).toContain(offered);
    for (const derived of Object.keys(tester.derived?.({}) ?? {})) expect(known).toContain(derived);
  });

  it("draws what the experiment gives", () => {
    const derived = Object.entries(tester.derived?.({}) ?? {}).map(([key, value]) => `${key}=${value}`);
    const outcome = lab(id, JSON.stringify(cotton), [...derived, ...(SMALL[id] ?? [])], undefined) as Outcome;
    expect(outcome.csv.split("\n")[0]).toBe(outcome.columns.join(","));
    const { series } = tester.drawing(outcome, {});
    expect(series.length).toBeGreaterThan(0);
    for (const { points } of series)
      for (const point of points) expect(point.every(Number.isFinite), JSON.stringify(point)).toBe(true);
    const figures = tester.figures(outcome);
    expect(figures.length).toBeGreaterThan(0);
    for (const [, text] of figures) expect(text).not.toMatch(/NaN|undefined/);
  });
});

it("a path goes through its turns in even steps", () => {
  const path = pathThrough([1, 0.5], 0.03);
  expect(path[0]).toBe(0);
  expect(Math.max(...path)).toBe(0.03);
  expect(path.at(-1)).toBe(0.015);
  expect(path).toHaveLength(49);
});

describe("a view", () => {
  it("turns without stretching", () => {
    const view = { up: "z", azimuth: 0.7, elevation: -0.4 } as const;
    for (const point of [
      [1, 2, 3],
      [-0.5, 0, 0.1],
    ] as Vector[])
      expect(Math.hypot(...turned(point, view))).toBeCloseTo(Math.hypot(...point), 12);
  });

  it("has the chosen axis up", () => {
    expect(turned([0, 1, 0], { up: "y", azimuth: 0, elevation: 0 })[1]).toBe(1);
    expect(turned([0, 0, 1], { up: "z", azimuth: 0, elevation: 0 })[1]).toBe(1);
  });
});

it("what holds a sample is where the sample is held", () => {
  const square = new Float32Array([0, 0, 0, 0, 1, 0, 2, 0.5, 0, 2, 1.5, 0, 1, 1, 0]);
  expect(ends(square).map(({ line }) => line)).toEqual([
    [
      [0, 0, 0],
      [0, 1, 0],
    ],
    [
      [2, 0.5, 0],
      [2, 1.5, 0],
    ],
  ]);
  expect(ledge(square).at(-1)?.line).toEqual([
    [0, 0, 0],
    [0, 1.5, 0],
  ]);
});
