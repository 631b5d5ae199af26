import {
  Color,
  DoubleSide,
  type IUniform,
  type Material,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  ShaderChunk,
  Vector2,
} from "three";
import type { Quality } from "../document/state";
import type { Look, Print, Surface } from "../engine/types";
import { SLUB_M, slubs, threadsOf } from "./weave";

/** A shop form: matt, light, and of no colour that would cast on the cloth or pass for skin. */
const FORM = "#d2d3d3";

/** How light meets each surface beyond what the look's numbers say. */
interface Body {
  /** How uneven weft and warp are. */
  slubs: readonly [number, number];
  /** Whether highlights are drawn out across the threads, as on parallel floats. */
  floats: number;
  /** A film on top, as on dressed leather. */
  film: number;
}

const BODIES: Record<Surface, Body> = {
  plain: { slubs: [0.1, 0.1], floats: 0, film: 0 },
  // Indigo wears off the warp: streaks along it are what one knows denim by.
  twill: { slubs: [0.02, 0.3], floats: 0, film: 0 },
  satin: { slubs: [0.015, 0.03], floats: 0.85, film: 0 },
  knit: { slubs: [0.03, 0.05], floats: 0, film: 0 },
  rib: { slubs: [0.02, 0.05], floats: 0, film: 0 },
  felt: { slubs: [0.05, 0.05], floats: 0, film: 0 },
  leather: { slubs: [0, 0], floats: 0, film: 0.9 },
};

const PRINTS: Record<Print, number> = { none: 0, stripes: 1, checks: 2, dots: 3 };

/** A fabric as its look says. Plain quality has its colours and its print, and leaves out threads and shine. */
export function clothMaterial(look: Look, quality: Quality): Material {
  const color = new Color(look.colour);
  if (quality === "plain") return asCloth(new MeshLambertMaterial({ color, side: DoubleSide }), look);
  const { thread_mm, sheen, fuzz } = look.finish;
  const { floats, film } = BODIES[look.surface];
  const threads = threadsOf(look.surface, thread_mm / 1000);
  const material = new MeshPhysicalMaterial({
    color,
    side: DoubleSide,
    map: threads.shade,
    normalMap: threads.normals,
    normalScale: new Vector2(0.55, 0.55),
    roughness: 0.96 - 0.7 * sheen,
    specularIntensity: 0.25 + 0.75 * sheen,
    // Filaments that lie side by side throw back more than one face of glass would.
    ior: 1.5 + 0.5 * sheen,
    anisotropy: floats * sheen,
    clearcoat: film * sheen,
    clearcoatRoughness: 0.38,
    // The bloom of fibre ends at grazing angles is what tells cloth from painted paper.
    sheen: fuzz,
    sheenRoughness: 0.5,
    sheenColor: color.clone().lerp(new Color("#fffaf4"), 0.45),
  });
  material.addEventListener("dispose", () => {
    threads.normals.dispose();
    threads.shade.dispose();
  });
  return asCloth(material, look);
}

/** A seam is a furrow: darker than its cloth, and on cloth that is nearly black paler. */
export function seamColour({ colour }: Look): Color {
  const own = new Color(colour);
  const light = 0.3 * own.r + 0.6 * own.g + 0.1 * own.b;
  return light < 0.04 ? own.multiplyScalar(2.5).addScalar(0.05) : own.multiplyScalar(0.3);
}

/**
 * How much further from the eye than it is a body is for deciding what hides what, m. While larger triangles go ahead, cloth lies on
 * them and may be a millimetre inside of the body between their corners, and it lies as near where both are pressed together.
 * A finger, the thinnest part that lies before cloth, is twice as thick.
 */
const BEHIND_M = 0.006;

export function bodyMaterial(quality: Quality): Material {
  const behind = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 4 };
  if (quality === "plain") return asBody(new MeshLambertMaterial({ color: FORM, ...behind }));
  return asBody(new MeshPhysicalMaterial({ color: FORM, roughness: 0.82, ...behind }));
}

function asBody<M extends Material>(material: M): M {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader.replace(
      "#include <project_vertex>",
      `#include <project_vertex>
      vec4 behind = projectionMatrix * vec4(mvPosition.xyz * (1.0 + ${BEHIND_M} / length(mvPosition.xyz)), 1.0);
      gl_Position.z = behind.z / behind.w * gl_Position.w;`,
    );
  };
  return material;
}

