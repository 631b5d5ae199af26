import type { Outcome } from "../engine/lab-protocol";
import type { Series } from "../ui/curve-plot";
import { brief } from "../ui/plot-scale";
import { disc, ends, ledge } from "./fixtures";
import type { Fixture, View } from "./scene";

/** Settings of a run by name, as the command line takes them. */
export type Settings = Readonly<Record<string, string>>;

/** What is drawn of an outcome. */
export interface Drawing {
  x: { name: string; unit: string };
  y: { name: string; unit: string };
  series: Series[];
  /** Whether both axes have one scale. */
  square?: boolean;
}

/** A virtual tester: an experiment of the laboratory as the page shows it. */
export interface Tester {
  /** The experiment as the command line names it. */
  readonly id: string;
  readonly title: string;
  /** What it tells of a fabric, in one sentence. */
  readonly about: string;
  /** Settings that are offered, of the experiment's own. */
  readonly offered: readonly string[];
  /** Settings that follow from those that were chosen. */
  readonly derived?: (chosen: Settings) => Settings;
  readonly view: View;
  /** What holds the sample. */
  readonly fixture?: (positions: Float32Array) => Fixture[];
  drawing(outcome: Outcome, chosen: Settings): Drawing;
  /** The figures that people ask for. */
  figures(outcome: Outcome): [string, string][];
}

const column = (outcome: Outcome, name: string): number[] => {
  const index = outcome.columns.indexOf(name);
  return outcome.rows.map((row) => row[index] ?? Number.NaN);
};

const curve = (outcome: Outcome, x: Column, y: Column): [number, number][] => {
  const [xs, ys] = [column(outcome, x[0]), column(outcome, y[0])];
  return xs.map((value, k) => [value * x[1], (ys[k] ?? Number.NaN) * y[1]]);
};

const number = (outcome: Outcome, name: string): number => Number(outcome.figures[name]);

const percent = (part: number): string =>
  Math.abs(part) < 1e-5 ? "below 0.001 %" : `${brief(100 * part)} %`;

/** A column that is drawn: its name there, and what makes its unit the one that is shown. */
type Column = [name: string, factor: number];

interface Axes {
  x: Drawing["x"] & { column: Column };
  y: Drawing["y"] & { column: Column };
  /** What the law itself says at the same places. */
  law: Column;
}

/** What a tester measures beside what the law says. */
function besideLaw(outcome: Outcome, { x, y, law }: Axes): Drawing {
  return {
    x,
    y,
    series: [
      { name: "the law", tone: 1, points: [[0, 0], ...curve(outcome, x.column, law)] },
      { name: "the tester", tone: 0, marks: true, points: curve(outcome, x.column, y.column) },
    ],
  };
}

const pull = (outcome: Outcome): Drawing =>
  besideLaw(outcome, {
    x: { name: "displacement", unit: "mm", column: ["displacement_m", 1000] },
    y: { name: "force", unit: "N", column: ["force_n", 1] },
    law: ["model_force_n", 1],
  });

const atEnd = (outcome: Outcome, [name, factor]: Column): string =>
  brief(factor * (column(outcome, name).at(-1) ?? 0));
const forceAtEnd = (outcome: Outcome): [string, string] => [
  "Force at the end",
  `${atEnd(outcome, ["force_n", 1])} N`,
];

const agreement = (outcome: Outcome): [string, string] => [
  "Largest difference from the law",
  percent(number(outcome, "max_relative_error")),
];

const FLAT: View = { up: "y", azimuth: 0, elevation: 0 };

const tensile: Tester = {
  id: "tensile",
  title: "Tensile",
  about: "A strip is pulled along a thread: the force at the clamp, and that of the law.",
  offered: ["direction", "max_strain", "triangles"],
  view: FLAT,
  fixture: ends,
  drawing: pull,
  figures: (outcome) => [forceAtEnd(outcome), agreement(outcome)],
};

const shear: Tester = {
  id: "shear",
  title: "Shear",
  about:
    "One clamp moves along itself: the force along it, and what the free sides of a real tester take away.",
  offered: ["direction", "border", "max_strain", "triangles"],
  view: FLAT,
  fixture: ends,
  drawing: pull,
  figures: (outcome) => [
    forceAtEnd(outcome),
    agreement(outcome),
    ["Effect of free sides", percent(number(outcome, "end_effect_relative"))],
  ],
};

const bending: Tester = {
  id: "bending",
  title: "Bending",
  about: "Two jaws turn against each other: the moment that holds a strip bent, per width.",
  offered: ["direction", "max_curvature_per_m", "triangles"],
  view: { up: "z", azimuth: 0.35, elevation: 0.25 },
  fixture: ends,
  drawing: (outcome) =>
    besideLaw(outcome, {
      x: { name: "curvature", unit: "1/m", column: ["curvature_per_m", 1] },
      y: { name: "moment per width", unit: "µN", column: ["moment_n", 1e6] },
      law: ["model_moment_n", 1e6],
    }),
  figures: (outcome) => [
    ["Moment at the end", `${atEnd(outcome, ["moment_n", 1e6])} µN`],
    agreement(outcome),
  ],
};

