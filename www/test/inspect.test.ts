import { describe, expect, it } from "vitest";
import type { Answerer } from "../src/engine/newest";
import type { Scene } from "../src/engine/protocol";
import { anchorOf, type ClothView, placeOf, type Spot, spotOf, valueAt, welded } from "../src/inspect/anchor";
import { ramps, STEPS, toLab } from "../src/inspect/colours";
import { readEnd } from "../src/inspect/legend";
import { nearestSeam, seamLengths } from "../src/inspect/seam-length";
import { girth, hull, loopWithin, nearestLoop, sections } from "../src/inspect/section";
import { areasOf, autoRange, digits, quantiles, summary } from "../src/inspect/statistics";
import { layTape, tapeLengths } from "../src/inspect/tape";
import { type FromTape, TapeClient, type ToTape } from "../src/inspect/tape-client";
import { told } from "../src/inspect/told";
import { girth as girthTool } from "../src/inspect/tools/girth";
import { tape as tapeTool } from "../src/inspect/tools/tape";
import type { Around } from "../src/inspect/tools/tool";
import { fabric, garment } from "./garment";

/** A rectangle of cloth, `columns` × `rows` cells halved one way, each point put where `place` says. */
function sheet(
  [columns, rows]: [number, number],
  [width, height]: [number, number],
  place: (u: number, v: number) => [number, number, number],
): ClothView {
  const material: number[] = [];
  const positions: number[] = [];
  for (let i = 0; i <= columns; i++)
    for (let j = 0; j <= rows; j++) {
      const [u, v] = [(width * i) / columns, (height * j) / rows];
      material.push(u, v);
      positions.push(...place(u, v));
    }
  const triangles: number[] = [];
  const index = (i: number, j: number) => i * (rows + 1) + j;
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) {
      const [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)] as const;
      triangles.push(a, b, c, a, c, d);
    }
  const scene: Scene = {
    generation: 1,
    pointCount: material.length / 2,
    triangles: Uint32Array.from(triangles),
    materialCoordinates: Float32Array.from(material),
    patches: [{ panel: "front", fabric: "linen", first_triangle: 0, triangle_count: triangles.length / 3 }],
    stitches: new Uint32Array(),
    seams: [],
    bodies: [],
    values: new Float32Array(),
    held: null,
  };
  return { scene, positions: Float32Array.from(positions) };
}

/** Two clothes as one scene: the second is another panel. */
function together(first: ClothView, second: ClothView): ClothView {
  const shift = first.scene.pointCount;
  const count = first.scene.triangles.length / 3;
  const scene: Scene = {
    ...first.scene,
    pointCount: shift + second.scene.pointCount,
    triangles: Uint32Array.from([
      ...first.scene.triangles,
      ...second.scene.triangles.map((point) => point + shift),
    ]),
    materialCoordinates: Float32Array.from([
      ...first.scene.materialCoordinates,
      ...second.scene.materialCoordinates,
    ]),
    patches: [
      ...first.scene.patches,
      {
        panel: "back",
        fabric: "linen",
        first_triangle: count,
        triangle_count: second.scene.triangles.length / 3,
      },
    ],
  };
  return { scene, positions: Float32Array.from([...first.positions, ...second.positions]) };
}

const spotAt = (view: ClothView, u: number, v: number, panel = "front"): Spot => {
  const spot = spotOf(view.scene, { panel, u, v });
  if (!spot) throw new Error("no such place");
  return spot;
};

/** What tools are given besides the cloth; tapes are laid as soon as whoever asked has returned. */
const AROUND: Around = { seamName: () => "", lay: async (view, ends) => layTape(view, ...ends) };

const RADIUS = 0.1;
const around = (u: number, v: number): [number, number, number] => [
  RADIUS * Math.sin(u / RADIUS),
  v,
  RADIUS * Math.cos(u / RADIUS),
];

