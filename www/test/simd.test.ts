// The engine must be compiled with SIMD: a lost compiler flag would cost half its speed in silence.
import { readFileSync } from "node:fs";
import binaryen from "binaryen";
import { expect, test } from "vitest";

test("the wasm module contains SIMD instructions", () => {
  const file = new URL("../src/engine/wasm/toile_bg.wasm", import.meta.url);
  const wat = binaryen.readBinary(readFileSync(file)).emitText();
  const count = (name: string) => wat.split(name).length - 1;
  expect(count("v128.load")).toBeGreaterThan(10);
  expect(count("f32x4.mul")).toBeGreaterThan(10);
}, 60_000);
