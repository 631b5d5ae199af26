import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from "three";
import type { Quality } from "../document/state";
import { PER_POINT, type Scene } from "../engine/protocol";
import type { Document, Look } from "../engine/types";
import type { MapMaterial } from "./map-material";
import { clothMaterial, seamColour } from "./materials";

/** Cloth nobody dyed, for the moment in which a fabric is no longer in the document and its cloth still on the stage. */
const UNDYED: Look = {
  colour: "#d8cdb8",
  surface: "plain",
  print: "none",
  print_colour: "#f4efe4",
  finish: { thread_mm: 0.9, sheen: 0.1, fuzz: 0.5, print_mm: 30 },
};

/** Madder, as the thread of the pattern. */
const THREAD = "#a8432f";

/** As a share of the depth: three millimetres at three metres. Half as much, and the cloth shows through in places. */
const NEARER = 4e-5;

/** How panels can be marked: as chosen, and as frozen. */
const MARKS = {
  // A stronger tint would pass for another colour of the fabric.
  chosen: { color: "#f0c65a", opacity: 0.2 },
  frozen: { color: "#5f93c4", opacity: 0.28 },
} as const;
export type Mark = keyof typeof MARKS;

/** The cloth as it is drawn: one mesh, one group per panel, one material per fabric. */
export class Cloth {
  readonly mesh: Mesh<BufferGeometry, Material[]>;
  readonly generation: number;
  /** The point that the hand held when it was divided so. */
  readonly held: number | null;
  readonly #positions: BufferAttribute;
  readonly #normals: BufferAttribute;
  readonly #fabrics: string[];
  readonly #patches: Scene["patches"];
  readonly #mapped: BufferAttribute;
  readonly #seamColours: BufferAttribute;
  readonly #marks: Record<Mark, Mesh<BufferGeometry, Material[]>>;
  #looks: Material[] = [];
  /** Drawn in place of the fabrics while a map is shown. */
  #map: MapMaterial | null = null;
  /** The looks that its materials were made for. */
  #worn = "";

  constructor(scene: Scene) {
    this.generation = scene.generation;
    this.held = scene.held;
    this.#patches = scene.patches;
    this.#fabrics = [...new Set(scene.patches.map((patch) => patch.fabric))];
    this.#positions = dynamic(scene.pointCount);
    this.#normals = dynamic(scene.pointCount);
    this.#mapped = dynamic(scene.pointCount, 2);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.#positions);
    geometry.setAttribute("normal", this.#normals);
    geometry.setAttribute("mapped", this.#mapped);
    geometry.setAttribute("uv", new BufferAttribute(scene.materialCoordinates, 2));
    geometry.setIndex(new BufferAttribute(scene.triangles, 1));
    this.mesh = new Mesh(geometry, []);
    this.hide(new Set());
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.#seamColours = new BufferAttribute(new Float32Array(3 * scene.pointCount), 3);
    this.#marks = { chosen: this.#mark("chosen"), frozen: this.#mark("frozen") };
    this.mesh.add(this.#threads(scene.stitches), this.#seamLines(scene.seams), ...Object.values(this.#marks));
    // Its bounds change with every frame; it is nearly always in view, so the test would cost more than it saves.
    this.mesh.frustumCulled = false;
    this.show(scene.values);
  }

  /** Threads between the points that seams bring together: seen while a seam is open, and of no length once it is closed. */
  #threads(stitches: Uint32Array): LineSegments {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.#positions);
    geometry.setIndex(new BufferAttribute(stitches, 1));
    const threads = new LineSegments(
      geometry,
      new LineBasicMaterial({ color: THREAD, transparent: true, opacity: 0.55 }),
    );
    threads.frustumCulled = false;
    // A hand takes cloth, never a thread.
    threads.raycast = () => {};
    return threads;
  }

  /** Seams as lines along the cloth, darker than the fabric or, on dark cloth, paler. */
  #seamLines(seams: readonly Uint32Array[]): LineSegments {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.#positions);
    geometry.setAttribute("color", this.#seamColours);
    const pieces = Uint32Array.from(seams.flatMap((seam) => [...seam]));
    geometry.setIndex(new BufferAttribute(pieces, 1));
    const material = new LineBasicMaterial({
      vertexColors: true,
      transparent: true,
      opacity: 0.6,
      depthWrite: false,
    });
    // They lie in the cloth; a trifle nearer to the eye, it does not hide them.
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = shader.vertexShader.replace(
        "#include <project_vertex>",
        `#include <project_vertex>\ngl_Position.z -= ${NEARER} * gl_Position.w;`,
      );
    };
    const lines = new LineSegments(geometry, material);
    lines.frustumCulled = false;
    lines.raycast = () => {};
    return lines;
  }

  /** The same triangles once more, tinted; it has those of the panels that are marked. */
  #mark(mark: Mark): Mesh<BufferGeometry, Material[]> {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.#positions);
    geometry.setIndex(this.mesh.geometry.index);
    const { color, opacity } = MARKS[mark];
    const material = new MeshBasicMaterial({
      color,
      opacity,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -1,
      polygonOffsetUnits: -1,
    });
    const mesh = new Mesh(geometry, [material]);
    mesh.frustumCulled = false;
    mesh.visible = false;
    mesh.raycast = () => {};
    return mesh;
  }

