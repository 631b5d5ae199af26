import { BufferAttribute, BufferGeometry, Group, type Material, Mesh } from "three";
import type { Quality } from "../document/state";
import type { BodyMesh } from "../engine/protocol";
import type { Document, Tables } from "../engine/types";
import { bodyMaterial } from "./materials";

/** How far inside their surface bodies are drawn, m: the distance that cloth keeps off a standing body is not quite that of its triangles. */
const INSET_M = 0.0025;

/** What the cloth falls on. */
export class Bodies {
  readonly group = new Group();
  #material: Material = bodyMaterial("plain");
  #shown: { geometry: BufferGeometry; moves: boolean }[] = [];

  show(bodies: readonly BodyMesh[]): void {
    this.#clear();
    for (const body of bodies) {
      if (body.indices.length === 0) continue;
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(inset(body), 3));
      geometry.setAttribute("normal", new BufferAttribute(body.normals, 3));
      geometry.setIndex(new BufferAttribute(body.indices, 1));
      this.#shown.push({ geometry, moves: body.moves });
      const mesh = new Mesh(geometry, this.#material);
      mesh.castShadow = mesh.receiveShadow = true;
      this.group.add(mesh);
    }
  }

  /** Takes the bodies that move to where a frame says they are. */
  move(values: Float32Array): void {
    let from = 0;
    const next = (count: number) => {
      from += count;
      return values.subarray(from - count, from);
    };
    for (const { geometry, moves } of this.#shown) {
      if (!moves) continue;
      const position = geometry.getAttribute("position") as BufferAttribute;
      const normal = geometry.getAttribute("normal") as BufferAttribute;
      const positions = next(position.array.length);
      normal.array.set(next(normal.array.length));
      position.array.set(inset({ positions, normals: normal.array as Float32Array }));
      position.needsUpdate = normal.needsUpdate = true;
      geometry.boundingSphere = null;
    }
  }

  setQuality(quality: Quality): void {
    this.#material.dispose();
    this.#material = bodyMaterial(quality);
    for (const mesh of this.group.children as Mesh[]) mesh.material = this.#material;
  }

  #clear(): void {
    for (const mesh of this.group.children as Mesh[]) mesh.geometry.dispose();
    this.group.clear();
    this.#shown = [];
  }
}

const inset = ({ positions, normals }: Pick<BodyMesh, "positions" | "normals">): Float32Array =>
  positions.map((value, k) => value - INSET_M * (normals[k] as number));

/** Height of the document's floor in metres, or null where it has none; a floor has no mesh, it has no end. */
export function floorHeight(document: Document, tables: Tables): number | null {
  const floor = document.bodies.find((body) => body.shape.kind === "body.floor");
  if (!floor) return null;
  const row = tables.shapes.find((shape) => shape.id === floor.shape.kind);
  const parameter = row?.parameters.find((each) => each.id === "height_mm");
  return (floor.shape.parameters.height_mm ?? parameter?.default ?? 0) / 1000;
}
