import {
  Color,
  DoubleSide,
  type Material,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  ShaderChunk,
  Vector2,
} from "three";
import type { Quality } from "../document/state";
import { weaveNormals, weaveShade } from "./weave";

/** The colour of cloth nobody dyed, for a fabric that says nothing about its look. */
const UNDYED = "#d8cdb8";

/** A shop form: matt, light, and of no colour that would cast on the cloth or pass for skin. */
const FORM = "#d2d3d3";

let threads: { normals: ReturnType<typeof weaveNormals>; shade: ReturnType<typeof weaveShade> } | null = null;

export function clothMaterial(colour: string | undefined, quality: Quality): Material {
  const color = new Color(colour ?? UNDYED);
  if (quality === "plain") return asCloth(new MeshLambertMaterial({ color, side: DoubleSide }));
  threads ??= { normals: weaveNormals(), shade: weaveShade() };
  return asCloth(
    new MeshPhysicalMaterial({
      color,
      side: DoubleSide,
      map: threads.shade,
      normalMap: threads.normals,
      normalScale: new Vector2(0.55, 0.55),
      roughness: 0.92,
      // The bloom of fibre ends at grazing angles is what tells cloth from painted paper.
      sheen: 0.55,
      sheenRoughness: 0.5,
      sheenColor: color.clone().lerp(new Color("#fffaf4"), 0.45),
    }),
  );
}

export function bodyMaterial(quality: Quality): Material {
  // Cloth lies less than a millimetre from the body: drawn a trifle further away, it never shows through.
  const behind = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 4 };
  if (quality === "plain") return new MeshLambertMaterial({ color: FORM, ...behind });
  return new MeshPhysicalMaterial({ color: FORM, roughness: 0.82, ...behind });
}

/**
 * Two things about cloth that a solid's shader does not know. The wrong side is paler and greyer, as of yarn seen from
 * behind. And which side is seen is told by the smooth normal, not by the triangle: a triangle seen edge-on may turn
 * its back while all around it face the eye, and would glitter along every fold. A normal that still looks away is
 * turned back until it is just seen, since sheen means nothing beyond that.
 */
function asCloth<M extends Material>(material: M): M {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        vec3 toEye = normalize(vViewPosition);
        bool seenFromRight = dot(vNormal, toEye) >= 0.0;
        if (!seenFromRight) {
          float grey = dot(diffuseColor.rgb, vec3(0.3, 0.6, 0.1));
          diffuseColor.rgb = mix(diffuseColor.rgb, vec3(grey), 0.3) * 0.92 + 0.03;
        }`,
      )
      .replace(
        "#include <normal_fragment_begin>",
        ShaderChunk.normal_fragment_begin.replace("gl_FrontFacing", "seenFromRight"),
      )
      .replace(
        "#include <normal_fragment_maps>",
        `#include <normal_fragment_maps>
        normal = normalize(normal + toEye * max(0.0, 0.12 - dot(normal, toEye)));`,
      );
  };
  return material;
}