const cantilever: Tester = {
  id: "cantilever",
  title: "Cantilever",
  about: "A strip hangs out over an edge under its own weight: how far it holds itself.",
  offered: ["direction", "length_mm", "barrier", "triangles"],
  view: { up: "z", azimuth: 0.3, elevation: 0.15 },
  fixture: ledge,
  drawing: (outcome) => ({
    x: { name: "out from the edge", unit: "mm" },
    y: { name: "height", unit: "mm" },
    square: true,
    series: [{ name: "mid-line", tone: 0, points: curve(outcome, ["x_m", 1000], ["z_m", 1000]) }],
  }),
  figures: (outcome) => [
    ["Tip, out", `${brief(1000 * number(outcome, "tip_x_m"))} mm`],
    ["Tip, down", `${brief(-1000 * number(outcome, "tip_z_m"))} mm`],
    ...("bending_length_m" in outcome.figures
      ? ([
          ["Bending length", `${brief(1000 * number(outcome, "bending_length_m"))} mm`],
          ["Stiffness by Peirce", `${brief(number(outcome, "peirce_stiffness_un_m"))} µN·m`],
        ] as [string, string][])
      : []),
  ],
};

const drapemeter: Tester = {
  id: "drapemeter",
  title: "Drapemeter",
  about:
    "A round sample hangs over a disc; the part of the overhang that its shadow covers is the drape coefficient.",
  offered: ["seams", "sample_mm", "disc_mm", "seed", "triangles"],
  view: { up: "y", azimuth: 0.5, elevation: 0.6 },
  fixture: disc,
  drawing: (outcome, chosen) => {
    const radii = curve(outcome, ["angle_deg", 1], ["radius_m", 1000]);
    const level = (name: string, tone: number, radius: number): Series => ({
      name,
      tone,
      dashed: true,
      points: [
        [0, radius],
        [360, radius],
      ],
    });
    return {
      x: { name: "direction", unit: "°" },
      y: { name: "edge of the shadow", unit: "mm" },
      series: [
        { name: "shadow", tone: 0, points: radii },
        level("sample", 1, Number(chosen.sample_mm ?? 300) / 2),
        level("disc", 2, Number(chosen.disc_mm ?? 180) / 2),
      ],
    };
  },
  figures: (outcome) => [
    ["Drape coefficient", `${number(outcome, "drape_coefficient_pct").toFixed(2)} %`],
    ["Folds", String(outcome.figures.nodes)],
    ["At rest", outcome.figures.at_rest ? `after ${brief(number(outcome, "simulated_s"))} s` : "not yet"],
  ],
};

/** There, back, half-way and there again: what remains at the turns is friction. */
const TURNS = [1, 0, 1, 0.5, 1, 0];
const STEPS = 24;
/** How far each mode is taken: strains, and 1/m. */
const FAR: Record<string, number> = { weft: 0.03, warp: 0.03, shear: 0.1, bending: 60 };

/** Numbers from zero to each turn, in even steps. */
export function pathThrough(turns: readonly number[], far: number): number[] {
  const path = [0];
  for (const turn of turns) {
    const from = path.at(-1) as number;
    for (let k = 1; k <= STEPS; k++)
      path.push(Number((from + ((turn * far - from) * k) / STEPS).toPrecision(9)));
  }
  return path;
}

const hysteresis: Tester = {
  id: "hysteresis",
  title: "Hysteresis",
  about: "One element is strained there and back: where loading and unloading part, yarns rub.",
  offered: ["mode", "direction", "dt_ms"],
  derived: ({ mode = "weft" }) => ({ path: pathThrough(TURNS, FAR[mode] ?? 0.03).join(",") }),
  view: { up: "y", azimuth: 0.25, elevation: 0.35 },
  drawing: (outcome, { mode }) => {
    const bent = mode === "bending";
    const y = bent ? 1e6 : 1;
    return {
      x: bent ? { name: "curvature", unit: "1/m" } : { name: "strain", unit: "1" },
      y: bent ? { name: "moment per width", unit: "µN" } : { name: "stress", unit: "N/m" },
      series: [
        { name: "whole", tone: 0, points: curve(outcome, ["strain", 1], ["total", y]) },
        { name: "friction alone", tone: 1, points: curve(outcome, ["strain", 1], ["friction", y]) },
      ],
    };
  },
  figures: (outcome) => [
    ...(number(outcome, "friction_max") > 0
      ? ([
          ["Work that is lost", `${brief(number(outcome, "work_j_per_m2"))} J/m²`],
          ["Largest friction", brief(number(outcome, "friction_max"))],
        ] as [string, string][])
      : ([["Friction of its yarns", "none in this mode"]] as [string, string][])),
  ],
};

/** Every tester, in the order they are offered. */
export const testers: readonly Tester[] = [tensile, shear, bending, cantilever, drapemeter, hysteresis];
