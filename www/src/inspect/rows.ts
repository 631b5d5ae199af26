import { type LengthUnit, lengthWithUnit } from "../ui/units";
import { digits } from "./statistics";
import type { Row } from "./tools/tool";

/** A number of a tool as people read it. */
export function shownRow({ value, kind }: Row, unit: LengthUnit): string {
  return kind === "length" ? lengthWithUnit(1000 * value, unit) : `${signed(100 * value)} %`;
}

/** How far a number has gone from another of the same row. */
export function shownChange(now: Row, before: Row, unit: LengthUnit): string {
  const change = now.value - before.value;
  if (now.kind === "ratio") return `${signed(100 * change)} %`;
  return `${change >= 0 ? "+" : "−"}${lengthWithUnit(1000 * Math.abs(change), unit)}`;
}

export const signed = (value: number): string => `${value > 0 ? "+" : ""}${digits(value)}`;
