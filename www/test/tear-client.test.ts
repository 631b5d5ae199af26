import { describe, expect, it, vi } from "vitest";
import { TearClient, type TearWorker } from "../src/yarn/client";
import type { FromTear, Lattice, SwatchFrame, ToTear } from "../src/yarn/protocol";

const lattice: Lattice = { warps: 3, wefts: 3, spacing_m: 1e-3, seconds: 1 };

class FakeWorker implements TearWorker {
  sent: ToTear[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromTear>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage(message: ToTear): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromTear): void {
    this.onmessage?.({ data } as MessageEvent<FromTear>);
  }
}

const frame = (run: number, time_s: number | null): SwatchFrame => ({
  run,
  yarns: new Float32Array(72),
  bodies: [],
  report:
    time_s === null
      ? null
      : {
          time_s,
          displacement_m: 0,
          grip_force_n: 0,
          wefts_cut: 0,
          warps_cut: 0,
          yarn_crossings: 0,
          fray_mean_m: 0,
          wall_ms: 1,
          finite: true,
        },
});

function opened() {
  vi.useFakeTimers();
  const worker = new FakeWorker();
  const client = new TearClient(() => worker);
  client.open(["scene=corners"]);
  worker.say({ kind: "opened", run: 1, lattice, frame: frame(1, null) });
  vi.runAllTimers();
  return { worker, client };
}

describe("the client of tearing", () => {
  it("asks for one frame at a time and sends its buffer back", () => {
    const { worker, client } = opened();
    expect(worker.sent.map(({ kind }) => kind)).toEqual(["open"]);
    client.setPlaying(true);
    client.setPlaying(true);
    expect(worker.sent.map(({ kind }) => kind)).toEqual(["open", "frame"]);
    worker.say({ kind: "frame", frame: frame(1, 0.03) });
    vi.runAllTimers();
    expect(worker.sent.length).toBe(3);
    expect(client.history.value.length).toBe(1);
  });

  it("forgets what comes from a former swatch, and stops at the end of the scene", () => {
    const { worker, client } = opened();
    client.setPlaying(true);
    client.open(["scene=bars-apart"]);
    worker.say({ kind: "frame", frame: frame(1, 0.03) });
    expect(client.history.value).toEqual([]);
    worker.say({ kind: "opened", run: 2, lattice, frame: frame(2, null) });
    vi.runAllTimers();
    client.setPlaying(true);
    worker.say({ kind: "frame", frame: frame(2, 1.0) });
    vi.runAllTimers();
    expect(client.playing.value).toBe(false);
    expect(worker.sent.filter(({ kind }) => kind === "frame").length).toBe(2);
  });

  it("shows issues, and a crash costs a worker", () => {
    const { worker, client } = opened();
    const issue = { code: "x", place: "", value: "", problem: "y", cure: "z" };
    worker.say({ kind: "refused", run: 1, issues: [issue] });
    expect(client.issues.value).toEqual([issue]);
    worker.onerror?.({ preventDefault() {}, message: "out of memory" } as unknown as ErrorEvent);
    expect(worker.ended).toBe(true);
    expect(client.issues.value[0]?.code).toBe("tear.crashed");
  });
});
