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

/**
 * Two small pictures give the cloth its thread. Both are repeated in material coordinates, which are metres, so
 * that the weave keeps its size however the panel is cut; mip-maps let it fade with distance instead of flickering.
 */

const THREADS = 8;
const PIXELS_PER_THREAD = 16;
/** A little coarser than life: at 0.4 mm the threads would vanish before one could come close enough to enjoy them. */
const THREAD_M = 0.0009;

/** Height of a plain weave at a point given in threads: each thread passes over one and under the next. */
function height(x: number, y: number): number {
  const over = (Math.floor(x) + Math.floor(y)) % 2 === 0;
  const across = over ? x : y;
  const along = over ? y : x;
  const round = Math.sin(Math.PI * (across - Math.floor(across)));
  const arch = Math.sin(Math.PI * (along - Math.floor(along)));
  return Math.sqrt(round) * (0.45 + 0.55 * arch);
}

/** The relief of the threads, as a normal map. */
export function weaveNormals(): Texture {
  const size = THREADS * PIXELS_PER_THREAD;
  const data = new Uint8Array(4 * size * size);
  const at = (i: number, j: number) =>
    height((((i + size) % size) + 0.5) / PIXELS_PER_THREAD, (((j + size) % size) + 0.5) / PIXELS_PER_THREAD);
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      const dx = (at(i + 1, j) - at(i - 1, j)) * 2;
      const dy = (at(i, j + 1) - at(i, j - 1)) * 2;
      const scale = 127 / Math.hypot(dx, dy, 1);
      data.set([128 - dx * scale, 128 - dy * scale, 128 + scale, 255], 4 * (j * size + i));
    }
  }
  return repeated(new DataTexture(data, size, size, RGBAFormat), THREADS * THREAD_M, NoColorSpace);
}

const SLUB_PIXELS = 512;
const SLUB_M = 0.3;

/** Threads are never quite even: slow light and dark along each one, in both directions, as in a linen. */
export function weaveShade(): Texture {
  const random = generator(7);
  const weft = Array.from({ length: SLUB_PIXELS }, () => thread(random));
  const warp = Array.from({ length: SLUB_PIXELS }, () => thread(random));
  const data = new Uint8Array(4 * SLUB_PIXELS * SLUB_PIXELS);
  for (let j = 0; j < SLUB_PIXELS; j++) {
    for (let i = 0; i < SLUB_PIXELS; i++) {
      const shade = 246 - 34 * ((weft[j]?.(i) ?? 0) + (warp[i]?.(j) ?? 0)) * 0.5;
      data.set([shade, shade, shade, 255], 4 * (j * SLUB_PIXELS + i));
    }
  }
  return repeated(new DataTexture(data, SLUB_PIXELS, SLUB_PIXELS, RGBAFormat), SLUB_M, SRGBColorSpace);
}

/** One thread's darkness along its length: a base, and a slub that swells and fades. Periodic, so that tiles meet. */
function thread(random: () => number): (position: number) => number {
  const base = random() * 0.5;
  const swell = random() ** 3;
  const phase = random();
  const turns = 1 + Math.floor(random() * 3);
  return (position) => {
    const wave = Math.sin(2 * Math.PI * ((turns * position) / SLUB_PIXELS + phase));
    return base + swell * Math.max(0, wave);
  };
}

/** The same threads on every visit: pictures of the same document can be compared. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function repeated(texture: DataTexture, metres: number, colorSpace: DataTexture["colorSpace"]): Texture {
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(1 / metres, 1 / metres);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.colorSpace = colorSpace;
  texture.needsUpdate = true;
  return texture;
}
