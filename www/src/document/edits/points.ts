import type { Curve, Document, Edge, Panel } from "../../engine/types";
import { type Arc, lengthTo, split } from "../../pattern2d/curve";
import { converted, LARGEST_RADIUS_MM } from "../../pattern2d/curve-kinds";
import { add, mix, norm, round, rounded, scale, sub, unit, type Vec } from "../../pattern2d/vec";
import { freshPart } from "../ids";
import { reseatDarts } from "./darts";
import { editPanel } from "./panels";
import { joinParts, splitParts } from "./seam-parts";
import { tidy } from "./tidy";

/** Applies an edit to the closed row of edges, outline or hole, that has an edge of this id. */
function editLoop(panel: Panel, edge: string, edit: (edges: Edge[], at: number) => Edge[]): Panel {
  const at = panel.outline.findIndex((each) => each.id === edge);
  if (at >= 0) return { ...panel, outline: edit(panel.outline, at) };
  const holes = panel.holes.map((hole) => {
    const k = hole.outline.findIndex((each) => each.id === edge);
    return k >= 0 ? { ...hole, outline: edit(hole.outline, k) } : hole;
  });
  return { ...panel, holes };
}

/** The closed row of edges that has an edge of this id, and where in it. */
export function loopOf(panel: Panel, edge: string): { edges: Edge[]; at: number } | null {
  for (const edges of [panel.outline, ...panel.holes.map((hole) => hole.outline)]) {
    const at = edges.findIndex((each) => each.id === edge);
    if (at >= 0) return { edges, at };
  }
  return null;
}

/** An edge with its two ends. */
export function arcOf(panel: Panel, edge: string): Arc | null {
  const found = loopOf(panel, edge);
  const here = found?.edges[found.at];
  const next = found?.edges[(found.at + 1) % found.edges.length];
  return here && next ? { from: here.from_mm, curve: here.curve, to: next.from_mm } : null;
}

/** Moves corners, each named by the edge that begins there; handles that stand at a corner go with it. */
export function movePoints(
  document: Document,
  panel: string,
  points: ReadonlySet<string>,
  by: Vec,
): Document {
  const move = (edges: Edge[]): Edge[] =>
    edges.map((edge, k) => {
      const next = edges[(k + 1) % edges.length];
      const [begins, ends] = [points.has(edge.id), next !== undefined && points.has(next.id)];
      if (!begins && !ends) return edge;
      const from_mm = begins ? rounded(add(edge.from_mm, by)) : edge.from_mm;
      return { ...edge, from_mm, curve: carried(edge.curve, begins, ends, by) };
    });
  return editPanel(document, panel, (each) =>
    reseatDarts(each, {
      ...each,
      outline: move(each.outline),
      holes: each.holes.map((hole) => ({ ...hole, outline: move(hole.outline) })),
    }),
  );
}

function carried(curve: Curve, begins: boolean, ends: boolean, by: Vec): Curve {
  if (curve.kind === "cubic")
    return {
      ...curve,
      control_1_mm: begins ? rounded(add(curve.control_1_mm, by)) : curve.control_1_mm,
      control_2_mm: ends ? rounded(add(curve.control_2_mm, by)) : curve.control_2_mm,
    };
  if (curve.kind === "quadratic")
    return {
      ...curve,
      control_mm: rounded(add(curve.control_mm, scale(by, (Number(begins) + Number(ends)) / 2))),
    };
  return curve;
}

export type Handle = "control_mm" | "control_1_mm" | "control_2_mm";

export function moveHandle(
  document: Document,
  panel: string,
  edge: string,
  handle: Handle,
  to: Vec,
): Document {
  return editEdge(document, panel, edge, (each) =>
    handle in each.curve ? { ...each, curve: { ...each.curve, [handle]: rounded(to) } as Curve } : each,
  );
}

/** The document with one edge of a panel's outline or holes changed. */
export function editEdge(
  document: Document,
  panel: string,
  edge: string,
  edit: (edge: Edge) => Edge,
): Document {
  return editPanel(document, panel, (each) =>
    reseatDarts(
      each,
      editLoop(each, edge, (edges, at) => edges.map((one, k) => (k === at ? edit(one) : one))),
    ),
  );
}

/** Gives an edge another kind of curve. An arc that its ends have outgrown is widened. */
export function convertEdge(document: Document, panel: string, edge: string, kind: Curve["kind"]): Document {
  const found = document.panels.find((each) => each.id === panel);
  const arc = found && arcOf(found, edge);
  const others = found && loopOf(found, edge)?.edges.filter((each) => each.id !== edge);
  // Two straight edges would lie on each other.
  const flat = kind === "line" && others?.length === 1 && others[0]?.curve.kind === "line";
  if (!arc || flat) return document;
  return editEdge(document, panel, edge, (each) => ({ ...each, curve: converted(arc, kind) }));
}

