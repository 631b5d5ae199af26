import type { Scene } from "../../engine/protocol";
import { type Anchor, anchorOf, placeOf, spotOf, type Vec3 } from "../anchor";
import { type Leg, layTape, tapeLengths, tapeLine } from "../tape";
import { stageTool } from "./tool";

interface Laid {
  ends: readonly [Anchor] | readonly [Anchor, Anchor];
  /** The line on each mesh: found once, then it stays on the cloth. */
  lines: WeakMap<Scene, Leg[] | null>;
}

/** A length along the cloth between two places, with the same line's length through the air and on the pattern. */
export const tape = stageTool<Laid>({
  id: "tape",
  title: "Tape measure",
  icon: "tape",
  shortcut: "K",
  help: "Click on two places of the cloth: the tape lies along the cloth, over seams too, and moves with it.",
  point: ({ scene }, spot, before) => {
    const anchor = anchorOf(scene, spot);
    if (!anchor) return null;
    const ends = before?.ends.length === 1 ? ([before.ends[0], anchor] as const) : ([anchor] as const);
    return { ends, lines: new WeakMap() };
  },
  read: (view, { ends, lines }) => {
    const spots = ends.map((anchor) => spotOf(view.scene, anchor));
    const [from, to] = spots;
    if (!from || to === null) return null;
    const dots = [from, to].filter((spot) => spot !== undefined).map((spot) => placeOf(view, spot));
    if (!to) return { rows: [], lines: [], dots, label: null, missing: "Click on the other end." };
    if (!lines.has(view.scene)) lines.set(view.scene, layTape(view, from, to));
    const line = lines.get(view.scene);
    if (!line)
      return {
        rows: [],
        lines: [],
        dots,
        label: null,
        missing: "No cloth leads from one place to the other.",
      };
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
  },
});