describe("a tape along the cloth", () => {
  it("is straight on flat cloth, whatever its triangles", () => {
    const flat = sheet([13, 9], [0.5, 0.4], (u, v) => [u, v, 0]);
    for (const [a, b, c, d] of [
      [0.03, 0.05, 0.47, 0.31],
      [0.02, 0.39, 0.49, 0.02],
      [0.25, 0.01, 0.26, 0.39],
    ] as const) {
      const line = layTape(flat, spotAt(flat, a, b), spotAt(flat, c, d));
      const { along, straight, pattern } = tapeLengths(flat, line ?? []);
      const wanted = Math.hypot(c - a, d - b);
      expect(along).toBeCloseTo(wanted, 5);
      expect(straight).toBeCloseTo(wanted, 6);
      expect(pattern).toBeCloseTo(wanted, 5);
    }
  });

  it("is a helix on a cylinder: as long as on the pattern, and longer than through the air", () => {
    const roll = sheet([60, 20], [0.3, 0.2], around);
    const line = layTape(roll, spotAt(roll, 0.02, 0.02), spotAt(roll, 0.27, 0.17));
    const { along, straight, pattern } = tapeLengths(roll, line ?? []);
    const wanted = Math.hypot(0.25, 0.15);
    // Chords of 5 mm on a radius of 100 mm are shorter than their arcs by a ten-thousandth.
    expect(along / wanted).toBeGreaterThan(0.9997);
    expect(along / wanted).toBeLessThan(1.0001);
    expect(pattern / wanted).toBeCloseTo(1, 3);
    const turn = 0.25 / RADIUS;
    expect(straight).toBeCloseTo(Math.hypot(2 * RADIUS * Math.sin(turn / 2), 0.15), 3);
  });

  it("is a part of a great circle on a sphere", () => {
    // By latitude and longitude, so that triangles are of every shape; cut as drawn, which a sphere is not.
    const ball = sheet([40, 30], [2.4, 1.8], (u, v) => [
      Math.cos(v - 0.9) * Math.sin(u - 1.2),
      Math.sin(v - 0.9),
      Math.cos(v - 0.9) * Math.cos(u - 1.2),
    ]);
    for (const [a, b, c, d] of [
      [0.1, 0.2, 2.3, 1.6],
      [0.15, 1.3, 2.2, 1.25],
    ] as const) {
      const [from, to] = [spotAt(ball, a, b), spotAt(ball, c, d)];
      const [p, q] = [placeOf(ball, from), placeOf(ball, to)];
      const cosine =
        p.reduce((sum, x, axis) => sum + x * (q[axis] ?? 0), 0) / (Math.hypot(...p) * Math.hypot(...q));
      const angle = Math.acos(cosine);
      const { along } = tapeLengths(ball, layTape(ball, from, to) ?? []);
      expect(Math.abs(along / angle - 1)).toBeLessThan(1e-3);
    }
  });

  it("goes over a fold by the shortest way of the unfolded cloth", () => {
    const folded = sheet([10, 10], [0.2, 0.2], (u, v) => [Math.min(u, 0.1), v, Math.max(0, u - 0.1)]);
    const line = layTape(folded, spotAt(folded, 0.03, 0.02), spotAt(folded, 0.18, 0.19));
    expect(tapeLengths(folded, line ?? []).along).toBeCloseTo(Math.hypot(0.15, 0.17), 5);
  });

  it("crosses a seam, and finds no way where nothing is sewn", () => {
    const left = sheet([8, 8], [0.2, 0.2], (u, v) => [u, v, 0]);
    const sewn = together(
      left,
      sheet([8, 8], [0.2, 0.2], (u, v) => [0.2 + u, v, 0]),
    );
    const line = layTape(sewn, spotAt(sewn, 0.05, 0.03), spotAt(sewn, 0.12, 0.18, "back"));
    const { along, pattern } = tapeLengths(sewn, line ?? []);
    expect(along).toBeCloseTo(Math.hypot(0.27, 0.15), 5);
    expect(pattern).toBeCloseTo(along, 5);
    const apart = together(
      left,
      sheet([8, 8], [0.2, 0.2], (u, v) => [0.3 + u, v, 0]),
    );
    expect(layTape(apart, spotAt(apart, 0.05, 0.03), spotAt(apart, 0.12, 0.18, "back"))).toBeNull();
  });

  it("tells how much longer cloth is than it was cut", () => {
    const flat = sheet([8, 8], [0.2, 0.2], (u, v) => [1.1 * u, v, 0]);
    const line = layTape(flat, spotAt(flat, 0.02, 0.1), spotAt(flat, 0.18, 0.1));
    const { along, pattern } = tapeLengths(flat, line ?? []);
    expect(along / pattern).toBeCloseTo(1.1, 5);
  });

  it("is begun by one click, laid by the next, and begun anew by the third", async () => {
    const flat = sheet([4, 4], [0.2, 0.2], (u, v) => [u, v, 0]);
    const first = tapeTool.point(flat, spotAt(flat, 0.05, 0.1), null);
    expect(tapeTool.read(flat, first, AROUND)).toMatchObject({ rows: [], missing: expect.any(String) });
    const second = tapeTool.point(flat, spotAt(flat, 0.15, 0.1), first);
    expect(tapeTool.read(flat, second, AROUND)).toMatchObject({ rows: [], missing: "Laying the tape…" });
    await Promise.resolve();
    expect(tapeTool.read(flat, second, AROUND)?.rows[0]?.value).toBeCloseTo(0.1, 6);
    const third = tapeTool.point(flat, spotAt(flat, 0.01, 0.1), second);
    expect(tapeTool.read(flat, third, AROUND)?.rows).toEqual([]);
  });

  it("is dragged by either end, and shows the former line until the new one is laid", async () => {
    const flat = sheet([4, 4], [0.2, 0.2], (u, v) => [u, v, 0]);
    let target = tapeTool.point(flat, spotAt(flat, 0.05, 0.1), null);
    target = tapeTool.point(flat, spotAt(flat, 0.15, 0.1), target);
    const length = () => tapeTool.read(flat, target, AROUND)?.rows[0]?.value;
    length();
    await Promise.resolve();
    for (const [index, u, v, before, after] of [
      [1, 0.15, 0.19, 0.1, Math.hypot(0.1, 0.09)],
      [0, 0.15, 0.02, Math.hypot(0.1, 0.09), 0.17],
    ] as const) {
      target = tapeTool.move?.(flat, spotAt(flat, u, v), target, index);
      const dots = tapeTool.read(flat, target, AROUND)?.dots ?? [];
      expect(dots[index]?.[0]).toBeCloseTo(u, 6);
      expect(dots[index]?.[1]).toBeCloseTo(v, 6);
      expect(length()).toBeCloseTo(before, 6);
      await Promise.resolve();
      expect(length()).toBeCloseTo(after, 6);
    }
  });
});

