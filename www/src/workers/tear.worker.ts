/** Tears a swatch, a frame at a time, as the page asks for them. */

import { issuesOf } from "../engine/issues-of";
import { init, Tear } from "../engine/tear-wasm";
import type { Issue } from "../engine/types";
import type { FromTear, Rigid, SwatchFrame, TearReport, ToTear } from "../yarn/protocol";

let tear: Tear | null = null;
/** Answers come in the order of the questions, the first after the module. */
let turn: Promise<unknown> = init();

self.addEventListener("message", (event: MessageEvent<ToTear>) => {
  turn = turn.then(() => answer(event.data));
});

function answer(message: ToTear): void {
  if (message.kind === "open") return open(message.run, message.settings);
  if (!tear) return;
  const report = tear.frame() as TearReport;
  if (!report.finite) return refuse(message.run, [notFinite(report.time_s)]);
  const frame = drawn(tear, message.run, message.buffer, report);
  post({ kind: "frame", frame }, frame);
}

function open(run: number, settings: string[]): void {
  try {
    tear?.free();
    tear = null;
    tear = new Tear(settings);
  } catch (error) {
    const issues = issuesOf(error);
    if (!issues) throw error;
    return refuse(run, issues);
  }
  const [warps = 0, wefts = 0, spacing_m = 0] = tear.lattice();
  const frame = drawn(tear, run, new Float32Array(tear.yarnNumbers), null);
  post({ kind: "opened", run, lattice: { warps, wefts, spacing_m, seconds: tear.seconds }, frame }, frame);
}

function drawn(
  of: Tear,
  run: number,
  yarns: Float32Array<ArrayBuffer>,
  report: TearReport | null,
): SwatchFrame {
  of.readYarns(yarns);
  return { run, yarns, bodies: of.bodies() as Rigid[], report };
}

function refuse(run: number, issues: Issue[]): void {
  post({ kind: "refused", run, issues });
}

function post(message: FromTear, frame?: SwatchFrame): void {
  self.postMessage(message, { transfer: frame ? [frame.yarns.buffer] : [] });
}

function notFinite(time: number): Issue {
  return {
    code: "tear.not-finite",
    place: "scene",
    value: `${time.toFixed(2)} s`,
    problem: "positions are no longer finite",
    cure: "Use more sweeps, more weight or a slower pull.",
  };
}
