import type { Scene } from "../../engine/protocol";
import { type Anchor, anchorOf, type ClothView, placeOf, spotOf, type Vec3 } from "../anchor";
import { type Leg, tapeLengths, tapeLine } from "../tape";
import { type Found, stageTool } from "./tool";

/** The line on each mesh: found once, then it stays on the cloth. */
type Lines = WeakMap<Scene, Leg[] | null>;

interface Laid {
  ends: readonly [Anchor] | readonly [Anchor, Anchor];
  lines: Lines;
  /** The meshes on which the line is being looked for. */
  asked: WeakSet<Scene>;
  /** The lines of a moment ago, shown until there are others. */
  former: Lines | null;
}

const laid = (ends: Laid["ends"], former: Lines | null = null): Laid => ({
  ends,
  lines: new WeakMap(),
  asked: new WeakSet(),
  former,
});

/** A length along the cloth between two places, with the same line's length through the air and on the pattern. */
export const tape = stageTool<Laid>({
  id: "tape",
  title: "Tape measure",
  icon: "tape",
  shortcut: "K",
  help: "Click on two places of the cloth: the tape lies along the cloth, over seams too, and moves with it. Its ends can be dragged.",
  point: ({ scene }, spot, before) => {
    const anchor = anchorOf(scene, spot);
    if (!anchor) return null;
    return before?.ends.length === 1 ? laid([before.ends[0], anchor]) : laid([anchor]);
  },
  move: ({ scene }, spot, { ends: [first, second], lines, former }, index) => {
    const anchor = anchorOf(scene, spot);
    if (!anchor) return null;
    const known = lines.has(scene) ? lines : former;
    if (!second) return laid([anchor]);
    return laid(index === 0 ? [anchor, second] : [first, anchor], known);
  },
  read: (view, target, around) => {
    const { scene } = view;
    const { ends, lines, asked, former } = target;
    const spots = ends.map((anchor) => spotOf(scene, anchor));
    const [from, to] = spots;
    if (!from || to === null) return null;
    const dots = [from, to].filter((spot) => spot !== undefined).map((spot) => placeOf(view, spot));
    if (!to) return without(dots, "Click on the other end.");
    if (!lines.has(scene) && !asked.has(scene)) {
      asked.add(scene);
      void around.lay(view, [from, to]).then((line) => {
        if (line === undefined) asked.delete(scene);
        else lines.set(scene, line);
      });
    }
    const line = lines.has(scene) ? lines.get(scene) : former?.get(scene);
    if (line) return found(view, line, dots);
    return without(
      dots,
      lines.has(scene) ? "No cloth leads from one place to the other." : "Laying the tape…",
    );
  },
});

const without = (dots: readonly Vec3[], missing: string): Found => ({
  rows: [],
  lines: [],
  dots,
  label: null,
  missing,
});

function found(view: ClothView, line: readonly Leg[], dots: readonly Vec3[]): Found {
  const { along, straight, pattern } = tapeLengths(view, line);
  const path = tapeLine(view, line);
  return {
    rows: [
      { name: "Along the cloth", value: along, kind: "length" },
      { name: "Straight", value: straight, kind: "length" },
      { name: "The same line on the pattern", value: pattern, kind: "length" },
      { name: "Longer than cut", value: pattern > 0 ? along / pattern - 1 : 0, kind: "ratio" },
    ],
    lines: [path],
    dots,
    label: path[Math.floor(path.length / 2)] as Vec3,
  };
}
