// Generated from the Rust types by `make types`; do not edit.

/** A garment, its fabrics, what it hangs on and how it is simulated. */
export type Document = {
  /** Version of the format. A file from a later version is refused, one from an earlier is migrated. */
  toile: number;
  /** Name shown to people. */
  name: string;
  /** The fabrics that panels refer to. */
  fabrics: Array<Fabric>;
  /** The pieces of cloth. */
  panels: Array<Panel>;
  /** How the pieces are sewn together. */
  seams: Array<Seam>;
  /** Points of the cloth that are held. */
  pins: Array<Pin>;
  /** What the cloth falls on. Empty: nothing. */
  bodies: Array<Body>;
  /** How time advances. */
  simulation: Simulation;
  /** By which method. */
  integrator: Choice;
  /** The garment that panels and seams were drafted from, so that another body can have it too; left out where they were drawn. */
  made_to_measure?: MadeToMeasure;
};

/** A garment of the table with its numbers, drafted for a body. */
export type MadeToMeasure = {
  /** Id of the garment, such as `garment.t-shirt`. */
  garment: string;
  /** Its numbers; those left out take their defaults. */
  parameters: { [key in string]: number };
  /** Id of the body it was drafted for. */
  body: string;
};

/** A cloth with its measured behaviour. */
export type Fabric = {
  /** Stable name that panels refer to. */
  id: string;
  /** Name shown to people. */
  name: string;
  /** Where the numbers come from: a measurement with its source, or "typical". */
  source: string;
  /** Weight, thickness and strength. */
  sheet: Sheet;
  /** Resistance to stretch and shear in the plane of the cloth. */
  membrane: Choice;
  /** Resistance to the speed of stretch and shear. */
  viscosity: Choice;
  /** Friction between its yarns, which parts loading from unloading. */
  internal_friction: Choice;
  /** Resistance to bending. */
  bending: Choice;
  /** Friction against bodies. */
  friction: Choice;
  /** Friction of the cloth on itself; on another fabric it is the geometric mean of both. Left out: 0.4 at every speed,
   * typical of plain cotton on itself. */
  self_friction: Choice;
  /** How it is drawn; no influence on the drape. */
  look: Look;
};

/** The cloth as a sheet. */
export type Sheet = {
  /** Mass per area. Ten times too much and every seam sags; check the unit of your source (1 oz/yd² is 33.9 g/m²). */
  weight_g_per_m2: number;
  /** Distance kept between the cloth's middle surface and what it touches. Below 0.2 mm the flat triangles of a coarse mesh may show the body through the cloth. */
  thickness_mm: number;
  /** Stretch along the weft at which weft yarns break. The tension of a body-hugging seam is far below it; at a few percent cloth tears as paper does. */
  weft_tear_pct: number;
  /** Stretch along the warp at which warp yarns break: less than along the weft in most wovens, whose warps are straighter. */
  warp_tear_pct: number;
  /** How much less the weakest place bears than the strongest. At 0 all yarns of an evenly pulled cloth break at once. */
  tear_spread_pct: number;
};

/** How a fabric is drawn. */
export type Look = {
  /** Colour of the right side, `#rrggbb`. */
  colour: string;
  /** Colour of the wrong side; left out: that of the right side, a little paler. */
  back_colour?: string;
  /** How the surface is made. */
  surface: Surface;
  /** What is printed on it. */
  print: Print;
  /** Colour of the print, `#rrggbb`. */
  print_colour: string;
  /** Sizes and shine. */
  finish: Finish;
};

/** How the surface of a fabric is made, as an eye sees it. */
export type Surface = "plain" | "twill" | "satin" | "knit" | "rib" | "felt" | "leather";

/** What is printed on a fabric. */
export type Print = "none" | "stripes" | "checks" | "dots";

