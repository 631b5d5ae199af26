/**
 * Yarns drawn from a texture of their crossings.
 *
 * A texel holds a point of a yarn and whether the yarn goes on from it; the warps stand in the lower half, the wefts in the upper one. An
 * instance is the segment from a crossing to the next: a ribbon that faces the eye along a Catmull–Rom spline, shaded as the
 * cylinder it stands for. Where the segment is torn it is two tips that thin out.
 */

/** Rows of a ribbon; the middle two are the ends of the tips. */
export const ROWS = 6;

export const vertexShader = /* glsl */ `
precision highp float;
precision highp sampler2D;
uniform sampler2D points;
uniform ivec2 lattice;
uniform float radius;
uniform float tip;
in vec2 corner; // row 0 … 5, side −1 or 1
out vec3 vTangent;
out vec3 vSide;
out vec3 vView;
out float vAcross;
out float vAlong;
out float vShade;
flat out float vIsWeft;
flat out float vTint;

vec4 point(int direction, ivec2 at) {
  return texelFetch(points, ivec2(at.x, at.y + direction * lattice.y), 0);
}

/** How much the other yarn of a crossing covers this one, 0 to 1. */
float covered(int direction, ivec2 at, vec3 self, vec3 eye) {
  vec3 other = point(1 - direction, at).xyz;
  vec3 between = other - self;
  float near = 1.0 - smoothstep(1.0, 2.0, length(between) / radius);
  return near * smoothstep(0.0, 0.7, dot(between, eye) / radius);
}

void main() {
  int crossings = lattice.x * lattice.y;
  int direction = gl_InstanceID / crossings;
  int c = gl_InstanceID - direction * crossings;
  ivec2 at = ivec2(c % lattice.x, c / lattice.x);
  ivec2 way = direction == 0 ? ivec2(0, 1) : ivec2(1, 0);
  ivec2 next = at + way;
  gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  if (next.x >= lattice.x || next.y >= lattice.y) return;
  vec4 b = point(direction, at);
  vec4 d = point(direction, next);
  ivec2 before = at - way;
  ivec2 after = next + way;
  bool hasBefore = before.x >= 0 && before.y >= 0 && point(direction, before).w > 0.5;
  bool hasAfter = after.x < lattice.x && after.y < lattice.y && d.w > 0.5;
  vec3 a = hasBefore ? point(direction, before).xyz : 2.0 * b.xyz - d.xyz;
  vec3 e = hasAfter ? point(direction, after).xyz : 2.0 * d.xyz - b.xyz;
  float row = corner.x;
  vec3 place;
  vec3 tangent;
  float width = 1.0;
  float t = row / 5.0;
  if (b.w > 0.5) {
    vec3 m0 = 0.5 * (d.xyz - a);
    vec3 m1 = 0.5 * (e - b.xyz);
    float t2 = t * t;
    float t3 = t2 * t;
    place = (2.0 * t3 - 3.0 * t2 + 1.0) * b.xyz + (t3 - 2.0 * t2 + t) * m0 + (3.0 * t2 - 2.0 * t3) * d.xyz + (t3 - t2) * m1;
    tangent = 6.0 * (t2 - t) * (b.xyz - d.xyz) + (3.0 * t2 - 4.0 * t + 1.0) * m0 + (3.0 * t2 - 2.0 * t) * m1;
  } else {
    bool first = row < 2.5;
    bool there = first ? hasBefore : hasAfter;
    float s = first ? row / 2.0 : (5.0 - row) / 2.0;
    vec3 out_ = first ? b.xyz - a : d.xyz - e;
    tangent = out_ + vec3(1e-9);
    place = (first ? b.xyz : d.xyz) + normalize(tangent) * s * tip;
    width = there ? 1.0 - s : 0.0;
    t = first ? 0.0 : 1.0;
  }
  vec4 view = modelViewMatrix * vec4(place, 1.0);
  vec3 along = normalize((modelViewMatrix * vec4(tangent, 0.0)).xyz + vec3(0.0, 1e-9, 0.0));
  vec3 eye = normalize(-view.xyz);
  vec3 side = normalize(cross(along, eye) + vec3(1e-9, 0.0, 0.0));
  view.xyz += side * corner.y * radius * width;
  vec3 eyeWorld = (inverse(modelViewMatrix) * vec4(eye, 0.0)).xyz;
  vShade = mix(covered(direction, at, b.xyz, eyeWorld), covered(direction, next, d.xyz, eyeWorld), t);
  vTangent = along;
  vSide = side;
  vView = eye;
  vAcross = corner.y;
  int order = direction == 0 ? at.y : at.x;
  int yarn = direction == 0 ? at.x : at.y;
  vAlong = float(order) + t;
  vIsWeft = float(direction);
  vTint = fract(sin(float(yarn) * 12.9898 + float(direction) * 78.233) * 43758.5453);
  gl_Position = projectionMatrix * view;
}
`;

/** Blends Kajiya and Kay's strand with Lambert's cylinder, as the paper does after Hiebert 2006. */
export const fragmentShader = /* glsl */ `
precision highp float;
uniform vec3 warp;
uniform vec3 weft;
uniform vec3 light;
in vec3 vTangent;
in vec3 vSide;
in vec3 vView;
in float vAcross;
in float vAlong;
in float vShade;
flat in float vIsWeft;
flat in float vTint;
out vec4 colour;

void main() {
  vec3 t = normalize(vTangent);
  vec3 up = normalize(cross(vSide, t));
  if (dot(up, vView) < 0.0) up = -up;
  float rise = sqrt(max(0.0, 1.0 - vAcross * vAcross));
  vec3 n = normalize(vSide * vAcross + up * rise);
  float along = dot(t, light);
  float across = sqrt(max(0.0, 1.0 - along * along));
  float eyeAlong = dot(t, vView);
  float eyeAcross = sqrt(max(0.0, 1.0 - eyeAlong * eyeAlong));
  float strand = across;
  float lambert = max(0.0, dot(n, light));
  float gloss = pow(max(0.0, across * eyeAcross - along * eyeAlong), 24.0);
  // The plies of the yarn wind around it.
  float ply = 0.5 + 0.5 * sin(6.2831853 * (vAlong * 1.6 + vAcross * 0.55) + vTint * 6.28);
  vec3 base = mix(warp, weft, vIsWeft) * (0.93 + 0.14 * vTint) * (0.86 + 0.14 * ply);
  float diffuse = 0.28 + 0.22 * strand + 0.62 * lambert;
  float occlusion = (1.0 - 0.55 * vShade) * (0.55 + 0.45 * rise);
  vec3 lit = base * diffuse * occlusion + vec3(1.0, 0.97, 0.92) * gloss * 0.10 * lambert * occlusion;
  colour = vec4(pow(lit, vec3(1.0 / 2.2)), 1.0);
}
`;
