import { addDart } from "../document/edits/parts";
import { lengthTo, parameterAt, pointAt, tangentAt } from "../pattern2d/curve";
import { add, apply, dot, inverse, left, scale, sub, type Vec } from "../pattern2d/vec";
import type { Hit, Pointer, Tool } from "./tool";

type EdgeHit = Extract<Hit, { kind: "edge" }>;

/** A quarter of its depth is a common width of a dart; the inspector takes any. */
const WIDTH_OF_DEPTH = 0.25;
const SHALLOWEST_MM = 10;

/** The dart whose tip is as near to the pointer as one that opens there squarely can have it. */
function proposed(held: EdgeHit, pointer: Pointer) {
  if (!held.image) return null;
  const local = apply(inverse(held.image.map), pointer.at);
  const whole = lengthTo(held.arc);
  const base = pointAt(held.arc, held.t);
  // Outlines run counter-clockwise: the cloth lies to the left of the way. Square to the edge both legs are equal.
  const inwards = left(tangentAt(held.arc, held.t));
  const depth = dot(sub(local, base), inwards);
  const at_mm = lengthTo(held.arc, held.t);
  const width = Math.min(depth * WIDTH_OF_DEPTH, 2 * at_mm * 0.9, 2 * (whole - at_mm) * 0.9);
  if (depth < SHALLOWEST_MM || width <= 1) return null;
  const mouth = [-0.5, 0.5].map((side) =>
    pointAt(held.arc, parameterAt(held.arc, (at_mm + side * width) / whole)),
  );
  const [a, b] = mouth as [Vec, Vec];
  // On a curved edge the tip moves onto the line that is equally far from both ends of the mouth.
  const middle = scale(add(a, b), 0.5);
  const across = sub(b, a);
  const tip = add(middle, scale(left(across), depth / (Math.hypot(...across) || 1)));
  return { edge: held.edge, at_mm, width_mm: width, tip_mm: tip, mouth: [a, b] as [Vec, Vec], depth };
}

export const dart: Tool = {
  id: "dart",
  title: "Dart",
  icon: "dart",
  shortcut: "D",
  help: "Press on an edge and drag into the panel to the tip. Its width and place can be set in the inspector.",
  cursor: "crosshair",
  start: (desk) => {
    let held: EdgeHit | null = null;
    return {
      down: (pointer) => {
        const found = desk.hit(pointer, "edges");
        const outline =
          found?.kind === "edge" && found.image?.owner.outline.some((edge) => edge.id === found.edge);
        held = outline && found?.kind === "edge" ? found : null;
      },
      drag: (pointer) => {
        const made = held && proposed(held, pointer);
        if (!held?.image || !made) {
          desk.preview.value = {};
          return;
        }
        const out = (p: Vec) => apply((held as EdgeHit).image?.map ?? [1, 0, 0, 1, 0, 0], p);
        const [a, b, tip] = [out(made.mouth[0]), out(made.mouth[1]), out(made.tip_mm)];
        desk.preview.value = {
          path: `M${a[0]} ${a[1]}L${tip[0]} ${tip[1]}L${b[0]} ${b[1]}`,
          labels: [{ at: tip, text: `${desk.length(made.depth)} deep, ${desk.length(made.width_mm)} wide` }],
        };
      },
      up: (pointer) => {
        const found = held;
        held = null;
        desk.preview.value = {};
        const made = found && proposed(found, pointer);
        if (!found?.image || !made) return;
        const panel = found.image.owner.id;
        const added = addDart(desk.document, panel, made);
        if (added.id === "") return;
        desk.edit("adding a dart", () => added.document);
        desk.select([{ kind: "dart", panel, id: added.id }]);
      },
      hover: (pointer) => {
        const found = desk.hit(pointer, "edges");
        desk.preview.value = found ? { dots: [found.at] } : {};
      },
      cancel: () => {
        const busy = held !== null;
        held = null;
        desk.preview.value = {};
        return busy;
      },
      end: () => {
        desk.preview.value = {};
      },
    };
  },
};