/** Sizes and shine of a fabric's surface. */
export type Finish = {
  /** Distance of the threads, loops or pores. Far above life the cloth looks like a model of itself. */
  thread_mm: number;
  /** How much light the surface throws back like a polished one: 0 is chalk, 1 is silk satin. */
  sheen: number;
  /** How fuzzy it is: a bloom of fibre ends where one looks along the surface. */
  fuzz: number;
  /** From one stripe, check or dot of the print to the next. */
  print_mm: number;
};

/** A piece of cloth, drawn flat: x is weft, y is warp (the grain) unless the grain is turned. */
export type Panel = {
  /** Stable name. */
  id: string;
  /** Name shown to people. */
  name: string;
  /** Id of the fabric it is cut from. */
  fabric: string;
  /** Closed outline, counter-clockwise seen from the right side: each edge ends where the next begins. Empty when the
   * panel mirrors another. */
  outline: Array<Edge>;
  /** What is cut out of it. */
  holes: Array<Hole>;
  /** Lines drawn on it that the triangles follow; some are folds. */
  lines: Array<Line>;
  /** Wedges taken out at an edge and sewn shut. */
  darts: Array<Dart>;
  /** Direction of the warp, counter-clockwise from the panel's y axis. */
  grain_deg: number;
  /** How it follows another panel or its own half. */
  symmetry: Symmetry;
  /** Which of several layers it lies in: 0 next to the body, then outwards. Put on a body, each begins further out. */
  layer: number;
  /** Whether it stays where it is, as if pinned all over, while the cloth around it moves. */
  frozen?: boolean;
  /** Id of a fabric bonded to its wrong side; empty for none. */
  interlining: string;
  /** Parts of it with a further fabric bonded to their wrong side. */
  interlined: Array<InterlinedRegion>;
  /** Where the flat panel starts in space. */
  placement: Placement;
  /** Where its origin lies on the drawing table, among the other panels; no influence on the drape. */
  table_mm: [number, number];
  /** How it is divided into triangles. */
  mesh: MeshSettings;
};

/** One edge of an outline. */
export type Edge = {
  /** Stable name within its panel. */
  id: string;
  /** Where it begins, x and y in mm. */
  from_mm: [number, number];
  /** Its shape on the way to the next edge's beginning. */
  curve: Curve;
  /** Width added outside the edge when the panel is cut from cloth; it does not drape. */
  seam_allowance_mm: number;
  /** Marks to match when sewing. */
  notches: Array<Notch>;
};

/** A mark on an edge. */
export type Notch = {
  /** Stable name within its panel. */
  id: string;
  /** Length along the edge from its beginning. */
  at_mm: number;
};

/** Shape of an edge between its two ends. */
export type Curve = { "kind": "line" } | { "kind": "quadratic";
  /** Its control point. */
  control_mm: [number, number];
} | { "kind": "cubic";
  /** Control point next to the beginning. */
  control_1_mm: [number, number];
  /** Control point next to the end. */
  control_2_mm: [number, number];
} | { "kind": "arc";
  /** Radius. */
  radius_mm: number;
  /** The longer of the two arcs with this radius. */
  large: boolean;
  /** Whether the arc turns counter-clockwise on its way. */
  counter_clockwise: boolean;
};

/** What is cut out of a panel. */
export type Hole = {
  /** Stable name within its panel. */
  id: string;
  /** Its closed outline, either way round. Edge ids are unique within the whole panel, so that seams can name them. */
  outline: Array<Edge>;
};

/** A part of a panel that a further fabric is bonded to: its stiffness, tension and weight are added to the panel's. */
export type InterlinedRegion = {
  /** Stable name within its panel. */
  id: string;
  /** Id of the fabric. */
  fabric: string;
  /** Its closed outline on the panel, either way round; it may run along the panel's own edges. Regions that overlap
   * have all their fabrics bonded there. */
  outline: Array<RegionEdge>;
};

/** One edge of an interlined region. */
export type RegionEdge = {
  /** Where it begins, x and y in mm. */
  from_mm: [number, number];
  /** Its shape on the way to the next edge's beginning. */
  curve: Curve;
};

