import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  NoColorSpace,
  RepeatWrapping,
  RGBAFormat,
  SRGBColorSpace,
  type Texture,
} from "three";
import type { Surface } from "../engine/types";
import { type Relief, reliefs } from "./relief";

/**
 * Small pictures give the cloth its threads. They are repeated in material coordinates, which are metres, so that the
 * weave keeps its size however the panel is cut; mip-maps let it fade with distance instead of flickering.
 */

const PIXELS_PER_THREAD = 16;

/** The pictures of a surface, for threads of a size. */
export interface Threads {
  /** The relief, as a normal map. */
  normals: Texture;
  /** Light and dark between the threads; where it is not opaque the other side's yarn lies on top. */
  shade: Texture;
}

const painted = new Map<Surface, Threads>();

/** Textures of one's own, which share their pictures with all others of the same surface. */
export function threadsOf(surface: Surface, threadM: number): Threads {
  const shared = painted.get(surface) ?? paint(reliefs[surface]);
  painted.set(surface, shared);
  const sized = (texture: Texture) => {
    const copy = texture.clone();
    copy.repeat.setScalar(1 / (reliefs[surface].threads * threadM));
    copy.needsUpdate = true;
    return copy;
  };
  return { normals: sized(shared.normals), shade: sized(shared.shade) };
}

function paint(relief: Relief): Threads {
  const size = relief.threads * PIXELS_PER_THREAD;
  const heights = new Float32Array(size * size);
  const normals = new Uint8Array(4 * size * size);
  const shade = new Uint8Array(4 * size * size);
  const place = (i: number) => (i + 0.5) / PIXELS_PER_THREAD;
  for (let j = 0; j < size; j++)
    for (let i = 0; i < size; i++) heights[j * size + i] = relief.height(place(i), place(j));
  const at = (i: number, j: number) => heights[((j + size) % size) * size + ((i + size) % size)] as number;
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      const dx = (at(i + 1, j) - at(i - 1, j)) * relief.depth;
      const dy = (at(i, j + 1) - at(i, j - 1)) * relief.depth;
      const scale = 127 / Math.hypot(dx, dy, 1);
      normals.set([128 - dx * scale, 128 - dy * scale, 128 + scale, 255], 4 * (j * size + i));
      const light = 255 - 255 * relief.dark * (1 - at(i, j));
      const own = 255 - 255 * (relief.behind?.(place(i), place(j)) ?? 0);
      shade.set([light, light, light, own], 4 * (j * size + i));
    }
  }
  return {
    normals: repeated(new DataTexture(normals, size, size, RGBAFormat), NoColorSpace),
    shade: repeated(new DataTexture(shade, size, size, RGBAFormat), SRGBColorSpace),
  };
}

const SLUB_PIXELS = 512;
/** Side of the picture of slubs on the cloth, m. */
export const SLUB_M = 0.3;

let slub: Texture | null = null;

/** Threads are never quite even: slow light and dark along each one. Red is that of the weft, green that of the warp. */
export function slubs(): Texture {
  if (slub) return slub;
  const random = generator(7);
  const weft = Array.from({ length: SLUB_PIXELS }, () => thread(random));
  const warp = Array.from({ length: SLUB_PIXELS }, () => thread(random));
  const data = new Uint8Array(4 * SLUB_PIXELS * SLUB_PIXELS);
  for (let j = 0; j < SLUB_PIXELS; j++)
    for (let i = 0; i < SLUB_PIXELS; i++)
      data.set([255 * (weft[j]?.(i) ?? 0), 255 * (warp[i]?.(j) ?? 0), 0, 255], 4 * (j * SLUB_PIXELS + i));
  slub = repeated(new DataTexture(data, SLUB_PIXELS, SLUB_PIXELS, RGBAFormat), NoColorSpace);
  return slub;
}

/** One thread's darkness along its length: a base, and a slub that swells and fades. Periodic, so that tiles meet. */
function thread(random: () => number): (position: number) => number {
  const base = random() * 0.5;
  const swell = random() ** 3;
  const phase = random();
  const turns = 1 + Math.floor(random() * 3);
  return (position) => {
    const wave = Math.sin(2 * Math.PI * ((turns * position) / SLUB_PIXELS + phase));
    return Math.min(1, base + swell * Math.max(0, wave));
  };
}

/** The same threads on every visit: pictures of the same document can be compared. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function repeated(texture: DataTexture, colorSpace: DataTexture["colorSpace"]): Texture {
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.colorSpace = colorSpace;
  texture.needsUpdate = true;
  return texture;
}
