import { describe, expect, it } from "vitest";
import { Meter, nextDue } from "../src/engine/pacing";

/** Runs steps of `stepMs` that cost `costMs(n)` each, with timers that wake late; gives wall time after each. */
function run(steps: number, stepMs: number, costMs: (step: number) => number, lateMs = 0): number[] {
  let now = 0;
  let due = 0;
  const ends: number[] = [];
  for (let step = 0; step < steps; step++) {
    due = nextDue(due, stepMs, now);
    now = Math.max(now, due + (due > now ? lateMs : 0));
    now += costMs(step);
    ends.push(now);
  }
  return ends;
}

describe("pacing", () => {
  it("holds a fast engine to real time, although timers wake late", () => {
    const ends = run(500, 10, () => 2, 3);
    ends.forEach((end, step) => {
      const simulated = (step + 1) * 10;
      expect(end).toBeGreaterThanOrEqual(simulated);
      expect(end - simulated).toBeLessThan(10);
    });
  });

  it("lets a slow engine run without waiting", () => {
    const ends = run(100, 10, () => 25);
    expect(ends[99]).toBeLessThanOrEqual(100 * 25 + 10);
  });

  it("does not make up for a slow spell with a burst", () => {
    const ends = run(40, 10, (step) => (step === 10 ? 1000 : 1));
    const after = ends.slice(11);
    after.slice(1).forEach((end, i) => {
      // One late step may follow at once; the beat is kept from then on.
      if (i > 0) expect(end - (after[i] ?? 0)).toBeGreaterThanOrEqual(9);
    });
  });
});

describe("the meter", () => {
  it("gives rates over the last second", () => {
    const meter = new Meter();
    for (let step = 0; step <= 300; step++) meter.add(step * 20, step * 0.01, 5);
    const { stepsPerS, msPerStep, realTimeFactor } = meter.read();
    expect(stepsPerS).toBeCloseTo(50);
    expect(msPerStep).toBeCloseTo(5);
    expect(realTimeFactor).toBeCloseTo(0.5);
  });

  it("says nothing before the first step", () => {
    expect(new Meter().read()).toEqual({ stepsPerS: 0, msPerStep: 0, realTimeFactor: 0 });
  });
});