/** A line on a panel. */
export type Line = {
  /** Stable name within its panel. */
  id: string;
  /** Where it begins. */
  from_mm: [number, number];
  /** Where it ends. */
  to_mm: [number, number];
  /** Its shape on the way. */
  curve: Curve;
  /** Whether the cloth is pressed into a fold along it. */
  fold: Fold;
};

/** A pressed fold. */
export type Fold = {
  /** Angle the cloth is pressed to: 0 is flat, positive folds its right sides together, 180 is folded over. */
  angle_deg: number;
  /** How many times stiffer than the fabric itself the fold holds its angle. With 1 gravity opens most folds; beyond 50 it acts as a rod. */
  strength: number;
};

/** A wedge taken out at an edge of the outline and sewn shut. */
export type Dart = {
  /** Stable name within its panel. */
  id: string;
  /** Id of the edge it opens at. */
  edge: string;
  /** Length along the edge, from its beginning, to the middle of the dart. */
  at_mm: number;
  /** Length of the edge that it takes away. */
  width_mm: number;
  /** Its tip inside the panel. */
  tip_mm: [number, number];
  /** How it is sewn. */
  stitching: Choice;
  /** Weave of the cloth in it. */
  weave: Weave;
  /** What is made of the stiffness measured beside such a seam. */
  stiffening: Stiffening;
};

/** How a panel follows another or its own half. */
export type Symmetry = { "kind": "none" } | { "kind": "mirror-of";
  /** Id of that panel. */
  panel: string;
} | { "kind": "unfold";
  /** Id of that edge. */
  edge: string;
};

/** Where a flat panel starts: its origin at a point in space, its right side to the front, turned and moved. */
export type Placement = { "kind": "free";
  /** x (to the wearer's left), y (up), z (to the front). */
  translation_mm: [number, number, number];
  /** About x, y and z, applied in that order. */
  rotation_deg: [number, number, number];
} | { "kind": "arrangement";
  /** Id of the body. */
  body: string;
  /** Name of the point, as the body's shape lists them. */
  point: string;
  /** Moved from there along the panel's own x, y and outwards. */
  offset_mm: [number, number, number];
  /** Turned in its own plane, counter-clockwise. */
  turn_deg: number;
  /** How it lies there. */
  lie: Lie;
};

/** How a panel lies where it is arranged. */
export type Lie = { "kind": "flat" } | { "kind": "around" } | { "kind": "fluted";
  /** Length along the part's outline from the panel's middle to where it meets its neighbours. */
  joint_mm: number;
};

/** How a panel is divided into triangles. */
export type MeshSettings = {
  /** Edge length of a triangle. Half the size is four times the triangles and finer folds; folds narrower than two triangles cannot form. */
  size_mm: number;
  /** By which part the stiffness that seams give to neighbouring triangles may differ: triangles near seams are made as small as that takes, and smaller where the cloth is stiffer. 0.1 is smooth; 0 leaves them all one size, and beside a stiff seam triangles of 20 mm differ by a quarter from one to the next. */
  seam_step: number;
};

/** A seam between two rows of edges. */
export type Seam = {
  /** Stable name. */
  id: string;
  /** One side: edges or parts of edges, in the order they are sewn. */
  a: Array<SeamPart>;
  /** The other side, in the same order. */
  b: Array<SeamPart>;
  /** Which end of side b meets the beginning of side a. */
  direction: Direction;
  /** Whether the longer side is gathered evenly into the shorter. Otherwise sides that differ by more than ease are an
   * issue. */
  gathered: boolean;
  /** How it is sewn. */
  stitching: Choice;
  /** Weave of the cloth in it. */
  weave: Weave;
  /** What is made of the stiffness measured beside such a seam. */
  stiffening: Stiffening;
  /** Whether it is pressed into a fold. */
  fold: Fold;
  /** An elastic sewn into it. */
  elastic: Elastic;
};

