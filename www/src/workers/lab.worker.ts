/** The laboratory's thread: what a fabric's laws look like, and experiments. A run is ended by ending the worker. */

import { issuesOf } from "../engine/issues-of";
import type { FromLab, Outcome, ToLab } from "../engine/lab-protocol";
import { init, lab, laws, Onlooker, tables } from "../engine/lab-wasm";
import type { Laws, Tables } from "../engine/types";

/** A picture more often than this is drawn for nobody. */
const FRAME_EVERY_MS = 40;

const post = (message: FromLab) => self.postMessage(message);

const ready = init().then(() => {
  post({ type: "ready", experiments: (tables() as Tables).experiments });
});
let turn: Promise<unknown> = ready;

self.addEventListener("message", (event: MessageEvent<ToLab>) => {
  turn = turn.then(() => answer(event.data));
});

function answer(message: ToLab): void {
  const { request } = message;
  if (message.type === "laws") return post({ type: "laws", request, laws: laws(message.fabric) as Laws });
  try {
    post({ type: "done", request, outcome: run(message) });
  } catch (error) {
    const issues = issuesOf(error);
    if (!issues) throw error;
    post({ type: "issues", request, issues });
  }
}

function run({ request, experiment, fabric, settings }: Extract<ToLab, { type: "run" }>): Outcome {
  let shown = Number.NEGATIVE_INFINITY;
  let told = Number.NEGATIVE_INFINITY;
  let last: Float32Array | null = null;
  const due = (before: number) => performance.now() - before >= FRAME_EVERY_MS;
  const progress = (part: number) => {
    if (!due(told)) return;
    told = performance.now();
    post({ type: "progress", request, part });
  };
  const mesh = (triangles: Uint32Array) => post({ type: "mesh", request, triangles });
  const frame = (positions: Float32Array) => {
    last = positions;
    if (!due(shown)) return;
    shown = performance.now();
    post({ type: "frame", request, positions });
  };
  const outcome = lab(experiment, fabric, settings, new Onlooker(progress, mesh, frame)) as Outcome;
  if (last) post({ type: "frame", request, positions: last });
  return outcome;
}