/** Cuts an edge in two; seams, notches and darts on it stay where they are. */
export function splitEdge(
  document: Document,
  panel: string,
  edge: string,
  t: number,
): { document: Document; id: string } {
  const found = document.panels.find((each) => each.id === panel);
  const arc = found && arcOf(found, edge);
  if (!found || !arc || t <= 0 || t >= 1) return { document, id: edge };
  const id = freshPart(found, edge.replace(/-\d+$/, ""));
  const [whole, first] = [lengthTo(arc), lengthTo(arc, t)];
  const ratio = first / whole;
  const { at, before, after } = split(arc, t);
  const cut = editPanel(document, panel, (each) => ({
    ...editLoop(each, edge, (edges, k) => {
      const old = edges[k] as Edge;
      return edges.toSpliced(
        k,
        1,
        { ...old, curve: before, notches: old.notches.filter((notch) => notch.at_mm <= first) },
        {
          ...old,
          id,
          from_mm: rounded(at),
          curve: after,
          notches: old.notches
            .filter((notch) => notch.at_mm > first)
            .map((notch) => ({ ...notch, at_mm: notch.at_mm - first })),
        },
      );
    }),
    darts: each.darts.map((dart) =>
      dart.edge === edge && dart.at_mm > first ? { ...dart, edge: id, at_mm: dart.at_mm - first } : dart,
    ),
  }));
  return { document: splitParts(cut, panel, { edge, added: id, ratio }), id };
}

/** Takes a corner away: the two edges that met there become one. At least two edges stay. */
export function deletePoint(document: Document, panel: string, edge: string): Document {
  const found = document.panels.find((each) => each.id === panel);
  const loop = found && loopOf(found, edge);
  if (!found || !loop) return document;
  const n = loop.edges.length;
  const before = loop.edges[(loop.at + n - 1) % n] as Edge;
  const [first, second] = [arcOf(found, before.id), arcOf(found, edge)];
  if (n <= 2 || !first || !second) return document;
  const merged = joined(first, second);
  // A triangle of straight edges would fold into nothing.
  if (n === 3 && merged.kind === "line" && loop.edges.every((each) => each.curve.kind === "line"))
    return document;
  const lengths: [number, number] = [lengthTo(first), lengthTo(second)];
  const moved = (loop.edges[loop.at] as Edge).notches.map((notch) => ({
    ...notch,
    at_mm: notch.at_mm + lengths[0],
  }));
  const cut = editPanel(document, panel, (each) => ({
    ...editLoop(each, edge, (edges) =>
      edges
        .map((one) =>
          one.id === before.id ? { ...one, curve: merged, notches: [...one.notches, ...moved] } : one,
        )
        .filter((one) => one.id !== edge),
    ),
    darts: each.darts.map((dart) =>
      dart.edge === edge ? { ...dart, edge: before.id, at_mm: dart.at_mm + lengths[0] } : dart,
    ),
  }));
  const share = lengths[0] / (lengths[0] + lengths[1]);
  return tidy(joinParts(cut, panel, { kept: before.id, gone: edge, share }));
}

/** One curve that leaves as the first and arrives as the second. */
function joined(first: Arc, second: Arc): Curve {
  if (first.curve.kind === "line" && second.curve.kind === "line") return { kind: "line" };
  const [a, b] = [converted(first, "cubic"), converted(second, "cubic")];
  if (a.kind !== "cubic" || b.kind !== "cubic") return { kind: "line" };
  const [la, lb] = [lengthTo(first), lengthTo(second)];
  const leaves = sub(a.control_1_mm, first.from);
  const arrives = sub(b.control_2_mm, second.to);
  const longer = (handle: Vec, own: number) => scale(unit(handle), norm(handle) * ((la + lb) / own));
  return {
    kind: "cubic",
    control_1_mm: rounded(add(first.from, longer(leaves, la))),
    control_2_mm: rounded(add(second.to, longer(arrives, lb))),
  };
}

/** Makes an edge so long by moving its end along it, and its handles in proportion. */
export function setEdgeLength(
  document: Document,
  panel: string,
  edge: string,
  lengthMm: number,
  nowMm: number,
): Document {
  const found = document.panels.find((each) => each.id === panel);
  const loop = found && loopOf(found, edge);
  const arc = found && arcOf(found, edge);
  if (!loop || !arc || nowMm <= 0) return document;
  const next = loop.edges[(loop.at + 1) % loop.edges.length] as Edge;
  const factor = lengthMm / nowMm;
  const to = mix(arc.from, arc.to, factor);
  const moved = movePoints(document, panel, new Set([next.id]), sub(to, arc.to));
  return editEdge(moved, panel, edge, (each) => ({ ...each, curve: stretched(arc, factor) }));
}

function stretched({ from, curve }: Arc, factor: number): Curve {
  const out = (p: Vec) => rounded(mix(from, p, factor));
  if (curve.kind === "quadratic") return { ...curve, control_mm: out(curve.control_mm) };
  if (curve.kind === "cubic")
    return { ...curve, control_1_mm: out(curve.control_1_mm), control_2_mm: out(curve.control_2_mm) };
  const radius_mm = curve.kind === "arc" ? round(curve.radius_mm * factor) : 0;
  if (radius_mm > LARGEST_RADIUS_MM) return { kind: "line" };
  if (curve.kind === "arc") return { ...curve, radius_mm };
  return curve;
}