/** An edge, or a part of one, on one side of a seam. */
export type SeamPart = {
  /** Id of the panel. */
  panel: string;
  /** Id of the edge: of the outline, of a hole, or a dart's leg (`DART-left`, `DART-right`). */
  edge: string;
  /** Where the part begins, as a ratio of the edge's length, in the direction its own panel's outline runs; a mirrored
   * edge runs the other way than its original. */
  from: number;
  /** Where it ends. */
  to: number;
  /** Whether it is walked against the outline's direction. */
  reversed: boolean;
};

/** Which end of side b meets the beginning of side a. */
export type Direction = "auto" | "same" | "opposite";

/** Weave of the cloth in a seam. */
export type Weave = "plain" | "twill";

/** What is made of the stiffness measured beside a seam. */
export type Stiffening = "measured" | "printed" | "none";

/** An elastic sewn along a seam. */
export type Elastic = {
  /** Length of the elastic at rest over the length of the seam on the pattern. 1 with stiffness 0 is none; below 0.3 cloth bunches up. */
  ratio: number;
  /** Force that would double its length. 20 N is a light waistband; 0 is no elastic. */
  stiffness_n: number;
};

/** A point of the cloth that is held in space. */
export type Pin = {
  /** Stable name. */
  id: string;
  /** Id of the panel. */
  panel: string;
  /** Where on the panel; the nearest particle is held where it starts. */
  at_mm: [number, number];
};

/** Something solid that the cloth falls on. */
export type Body = {
  /** Stable name. */
  id: string;
  /** Its shape. */
  shape: Choice;
  /** How its surface meets cloth. */
  contact: BodyContact;
  /** How it moves from where its shape says. */
  motion: Choice;
  /** Its surface, where the shape is `body.own`. */
  mesh?: BodyMesh;
};

/** A closed surface of triangles. */
export type BodyMesh = {
  /** Name shown to people. */
  name: string;
  /** Corners: to the wearer's left, up and to the front. */
  vertices_mm: Array<[number, number, number]>;
  /** Three corners each, by their numbers from 0, counter-clockwise from outside. */
  triangles: Array<[number, number, number]>;
};

/** How a body's surface meets cloth. */
export type BodyContact = {
  /** By how much every friction of a fabric on this body differs from the fabric's own, which is that on a smooth form. 0 and all cloth slides off; 2 and a shirt of 0.3 holds as rubber would. */
  friction_factor: number;
};

/** How time advances. */
export type Simulation = {
  /** Simulated time per step. Longer steps lose more energy (the cloth moves as in honey); shorter ones cost more per second. */
  step_ms: number;
  /** Newton iterations per step. With one, friction lags by a step and fast cloth overstretches; each more costs as much again and follows the implicit equations closer. */
  newton_iterations: number;
  /** Relative residual at which a linear solve stops. At 0.1 the cloth falls as through honey; below 0.0001 the single-precision solve has nothing more to give. */
  solver_tolerance: number;
  /** Time in which the seams close before gravity sets in. Too short and panels far apart snap together and tangle. */
  sewing_s: number;
  /** Whether cloth is kept from passing through cloth (1) or not (0). Without it a step costs less, and folds pass through each other. */
  self_contact: number;
  /** Acceleration of gravity, downwards. */
  gravity_m_per_s2: number;
  /** Drag of still air, as the rate at which a free particle loses its speed. Zero keeps cloth swinging; above 5 it sinks as in water. */
  air_drag_per_s: number;
  /** Drag coefficient of the air across the cloth. A falling sheet floats by it; at 0 it drops like lead. */
  air_across: number;
  /** Drag coefficient of the air along the cloth: small, but it is what wind drags a flag by. */
  air_along: number;
  /** Wind to the wearer's left. */
  wind_x_m_per_s: number;
  /** Wind upwards. */
  wind_y_m_per_s: number;
  /** Wind from behind the wearer. */
  wind_z_m_per_s: number;
};

/** A row of a table by its id, with its numbers and curves; those left out take their defaults. */
export type Choice = {
  /** Id of the row. */
  kind: string;
  /** Its numbers. */
  parameters: { [key in string]: number };
  /** Its curves. */
  curves?: { [key in string]: Spline };
};

