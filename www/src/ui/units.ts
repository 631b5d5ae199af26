/** Lengths as people of the trade write them. */
export type LengthUnit = "mm" | "cm" | "in";

const MM: Record<LengthUnit, number> = { mm: 1, cm: 10, in: 25.4 };
const DIGITS: Record<LengthUnit, number> = { mm: 1, cm: 2, in: 3 };

const NAMES: Record<string, LengthUnit> = {
  mm: "mm",
  cm: "cm",
  in: "in",
  inch: "in",
  inches: "in",
  '"': "in",
  "″": "in",
};

export const LENGTH_UNITS: readonly LengthUnit[] = ["cm", "mm", "in"];

/** Without the unit, for a field that has it beside it. */
export function showLength(mm: number, unit: LengthUnit): string {
  return String(Number((mm / MM[unit]).toFixed(DIGITS[unit])) + 0);
}

export const lengthWithUnit = (mm: number, unit: LengthUnit): string =>
  `${showLength(mm, unit)} ${unit === "in" ? "in" : unit}`;

/** Millimetres of what was typed: a point or a comma, a fraction such as 4 1/2, and a unit if it is another. */
export function readLength(text: string, unit: LengthUnit): number | null {
  const found = /^\s*([+-]?)\s*(\d*[.,]?\d*)(?:\s+(\d+)\/(\d+)|\/(\d+))?\s*([a-z"″]*)\s*$/i.exec(text);
  if (!found) return null;
  const [, sign, whole = "", above, below, divisor, name = ""] = found;
  if (!/\d/.test(whole)) return null;
  let value = Number(whole.replace(",", "."));
  if (above && below) value += Number(above) / Number(below);
  if (divisor) value /= Number(divisor);
  const given = name === "" ? unit : NAMES[name.toLowerCase()];
  if (!given || !Number.isFinite(value)) return null;
  return (sign === "-" ? -value : value) * MM[given];
}

/** Degrees of what was typed. */
export function readAngle(text: string): number | null {
  const value = Number(text.trim().replace(",", ".").replace(/°$/, ""));
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}
