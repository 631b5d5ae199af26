import { Group, Mesh, MeshBasicMaterial, SphereGeometry } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Vec3 } from "../inspect/anchor";
import type { Found } from "../inspect/tools/tool";

const THREAD = "#c2502f";
const WIDTH_PX = 2.5;
const DOT_M = 0.007;

/** Lines and dots of measurements: plain where they are seen, faint where something is before them. */
export class Marks {
  readonly group = new Group();
  readonly #seen = new LineMaterial({
    color: THREAD,
    linewidth: WIDTH_PX,
    // On the cloth itself: a trifle nearer, so that it does not hide them.
    polygonOffset: true,
    polygonOffsetFactor: -6,
    polygonOffsetUnits: -12,
  });
  readonly #hidden = new LineMaterial({
    color: THREAD,
    linewidth: WIDTH_PX,
    depthTest: false,
    transparent: true,
    opacity: 0.28,
  });
  readonly #dot = new MeshBasicMaterial({ color: THREAD, depthTest: false, toneMapped: false });
  readonly #ball = new SphereGeometry(DOT_M, 16, 12);

  /** Shows what was found in place of what was shown before; tells whether there is or was anything to see. */
  show(found: Pick<Found, "lines" | "dots"> | null): boolean {
    const before = this.group.children.length;
    this.#clear();
    const { lines, dots } = found ?? { lines: [], dots: [] };
    const ends = lines.flatMap((line) => line.slice(1).flatMap((to, k) => [...(line[k] as Vec3), ...to]));
    if (ends.length > 0) {
      const geometry = new LineSegmentsGeometry().setPositions(ends);
      for (const [order, material] of [this.#hidden, this.#seen].entries()) {
        const line = new LineSegments2(geometry, material);
        line.renderOrder = 8 + order;
        line.frustumCulled = false;
        this.group.add(line);
      }
    }
    for (const [x, y, z] of dots) {
      const dot = new Mesh(this.#ball, this.#dot);
      dot.position.set(x, y, z);
      dot.renderOrder = 10;
      this.group.add(dot);
    }
    return before > 0 || this.group.children.length > 0;
  }

  dispose(): void {
    this.#clear();
    for (const part of [this.#seen, this.#hidden, this.#dot, this.#ball]) part.dispose();
  }

  #clear(): void {
    for (const object of this.group.children) if (object instanceof LineSegments2) object.geometry.dispose();
    this.group.clear();
  }
}
