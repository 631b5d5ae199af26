/**
 * Colours of maps, walked in Oklab (Ottosson 2020), where equal distances look equally far apart.
 *
 * Both ramps are told by lightness alone, and run between blue and yellow or orange, which every kind of colour
 * blindness tells apart. They are made here from where they pass, and cut into steps of equal length.
 */

export type Rgb = readonly [number, number, number];
type Lab = readonly [number, number, number];

/** Steps of a ramp. */
export const STEPS = 256;

/** Where a ramp passes: lightness 0 to 1, chroma, and hue in degrees. */
type Stop = readonly [lightness: number, chroma: number, hue: number];

/** From indigo over teal to a pale yellow: ever lighter. */
const SEQUENTIAL: readonly Stop[] = [
  [0.3, 0.1, 285],
  [0.46, 0.1, 245],
  [0.62, 0.1, 195],
  [0.78, 0.13, 135],
  [0.93, 0.14, 100],
];

/** Blue, nearly white, burnt orange: as dark at one end as at the other. */
const DIVERGING: readonly Stop[] = [
  [0.4, 0.13, 258],
  [0.68, 0.09, 250],
  [0.95, 0.006, 90],
  [0.68, 0.12, 55],
  [0.4, 0.1, 42],
];

export function toLinear(lab: Lab): Rgb {
  const [light, a, b] = lab;
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

export function toLab([r, g, b]: Rgb): Lab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const encode = (value: number): number =>
  Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));

const inGamut = (rgb: Rgb): boolean => rgb.every((value) => value >= 0 && value <= 1);

/** What a screen can show: less colourful where it must be, never lighter or darker. */
function shown([light, a, b]: Lab): Rgb {
  let [least, most] = [0, 1];
  if (inGamut(toLinear([light, a, b]))) return toLinear([light, a, b]);
  for (let round = 0; round < 24; round++) {
    const part = (least + most) / 2;
    if (inGamut(toLinear([light, a * part, b * part]))) least = part;
    else most = part;
  }
  return toLinear([light, a * least, b * least]);
}

/** A smooth way through the stops: cubic between them, as steep at a stop as its neighbours say. */
function along(stops: readonly Stop[], at: number): Lab {
  const points = stops.map(([light, chroma, hue]): Lab => {
    const turn = (hue * Math.PI) / 180;
    return [light, chroma * Math.cos(turn), chroma * Math.sin(turn)];
  });
  const place = Math.min(at, 1 - 1e-9) * (points.length - 1);
  const k = Math.floor(place);
  const t = place - k;
  const point = (index: number): Lab => points[Math.max(0, Math.min(points.length - 1, index))] as Lab;
  const [before, from, to, after] = [point(k - 1), point(k), point(k + 1), point(k + 2)];
  const each = (c: 0 | 1 | 2): number => {
    const [m0, m1] = [(to[c] - before[c]) / 2, (after[c] - from[c]) / 2];
    const [rise, t2, t3] = [to[c] - from[c], t * t, t * t * t];
    return from[c] + m0 * (t3 - 2 * t2 + t) + m1 * (t3 - t2) + rise * (3 * t2 - 2 * t3);
  };
  return [each(0), each(1), each(2)];
}

const distance = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The way cut into steps of equal length. */
function even(stops: readonly Stop[]): Lab[] {
  const fine = Array.from({ length: 4096 }, (_, k) => toLab(shown(along(stops, k / 4095))));
  const lengths = [0];
  for (let k = 1; k < fine.length; k++)
    lengths.push((lengths[k - 1] as number) + distance(fine[k - 1] as Lab, fine[k] as Lab));
  const whole = lengths.at(-1) as number;
  let next = 0;
  return Array.from({ length: STEPS }, (_, k) => {
    while (next < fine.length - 1 && (lengths[next] as number) < (whole * k) / (STEPS - 1)) next += 1;
    return fine[next] as Lab;
  });
}

/** Red, green and blue of each step, 0 to 255, as a screen takes them. */
function ramp(stops: readonly Stop[]): Uint8Array {
  return Uint8Array.from(even(stops).flatMap((lab) => shown(lab).map((value) => encode(Math.max(0, value)))));
}

export const ramps = { sequential: ramp(SEQUENTIAL), diverging: ramp(DIVERGING) };

/** A ramp as a gradient of a style sheet, from the low end to the high. */
export function gradient(colours: Uint8Array, stops = 33): string {
  const at = (k: number) => {
    const step = Math.round((k / (stops - 1)) * (STEPS - 1));
    return `rgb(${colours.subarray(3 * step, 3 * step + 3).join(" ")})`;
  };
  return `linear-gradient(to right, ${Array.from({ length: stops }, (_, k) => at(k)).join(", ")})`;
}
