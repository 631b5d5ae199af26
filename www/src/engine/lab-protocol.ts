import type { Answerer } from "./newest";
import type { ExperimentInfo, Issue, Laws } from "./types";

/** What the page and the laboratory's workers say to each other. Fabrics travel as JSON: Rust owns the format. */

/** What an experiment found. */
export interface Outcome {
  /** Names of the columns, `quantity_unit`. */
  columns: string[];
  rows: number[][];
  figures: Record<string, number | boolean | string | number[]>;
  /** The curve as the command line would write it. */
  csv: string;
}

export type ToLab =
  | { type: "laws"; request: number; fabric: string }
  | { type: "run"; request: number; experiment: string; fabric: string; settings: string[] };

export type FromLab =
  | { type: "ready"; experiments: ExperimentInfo[] }
  | { type: "laws"; request: number; laws: Laws }
  | { type: "progress"; request: number; part: number }
  | { type: "mesh"; request: number; triangles: Uint32Array }
  /** x, y, z of every particle, metres. */
  | { type: "frame"; request: number; positions: Float32Array }
  | { type: "done"; request: number; outcome: Outcome }
  | { type: "issues"; request: number; issues: Issue[] };

export type LabWorker = Answerer<ToLab, FromLab>;
