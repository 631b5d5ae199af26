import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { FromLab, LabWorker, Outcome } from "./lab-protocol";
import { progressSince } from "./pacing";
import type { Progress } from "./protocol";
import { laboratoryIssue } from "./stopped";
import type { ExperimentInfo, Fabric, Issue } from "./types";

/** What is run: an experiment on a fabric, with settings `key=value`. */
export interface Order {
  experiment: string;
  fabric: Fabric;
  settings: string[];
}

/** A run, under way or at its end. */
export interface Run {
  order: Order;
  state: "running" | "done" | "refused";
  progress: Progress;
  startedMs: number;
  outcome: Outcome | null;
  issues: Issue[];
}

/** The sample as it is at the moment. */
export interface Sample {
  triangles: Uint32Array;
  positions: Float32Array;
}

/** Runs one experiment at a time in a worker of its own, which is ended when a run is given up. */
export class LabClient {
  readonly #spawn: () => LabWorker;
  readonly #experiments = signal<readonly ExperimentInfo[] | null>(null);
  readonly #run = signal<Run | null>(null);
  readonly #sample = signal<Sample | null>(null);
  readonly #trouble = signal<Issue | null>(null);
  #worker: LabWorker | null = null;
  #triangles: Uint32Array = new Uint32Array();
  #requests = 0;

  constructor(spawn: () => LabWorker) {
    this.#spawn = spawn;
  }

  /** The laboratory's table, once its module is there. */
  get experiments(): ReadonlySignal<readonly ExperimentInfo[] | null> {
    return this.#experiments;
  }
  get run(): ReadonlySignal<Run | null> {
    return this.#run;
  }
  get sample(): ReadonlySignal<Sample | null> {
    return this.#sample;
  }

  /** Why the laboratory is not there, if it could not be had. */
  get trouble(): ReadonlySignal<Issue | null> {
    return this.#trouble;
  }

  /** Fetches the laboratory, so that its table can be shown. */
  prepare(): void {
    this.#worker ??= this.#start();
  }

  start(order: Order): void {
    this.cancel();
    this.prepare();
    this.#requests += 1;
    batch(() => {
      this.#sample.value = null;
      this.#run.value = {
        order,
        state: "running",
        progress: { part: 0, leftS: null },
        startedMs: performance.now(),
        outcome: null,
        issues: [],
      };
    });
    const { experiment, fabric, settings } = order;
    this.#worker?.postMessage({
      type: "run",
      request: this.#requests,
      experiment,
      fabric: JSON.stringify(fabric),
      settings,
    });
  }

  /** Gives up the run under way; nothing is left of it. */
  cancel(): void {
    if (this.#run.peek()?.state !== "running") return;
    this.#end();
    this.#run.value = null;
  }

  #end(): void {
    if (this.#worker) this.#worker.onmessage = null;
    this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): LabWorker {
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end();
      const issue = laboratoryIssue(event.message);
      this.#trouble.value = issue;
      this.#refuse([issue]);
    };
    return worker;
  }

  #hear(message: FromLab): void {
    if (message.type === "ready") {
      batch(() => {
        this.#experiments.value = message.experiments;
        this.#trouble.value = null;
      });
      return;
    }
    const run = this.#run.peek();
    if (message.request !== this.#requests || !run) return;
    switch (message.type) {
      case "progress":
        this.#run.value = {
          ...run,
          progress: progressSince(message.part, performance.now() - run.startedMs),
        };
        return;
      case "mesh":
        this.#triangles = message.triangles;
        return;
      case "frame":
        this.#sample.value = { triangles: this.#triangles, positions: message.positions };
        return;
      case "done":
        this.#run.value = { ...run, state: "done", outcome: message.outcome };
        return;
      case "issues":
        return this.#refuse(message.issues);
    }
  }

  #refuse(issues: Issue[]): void {
    const run = this.#run.peek();
    if (run) this.#run.value = { ...run, state: "refused", issues };
  }
}
