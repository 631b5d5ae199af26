import { Group, Mesh, MeshBasicMaterial, SphereGeometry } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Vec3 } from "../inspect/anchor";
import type { Found } from "../inspect/tools/tool";

const THREAD = "#c2502f";
/** Around what is drawn, so that it is seen on cloth of its own colour. */
const HALO = "#fffaf4";
const WIDTH_PX = 2.5;
const HALO_PX = 5.5;
const DOT_M = 0.006;
const HALO_M = 0.009;
/** On the cloth itself: a trifle nearer, so that it does not hide them. */
const NEARER = { polygonOffset: true, polygonOffsetFactor: -6, polygonOffsetUnits: -12 };

/** Lines and dots of measurements: plain where they are seen, faint where something is before them. */
export class Marks {
  readonly group = new Group();
  readonly #halo = new LineMaterial({ color: HALO, linewidth: HALO_PX, ...NEARER });
  readonly #seen = new LineMaterial({ color: THREAD, linewidth: WIDTH_PX, ...NEARER });
  readonly #hidden = new LineMaterial({
    color: THREAD,
    linewidth: WIDTH_PX,
    depthTest: false,
    transparent: true,
    opacity: 0.28,
  });
  readonly #dots = [
    { material: flat(HALO), ball: new SphereGeometry(HALO_M, 16, 12) },
    { material: flat(THREAD), ball: new SphereGeometry(DOT_M, 16, 12) },
  ] as const;

  /** Shows what was found in place of what was shown before; tells whether there is or was anything to see. */
  show(found: Pick<Found, "lines" | "dots"> | null): boolean {
    const before = this.group.children.length;
    this.#clear();
    const { lines, dots } = found ?? { lines: [], dots: [] };
    const ends = lines.flatMap((line) => line.slice(1).flatMap((to, k) => [...(line[k] as Vec3), ...to]));
    if (ends.length > 0) {
      const geometry = new LineSegmentsGeometry().setPositions(ends);
      for (const [order, material] of [this.#hidden, this.#halo, this.#seen].entries()) {
        const line = new LineSegments2(geometry, material);
        line.renderOrder = 8 + order;
        line.frustumCulled = false;
        this.group.add(line);
      }
    }
    for (const [x, y, z] of dots)
      for (const [order, { material, ball }] of this.#dots.entries()) {
        const dot = new Mesh(ball, material);
        dot.position.set(x, y, z);
        dot.renderOrder = 11 + order;
        this.group.add(dot);
      }
    return before > 0 || this.group.children.length > 0;
  }

  dispose(): void {
    this.#clear();
    for (const material of [this.#halo, this.#seen, this.#hidden]) material.dispose();
    for (const { material, ball } of this.#dots) {
      material.dispose();
      ball.dispose();
    }
  }

  #clear(): void {
    for (const object of this.group.children) if (object instanceof LineSegments2) object.geometry.dispose();
    this.group.clear();
  }
}

/** A colour that no light changes and nothing hides. */
function flat(color: string): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, depthTest: false, toneMapped: false });
}
