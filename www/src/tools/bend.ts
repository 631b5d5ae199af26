import { editLine } from "../document/edits/parts";
import { arcOf, editEdge } from "../document/edits/points";
import type { Curve, Document } from "../engine/types";
import { type Arc, nearest } from "../pattern2d/curve";
import { throughPoint } from "../pattern2d/curve-kinds";
import { add, apply, inverse, mix, rounded, scale, sub, type Vec } from "../pattern2d/vec";
import type { Hit, Tool } from "./tool";

/** The curve bent so that it passes through a place: a line becomes a curve, an arc gets another radius. */
function bent(arc: Arc, through: Vec): Curve {
  const { from, to, curve } = arc;
  if (curve.kind === "arc") return throughPoint(from, through, to) ?? curve;
  if (curve.kind === "cubic") {
    // Both handles take their share of the way, so that the place pulled at comes along.
    const { t, point } = nearest(arc, through);
    const by = sub(through, point);
    const [a, b] = [3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2];
    const k = 1 / Math.max(0.05, a ** 2 + b ** 2);
    return {
      ...curve,
      control_1_mm: rounded(add(curve.control_1_mm, scale(by, a * k))),
      control_2_mm: rounded(add(curve.control_2_mm, scale(by, b * k))),
    };
  }
  // A quadratic passes half way between its chord and its control point.
  const middle = mix(from, to, 0.5);
  return { kind: "quadratic", control_mm: rounded(add(middle, scale(sub(through, middle), 2))) };
}

export function bendEdge(document: Document, panel: string, edge: string, through: Vec): Document {
  const owner = document.panels.find((each) => each.id === panel);
  const arc = owner && arcOf(owner, edge);
  if (!arc) return document;
  return editEdge(document, panel, edge, (each) => ({ ...each, curve: bent(arc, through) }));
}

function bendLine(document: Document, panel: string, id: string, through: Vec): Document {
  return editLine(document, panel, id, (line) => ({
    ...line,
    curve: bent({ from: line.from_mm, curve: line.curve, to: line.to_mm }, through),
  }));
}

export const bend: Tool = {
  id: "bend",
  title: "Bend an edge",
  icon: "bend",
  shortcut: "B",
  help: "Drag an edge or a line to bend it. The inspector says whether it is a curve or a circular arc.",
  cursor: "crosshair",
  start: (desk) => {
    let held: Hit | null = null;
    let before: Document | null = null;
    return {
      down: (pointer) => {
        const found = desk.hit(pointer, "edges");
        if (found?.kind !== "edge" && found?.kind !== "item") return;
        held = found;
        before = desk.document;
        desk.select([found.item]);
        desk.begin(found.kind === "edge" ? "bending an edge" : "bending a line");
      },
      drag: (pointer) => {
        if (!held?.image || !before) return;
        const { image } = held;
        const [start, local] = [before, apply(inverse(image.map), pointer.at)];
        if (held.kind === "edge") {
          const { edge } = held;
          desk.edit("", () => bendEdge(start, image.owner.id, edge, local));
          const length = desk.lengthOf(image.panel.id, edge + image.suffix);
          desk.preview.value = { labels: [{ at: pointer.at, text: desk.length(length) }] };
        } else if (held.kind === "item" && held.item.kind === "line") {
          const { id } = held.item;
          desk.edit("", () => bendLine(start, image.owner.id, id, local));
        }
      },
      up: () => {
        desk.commit();
        held = null;
        desk.preview.value = {};
      },
      hover: (pointer) => {
        const found = desk.hit(pointer, "edges");
        desk.preview.value =
          found?.kind === "edge" && found.image
            ? {
                edges: [
                  { panel: found.image.panel.id, edge: found.edge + found.image.suffix, tone: "hover" },
                ],
              }
            : {};
      },
      cancel: () => {
        const busy = held !== null;
        desk.bail();
        held = null;
        return busy;
      },
    };
  },
};