  /** Marks these panels and no others. */
  mark(mark: Mark, panels: ReadonlySet<string>): void {
    const mesh = this.#marks[mark];
    this.#group(mesh.geometry, (panel) => panels.has(panel));
    mesh.visible = mesh.geometry.groups.length > 0;
  }

  /** Draws all panels but these; what is not drawn cannot be taken hold of either. */
  hide(panels: ReadonlySet<string>): void {
    this.#group(this.mesh.geometry, (panel) => !panels.has(panel));
  }

  #group(geometry: BufferGeometry, has: (panel: string) => boolean): void {
    geometry.clearGroups();
    for (const { panel, fabric, first_triangle, triangle_count } of this.#patches) {
      const material = geometry === this.mesh.geometry ? this.#fabrics.indexOf(fabric) : 0;
      if (has(panel)) geometry.addGroup(3 * first_triangle, 3 * triangle_count, material);
    }
  }

  get positions(): Float32Array {
    return this.#positions.array as Float32Array;
  }

  /** Dresses it in the document's looks. Fabrics change with every move of a slider, looks seldom: those that stay are kept. */
  setLook(document: Document, quality: Quality): void {
    const looks = this.#fabrics.map((id) => document.fabrics.find((fabric) => fabric.id === id)?.look);
    const worn = JSON.stringify([looks, quality]);
    if (worn === this.#worn) return;
    this.#worn = worn;
    for (const material of this.#looks) material.dispose();
    this.#looks = looks.map((look) => clothMaterial(look ?? UNDYED, quality));
    this.showMap(this.#map);
    this.#colourSeams(looks.map((look) => seamColour(look ?? UNDYED)));
  }

  #colourSeams(colours: readonly Color[]): void {
    const corners = this.mesh.geometry.index?.array ?? [];
    for (const { fabric, first_triangle, triangle_count } of this.#patches) {
      const { r, g, b } = colours[this.#fabrics.indexOf(fabric)] as Color;
      for (let k = 3 * first_triangle; k < 3 * (first_triangle + triangle_count); k++)
        this.#seamColours.setXYZ(corners[k] as number, r, g, b);
    }
    this.#seamColours.needsUpdate = true;
  }

  /** Draws the values of a map, or the fabrics again. */
  showMap(map: MapMaterial | null): void {
    this.#map = map;
    this.mesh.material = map ? this.#fabrics.map(() => map) : this.#looks;
  }

  /** A map's values at the points: each with a weight beside it, which is nothing where there is no value. */
  setValues(values: ArrayLike<number>): void {
    const out = this.#mapped.array as Float32Array;
    for (let k = 0; k < values.length; k++) {
      const value = values[k] as number;
      const known = Number.isFinite(value);
      out[2 * k] = known ? value : 0;
      out[2 * k + 1] = known ? 1 : 0;
    }
    this.#mapped.needsUpdate = true;
  }

  /** Copies positions and normals in, so that a frame's buffer can go straight back to the engine. */
  show(values: Float32Array): void {
    const points = values.length / PER_POINT;
    this.positions.set(values.subarray(0, 3 * points));
    (this.#normals.array as Float32Array).set(values.subarray(3 * points, 6 * points));
    this.#positions.needsUpdate = this.#normals.needsUpdate = true;
    this.mesh.geometry.computeBoundingSphere();
  }

  /** Tells the graphics that somebody has moved points. */
  positionsChanged(): void {
    this.#positions.needsUpdate = true;
  }

  bounds(): Box3 {
    return new Box3().setFromBufferAttribute(this.#positions);
  }

  /** The particle nearest to a point of a triangle. */
  nearestParticle(corners: readonly number[], point: Vector3): number {
    const distance = (particle: number) => this.particle(particle).distanceToSquared(point);
    return corners.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  }

  particle(index: number): Vector3 {
    return new Vector3().fromBufferAttribute(this.#positions, index);
  }

  dispose(): void {
    for (const each of this.mesh.children as (LineSegments | Mesh)[]) {
      each.geometry.dispose();
      for (const material of [each.material].flat()) material.dispose();
    }
    this.mesh.geometry.dispose();
    for (const material of this.#looks) material.dispose();
  }
}

function dynamic(count: number, size = 3): BufferAttribute {
  const attribute = new BufferAttribute(new Float32Array(size * count), size);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}
