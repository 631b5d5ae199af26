import { describe, expect, it } from "vitest";
import { nextLook } from "../src/view3d/look-keys";

const quarter = Math.PI / 2;
const from = { theta: 0.46, phi: 1.2, radius: 3 };

describe("looking around by keys", () => {
  it("turns by equal steps, and back again", () => {
    const right = nextLook(from, "ArrowRight", false);
    expect(right?.theta).toBeGreaterThan(from.theta);
    expect(right && nextLook(right, "ArrowLeft", false)?.theta).toBeCloseTo(from.theta, 12);
    expect(nextLook(from, "ArrowUp", false)?.phi).toBeLessThan(from.phi);
    expect(nextLook(from, "ArrowDown", false)?.phi).toBeGreaterThan(from.phi);
  });

  it("goes with Shift to the next quarter, each once, all the way round", () => {
    let look = from;
    for (const quarters of [1, 2, 3, 4, 5]) {
      look = nextLook(look, "ArrowRight", true) ?? look;
      expect(look.theta).toBeCloseTo(quarters * quarter, 12);
    }
    for (const quarters of [4, 3, 2, 1, 0, -1]) {
      look = nextLook(look, "ArrowLeft", true) ?? look;
      expect(look.theta).toBeCloseTo(quarters * quarter, 12);
    }
    // What steps have summed up to is a quarter but for rounding.
    let summed = { ...from, theta: 0 };
    for (let k = 0; k < 6; k++) summed = nextLook(summed, "ArrowRight", false) ?? summed;
    expect(nextLook(summed, "ArrowRight", true)?.theta).toBeCloseTo(2 * quarter, 6);
  });

  it("comes closer and goes away by the same share", () => {
    const near = nextLook(from, "+", false);
    expect(near?.radius).toBeLessThan(from.radius);
    expect(near && nextLook(near, "-", false)?.radius).toBeCloseTo(from.radius, 12);
    expect(nextLook(from, "=", false)).toEqual(near);
  });

  it("leaves other keys to the page", () => {
    for (const key of ["a", "Enter", "Escape", "PageUp", " "]) expect(nextLook(from, key, false)).toBeNull();
  });
});