/** The wrong side where the look names no colour for it: paler and greyer, as of yarn seen from behind. */
function wrongSide({ colour, back_colour }: Look): Color {
  if (back_colour) return new Color(back_colour);
  const own = new Color(colour);
  const grey = 0.3 * own.r + 0.6 * own.g + 0.1 * own.b;
  return own
    .lerp(new Color(grey, grey, grey), 0.3)
    .multiplyScalar(0.92)
    .addScalar(0.03);
}

/**
 * What about cloth a solid's shader does not know. It has a right side and a wrong side, of different colour; which of
 * them is seen is told by the smooth normal, not by the triangle: a triangle seen edge-on may turn its back while all around
 * it face the eye, and would glitter along every fold. The side decides colour and light alike: at the rim of a fold, where the
 * smooth normal looks away a little before the cloth does, cloth that took the other side's light would have a dark edge. A
 * normal that still looks away is turned back until it is just seen, since sheen means nothing beyond that. Its print and the unevenness of its threads lie in metres on the cloth.
 */
function asCloth<M extends Material>(material: M, look: Look): M {
  const uniforms: Record<string, IUniform> = {
    wrongSide: { value: wrongSide(look) },
    printKind: { value: PRINTS[look.print] },
    printColour: { value: new Color(look.print_colour) },
    printM: { value: look.finish.print_mm / 1000 },
    slubs: { value: slubs() },
    slubM: { value: SLUB_M },
    uneven: { value: new Vector2(...BODIES[look.surface].slubs) },
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec2 vOnCloth;")
      .replace("#include <uv_vertex>", "#include <uv_vertex>\nvOnCloth = uv;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${PRINTED}`)
      .replace("#include <color_fragment>", `#include <color_fragment>\n${COLOURED}`)
      .replace(
        "#include <normal_fragment_begin>",
        ShaderChunk.normal_fragment_begin.replace("gl_FrontFacing", "rightSide"),
      )
      .replace(
        "#include <normal_fragment_maps>",
        `#include <normal_fragment_maps>
        normal = normalize(normal + toEye * max(0.0, 0.12 - dot(normal, toEye)));`,
      );
  };
  return material;
}

/** How much of the print is at a place of the cloth, 0 to 1; its edges are as soft as a pixel is wide. */
const PRINTED = /* glsl */ `
varying vec2 vOnCloth;
uniform vec3 wrongSide;
uniform vec3 printColour;
uniform int printKind;
uniform float printM;
uniform sampler2D slubs;
uniform float slubM;
uniform vec2 uneven;
float band(float at, float width, float soft) {
  float far = abs(fract(at) - 0.5);
  return 1.0 - smoothstep(0.5 * width - soft, 0.5 * width + soft, far);
}
float printed() {
  vec2 at = vOnCloth / printM;
  vec2 soft = max(fwidth(at), vec2(1e-4));
  // Finer than the picture's pixels a print is its own mean.
  float seen = 1.0 - smoothstep(0.35, 0.9, max(soft.x, soft.y));
  if (printKind == 1) return mix(0.14, band(at.x, 0.14, soft.x), seen);
  if (printKind == 2) return mix(0.5, 0.5 * band(at.x, 0.5, soft.x) + 0.5 * band(at.y, 0.5, soft.y), seen);
  if (printKind == 3) {
    vec2 cell = vec2(at.x + 0.5 * mod(floor(at.y), 2.0), at.y);
    float far = length(fract(cell) - 0.5);
    float edge = length(soft);
    return mix(0.2, 1.0 - smoothstep(0.25 - edge, 0.25 + edge, far), seen);
  }
  return 0.0;
}
`;

const COLOURED = /* glsl */ `
vec3 toEye = normalize(vViewPosition);
vec3 shade = vec3(1.0);
float behind = 0.0;
#ifdef USE_MAP
  shade = sampledDiffuseColor.rgb;
  behind = 1.0 - sampledDiffuseColor.a;
#endif
vec3 dyed = mix(diffuse, printColour, printed());
// At the rim of a fold the smooth normal looks away before the cloth does, the further the more of its triangle is seen.
float seen = dot(normalize(cross(dFdx(vViewPosition), dFdy(vViewPosition))), toEye);
bool rightSide = dot(vNormal, toEye) > (gl_FrontFacing ? -0.35 - 2.0 * abs(seen) : -0.02);
vec3 yarn = rightSide ? mix(dyed, wrongSide, behind) : mix(wrongSide, dyed, 0.6 * behind);
vec2 slub = texture2D(slubs, vOnCloth / slubM).rg;
diffuseColor.rgb = yarn * shade * (1.0 - dot(uneven, slub));
`;
