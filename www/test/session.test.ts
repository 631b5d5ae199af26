import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromEngine } from "../src/engine/protocol";
import type { Document } from "../src/engine/types";
import { garment } from "./garment";

/** An engine whose cloth comes to rest after three steps; what it was told is counted. */
const fake = vi.hoisted(() => ({
  steps: 0,
  stepsToRest: 3,
  updates: 0,
  resumed: [] as number[][],
  maps: [] as string[],
  tears: 0,
  ends: 0,
  /** Where the bodies are before an update, and after it. */
  places: [0, 0],
  resets: 0,
}));
vi.mock("../src/engine/wasm", () => ({
  read: () => ({}),
  tables: () => ({ maps: [{ id: "map.a" }, { id: "map.b" }] }),
  Engine: class {
    pointCount = 1;
    triangleCount = 1;
    step() {
      fake.steps += 1;
      return {
        step: fake.steps,
        simulated_s: fake.steps / 100,
        wall_ms: 0,
        at_rest: fake.steps >= fake.stepsToRest,
        sewn: true,
        torn: fake.tears > 0 ? fake.tears-- : 0,
        halted: null,
      };
    }
    steps = 0;
    simulatedS = 0;
    resume(bytes: Uint8Array) {
      fake.resumed.push([...bytes]);
      [this.steps, this.simulatedS] = [700, 7];
      return true;
    }
    update() {
      fake.updates += 1;
      fake.stepsToRest = fake.steps + 3;
    }
    reset() {
      fake.resets += 1;
      fake.stepsToRest = fake.steps + 3;
    }
    grab = () => true;
    moveGrab = () => true;
    releaseGrab() {
      fake.stepsToRest = fake.steps + 3;
    }
    triangles = () => new Uint32Array();
    materialCoordinates = () => new Float32Array(2);
    patches = () => [];
    stitches = () => new Uint32Array();
    seams = () => [];
    readMap(id: string, out: Float32Array) {
      fake.maps.push(id);
      out.fill(id === "map.a" ? 1 : 2);
      return true;
    }
    heldPoint = 5;
    setTearing() {}
    snip = (triangles: Uint32Array) => triangles.length - 1;
    mend = () => true;
    tearAgain = () => false;
    tornFabrics = () => new Uint32Array([1, ...Array<number>(fake.ends).fill(5)]);
    tornYarns = () => new Float32Array(4 * fake.ends).fill(3);
    probe = (triangle: number) => ({ triangle });
    bodies = () => [{ id: "body", positions: new Float32Array([fake.places[fake.updates] ?? 0, 0, 0]) }];
    sewing = () => undefined;
    readPositions() {}
    readNormals() {}
    free() {}
  },
}));
const { Session } = await import("../src/workers/session");

let said: FromEngine[];
let session: InstanceType<typeof Session>;
const settled = () => new Promise((resolve) => setTimeout(resolve, 120));
const open = async (document = garment()) => {
  session.hear({ type: "open", document: JSON.stringify(document) });
  session.hear({ type: "speed", factor: 0 });
  session.hear({ type: "play" });
  await settled();
};

beforeEach(() => {
  Object.assign(fake, {
    steps: 0,
    stepsToRest: 3,
    updates: 0,
    resumed: [],
    maps: [],
    tears: 0,
    ends: 0,
    places: [0, 0],
    resets: 0,
  });
  said = [];
  session = new Session((message) => said.push(message));
});
afterEach(() => session.hear({ type: "pause" }));

