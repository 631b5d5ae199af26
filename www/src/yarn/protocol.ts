/** What the page and the worker of tearing say to each other. */
import type { Issue } from "../engine/types";

/** A ball (its radius first) or a block (half its edges). */
export interface Rigid {
  ball: boolean;
  size_m: [number, number, number];
  position_m: [number, number, number];
  turn: [number, number, number, number];
}

/** What a frame of 1/30 s did. */
export interface TearReport {
  time_s: number;
  displacement_m: number;
  grip_force_n: number;
  wefts_cut: number;
  warps_cut: number;
  yarn_crossings: number;
  fray_mean_m: number;
  wall_ms: number;
  finite: boolean;
}

/** Yarns as they are: x, y, z and whether the yarn goes on, of the warps and then of the wefts at every crossing. */
export interface SwatchFrame {
  run: number;
  yarns: Float32Array<ArrayBuffer>;
  bodies: Rigid[];
  /** Nothing for the swatch at its start. */
  report: TearReport | null;
}

export interface Lattice {
  warps: number;
  wefts: number;
  spacing_m: number;
  /** How long the scene is worth watching. */
  seconds: number;
}

export type ToTear =
  /** Sets up a swatch; what is on its way from a former one is of an older run. */
  | { kind: "open"; run: number; settings: string[] }
  /** Asks for the next frame, in the buffer of a former one. */
  | { kind: "frame"; run: number; buffer: Float32Array<ArrayBuffer> };

export type FromTear =
  | { kind: "opened"; run: number; lattice: Lattice; frame: SwatchFrame }
  | { kind: "frame"; frame: SwatchFrame }
  | { kind: "refused"; run: number; issues: Issue[] };
