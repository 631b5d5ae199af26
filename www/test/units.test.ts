import { expect, it } from "vitest";
import { readAngle, readLength, showLength } from "../src/ui/units";

it.each([
  ["12", "cm", 120],
  ["12,5", "cm", 125],
  ["12.5", "cm", 125],
  ["125mm", "cm", 125],
  [" 3 in ", "cm", 76.2],
  ['4 1/2"', "cm", 114.3],
  ["1/4", "in", 6.35],
  ["-2", "mm", -2],
  [",5", "cm", 5],
] as const)("%s in %s is %s mm", (text, unit, mm) => {
  expect(readLength(text, unit)).toBeCloseTo(mm, 9);
});

it.each(["", "x", "12 furlongs", "1..2", "1e3", "--3", "/4", "."])("%s is no length", (text) => {
  expect(readLength(text, "cm")).toBeNull();
});

it("shows no more digits than scissors can follow", () => {
  expect([
    showLength(123.456, "cm"),
    showLength(123.456, "mm"),
    showLength(25.4, "in"),
    showLength(-0.0001, "cm"),
  ]).toEqual(["12.35", "123.5", "1", "0"]);
});

it("reads angles with comma, point and sign", () => {
  expect([readAngle("12,5"), readAngle("-90°"), readAngle(""), readAngle("steep")]).toEqual([
    12.5,
    -90,
    null,
    null,
  ]);
});