describe("cloth at rest", () => {
  it("is not stepped any more, and the page is told that it rests", async () => {
    await open();
    expect(fake.steps).toBe(3);
    const statuses = said.filter((message) => message.type === "status");
    expect(statuses.at(-1)).toMatchObject({ status: { atRest: true } });
  });

  it.each([
    ["an edit", { type: "update", document: JSON.stringify(garment({ name: "edited" })) }],
    ["going back to the start", { type: "reset" }],
    ["a hand that let go", { type: "releaseGrab" }],
  ] as const)("wakes up by %s", async (_, message) => {
    await open();
    session.hear(message);
    await settled();
    expect(fake.steps).toBe(6);
  });

  it("follows a hand for as long as it holds", async () => {
    await open();
    session.hear({ type: "grab", generation: 1, particle: 0, point: [0, 0, 0] });
    await settled();
    expect(fake.steps).toBeGreaterThan(6);
  });

  it("is stepped on where wind blows or a body moves", async () => {
    const { simulation } = garment();
    await open(garment({ simulation: { ...simulation, wind_x_m_per_s: 2 } }));
    expect(fake.steps).toBeGreaterThan(6);
  });
});

describe("what the page opens on", () => {
  const stored = { document: JSON.stringify(garment()), state: new Uint8Array([1, 2, 3]) };
  const times = () => said.flatMap((message) => (message.type === "frame" ? [message.frame.simulatedS] : []));

  it("is waited for only where it is asked for", () => {
    expect(session.lacksOpening({ type: "open", document: stored.document })).toBe(false);
    expect(session.lacksOpening({ type: "opening", request: 1 })).toBe(true);
    session.setOpening(null);
    expect(session.lacksOpening({ type: "opening", request: 1 })).toBe(false);
    session.hear({ type: "opening", request: 1 });
    expect(said).toContainEqual({ type: "read", request: 1, reading: { issues: [] } });
  });

  it("begins draped and goes on", async () => {
    session.setOpening(stored);
    await open();
    expect(fake.resumed).toEqual([[1, 2, 3]]);
    expect(times()[0]).toBe(7);
    expect(fake.steps).toBeGreaterThan(0);
  });

  it("begins flat if the document differs in anything, or another engine draped it", async () => {
    session.setOpening(stored);
    await open(garment({ name: "another" }));
    session.setOpening({ ...stored, state: null });
    await open();
    expect(fake.resumed).toEqual([]);
    expect(times()[0]).toBe(0);
  });
});

describe("what is looked at", () => {
  const of = <T extends FromEngine["type"]>(type: T) =>
    said.filter((message): message is Extract<FromEngine, { type: T }> => message.type === type);
  /** Gives every buffer back, as a page that has drawn everything. */
  const give = () => {
    const frames = of("frame");
    said = said.filter(({ type }) => type !== "frame");
    for (const { frame } of frames)
      session.hear({ type: "recycle", generation: frame.generation, values: frame.values });
    if (of("frame").length > 0) give();
  };

  it("costs nothing while nobody looks", async () => {
    await open();
    expect(fake.maps).toEqual([]);
    expect(of("frame").every(({ frame }) => frame.map === null)).toBe(true);
    expect(of("probe")).toEqual([]);
  });

  it("comes with the frames, at once also where the cloth rests, and no longer than asked for", async () => {
    await open();
    give();
    session.hear({ type: "map", id: "map.b" });
    const frame = of("frame").at(-1)?.frame;
    expect(frame?.map).toBe("map.b");
    expect([...(frame?.values.subarray(6) ?? [])]).toEqual([2]);
    give();
    const asked = fake.maps.length;
    session.hear({ type: "map", id: null });
    expect(of("frame").at(-1)?.frame.map).toBeNull();
    expect(fake.maps).toHaveLength(asked);
  });

  it("is probed with every frame, until the cloth is another", async () => {
    await open();
    session.hear({ type: "probe", generation: 1, triangle: 4 });
    expect(of("probe").at(-1)?.probe).toEqual({ triangle: 4 });
    give();
    const seen = of("probe").length;
    session.hear({ type: "step" });
    expect(of("probe")).toHaveLength(seen + 1);
    session.hear({ type: "update", document: JSON.stringify(garment({ name: "edited" })) });
    session.hear({ type: "probe", generation: 1, triangle: 4 });
    session.hear({ type: "step" });
    expect(of("probe")).toHaveLength(seen + 1);
  });

  it("can be kept, with every map", async () => {
    await open();
    session.hear({ type: "keep", request: 7 });
    const [{ request, kept }] = of("kept") as [Extract<FromEngine, { type: "kept" }>];
    expect(request).toBe(7);
    expect(kept?.maps).toEqual({ "map.a": new Float32Array([1]), "map.b": new Float32Array([2]) });
    expect(kept?.scene.pointCount).toBe(1);
  });
});

