import { LARGEST_BYTES, TOO_LARGE } from "./compress";

/**
 * What documents say over and over. In a link each of these is two letters, so that the compression need not learn it first:
 * a T-shirt's link is 1,600 letters long in place of 2,800. Where a word no longer occurs it is of no use, and does no harm.
 *
 * Links of version 2 count on this list: it must never change. A better one is for another version.
 */
const PHRASES: readonly string[] = [
  '"seam_allowance_mm":10,"notches":[]}',
  '"seam_allowance_mm":0,"notches":[]}',
  '"from":0,"to":1,"reversed":false}',
  '"curve":{"kind":"line"},',
  '"curve":{"kind":"cubic","control_1_mm":[',
  '"gathered":false,"stitching":{"kind":"seam.plain","parameters":{}},"weave":"plain","stiffening":"measured","fold":{"angle_deg":0,"strength":1},"elastic":{"ratio":1,"stiffness_n":0}}',
  '"direction":"opposite",',
  '"direction":"auto",',
  '-mirrored"',
  '"holes":[],"lines":[],"darts":[],"grain_deg":0,',
  '"symmetry":{"kind":"none"},',
  '"symmetry":{"kind":"unfold","edge":"',
  '"symmetry":{"kind":"mirror-of","panel":"',
  '"layer":0,"interlining":"","interlined":[],',
  '"placement":{"kind":"arrangement","body":"mannequin","point":"',
  '"placement":{"kind":"free","translation_mm":[',
  '"turn_deg":0,"lie":{"kind":"around"}},',
  '"turn_deg":0,"lie":{"kind":"flat"}},',
  '"mesh":{"size_mm":',
  '"seam_step":0}',
  '"gravity_m_per_s2":9.81,"air_drag_per_s":0.4,"air_across":1.2,"air_along":0.02,"wind_x_m_per_s":0,"wind_y_m_per_s":0,"wind_z_m_per_s":0}',
  '"step_ms":10,"newton_iterations":2,"solver_tolerance":0.01,"sewing_s":',
  '{"id":"floor","shape":{"kind":"body.floor","parameters":{}}',
  '{"id":"mannequin","shape":{"kind":"body.mannequin","parameters":{"size":',
  '"contact":{"friction_factor":1},"motion":{"kind":"motion.still","parameters":{}}}',
  '"integrator":{"kind":"integrator.backward-euler","parameters":{}}',
  '"made_to_measure":{"garment":"garment.',
  '"source":"Measured: Wang, Ramamoorthi and O\'Brien 2011, first values of the ',
  "; bending of 0°, 45° and 90° as weft, bias and warp. Thickness and friction typical.",
  '"membrane":{"kind":"membrane.',
  '"viscosity":{"kind":"viscosity.none","parameters":{}}',
  '"internal_friction":{"kind":"internal-friction.none","parameters":{}}',
  '"bending":{"kind":"bend.moment-curvature","parameters":{',
  '"friction":{"kind":"friction.c","parameters":{"mu_c":',
  '"self_friction":{"kind":"friction.c","parameters":{"mu_c":',
  '"print":"none","print_colour":"#f4efe4",',
  '"parameters":{',
  '{"kind":"',
];

const KEYS =
  "a air_across air_along air_drag_per_s angle_deg at_mm b back_colour bend bending bias_b1_un_m " +
  "bias_b2_un_m bodies body colour contact control_1_mm control_2_mm curve curves darts direction edge " +
  "elastic fabric fabrics finish fold friction friction_factor from from_mm fuzz garment gathered " +
  "grain_deg gravity_m_per_s2 holes id integrator interlined interlining internal_friction kind layer " +
  "lie lines look made_to_measure membrane mesh motion mu_c name newton_iterations notches offset_mm " +
  "outline panel panels parameters pins placement point print print_colour print_mm ratio reversed " +
  "seam_allowance_mm seam_step seams segments self_contact self_friction sewing_s shape shear " +
  "shear_n_per_m sheen sheet simulation size size_mm slope solver_tolerance source step_ms stiffening " +
  "stiffness_n stiffness_un_m stitching strength surface symmetry table_mm thickness_mm thread_mm " +
  "tip_mm to to_mm toile turn_deg viscosity warp warp_a_n_per_m warp_b1_un_m warp_b2_un_m " +
  "warp_b_n_per_m warp_n_per_m warp_tau weave weft weft_a_n_per_m weft_b1_un_m weft_b2_un_m " +
  "weft_b_n_per_m weft_n_per_m weft_tau weight_g_per_m2 width_mm wind_x_m_per_s wind_y_m_per_s " +
  "wind_z_m_per_s";

/** The longest first: a phrase is taken before the words in it. */
const WORDS: readonly string[] = [...PHRASES, ...KEYS.split(" ").map((key) => `"${key}":`)].sort(
  (a, b) => b.length - a.length || (a < b ? -1 : 1),
);

/** A word's two letters: one that JSON never has as it is, because it escapes it, and a plain one. */
const FIRST = 1;
const SECOND = 0x28;
const PER_FIRST = 64;
const CONTROL_END = 0x20;

const numbers = new Map(WORDS.map((word, k) => [word, k]));
const anyWord = new RegExp(WORDS.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");

/** JSON with its words shortened. */
export function shorten(json: string): string {
  return json.replace(anyWord, (word) => {
    const k = numbers.get(word) ?? 0;
    return String.fromCharCode(FIRST + Math.floor(k / PER_FIRST), SECOND + (k % PER_FIRST));
  });
}

/** JSON with its words written out again; throws, in words, where it has letters that stand for none. */
export function writtenOut(text: string): string {
  let json = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const first = text.charCodeAt(at);
    if (first >= CONTROL_END) continue;
    const second = text.charCodeAt(at + 1) - SECOND;
    const word = second >= 0 && second < PER_FIRST ? WORDS[(first - FIRST) * PER_FIRST + second] : undefined;
    if (word === undefined) throw new Error("it has words that no link has");
    json += text.slice(from, at) + word;
    if (json.length > LARGEST_BYTES) throw new Error(TOO_LARGE);
    at += 1;
    from = at + 1;
  }
  return json + text.slice(from);
}