describe("the tapes' worker", () => {
  class Fake implements Answerer<ToTape, FromTape> {
    readonly orders: ToTape[] = [];
    ended = false;
    onmessage: Answerer<ToTape, FromTape>["onmessage"] = null;
    onerror: Answerer<ToTape, FromTape>["onerror"] = null;
    postMessage(order: ToTape) {
      this.orders.push(order);
    }
    terminate() {
      this.ended = true;
    }
    answer(line: FromTape["line"]) {
      const request = this.orders.at(-1)?.request ?? 0;
      this.onmessage?.({ data: { request, line } } as MessageEvent<FromTape>);
    }
  }
  const flat = sheet([4, 4], [0.2, 0.2], (u, v) => [u, v, 0]);
  const ends = (u: number) => [spotAt(flat, 0.02, 0.1), spotAt(flat, u, 0.1)] as const;

  it("has one order at a time, and of those that wait for one cloth the newest", async () => {
    const worker = new Fake();
    const client = new TapeClient(() => worker);
    const laid = [0.05, 0.1, 0.15].map((u) => client.lay(flat, ends(u)));
    expect(worker.orders.map((order) => order.ends)).toEqual([ends(0.05)]);
    expect(await laid[1]).toBeUndefined();
    const [from, to] = ends(0.05);
    worker.answer([{ from, to }]);
    expect(await laid[0]).toEqual([{ from, to }]);
    expect(worker.orders.map((order) => order.ends)).toEqual([ends(0.05), ends(0.15)]);
    worker.answer(null);
    expect(await laid[2]).toBeNull();
  });

  it("is replaced when it fails, and the tape is laid all the same", async () => {
    const workers: Fake[] = [];
    const client = new TapeClient(() => {
      workers.push(new Fake());
      return workers.at(-1) as Fake;
    });
    const first = client.lay(flat, ends(0.17));
    workers[0]?.onerror?.({ preventDefault: () => {} } as ErrorEvent);
    expect(tapeLengths(flat, (await first) ?? []).along).toBeCloseTo(0.15, 6);
    expect(workers[0]?.ended).toBe(true);
    void client.lay(flat, ends(0.1));
    expect(workers[1]?.orders).toHaveLength(1);
  });
});