/** A curve as it is written down. */
export type Spline = {
  /** Slope at the origin. */
  slope: number;
  /** The pieces, from the origin outwards. None: a straight line. */
  segments: Array<Segment>;
};

/** One piece of a curve. */
export type Segment = {
  /** Where it ends; it begins where the one before it ends. */
  to: number;
  /** How far t², t³, … lead away from the tangent by the segment's end. None: straight. */
  bend: Array<number>;
};

/** One problem: what it is, where it is, the value found there and how to mend it. */
export type Issue = {
  /** Stable name for programs and documentation, such as `panel.outline-crosses`. */
  code: string;
  /** Path into the document, such as `panels[2].outline[0].curve`; empty for the document as a whole. */
  place: string;
  /** The value found, as it stands in the document; empty where there is none. */
  value: string;
  /** What is wrong, in plain words. */
  problem: string;
  /** What to do about it. */
  cure: string;
};

/** One number a user may set: its unit, its default and its ranges, in one place for the engine, the
 * document's schema, the page's panels and the documentation. */
export type Parameter = {
  /** Field name in the document; ends in its unit where it has one. */
  id: string;
  /** Unit as shown to people; `1` for a ratio, `count` for a whole number. */
  unit: string;
  /** The value used when the document is silent. */
  default: number;
  /** The range of a slider: what people normally want. */
  soft: [number, number];
  /** The range the engine accepts; a value outside is an issue. */
  hard: [number, number];
  /** What it does, and what goes wrong when it is changed. */
  help: string;
  /** Where the default comes from. */
  source: string;
};

/** One measured curve a user may set, as [`Parameter`] is one number. */
export type CurveParameter = {
  /** Name in the document. */
  id: string;
  /** Unit of the argument as shown to people; `1` for a strain. */
  x_unit: string;
  /** Unit of the value. */
  y_unit: string;
  /** The curve used when the document is silent. */
  default: Spline;
  /** The smallest and the largest knot the engine accepts. */
  knots: [number, number];
  /** The smallest and the largest slope the engine accepts, in `y_unit` per `x_unit`. */
  slopes: [number, number];
  /** What it does, and what goes wrong when it is changed. */
  help: string;
  /** Where the default comes from. */
  source: string;
};

/** What panels, `toile schema` and the documentation show of a row. */
export type RowInfo = {
  /** Stable name. */
  id: string;
  /** Name shown to people. */
  title: string;
  /** What it is and when to choose it. */
  help: string;
  /** The numbers it takes. */
  parameters: Array<Parameter>;
  /** The curves it takes. */
  curves: Array<CurveParameter>;
};

/** A setting that is one of several words. */
export type OneOf = {
  /** Name. */
  id: string;
  /** The words. */
  words: Array<string>;
  /** The word used when none is given. */
  default: string;
  /** What it decides. */
  help: string;
};

/** A setting that is a list of numbers, written with commas between them. */
export type ListOf = {
  /** Name. */
  id: string;
  /** Unit as shown to people; `1` for a ratio. */
  unit: string;
  /** The list used when none is given. */
  default: Array<number>;
  /** The range of each number that the engine accepts. */
  hard: [number, number];
  /** The most numbers that it accepts; one is the fewest. */
  most: number;
  /** What it decides. */
  help: string;
};

/** What panels, `toile schema` and `toile lab --list` show of an experiment. */
export type ExperimentInfo = {
  /** Stable name. */
  id: string;
  /** Name shown to people. */
  title: string;
  /** What it does and what it shows. */
  help: string;
  /** Its settings that are numbers. */
  parameters: Array<Parameter>;
  /** Its settings that are words. */
  choices: Array<OneOf>;
  /** Its settings that are lists of numbers. */
  lists: Array<ListOf>;
  /** Columns of its curve. */
  columns: Array<string>;
};

