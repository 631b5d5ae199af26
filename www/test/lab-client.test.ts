import { describe, expect, it } from "vitest";
import { LabClient } from "../src/engine/lab-client";
import type { FromLab, LabWorker, Outcome, ToLab } from "../src/engine/lab-protocol";
import { LawsClient } from "../src/engine/laws-client";
import { fabric } from "./garment";

class FakeWorker implements LabWorker {
  readonly heard: ToLab[] = [];
  ended = false;
  onmessage: LabWorker["onmessage"] = null;
  onerror: LabWorker["onerror"] = null;
  postMessage(message: ToLab): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromLab): void {
    this.onmessage?.({ data: message } as MessageEvent<FromLab>);
  }
  fail(message: string): void {
    this.onerror?.({ message, preventDefault: () => {} } as ErrorEvent);
  }
}

function hiring() {
  const workers: FakeWorker[] = [];
  const spawn = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return { workers, spawn };
}

const outcome: Outcome = { columns: ["x"], rows: [[1]], figures: {}, csv: "x\n1\n" };
const order = { experiment: "tensile", fabric: fabric("linen"), settings: ["points=2"] };

describe("the laboratory's client", () => {
  it("runs an order and tells how far it is", () => {
    const { workers, spawn } = hiring();
    const client = new LabClient(spawn);
    client.start(order);
    const [worker] = workers;
    expect(worker?.heard).toMatchObject([
      { type: "run", request: 1, experiment: "tensile", settings: ["points=2"] },
    ]);
    worker?.say({ type: "progress", request: 1, part: 0.5 });
    expect(client.run.value).toMatchObject({ state: "running", progress: { part: 0.5 } });
    worker?.say({ type: "mesh", request: 1, triangles: new Uint32Array([0, 1, 2]) });
    worker?.say({ type: "frame", request: 1, positions: new Float32Array(9) });
    expect(client.sample.value?.triangles).toHaveLength(3);
    worker?.say({ type: "done", request: 1, outcome });
    expect(client.run.value).toMatchObject({ state: "done", outcome });
  });

  it("ends the worker of a run that is given up, and hears nothing of it any more", () => {
    const { workers, spawn } = hiring();
    const client = new LabClient(spawn);
    client.start(order);
    client.cancel();
    expect(workers[0]?.ended).toBe(true);
    expect(client.run.value).toBeNull();
    workers[0]?.say({ type: "done", request: 1, outcome });
    expect(client.run.value).toBeNull();
    client.start(order);
    expect(workers).toHaveLength(2);
    workers[1]?.say({ type: "done", request: 1, outcome });
    expect(client.run.value?.state).toBe("running");
  });

  it("says so when the laboratory breaks, and is there again for the next order", () => {
    const { workers, spawn } = hiring();
    const client = new LabClient(spawn);
    client.start(order);
    workers[0]?.fail("out of memory");
    expect(client.run.value).toMatchObject({ state: "refused", issues: [{ code: "laboratory.stopped" }] });
    client.start(order);
    expect(workers).toHaveLength(2);
    expect(client.run.value?.state).toBe("running");
  });
});

describe("the client of laws", () => {
  const laws = { plots: [], issues: [] };

  it("asks for the newest of each fabric only, one at a time", () => {
    const { workers, spawn } = hiring();
    const client = new LawsClient(spawn);
    const [first, second, third] = [fabric("linen"), fabric("linen"), fabric("linen")];
    for (const each of [first, second, third]) client.show(each as typeof first);
    expect(workers[0]?.heard).toHaveLength(1);
    workers[0]?.say({ type: "laws", request: 1, laws });
    expect(client.of("linen").value?.fabric).toBe(first);
    expect(workers[0]?.heard).toHaveLength(2);
    workers[0]?.say({ type: "laws", request: 2, laws });
    expect(client.of("linen").value?.fabric).toBe(third);
    client.show(third as typeof first);
    expect(workers[0]?.heard).toHaveLength(2);
  });

  it("tells of a laboratory that cannot be had instead of waiting for ever", () => {
    const { workers, spawn } = hiring();
    const client = new LawsClient(spawn);
    client.show(fabric("linen"));
    workers[0]?.fail("");
    expect(client.trouble.value?.problem).toContain("could not be loaded");
    client.show(fabric("linen"));
    workers[1]?.say({ type: "laws", request: 2, laws });
    expect(client.trouble.value).toBeNull();
  });
});
