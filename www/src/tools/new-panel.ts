import { addPanel, type Corner } from "../document/edits/panels";
import type { Placement } from "../engine/types";
import { transform } from "../pattern2d/curve";
import { apply, boxOf, rounded, scale, translation, type Vec } from "../pattern2d/vec";
import type { Desk } from "./desk";

/** In front of what stands there, at its middle height. */
const IN_FRONT_MM = 120;

/**
 * Makes a panel of corners on the table. Its drawing has its origin in its middle, so that mirroring and placing it in
 * space begin from there; in space it hangs upright in front of what it is to clothe.
 */
export function makePanel(desk: Desk, corners: readonly Corner[], name = "Panel"): void {
  const box = boxOf(corners.map(({ at }) => at));
  const document = desk.document;
  const fabric = document.fabrics[0];
  if (!box || !fabric || corners.length < 2) return;
  const middle: Vec = rounded([(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2]);
  const back = translation(scale(middle, -1));
  const moved = corners.map(
    ({ at, curve }): Corner => ({ at: apply(back, at), curve: transform(curve, back) }),
  );
  const made = addPanel(document, {
    name,
    fabric: fabric.id,
    corners: moved,
    table: middle,
    placement: inFront(desk),
    meshSizeMm: document.panels[0]?.mesh.size_mm ?? 20,
  });
  desk.edit(`drawing ${name.toLowerCase()}`, () => made.document);
  desk.select([{ kind: "panel", panel: made.id }]);
  desk.preview.value = {};
}

function inFront(desk: Desk): Placement {
  const solid = desk.app.engine.scene.peek()?.bodies ?? [];
  const points = solid.flatMap(({ positions }) => {
    const found: [number, number, number][] = [];
    for (let k = 0; k + 2 < positions.length; k += 3)
      found.push([positions[k] ?? 0, positions[k + 1] ?? 0, positions[k + 2] ?? 0]);
    return found;
  });
  if (points.length === 0) return { kind: "free", translation_mm: [0, 1000, 0], rotation_deg: [0, 0, 0] };
  const ys = points.map((p) => p[1]);
  const front = points.reduce((most, p) => Math.max(most, p[2]), Number.NEGATIVE_INFINITY);
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
  const place = scale([middle, front], 1000);
  return {
    kind: "free",
    translation_mm: [0, Math.round(place[0]), Math.round(place[1] + IN_FRONT_MM)],
    rotation_deg: [0, 0, 0],
  };
}