/** What the page shows of a map. */
export type MapInfo = {
  /** Stable name. */
  id: string;
  /** Name shown to people. */
  title: string;
  /** What it shows, and what it leaves out. */
  help: string;
  /** Unit of its values. */
  unit: string;
  /** The range that its colours cover when nobody has chosen another. */
  range: [number, number];
  /** How its colours run. */
  scale: MapScale;
  /** What it has a value of. */
  domain: MapDomain;
  /** What the low and the high end mean. */
  ends: [string, string];
};

/** How a map's colours run. */
export type MapScale = "sequential" | "diverging";

/** What a map has a value of. */
export type MapDomain = "triangle" | "particle" | "seam";

/** What a probe sees at a triangle. */
export type Probe = {
  /** The triangle. */
  triangle: number;
  /** Id of its panel. */
  panel: string;
  /** Id of its fabric. */
  fabric: string;
  /** What the map that was asked for says of the triangle; nothing where it says nothing, or is not a map of triangles. */
  value: number | null;
  /** Weft, warp and shear. */
  modes: Array<ProbeMode>;
  /** The directions of most and of least strain. */
  principal: Array<Principal>;
};

/** One strain at a place, and what the fabric answers to it. */
export type ProbeMode = {
  /** Such as weft. */
  title: string;
  /** Green–Lagrange strain. */
  strain: number;
  /** Stress, N/m: that of the law and of internal friction. */
  stress: number;
  /** The part of it that is internal friction, N/m. */
  friction: number;
  /** The largest that internal friction can be at this strain, N/m. */
  saturation: number;
  /** Strain and stress of the fabric's law, N/m, the other strains being what they are here: without internal friction the
   * place is on this curve. */
  curve: Array<[number, number]>;
};

/** A direction in the cloth in which it is strained without shear. */
export type Principal = {
  /** Green–Lagrange strain. */
  strain: number;
  /** Angle from the weft on the panel, degrees, above −90 and up to 90. */
  from_weft_deg: number;
  /** Unit vector in the world. */
  direction: [number, number, number];
};

/** The laws of a fabric, and what stands against draping it. */
export type Laws = {
  /** Plots in the order of the fabric's fields; those of a law that cannot be built are left out. */
  plots: Array<Plot>;
  /** What is wrong; places are paths into the fabric. */
  issues: Array<Issue>;
};

/** Traces that share their axes. */
export type Plot = {
  /** Stable name, such as `tension`. */
  id: string;
  /** Field of the fabric that it shows. */
  law: string;
  /** Name shown to people. */
  title: string;
  /** What is set. */
  x: Axis;
  /** What the law answers. */
  y: Axis;
  /** The curves. */
  traces: Array<Trace>;
  /** The same law written as measured curves, where it is not and can be. */
  as_curves: Choice | null;
};

/** One axis. */
export type Axis = {
  /** Name shown to people. */
  name: string;
  /** Unit; `1` for a ratio. */
  unit: string;
};

/** One curve. */
export type Trace = {
  /** What is strained, such as `weft`. */
  id: string;
  /** On which way. */
  branch: Branch;
  /** x and y, in the units of the axes. */
  points: Array<[number, number]>;
  /** Knots of the document's curve of this id, where the law has one; its origin first. */
  knots: Array<Knot>;
  /** Where such a curve does not rise, and so gives way. */
  gives_way: [number, number] | null;
};

/** Which way a curve is walked. */
export type Branch = "elastic" | "load" | "unload" | "rest";

/** A knot of a measured curve. */
export type Knot = {
  /** Argument. */
  at: number;
  /** Value. */
  value: number;
  /** Slope. */
  slope: number;
};

/** Which triangles a panel became, or those of it that are of one fabric. */
export type Patch = {
  /** Id of the panel. */
  panel: string;
  /** Id of its fabric. */
  fabric: string;
  /** Index of its first triangle. */
  first_triangle: number;
  /** How many there are. */
  triangle_count: number;
};

