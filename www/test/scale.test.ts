import { describe, expect, it } from "vitest";
import { read, Scale, SLIDER_POSITIONS, title } from "../src/ui/scale";

const linear = new Scale({ soft: [5, 40], unit: "mm" });
const logarithmic = new Scale({ soft: [1e-4, 1e-2], unit: "1" });
const whole = new Scale({ soft: [1, 8], unit: "count" });

describe("a slider", () => {
  it("reaches both ends exactly", () => {
    for (const [scale, low, high] of [
      [linear, 5, 40],
      [logarithmic, 1e-4, 1e-2],
      [whole, 1, 8],
      [new Scale({ soft: [0, 9.81], unit: "m/s²" }), 0, 9.81],
    ] as const) {
      expect(scale.value(0)).toBe(low);
      expect(scale.value(SLIDER_POSITIONS)).toBe(high);
    }
  });

  it("walks wide ranges by factors, so that the middle is the geometric mean", () => {
    expect(logarithmic.value(SLIDER_POSITIONS / 2)).toBe(1e-3);
    expect(logarithmic.position(1e-3)).toBe(SLIDER_POSITIONS / 2);
    expect(linear.position(22.5)).toBe(SLIDER_POSITIONS / 2);
  });

  it("never goes backwards and stays put on its own values", () => {
    for (const scale of [linear, logarithmic, whole]) {
      let last = Number.NEGATIVE_INFINITY;
      for (let position = 0; position <= SLIDER_POSITIONS; position++) {
        const value = scale.value(position);
        expect(value).toBeGreaterThanOrEqual(last);
        expect(scale.value(scale.position(value))).toBe(value);
        last = value;
      }
    }
  });

  it("gives counts as whole numbers", () => {
    for (let position = 0; position <= SLIDER_POSITIONS; position++)
      expect(Number.isInteger(whole.value(position))).toBe(true);
  });

  it("stands at its end for a value beyond the soft range", () => {
    expect(linear.position(500)).toBe(SLIDER_POSITIONS);
    expect(linear.position(0.5)).toBe(0);
    expect(logarithmic.position(0)).toBe(0);
  });
});

describe("a typed number", () => {
  const step = { hard: [0.1, 50] as [number, number], unit: "ms" };
  it.each([
    ["20", 20],
    [" 0,5 ", 0.5],
    ["1e1", 10],
  ])("%s is read as %d", (text, value) => {
    expect(read(text, step)).toEqual({ value });
  });

  it.each(["", "ten", "51", "-1", "Infinity", "NaN"])("%j is refused with the range", (text) => {
    const entry = read(text, step);
    expect("refusal" in entry && entry.refusal).toContain("from 0.1 to 50 ms");
  });

  it("must be whole where things are counted", () => {
    expect(read("2.5", { hard: [1, 50], unit: "count" })).toHaveProperty("refusal");
  });
});

it.each([
  ["step_ms", "ms", "Step"],
  ["gravity_m_per_s2", "m/s²", "Gravity"],
  ["air_drag_per_s", "1/s", "Air drag"],
  ["weight_g_per_m2", "g/m²", "Weight"],
  ["stiffness_un_m", "µN·m", "Stiffness"],
  ["newton_iterations", "count", "Newton iterations"],
  ["solver_tolerance", "1", "Solver tolerance"],
])("%s in %s is called %s", (id, unit, words) => {
  expect(title({ id, unit })).toBe(words);
});
