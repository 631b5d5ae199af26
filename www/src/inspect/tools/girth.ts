import { placeOf, type Vec3 } from "../anchor";
import { girth as around, hullLine, loopWithin, nearestLoop, sections } from "../section";
import { type Row, stageTool } from "./tool";

/** A level in the world and a place at it, m. */
interface Level {
  height: number;
  x: number;
  z: number;
}

/** How far around garment and body are at a height. */
export const girth = stageTool<Level>({
  id: "girth",
  title: "Girth",
  icon: "girth",
  shortcut: "O",
  help: "Click on the garment: its girth and the body's at that height, as a tape that does not follow hollows gives them.",
  point: (view, spot) => {
    const [x, height, z] = placeOf(view, spot);
    return { height, x, z };
  },
  typed: {
    name: "At the height",
    of: ({ height }) => height,
    with: (level, height) => ({ ...level, height }),
  },
  read: ({ scene, positions }, { height, x, z }) => {
    const garment = nearestLoop(sections({ positions, indices: scene.triangles }, height), [x, z]);
    if (!garment) return null;
    const worn = scene.bodies.flatMap((body) => sections(body, height, true));
    const body = loopWithin(worn, garment);
    const outside = around(garment);
    const line = hullLine(garment, height);
    const rows: Row[] = [{ name: "Garment", value: outside, kind: "length" }];
    if (body) {
      const inside = around(body);
      rows.push(
        { name: "Body", value: inside, kind: "length" },
        { name: "Ease", value: outside - inside, kind: "length" },
      );
    }
    const nearest = line.reduce<Vec3 | null>(
      (best, point) =>
        !best || Math.hypot(point[0] - x, point[2] - z) < Math.hypot(best[0] - x, best[2] - z) ? point : best,
      null,
    );
    return { rows, lines: [line, ...(body ? [hullLine(body, height)] : [])], dots: [], label: nearest };
  },
});