/** A document as it is drawn. Coordinates are runs of x, y in one list, mm in the panel's own drawing. */
export type Draft = {
  /** One per panel of the document. */
  panels: Array<DraftPanel>;
  /** The seams whose panels can be drawn. */
  seams: Array<DraftSeam>;
  /** Everything that stands against draping it. */
  issues: Array<Issue>;
};

/** A panel with its symmetry unfolded and its darts cut in. */
export type DraftPanel = {
  /** Id of the panel. */
  id: string;
  /** Its edges, outline first, in the order they are walked. None where it cannot be drawn. */
  edges: Array<DraftEdge>;
  /** Its internal lines, those of an unfolded half included. */
  lines: Array<[number, number]>;
  /** The cutting line; empty where there is no allowance. */
  cutting: [number, number];
  /** Area without holes, mm². */
  area_mm2: number;
};

/** An edge as it is drawn. */
export type DraftEdge = {
  /** The name that seams use. */
  name: string;
  /** 0 for the outline, then the holes. */
  loop: number;
  /** First number and count of numbers of its polyline. */
  points: [number, number];
  /** Length along the curve. */
  length_mm: number;
};

/** A seam as it is drawn. */
export type DraftSeam = {
  /** Id of the seam. */
  id: string;
  /** Length of either side. */
  lengths_mm: [number, number];
  /** Whether the end of side b meets the beginning of side a. */
  opposite: boolean;
  /** What either side is made of. */
  sides: [Array<Stretch>, Array<Stretch>];
  /** Which point meets which, in order along the seam. */
  threads: Array<Thread>;
};

/** A part of an edge that is sewn. */
export type Stretch = {
  /** Index of the panel. */
  panel: number;
  /** First number and count of numbers of its polyline. */
  points: [number, number];
};

/** Two points that meet. */
export type Thread = {
  /** Indices of the panels. */
  panels: [number, number];
  /** Where on each, mm. */
  at_mm: [[number, number], [number, number]];
};

/** What one step did. */
export type StepReport = {
  /** Steps since the start. */
  step: number;
  /** Simulated time since the start, s. */
  simulated_s: number;
  /** Wall time of this step, ms. */
  wall_ms: number;
  /** Part of it that built linear systems, ms. */
  assembly_ms: number;
  /** Part of it that solved them, ms. */
  solve_ms: number;
  /** Newton iterations used. */
  newton_iterations: number;
  /** Conjugate-gradient iterations of all of them. */
  cg_iterations: number;
  /** Residual the last linear solve reached, relative to the right-hand side of the step's first. */
  residual: number;
  /** Speed of the fastest particle, m/s. */
  max_speed_m_s: number;
  /** Part of it that looked for cloth near cloth and kept it apart, ms. */
  layers_ms: number;
  /** Part of that which swept the step's motion and kept it safe, ms. */
  sweep_ms: number;
  /** Particles that touch a body. */
  contacts: number;
  /** Pairs of cloth features that press on each other. */
  layer_contacts: number;
  /** Edges that pass through triangles because the step began so; they are being drawn apart. */
  tangled: number;
  /** Pairs that would have passed through each other and were stopped. */
  stopped: number;
  /** Particles that had to give up a part of their motion because stopping was not enough. */
  held_back: number;
  /** Parts in which the step was taken: more than one where the whole would have been too fast or not safe. */
  parts: number;
  /** Triangles that would have entered a body and were stopped. */
  kept_out: number;
  /** Triangles that entered a body all the same, where bodies squeeze the cloth to nothing. */
  entered: number;
  /** Edges of the mesh that were torn after the step: the cloth has other points then. */
  torn: number;
  /** Whether the seams are closed. */
  sewn: boolean;
  /** Whether the cloth has been still for a while. */
  at_rest: boolean;
  /** Why the step was undone, if it was: non-finite numbers are contained, never kept. */
  halted: Issue | null;
};

