import type { Dart, Document, Hole, Line, Panel } from "../../engine/types";
import { add, round, rounded, type Vec } from "../../pattern2d/vec";
import { freshId, freshPart } from "../ids";
import { type Corner, edgesThrough, editPanel, findPanel } from "./panels";
import { editEdge } from "./points";
import { tidy } from "./tidy";

export interface Added {
  document: Document;
  id: string;
}

/** Adds a part to a panel under a name nothing else there has. */
function added(
  document: Document,
  panel: string,
  stem: string,
  put: (panel: Panel, id: string) => Panel,
): Added {
  const found = findPanel(document, panel);
  const id = found ? freshPart(found, stem) : stem;
  return { document: editPanel(document, panel, (each) => put(each, id)), id };
}

export function addLine(document: Document, panel: string, from: Vec, to: Vec, curve: Line["curve"]): Added {
  const line = (id: string): Line => ({
    id,
    from_mm: rounded(from),
    to_mm: rounded(to),
    curve,
    fold: { angle_deg: 0, strength: 1 },
  });
  return added(document, panel, "line", (each, id) => ({ ...each, lines: [...each.lines, line(id)] }));
}

export function addHole(document: Document, panel: string, corners: readonly Corner[]): Added {
  return added(document, panel, "hole", (each, id) => {
    const ids = corners.map((_, k) => freshPart(each, `${id}-edge-${k + 1}`));
    return { ...each, holes: [...each.holes, { id, outline: edgesThrough(corners, ids) }] };
  });
}

/** A dart at an edge of the outline; nothing opens at a fold, so there it is not added. */
export function addDart(
  document: Document,
  panel: string,
  dart: Pick<Dart, "edge" | "at_mm" | "width_mm" | "tip_mm">,
): Added {
  const { symmetry } = findPanel(document, panel) ?? {};
  if (symmetry?.kind === "unfold" && symmetry.edge === dart.edge) return { document, id: "" };
  return added(document, panel, "dart", (each, id) => ({
    ...each,
    darts: [
      ...each.darts,
      {
        id,
        edge: dart.edge,
        at_mm: round(dart.at_mm),
        width_mm: round(dart.width_mm),
        tip_mm: rounded(dart.tip_mm),
        stitching: { kind: "seam.plain", parameters: {} },
        weave: "plain",
        stiffening: "measured",
      },
    ],
  }));
}

export function addNotch(document: Document, panel: string, edge: string, atMm: number): Added {
  const found = findPanel(document, panel);
  const id = found ? freshPart(found, "notch") : "notch";
  const notch = { id, at_mm: round(atMm) };
  return {
    document: editEdge(document, panel, edge, (each) => ({ ...each, notches: [...each.notches, notch] })),
    id,
  };
}

export function addPin(document: Document, panel: string, at: Vec): Added {
  const id = freshId(
    "pin",
    document.pins.map((pin) => pin.id),
  );
  return { document: { ...document, pins: [...document.pins, { id, panel, at_mm: rounded(at) }] }, id };
}

export function editLine(
  document: Document,
  panel: string,
  id: string,
  edit: (line: Line) => Line,
): Document {
  return editPanel(document, panel, (each) => ({
    ...each,
    lines: each.lines.map((line) => (line.id === id ? edit(line) : line)),
  }));
}

export function editDart(
  document: Document,
  panel: string,
  id: string,
  edit: (dart: Dart) => Dart,
): Document {
  return editPanel(document, panel, (each) => ({
    ...each,
    darts: each.darts.map((dart) => (dart.id === id ? edit(dart) : dart)),
  }));
}

export function moveHole(document: Document, panel: string, id: string, by: Vec): Document {
  const moved = (hole: Hole): Hole => ({
    ...hole,
    outline: hole.outline.map((edge) => {
      const { curve } = edge;
      const go = (p: Vec) => rounded(add(p, by));
      const shape =
        curve.kind === "quadratic"
          ? { ...curve, control_mm: go(curve.control_mm) }
          : curve.kind === "cubic"
            ? { ...curve, control_1_mm: go(curve.control_1_mm), control_2_mm: go(curve.control_2_mm) }
            : curve;
      return { ...edge, from_mm: go(edge.from_mm), curve: shape };
    }),
  });
  return editPanel(document, panel, (each) => ({
    ...each,
    holes: each.holes.map((hole) => (hole.id === id ? moved(hole) : hole)),
  }));
}

/** Takes lines, darts, holes and notches of a panel away. */
export function deleteParts(document: Document, panel: string, ids: ReadonlySet<string>): Document {
  const keeps = ({ id }: { id: string }) => !ids.has(id);
  const trimmed = editPanel(document, panel, (each) => ({
    ...each,
    lines: each.lines.filter(keeps),
    darts: each.darts.filter(keeps),
    holes: each.holes.filter(keeps).map((hole) => ({
      ...hole,
      outline: hole.outline.map((edge) => ({ ...edge, notches: edge.notches.filter(keeps) })),
    })),
    outline: each.outline.map((edge) => ({ ...edge, notches: edge.notches.filter(keeps) })),
  }));
  return tidy(trimmed);
}