describe("a girth", () => {
  /** A tube around the y axis through these corners of its section. */
  const tube = (corners: [number, number][], height = 0.3): ClothView => {
    const n = corners.length;
    return sheet([n, 4], [n, height], (u, v) => {
      const [x, z] = corners[Math.round(u) % n] as [number, number];
      return [x, v, z];
    });
  };
  const surface = ({ scene, positions }: ClothView) => ({ positions, indices: scene.triangles });

  it("bridges hollows as a tape does", () => {
    const notched = tube([
      [0, 0],
      [1, 0],
      [1, 1],
      [0.5, 0.3],
      [0, 1],
    ]);
    const [loop, ...others] = sections(surface(notched), 0.11);
    expect(others).toEqual([]);
    expect(girth(loop as { points: [number, number][] })).toBeCloseTo(4, 6);
  });

  it("of a cylinder is 2πr but for its corners", () => {
    const ring = sheet([100, 6], [2 * Math.PI * RADIUS, 0.3], around);
    const [loop] = sections(surface(ring), 0.123);
    // A regular polygon of 100 sides: 200 r sin(π/100).
    expect(girth(loop as { points: [number, number][] })).toBeCloseTo(
      200 * RADIUS * Math.sin(Math.PI / 100),
      4,
    );
  });

  it("is of the part that was pointed at, and of the body inside it", () => {
    const square = (x: number, side: number): [number, number][] => [
      [x - side, -side],
      [x + side, -side],
      [x + side, side],
      [x - side, side],
    ];
    const garment = together(tube(square(0, 0.2)), tube(square(0.6, 0.1)));
    const loops = sections(surface(garment), 0.13);
    expect(loops).toHaveLength(2);
    const sleeve = nearestLoop(loops, [0.7, 0]);
    expect(girth(sleeve ?? { points: [] })).toBeCloseTo(0.8, 6);
    const body = together(tube(square(0, 0.15)), tube(square(0.6, 0.05)));
    const arm = sleeve && loopWithin(sections(surface(body), 0.13), sleeve);
    expect(girth(arm ?? { points: [] })).toBeCloseTo(0.4, 6);

    const { positions, indices } = { positions: body.positions, indices: body.scene.triangles };
    const worn = { id: "body", moves: false, points: [], misses: [], positions, normals: positions, indices };
    const view = { ...garment, scene: { ...garment.scene, bodies: [worn] } };
    const found = girthTool.read(view, { height: 0.13, x: 0, z: 0.2 }, AROUND);
    const rows = Object.fromEntries(found?.rows.map(({ name, value }) => [name, value]) ?? []);
    expect(rows.Garment).toBeCloseTo(1.6, 6);
    expect(rows.Body).toBeCloseTo(1.2, 6);
    expect(rows.Ease).toBeCloseTo(0.4, 6);
    expect(girthTool.read(view, { height: 9, x: 0, z: 0 }, AROUND)).toBeNull();
  });

  it("has a hull without the points inside it", () => {
    const points: [number, number][] = [
      [0, 0],
      [1, 0],
      [0.5, 0],
      [0.5, 0.5],
      [1, 1],
      [0, 1],
    ];
    expect(hull(points)).toHaveLength(4);
    expect(hull([])).toEqual([]);
  });
});

describe("a seam's length", () => {
  it("is measured as it lies and as both sides were cut", () => {
    const view = together(
      sheet([4, 1], [0.2, 0.1], (u, v) => [1.05 * u, v, 0]),
      sheet([4, 1], [0.24, 0.1], (u, v) => [(1.05 * u * 0.2) / 0.24, 0.1 + v, 0]),
    );
    const shift = 10;
    const seam = Uint32Array.from(
      [0, 1, 2, 3].flatMap((i) => [2 * i + 1, 2 * i + 3, shift + 2 * i, shift + 2 * i + 2]),
    );
    const sewn = { ...view, scene: { ...view.scene, seams: [seam] } };
    const { cut, sewn: lies } = seamLengths(sewn, seam);
    expect(cut[0]).toBeCloseTo(0.2, 6);
    expect(cut[1]).toBeCloseTo(0.24, 6);
    expect(lies).toBeCloseTo(0.21, 6);
    expect(nearestSeam(sewn, [0.1, 0.1, 0])).toBe(0);
    expect(nearestSeam(view, [0.1, 0.1, 0])).toBe(-1);
  });
});

