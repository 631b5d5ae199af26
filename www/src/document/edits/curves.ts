import type { Choice, Fabric, Knot, Segment, Spline } from "../../engine/types";

/** Fields of a fabric that choose a law. */
export type LawField =
  | "membrane"
  | "viscosity"
  | "internal_friction"
  | "bending"
  | "friction"
  | "self_friction";

/** Bends this small beside the rest of their segment are rounding. */
const NOTHING = 1e-12;

/**
 * The curve that has these values and slopes at its knots, the origin first. Bends from the third on stay as they are in
 * `before`: t² and t³ are enough to reach any value and slope at a segment's end.
 */
export function throughKnots(before: Spline, knots: readonly Knot[]): Spline {
  const segments: Segment[] = [];
  for (let k = 1; k < knots.length; k++) {
    const [from, to] = [knots[k - 1] as Knot, knots[k] as Knot];
    const length = to.at - from.at;
    const high = before.segments[k - 1]?.bend.slice(2) ?? [];
    // What t² and t³ must add to the value at the end, and to the slope there times the length.
    let rest = to.value - from.value - from.slope * length;
    let turn = (to.slope - from.slope) * length;
    high.forEach((bend, power) => {
      rest -= bend;
      turn -= (power + 4) * bend;
    });
    const scale = Math.abs(to.value - from.value) + Math.abs(from.slope * length);
    const clean = (bend: number) => (Math.abs(bend) < NOTHING * scale ? 0 : bend);
    const bend = [clean(3 * rest - turn), clean(turn - 2 * rest), ...high];
    while (bend.at(-1) === 0) bend.pop();
    segments.push({ to: to.at, bend });
  }
  return { slope: knots[0]?.slope ?? before.slope, segments };
}

/**
 * The knots with one moved. Its slope goes with the chord between its neighbours, so that a curve that is pulled up does
 * not sag behind the hand; nothing else moves.
 */
export function moveKnot(knots: readonly Knot[], index: number, at: number, value: number): Knot[] {
  const [knot, before, after] = [knots[index], knots[index - 1], knots[index + 1]];
  if (!knot || !before) return [...knots];
  const gap = 0.02 * ((knots.at(-1) as Knot).at || 1);
  const least = before.at + gap;
  const most = after ? after.at - gap : Number.POSITIVE_INFINITY;
  const placed = least > most ? knot.at : Math.min(most, Math.max(least, at));
  const chord = (x: number, y: number) =>
    after ? chordOf(before, after, [x, y]) : (y - before.value) / (x - before.at);
  const [old, now] = [chord(knot.at, knot.value), chord(placed, value)];
  const slope = old > 0 && now > 0 ? (knot.slope * now) / old : knot.slope;
  return knots.map((each, k) => (k === index ? { at: placed, value, slope } : each));
}

/** The gentler of the two chords at a knot, which bounds the slope of a curve that rises on both sides. */
function chordOf(before: Knot, after: Knot, [x, y]: [number, number]): number {
  return Math.min((y - before.value) / (x - before.at), (after.value - y) / (after.at - x));
}

/** The knots with another slope at one. */
export function tiltKnot(knots: readonly Knot[], index: number, slope: number): Knot[] {
  return knots.map((each, k) => (k === index ? { ...each, slope } : each));
}

/** Where a knot behind another is of most use: half-way to the next, and some way beyond the last. */
export function placeBehind(knots: readonly Knot[], index: number, otherwise: number): number {
  const [here, next] = [knots[index]?.at ?? 0, knots[index + 1]?.at];
  return Number((next === undefined ? 1.4 * (here || otherwise) : (here + next) / 2).toPrecision(3));
}

/**
 * The curve with a knot more, where it passes already: nothing changes until the knot is moved. Between two knots the
 * segment is cut in two of its own order; beyond the last one the curve is straight.
 */
export function insertKnot(spline: Spline, at: number): Spline {
  const { segments } = spline;
  if (!(at > 0) || segments.some(({ to }) => to === at)) return spline;
  const index = segments.findIndex(({ to }) => at < to);
  const cut = segments[index];
  if (!cut) return { ...spline, segments: [...segments, { to: at, bend: [] }] };
  const from = segments[index - 1]?.to ?? 0;
  const part = (at - from) / (cut.to - from);
  // With t = part · s the first piece; with t = part + (1 − part) s, by the binomial theorem, the second. Values and slopes
  // at the cut are carried over, as between any two segments.
  const power = (k: number) => k + 2;
  const first = cut.bend.map((bend, k) => bend * part ** power(k));
  const second = cut.bend.map((_, k) =>
    cut.bend
      .slice(k)
      .reduce(
        (sum, bend, more) =>
          sum + binomial(power(k) + more, power(k)) * bend * part ** more * (1 - part) ** power(k),
        0,
      ),
  );
  const pieces: Segment[] = [
    { to: at, bend: first },
    { to: cut.to, bend: second },
  ];
  return { ...spline, segments: [...segments.slice(0, index), ...pieces, ...segments.slice(index + 1)] };
}

function binomial(n: number, k: number): number {
  let value = 1;
  for (let i = 1; i <= k; i++) value = (value * (n - k + i)) / i;
  return Math.round(value);
}

/** The curve without one of its knots: its neighbours stay as they are, joined by a cubic. The origin is no knot to remove. */
export function removeKnot(before: Spline, knots: readonly Knot[], index: number): Spline {
  if (index < 1 || index >= knots.length || knots.length <= 2) return before;
  const segments = before.segments.map((segment, k) => (k === index ? { ...segment, bend: [] } : segment));
  return throughKnots(
    { ...before, segments: segments.filter((_, k) => k !== index - 1) },
    knots.filter((_, k) => k !== index),
  );
}

/** The other of weft and warp, in the name of a parameter or a curve; null for what is neither. */
export function otherThread(id: string): string | null {
  const threads = id.split("_").filter((word) => word === "weft" || word === "warp");
  // What lies between both has no twin.
  if (threads.length !== 1) return null;
  return threads[0] === "weft" ? id.replace("weft", "warp") : id.replace("warp", "weft");
}

/** The fabric with one number of a law changed, and its twin along the other thread if both are linked. */
export function setLawNumber(fabric: Fabric, law: LawField, id: string, value: number, twin = false): Fabric {
  const other = twin ? otherThread(id) : null;
  const parameters = { ...fabric[law].parameters, [id]: value, ...(other && { [other]: value }) };
  return { ...fabric, [law]: { ...fabric[law], parameters } };
}

/** The fabric with one curve of a law changed, likewise. */
export function setLawCurve(fabric: Fabric, law: LawField, id: string, curve: Spline, twin = false): Fabric {
  const other = twin ? otherThread(id) : null;
  const curves = { ...fabric[law].curves, [id]: curve, ...(other && { [other]: curve }) };
  return { ...fabric, [law]: { ...fabric[law], curves } };
}

/** The fabric with another law. */
export function setLaw(fabric: Fabric, law: LawField, choice: Choice): Fabric {
  return { ...fabric, [law]: choice };
}
