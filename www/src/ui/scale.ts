import type { Parameter } from "../engine/types";

/** Positions of a slider from end to end: fine enough for a hand, few enough for arrow keys. */
export const SLIDER_POSITIONS = 200;

/** Beyond this ratio of its ends a range is walked by factors: equal steps would crush the small values into one pixel. */
const LOGARITHMIC_FROM = 50;

/** Maps a parameter's soft range to a slider, and rounds to values a person would choose. */
export class Scale {
  readonly #low: number;
  readonly #high: number;
  readonly #logarithmic: boolean;
  readonly #whole: boolean;

  constructor({ soft: [low, high], unit }: Pick<Parameter, "soft" | "unit">) {
    this.#low = low;
    this.#high = high;
    this.#logarithmic = low > 0 && high / low >= LOGARITHMIC_FROM;
    this.#whole = unit === "count";
  }

  /** Position of a value; one outside the soft range stands at the end. */
  position(value: number): number {
    const part = this.#logarithmic
      ? Math.log(value / this.#low) / Math.log(this.#high / this.#low)
      : (value - this.#low) / (this.#high - this.#low);
    return Math.round(Math.min(1, Math.max(0, part)) * SLIDER_POSITIONS);
  }

  value(position: number): number {
    const part = position / SLIDER_POSITIONS;
    // The ends are exact, whatever they are: no rounding may make them unreachable.
    if (part <= 0) return this.#low;
    if (part >= 1) return this.#high;
    if (this.#logarithmic) return significant(this.#low * (this.#high / this.#low) ** part);
    const raw = this.#low + part * (this.#high - this.#low);
    if (this.#whole) return Math.round(raw);
    const step = 10 ** Math.floor(Math.log10((this.#high - this.#low) / 50));
    return Number((Math.round(raw / step) * step).toPrecision(12));
  }
}

function significant(value: number): number {
  return Number(value.toPrecision(2));
}

/** A number as shown in a field: enough digits to be honest, no more. */
export function show(value: number): string {
  return String(Number(value.toPrecision(5)));
}

export type Entry = { value: number } | { refusal: string };

/** Reads what was typed. The hard range is told, never silently applied. */
export function read(text: string, { hard: [low, high], unit }: Pick<Parameter, "hard" | "unit">): Entry {
  const value = Number(text.trim().replace(",", "."));
  const range = `from ${show(low)} to ${show(high)}${shownUnit(unit) && ` ${shownUnit(unit)}`}`;
  if (text.trim() === "" || !Number.isFinite(value)) return { refusal: `A number ${range}` };
  if (value < low || value > high) return { refusal: `Only ${range}` };
  if (unit === "count" && !Number.isInteger(value)) return { refusal: `A whole number ${range}` };
  return { value };
}

/** Ratios and counts speak for themselves. */
export function shownUnit(unit: string): string {
  return unit === "1" || unit === "count" ? "" : unit;
}

/** A parameter's name in words: its id without the unit at its end. */
export function title({ id, unit }: Pick<Parameter, "id" | "unit">): string {
  const suffix = unit
    .toLowerCase()
    .replace(/^1\//, "/")
    .replaceAll("/", "_per_")
    .replaceAll("²", "2")
    .replaceAll("µ", "u")
    .replaceAll("°", "deg")
    .replaceAll("·", "_")
    .replace(/^_/, "");
  const words = (id.endsWith(`_${suffix}`) ? id.slice(0, -suffix.length - 1) : id).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