describe("an anchor", () => {
  it("is the same place of the cloth in another mesh", () => {
    const coarse = sheet([3, 3], [0.3, 0.3], (u, v) => [u, 2 * v, 0]);
    const fine = sheet([11, 7], [0.3, 0.3], (u, v) => [u, 2 * v, 0]);
    const spot = spotAt(coarse, 0.137, 0.211);
    const anchor = anchorOf(coarse.scene, spot);
    const again = anchor && spotOf(fine.scene, anchor);
    expect(again).not.toBeNull();
    const place = placeOf(fine, again as Spot);
    [0.137, 0.422, 0].forEach((wanted, axis) => {
      expect(place[axis]).toBeCloseTo(wanted, 6);
    });
  });

  it("stays on the cloth where its place was cut away, and is nowhere without its panel", () => {
    const { scene, positions } = sheet([3, 3], [0.3, 0.3], (u, v) => [u, v, 0]);
    const spot = spotOf(scene, { panel: "front", u: 0.5, v: 0.1 });
    const [x] = placeOf({ scene, positions }, spot as Spot);
    expect(x).toBeLessThanOrEqual(0.3001);
    expect(spotOf(scene, { panel: "sleeve", u: 0.1, v: 0.1 })).toBeNull();
  });

  it("has a map's value between its corners, or of those that have one", () => {
    const { scene } = sheet([1, 1], [0.1, 0.1], (u, v) => [u, v, 0]);
    const spot: Spot = { triangle: 0, weights: [0.5, 0.25, 0.25] };
    const corners = [...scene.triangles.slice(0, 3)];
    const values = (of: number[]) => Array.from({ length: 4 }, (_, point) => of[corners.indexOf(point)] ?? 0);
    expect(valueAt(scene, spot, values([2, 4, 8]))).toBe(4);
    expect(valueAt(scene, spot, values([2, Number.NaN, 8]))).toBe(4);
    expect(valueAt(scene, spot, values([Number.NaN, Number.NaN, Number.NaN]))).toBeNaN();
  });

  it("knows points in one place for one", () => {
    expect([...welded(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 0, 0]))]).toEqual([0, 1, 0]);
  });
});

describe("the numbers of a map", () => {
  it("count cloth and not points, and leave out what has none", () => {
    const values = [1, 2, 3, Number.NaN, 100];
    const areas = [1, 1, 6, 50, 0.1];
    expect(quantiles(values, areas, [0, 0.1, 0.5, 1])).toEqual([1, 1, 3, 100]);
    expect(summary([Number.NaN], [1])).toBeNull();
  });

  it("make a range that shows nearly all, around zero where colours have two sides", () => {
    const values = Array.from({ length: 1001 }, (_, k) => k / 10);
    const areas = values.map(() => 1);
    expect(autoRange({ scale: "sequential", range: [0, 1] }, values, areas)).toEqual([0, 98]);
    expect(autoRange({ scale: "diverging", range: [-1, 1] }, values, areas)).toEqual([-98, 98]);
    expect(autoRange({ scale: "diverging", range: [-1, 1] }, [0, 0], [1, 1])).toEqual([-1, 1]);
    expect(autoRange({ scale: "sequential", range: [0, 5] }, [], [])).toEqual([0, 5]);
    expect(autoRange({ scale: "sequential", range: [0, 5] }, [-0.021, 0.5], [1, 1])).toEqual([-0.021, 0.5]);
  });

  it("share triangles among their corners", () => {
    const { scene } = sheet([2, 2], [0.2, 0.3], (u, v) => [u, v, 0]);
    const areas = areasOf(scene);
    expect(areas.reduce((sum, area) => sum + area)).toBeCloseTo(0.06, 8);
  });

  it("are written with as many digits as they deserve", () => {
    expect([1234.5, 12.345, 1.2345, 0.01234, -0.5, -0].map(digits)).toEqual([
      "1235",
      "12.3",
      "1.23",
      "0.012",
      "−0.5",
      "0",
    ]);
  });

  it("are typed into a legend, in order and around zero", () => {
    expect(readEnd("−3,5", 0, [0, 10], "sequential")).toEqual({ range: [-3.5, 10] });
    expect(readEnd("4", 0, [-10, 10], "diverging")).toEqual({ range: [-4, 4] });
    expect(readEnd("11", 0, [0, 10], "sequential")).toHaveProperty("refusal");
    expect(readEnd("0", 1, [-10, 10], "diverging")).toHaveProperty("refusal");
    expect(readEnd("much", 1, [0, 10], "sequential")).toHaveProperty("refusal");
  });
});

