import { placeOf, type Vec3 } from "../anchor";
import { nearestSeam, seamLengths, seamLines } from "../seam-length";
import { stageTool } from "./tool";

/** How long a seam has become, against both of its sides on the pattern. */
export const seam = stageTool<{ index: number }>({
  id: "seam",
  title: "Seam length",
  icon: "seamLength",
  shortcut: "Y",
  help: "Click near a seam: its length as it lies, beside the lengths of its sides on the pattern.",
  point: (view, spot) => {
    const index = nearestSeam(view, placeOf(view, spot));
    return index < 0 ? null : { index };
  },
  read: (view, { index }, { seamName }) => {
    const seam = view.scene.seams[index];
    if (!seam) return null;
    const { cut, sewn } = seamLengths(view, seam);
    const lines = seamLines(view, seam);
    const mean = (cut[0] + cut[1]) / 2;
    return {
      title: seamName(index),
      rows: [
        { name: "As it lies", value: sewn, kind: "length" },
        { name: "One side, as cut", value: cut[0], kind: "length" },
        { name: "The other side", value: cut[1], kind: "length" },
        { name: "Longer than cut", value: mean > 0 ? sewn / mean - 1 : 0, kind: "ratio" },
      ],
      lines,
      dots: [],
      label: (lines[Math.floor(lines.length / 2)]?.[0] ?? null) as Vec3 | null,
    };
  },
});
