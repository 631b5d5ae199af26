import { beforeEach, describe, expect, it, vi } from "vitest";
import { EngineClient, type EngineWorker } from "../src/engine/client";
import type { Frame, FromEngine, Scene, ToEngine } from "../src/engine/protocol";
import type { Tables } from "../src/engine/types";

class FakeWorker implements EngineWorker {
  heard: ToEngine[] = [];
  ended = false;
  onmessage: EngineWorker["onmessage"] = null;
  onerror: EngineWorker["onerror"] = null;
  onmessageerror: EngineWorker["onmessageerror"] = null;

  postMessage(message: ToEngine): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromEngine): void {
    this.onmessage?.({ data: message } as MessageEvent<FromEngine>);
  }
  of<T extends ToEngine["type"]>(type: T): Extract<ToEngine, { type: T }>[] {
    return this.heard.filter((message): message is Extract<ToEngine, { type: T }> => message.type === type);
  }
}

const tables = { garments: [], fabrics: [] } as unknown as Tables;
const scene = (generation: number): Scene => ({
  generation,
  pointCount: 1,
  triangles: new Uint32Array(),
  materialCoordinates: new Float32Array(2),
  patches: [],
  stitches: new Uint32Array(),
  seams: [],
  bodies: [],
  values: new Float32Array(7),
  held: null,
});
const frame = (generation: number, step: number): Frame => ({
  generation,
  map: null,
  step,
  simulatedS: step / 100,
  values: new Float32Array(7),
  bodies: null,
  fringe: null,
});

let workers: FakeWorker[];
let now: number;
let client: EngineClient;
const worker = (): FakeWorker => workers.at(-1) as FakeWorker;

beforeEach(() => {
  workers = [];
  now = 0;
  const spawn = () => {
    workers.push(new FakeWorker());
    return worker();
  };
  client = new EngineClient(spawn, () => now);
  client.start();
});

function open(document = "A"): void {
  worker().say({ type: "ready", tables });
  client.setDocument(document);
  worker().say({ type: "opened", scene: scene(1), bodies: [] });
}

describe("documents", () => {
  it("that are another one are opened anew, and edits of it update again", () => {
    open("A");
    client.startAfresh();
    client.setDocument("B");
    worker().say({ type: "opened", scene: scene(2), bodies: [] });
    client.setDocument("B, edited");
    const spoken = worker().heard.filter((message) => message.type === "open" || message.type === "update");
    expect(spoken.map(({ type, document }) => [type, document])).toEqual([
      ["open", "A"],
      ["open", "B"],
      ["update", "B, edited"],
    ]);
  });

  it("start where their panels are placed while these are arranged, and what was shown stays when one is refused", () => {
    open("A");
    client.setArranging(true);
    client.setDocument("A, moved");
    expect(worker().heard.at(-1)).toMatchObject({ type: "open", document: "A, moved" });
    worker().say({ type: "issues", issues: [] });
    expect(client.scene.value).not.toBeNull();
    client.setArranging(false);
    client.setDocument("A, moved and edited");
    expect(worker().heard.at(-1)).toMatchObject({ type: "update" });
  });

  it("that are put on once more as they are leave the next edit an edit", () => {
    open("A");
    client.startAfresh();
    client.setDocument("A");
    client.setDocument("A, edited");
    expect(worker().of("open")).toHaveLength(1);
    expect(
      worker()
        .of("update")
        .map((message) => message.document),
    ).toEqual(["A, edited"]);
  });

  it("wait for the engine, open once and update after that", () => {
    client.setDocument("A");
    expect(worker().heard).toEqual([]);
    worker().say({ type: "ready", tables });
    expect(
      worker()
        .of("open")
        .map((message) => message.document),
    ).toEqual(["A"]);
    worker().say({ type: "opened", scene: scene(1), bodies: [] });
    client.setDocument("B");
    expect(
      worker()
        .of("update")
        .map((message) => message.document),
    ).toEqual(["B"]);
  });

  it("that come faster than the engine answers are skipped, except the newest", () => {
    open();
    for (const document of ["B", "C", "D"]) client.setDocument(document);
    expect(
      worker()
        .of("update")
        .map((message) => message.document),
    ).toEqual(["B"]);
    worker().say({ type: "opened", scene: scene(2), bodies: [] });
    expect(
      worker()
        .of("update")
        .map((message) => message.document),
    ).toEqual(["B", "D"]);
  });

  it("that are refused tell their issues and do not block the next", () => {
    open();
    client.onIssues = vi.fn();
    client.setDocument("B");
    const issues = [{ code: "x", place: "", value: "", problem: "", cure: "" }];
    worker().say({ type: "issues", issues });
    expect(client.onIssues).toHaveBeenCalledWith(issues);
    client.setDocument("C");
    expect(worker().of("update").at(-1)?.document).toBe("C");
  });
});