describe("the colours of maps", () => {
  const linear = (byte: number) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  type Three = [number, number, number];
  const labs = (colours: Uint8Array, eye = (rgb: Three): Three => rgb) =>
    Array.from({ length: STEPS }, (_, k) =>
      toLab(eye([0, 1, 2].map((c) => linear(colours[3 * k + c] ?? 0)) as Three)),
    );
  const apart = (a: readonly number[], b: readonly number[]) =>
    Math.hypot(...[0, 1, 2].map((c) => (a[c] ?? 0) - (b[c] ?? 0)));
  /** What an eye without green cones makes of light (Viénot, Brettel and Mollon 1999), and one without red. */
  const eyes: Record<string, (rgb: Three) => Three> = {
    "without green": ([r, g, b]) => {
      const both = 0.29275 * r + 0.70725 * g;
      return [both, both, -0.02234 * r + 0.02234 * g + b];
    },
    "without red": ([r, g, b]) => {
      const both = 0.11238 * r + 0.88762 * g;
      return [both, both, 0.00401 * r - 0.00401 * g + b];
    },
  };

  it.each(["sequential", "diverging"] as const)("%s: steps look equally far apart", (scale) => {
    const all = labs(ramps[scale]);
    // Sixteenths of the ramp, so that rounding to bytes does not count.
    const steps = Array.from({ length: 15 }, (_, k) => {
      const part = all.slice(17 * k, 17 * k + 18);
      return part.slice(1).reduce((sum, lab, j) => sum + apart(lab, part[j] ?? lab), 0);
    });
    const mean = steps.reduce((sum, step) => sum + step) / steps.length;
    for (const step of steps) expect(Math.abs(step / mean - 1)).toBeLessThan(0.08);
  });

  it("sequential: ever lighter", () => {
    const light = labs(ramps.sequential).map(([lightness]) => lightness);
    for (let k = 8; k < STEPS; k += 8) expect(light[k] ?? 0).toBeGreaterThan((light[k - 8] ?? 0) + 0.005);
  });

  it("diverging: lightest in the middle, as dark at both ends", () => {
    const light = labs(ramps.diverging).map(([lightness]) => lightness);
    expect(Math.abs((light[0] ?? 0) - (light.at(-1) ?? 0))).toBeLessThan(0.02);
    for (let k = 8; k < STEPS / 2; k += 8) expect(light[k] ?? 0).toBeGreaterThan(light[k - 8] ?? 1);
    for (let k = STEPS / 2 + 8; k < STEPS; k += 8) expect(light[k] ?? 1).toBeLessThan(light[k - 8] ?? 0);
    expect(light[STEPS / 2] ?? 0).toBeGreaterThan(0.93);
  });

  it.each(
    Object.entries(eyes).flatMap(([name, eye]) =>
      (["sequential", "diverging"] as const).map((scale) => [scale, name, eye] as const),
    ),
  )("%s: no two ends are mistaken by eyes %s cones", (scale, _, eye) => {
    const all = labs(ramps[scale], eye);
    const tenth = Math.round(STEPS / 10);
    for (let a = 0; a < STEPS; a += tenth)
      for (let b = a + tenth; b < STEPS; b += tenth)
        expect(apart(all[a] ?? [], all[b] ?? []), `${a} and ${b}`).toBeGreaterThan(0.045);
  });
});

describe("two states side by side", () => {
  const figures = ["Woman 88", "Woman 96"].map((title) => ({ id: title, title, measurements: {} }));
  const wearer = (size: number) =>
    [{ id: "w", shape: { kind: "body.mannequin", parameters: { size } } }] as never;
  it.each([
    ["their names", { name: "skirt" }, { name: "dress" }, "skirt"],
    ["their fabrics", { fabrics: [fabric("denim")] }, { fabrics: [fabric("linen")] }, "denim"],
    ["their figures", { bodies: wearer(0) }, { bodies: wearer(1) }, "Woman 88"],
    ["their name where nothing else does", {}, {}, "square"],
  ])("are told apart by %s", (_, one, other, wanted) => {
    expect(told(garment(one), garment(other), figures)).toBe(wanted);
  });
});
