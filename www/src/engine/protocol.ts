import type { ArrangementPoint, Document, Issue, Miss, Patch, Probe, Tables } from "./types";

/** What the page and the engine's worker say to each other. Documents travel as JSON: Rust owns the format. */

export type Point = readonly [number, number, number];

/** A solid the cloth falls on, as triangles. Metres. */
export interface BodyMesh {
  id: string;
  /** Whether frames bring it anew. */
  moves: boolean;
  /** Where panels can be put on it. */
  points: ArrangementPoint[];
  /** Measurements it was asked for and does not reach. */
  misses: Miss[];
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** What stays the same between frames: who is connected to whom, and what the cloth falls on. */
export interface Scene {
  /** Grows with every new topology; a frame of an older one is dropped. */
  generation: number;
  pointCount: number;
  triangles: Uint32Array;
  /** u, v in metres. */
  materialCoordinates: Float32Array;
  patches: Patch[];
  /** Pairs of points that seams bring together. */
  stitches: Uint32Array;
  /** The document's seams, then darts: of each piece two points of one side, then two of the other. */
  seams: Uint32Array[];
  bodies: BodyMesh[];
  /** Positions, normals and map, as in a frame, at this moment: the cloth is never shown without a shape. */
  values: Float32Array;
  /** The point that the hand holds. */
  held: number | null;
}

/**
 * Of every point three numbers of its position, then of every point three of its normal, then one of the map that is
 * shown: not a number where the map has none. The buffer is transferred and comes back with `recycle`.
 */
export interface Frame {
  generation: number;
  /** The map that was asked for; without one the last part of the values means nothing. */
  map: string | null;
  step: number;
  simulatedS: number;
  values: Float32Array<ArrayBuffer>;
  /** Of each body that moves three numbers of every position, then three of every normal; null where none does. */
  bodies: Float32Array<ArrayBuffer> | null;
  /** Loose ends of torn yarns; null where none is torn. */
  fringe: Fringe | null;
}

/** Torn yarns: those that are drawn out of the lips of a tear, and loose ends. */
export interface Fringe {
  /** Nodes of each. */
  nodes: number;
  /** Index of the fabric of each. */
  fabrics: number[];
  /** Of each node x, y, z in metres and whether the yarn goes on to the next, 1 or 0; yarn after yarn. */
  values: Float32Array<ArrayBuffer>;
}

/** Numbers per point in a frame. */
export const PER_POINT = 7;

/** The cloth of a moment with all of its maps, to be compared with what comes later. */
export interface Kept {
  scene: Scene;
  simulatedS: number;
  /** By the map's id, a value per point. */
  maps: Record<string, Float32Array>;
}

/** How far something long has come. */
export interface Progress {
  /** The part that is done, 0 to 1. */
  part: number;
  /** How long it still takes, s; null where nobody knows. */
  leftS: number | null;
}

/** How the simulation goes, a few times a second. */
export interface Status {
  /** Whether it goes on by itself; once it does not, no step comes that is not asked for. */
  playing: boolean;
  stepsPerS: number;
  msPerStep: number;
  /** Simulated seconds per second. */
  realTimeFactor: number;
  triangles: number;
  simulatedS: number;
  atRest: boolean;
  /** How far the seams are on their way to being closed; null once they are. Until then the cloth does not fall. */
  sewing: Progress | null;
}

/** What became of a text: a document, migrated and complete, or everything that is wrong with it. */
export type Reading = { document: Document } | { issues: Issue[] };

export type ToEngine =
  | { type: "open"; document: string }
  | { type: "update"; document: string }
  | { type: "read"; request: number; text: string }
  | { type: "opening"; request: number }
  | { type: "garment"; request: number; garment: string; size: string }
  | { type: "redraft"; request: number; document: string }
  | { type: "speed"; factor: number }
  | { type: "play" }
  | { type: "pause" }
  | { type: "step" }
  | { type: "reset" }
  | { type: "grab"; generation: number; particle: number; point: Point }
  | { type: "moveGrab"; point: Point }
  | { type: "releaseGrab" }
  /** Overstretched yarns break by the chance of a seed, or hold; what is torn from here on is taken back at once. */
  | { type: "tearing"; seed: number | null }
  /** Cuts along places: a triangle each, and three weights. */
  | { type: "snip"; generation: number; triangles: Uint32Array; weights: Float64Array }
  | { type: "mend" }
  | { type: "tearAgain" }
  | { type: "map"; id: string | null }
  | { type: "probe"; generation: number; triangle: number | null }
  | { type: "keep"; request: number }
  | { type: "recycle"; generation: number; values: Float32Array<ArrayBuffer> };

export type FromEngine =
  | { type: "ready"; tables: Tables }
  /** Without bodies they are those of before: an edit of a panel need not bring a mannequin again. */
  | { type: "opened"; scene: Omit<Scene, "bodies">; bodies: BodyMesh[] | null }
  /** The same cloth has other triangles: it was torn, cut or mended. The bodies are those of before. */
  | { type: "divided"; scene: Omit<Scene, "bodies"> }
  /** Something new is torn, that can be taken back. */
  | { type: "torn"; how: "tear" | "cut" }
  | { type: "frame"; frame: Frame }
  | { type: "status"; status: Status }
  | { type: "issues"; issues: Issue[] }
  | { type: "read"; request: number; reading: Reading }
  | { type: "probe"; generation: number; probe: Probe | null }
  | { type: "kept"; request: number; kept: Kept | null }
  | { type: "halted"; issue: Issue }
  | { type: "crashed"; message: string };