describe("frames", () => {
  it("are taken once, and a newer one sends the unused one's buffer back", () => {
    open();
    worker().say({ type: "frame", frame: frame(1, 1) });
    worker().say({ type: "frame", frame: frame(1, 2) });
    expect(worker().of("recycle")).toHaveLength(1);
    const taken = client.takeFrame();
    expect(taken?.step).toBe(2);
    expect(client.takeFrame()).toBeNull();
    client.recycle(taken as Frame);
    expect(worker().of("recycle")).toHaveLength(2);
  });

  it("of a topology that is gone are dropped", () => {
    open();
    worker().say({ type: "frame", frame: frame(1, 1) });
    worker().say({ type: "opened", scene: scene(2), bodies: [] });
    expect(client.takeFrame()).toBeNull();
    worker().say({ type: "frame", frame: frame(1, 2) });
    expect(client.takeFrame()).toBeNull();
    worker().say({ type: "frame", frame: frame(2, 2) });
    expect(client.takeFrame()?.generation).toBe(2);
  });
});

describe("maps and the probe", () => {
  it("are told to a worker that takes the place of a crashed one", () => {
    open();
    client.setMap("map.ease");
    worker().say({ type: "crashed", message: "unreachable" });
    worker().say({ type: "ready", tables });
    expect(worker().of("map")).toEqual([{ type: "map", id: "map.ease" }]);
  });

  it("of a cloth that is gone are not shown", () => {
    open();
    client.setProbe(3);
    expect(worker().of("probe")).toEqual([{ type: "probe", generation: 1, triangle: 3 }]);
    const probe = { triangle: 3, panel: "a", fabric: "b", value: null, modes: [], principal: [] };
    worker().say({ type: "probe", generation: 1, probe });
    expect(client.probe.value).toEqual(probe);
    worker().say({ type: "opened", scene: scene(2), bodies: [] });
    expect(client.probe.value).toBeNull();
    worker().say({ type: "probe", generation: 1, probe });
    expect(client.probe.value).toBeNull();
  });

  it("keeps nothing where the worker crashed before it answered", async () => {
    open();
    const kept = client.keep();
    worker().say({ type: "crashed", message: "unreachable" });
    expect(await kept).toBeNull();
  });
});

describe("a crash", () => {
  it("costs a worker, not the document: the next one opens the newest and plays on", () => {
    open();
    client.setPlaying(true);
    client.setDocument("B");
    const first = worker();
    first.say({ type: "crashed", message: "unreachable" });
    expect(first.ended).toBe(true);
    expect(workers).toHaveLength(2);
    expect(client.health.value).toEqual({ state: "restarted", reason: "unreachable" });
    worker().say({ type: "ready", tables });
    expect(
      worker()
        .of("open")
        .map((message) => message.document),
    ).toEqual(["B"]);
    expect(worker().of("play")).toHaveLength(1);
  });

  it("is also an error event, which is then handled", () => {
    const preventDefault = vi.fn();
    worker().onerror?.({ message: "boom", preventDefault } as unknown as ErrorEvent);
    expect(preventDefault).toHaveBeenCalled();
    expect(workers).toHaveLength(2);
  });

  it("answers a reading that was under way", async () => {
    open();
    const reading = client.read("text");
    worker().say({ type: "crashed", message: "unreachable" });
    expect(await reading).toMatchObject({ issues: [{ code: "engine.stopped" }] });
  });

  it("is given up on after three in half a minute, until the user tries again", () => {
    open();
    for (let i = 0; i < 3; i++) worker().say({ type: "crashed", message: "again" });
    expect(workers).toHaveLength(3);
    expect(client.health.value).toEqual({ state: "failed", reason: "again" });
    client.retry();
    expect(workers).toHaveLength(4);
    worker().say({ type: "ready", tables });
    expect(client.health.value).toEqual({ state: "running" });
    expect(
      worker()
        .of("open")
        .map((message) => message.document),
    ).toEqual(["A"]);
  });

  it("is not given up on when they are far apart, and a changed document is worth a new try", () => {
    open();
    for (let i = 0; i < 5; i++) {
      now += 20_000;
      worker().say({ type: "crashed", message: "rare" });
    }
    expect(client.health.value.state).toBe("restarted");
    for (let i = 0; i < 3; i++) worker().say({ type: "crashed", message: "again" });
    expect(client.health.value.state).toBe("failed");
    const before = workers.length;
    client.setDocument("B");
    expect(workers).toHaveLength(before + 1);
  });
});