/** A place of a body where a panel can be put. */
export type ArrangementPoint = {
  /** Its name in documents. */
  name: string;
  /** Where the panel's origin goes. */
  origin_m: [number, number, number];
  /** Direction of the panel's x. */
  right: [number, number, number];
  /** Direction of its y. */
  up: [number, number, number];
  /** Direction of its right side. */
  out: [number, number, number];
  /** Whether the panel can curve around the body there. */
  curves: boolean;
};

/** A measurement that a body was asked for and does not reach. */
export type Miss = {
  /** Its name among the parameters. */
  measurement: string;
  /** What was asked for. */
  wanted_cm: number;
  /** What the body measures. */
  reached_cm: number;
};

/** A garment of the wardrobe. */
export type GarmentInfo = {
  /** Its row. */
  row: RowInfo;
  /** What it looks like. */
  sketch: Sketch;
};

/** A garment as a maker sketches it, flat and from the front: paths of SVG in a square of 64. */
export type Sketch = {
  /** Around it, closed. */
  outline: string;
  /** Seams, hems and folds on it. */
  lines: string;
};

/** A figure of a size table. */
export type FigureInfo = {
  /** Stable name, such as `woman-88`. */
  id: string;
  /** Name shown to people. */
  title: string;
  /** What the table says of it, cm. */
  measurements: { [key in string]: number };
};

/** Between which values the literature finds the drape coefficient of cloth of a kind (Cusick: 300 mm over a disc of 180 mm).
 * Other pieces of cloth than the preset's: a preset within is of its kind, one beyond need not be wrong. */
export type DrapeBand = {
  /** Id of the preset. */
  fabric: string;
  /** The least and the most, %. */
  percent: [number, number];
  /** What it was measured on. */
  cloth: string;
};

/** A pose or a motion as people choose it. */
export type Named = {
  /** Stable name. */
  id: string;
  /** Name shown to people. */
  title: string;
};

/** What can be chosen and set in a document, and what to begin with. */
export type Tables = {
  /** Membrane laws. */
  membrane: Array<RowInfo>;
  /** Viscosity laws. */
  viscosity: Array<RowInfo>;
  /** Internal friction laws. */
  internal_friction: Array<RowInfo>;
  /** Bending laws. */
  bending: Array<RowInfo>;
  /** Friction laws. */
  friction: Array<RowInfo>;
  /** Seam types. */
  seams: Array<RowInfo>;
  /** Integrators. */
  integrators: Array<RowInfo>;
  /** Shapes of bodies. */
  shapes: Array<RowInfo>;
  /** Motions of bodies. */
  motions: Array<RowInfo>;
  /** Numbers of a body's surface. */
  body_contact: Array<Parameter>;
  /** Numbers of a fabric as a sheet. */
  sheet: Array<Parameter>;
  /** Numbers of a fabric's look. */
  finish: Array<Parameter>;
  /** Numbers of a panel's mesh. */
  mesh: Array<Parameter>;
  /** Numbers of a fold, along a line or a seam. */
  fold: Array<Parameter>;
  /** Numbers of an elastic sewn into a seam. */
  elastic: Array<Parameter>;
  /** Numbers of the simulation. */
  simulation: Array<Parameter>;
  /** Fabrics to begin with. */
  fabrics: Array<Fabric>;
  /** What the literature says of the drape of cloth of their kinds. */
  drape_bands: Array<DrapeBand>;
  /** Maps over the cloth. */
  maps: Array<MapInfo>;
  /** Experiments of the virtual laboratory. */
  experiments: Array<ExperimentInfo>;
  /** Garments to begin with; the page opens on the first. */
  garments: Array<Document>;
  /** Garments that are drafted to measure. */
  wardrobe: Array<GarmentInfo>;
  /** Figures that they are drafted for. */
  figures: Array<FigureInfo>;
  /** What is measured of a figure. */
  measurements: Array<Parameter>;
  /** Poses of a mannequin, by their numbers. */
  poses: Array<Named>;
  /** How a mannequin moves, by numbers from 1. */
  paces: Array<Named>;
  /** Version of the engine. */
  version: string;
};
