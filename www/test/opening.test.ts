import { describe, expect, it } from "vitest";
import { readOpening } from "../src/engine/opening";

function packed(heading: { build: string; document: string }, state: number[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(heading));
  const bytes = new Uint8Array(4 + text.length + state.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  bytes.set(state, 4 + text.length);
  return bytes;
}

describe("the stored opening", () => {
  const bytes = packed({ build: "a1", document: '{"name":"Über"}' }, [7, 8, 9]);

  it("is a document and the engine's bytes", () => {
    expect(readOpening(bytes, "a1")).toEqual({
      document: '{"name":"Über"}',
      state: new Uint8Array([7, 8, 9]),
    });
  });

  it("is a document alone where another engine draped it", () => {
    expect(readOpening(bytes, "b2")).toEqual({ document: '{"name":"Über"}', state: null });
  });

  it("is refused where it is cut off", () => {
    expect(() => readOpening(bytes.subarray(0, 12), "a1")).toThrow();
  });
});
