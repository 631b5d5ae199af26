import {
  BufferAttribute,
  Color,
  DataTexture,
  FloatType,
  GLSL3,
  InstancedBufferGeometry,
  Mesh,
  NearestFilter,
  RGBAFormat,
  ShaderMaterial,
  Vector2,
  Vector3,
} from "three";
import type { Lattice } from "./protocol";
import { fragmentShader, ROWS, vertexShader } from "./yarn-shader";

/** Half the width of a drawn yarn and the length of a torn tip, in distances of yarns. */
const RADIUS = 0.43;
const TIP = 0.9;

/** Indigo and ecru, as in denim: warp and weft are told apart at a glance. */
const WARP = new Color("#3d5a86");
const WEFT = new Color("#eadfc8");

/** Every yarn of a swatch, in one draw call. */
export class Yarns {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #texture: DataTexture;

  constructor({ warps, wefts, spacing_m }: Lattice, { warp, weft } = { warp: WARP, weft: WEFT }) {
    this.#texture = new DataTexture(
      new Float32Array(8 * warps * wefts),
      warps,
      2 * wefts,
      RGBAFormat,
      FloatType,
    );
    this.#texture.minFilter = this.#texture.magFilter = NearestFilter;
    const material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: {
        points: { value: this.#texture },
        lattice: { value: new Vector2(warps, wefts) },
        radius: { value: RADIUS * spacing_m },
        tip: { value: TIP * spacing_m },
        warp: { value: warp },
        weft: { value: weft },
        light: { value: new Vector3(-0.45, 0.65, 0.62).normalize() },
      },
    });
    this.mesh = new Mesh(ribbon(2 * warps * wefts), material);
    // The points are in the texture: three knows nothing of where the yarns are.
    this.mesh.frustumCulled = false;
  }

  show(yarns: Float32Array): void {
    const data = this.#texture.image.data as Float32Array;
    data.set(yarns);
    this.#texture.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture.dispose();
  }
}

/** Rows of two corners each, for as many instances as there may be segments. */
function ribbon(instances: number): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const corners: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row < ROWS; row++) {
    corners.push(row, -1, row, 1);
    const first = 2 * row;
    if (row + 1 < ROWS) indices.push(first, first + 1, first + 2, first + 1, first + 3, first + 2);
  }
  geometry.setAttribute("corner", new BufferAttribute(new Float32Array(corners), 2));
  geometry.setIndex(indices);
  geometry.instanceCount = instances;
  return geometry;
}
