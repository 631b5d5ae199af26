import { DataTexture, DoubleSide, LinearFilter, RGBAFormat, ShaderMaterial } from "three";
import type { MapScale } from "../engine/types";
import { ramps, STEPS } from "../inspect/colours";
import { remembered } from "../inspect/remembered";
import type { Range } from "../inspect/statistics";

/** What has no value: undyed, which is on neither ramp and no body's colour either. */
const NOTHING = [0.8, 0.75, 0.67] as const;

/**
 * Draws a map. Colours are those of the legend but for a little shade, so that folds are still seen: light comes from where
 * one looks, and no lamp changes a colour. A triangle with a corner that has no value fades out towards it.
 */
export class MapMaterial extends ShaderMaterial {
  constructor() {
    super({
      side: DoubleSide,
      toneMapped: false,
      uniforms: { ramp: { value: null }, range: { value: [0, 1] }, nothing: { value: NOTHING } },
      vertexShader: `
        attribute vec2 mapped;
        varying vec2 vMapped;
        varying vec3 vNormal;
        varying vec3 vToEye;
        void main() {
          vMapped = mapped;
          vec4 seen = modelViewMatrix * vec4(position, 1.0);
          vNormal = normalMatrix * normal;
          vToEye = -seen.xyz;
          gl_Position = projectionMatrix * seen;
        }`,
      fragmentShader: `
        uniform sampler2D ramp;
        uniform vec2 range;
        uniform vec3 nothing;
        varying vec2 vMapped;
        varying vec3 vNormal;
        varying vec3 vToEye;
        void main() {
          float part = (vMapped.x / max(vMapped.y, 1e-6) - range.x) / (range.y - range.x);
          vec3 colour = texture2D(ramp, vec2((clamp(part, 0.0, 1.0) * ${STEPS - 1}.0 + 0.5) / ${STEPS}.0, 0.5)).rgb;
          colour = mix(nothing, colour, smoothstep(0.15, 0.6, vMapped.y));
          float facing = abs(dot(normalize(vNormal), normalize(vToEye)));
          gl_FragColor = vec4(colour * (0.72 + 0.28 * smoothstep(0.0, 0.9, facing)), 1.0);
        }`,
    });
  }

  set(scale: MapScale, range: Range): void {
    this.uniforms.ramp = { value: textureOf(scale) };
    this.uniforms.range = { value: range };
  }
}

const textures = new Map<MapScale, DataTexture>();

function textureOf(scale: MapScale): DataTexture {
  return remembered(textures, scale, () => {
    const colours = ramps[scale];
    const data = new Uint8Array(4 * STEPS).fill(255);
    for (let k = 0; k < STEPS; k++) data.set(colours.subarray(3 * k, 3 * k + 3), 4 * k);
    const texture = new DataTexture(data, STEPS, 1, RGBAFormat);
    texture.magFilter = texture.minFilter = LinearFilter;
    texture.needsUpdate = true;
    return texture;
  });
}