it("bodies are sent again only where the document has others", async () => {
  await open();
  const edited = (change: Partial<Document>) =>
    session.hear({ type: "update", document: JSON.stringify({ ...garment(), ...change }) });
  edited({ name: "longer" });
  const floor = { id: "another", shape: { kind: "body.floor", parameters: {} } };
  edited({ bodies: [floor as Document["bodies"][number]] });
  const sent = said.flatMap((message) => (message.type === "opened" ? [message.bodies] : []));
  expect(sent.map((bodies) => bodies !== null)).toEqual([true, false, true]);
});

describe("cloth that tears", () => {
  const of = <T extends FromEngine["type"]>(type: T) =>
    said.filter((message): message is Extract<FromEngine, { type: T }> => message.type === type);
  const generations = () => of("divided").map(({ scene }) => scene.generation);

  it("is sent anew with every tear, and told once for every time it is pulled at", async () => {
    await open();
    for (const pull of [1, 2]) {
      session.hear({ type: "tearing", seed: 1 });
      fake.tears = 2;
      session.hear({ type: "step" });
      session.hear({ type: "step" });
      expect(of("torn")).toHaveLength(pull);
    }
    expect(generations()).toEqual([2, 3, 4, 5]);
    expect(of("divided")[0]?.scene.held).toBe(5);
    expect(of("opened")).toHaveLength(1);
  });

  it("is cut where its triangles are those that were seen, and by nothing else", async () => {
    await open();
    const cut = (generation: number, places: number) =>
      session.hear({
        type: "snip",
        generation,
        triangles: new Uint32Array(places),
        weights: new Float64Array(3 * places),
      });
    cut(1, 1);
    cut(7, 3);
    expect(of("torn")).toEqual([]);
    cut(1, 3);
    expect(of("torn")).toEqual([{ type: "torn", how: "cut" }]);
    expect(generations()).toEqual([2]);
    session.hear({ type: "mend" });
    session.hear({ type: "tearAgain" });
    expect(generations()).toEqual([2, 3]);
    // Back at the start it is whole, which is told once.
    session.hear({ type: "reset" });
    session.hear({ type: "reset" });
    expect(generations()).toEqual([2, 3, 4]);
  });

  it("shows its loose ends with every frame", async () => {
    await open();
    expect(of("frame").at(-1)?.frame.fringe).toBeNull();
    fake.ends = 2;
    session.hear({ type: "reset" });
    said = [];
    session.hear({ type: "update", document: JSON.stringify(garment({ name: "edited" })) });
    expect(of("frame").at(-1)?.frame.fringe).toEqual({
      nodes: 1,
      fabrics: [5, 5],
      values: new Float32Array(8).fill(3),
    });
  });
});

describe("a mannequin that is told to move", () => {
  const wearing = (numbers: Record<string, number>): Document => {
    const shape = { kind: "body.mannequin", parameters: numbers };
    return garment({ bodies: [{ id: "body", shape } as Document["bodies"][number]] });
  };

  it.each([
    ["goes over from where it stands, and the cloth with it", { motion: 1 }, 0.001, 0],
    ["would leap out of its clothes: they are put on again", { motion: 1 }, 0.3, 1],
    ["is somebody else, whose clothes are fitted while they are worn", { size: 5 }, 0.3, 0],
  ])("%s", async (_, numbers, leap, resets) => {
    await open(wearing({}));
    fake.places = [0, leap];
    session.hear({ type: "update", document: JSON.stringify(wearing(numbers)) });
    await settled();
    expect(fake.updates).toBe(1);
    expect(fake.resets).toBe(resets);
  });
});
