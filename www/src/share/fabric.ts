import type { Fabric, Spline, Tables } from "../engine/types";
import { fromText, Reader, toText, Writer } from "./bytes";
import { allPaths, build, flatten, keyOf, type Value } from "./fabric-paths";

/*
 * A fabric as a preset and what differs from it:
 *
 *   1.denim.BASE64          version, id of the preset, differences
 *
 * A difference is three bytes, 20 bits that name the place and 4 that say what follows: a decimal number, a double, a
 * word, a curve, or nothing where the preset has a value and the fabric has none. Where two places of this engine
 * share their 20 bits, both are written out as words.
 */
const VERSION = "1";
const DECIMAL = 1;
const DOUBLE = 2;
const WORD = 3;
const CURVE = 4;
const GONE = 5;
/** The place as a word follows, then another kind in a byte of its own. */
const NAMED = 6;
/** More differences, knots or bends than any fabric has. */
const MOST = 500;

export function encodeFabric(fabric: Fabric, tables: Tables): string {
  const base = tables.fabrics.find((preset) => preset.id === fabric.id) ?? tables.fabrics[0];
  if (!base) throw new Error("the engine has no presets");
  const [before, after] = [flatten(base), flatten(fabric)];
  const crowded = clashes(tables);
  const writer = new Writer();
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(path);
    if (JSON.stringify(value) === JSON.stringify(before.get(path))) continue;
    const kind = kindOf(value);
    const key = keyOf(path);
    const named = crowded.has(key);
    writer.byte(key >>> 12);
    writer.byte(key >>> 4);
    writer.byte(((key & 0xf) << 4) | (named ? NAMED : kind));
    if (named) {
      writer.word(path);
      writer.byte(kind);
    }
    write(writer, kind, value);
  }
  return `${VERSION}.${base.id}.${toText(writer.bytes)}`;
}

/** The fabric of a link, not yet checked by the engine; throws, in words, what is wrong with the link itself. */
export function decodeFabric(text: string, tables: Tables): Record<string, unknown> {
  const [version, id, packed, ...more] = text.split(".");
  if (version !== VERSION)
    throw new Error(`it is of version ${String(version).slice(0, 8)}, which this page does not know`);
  const base = tables.fabrics.find((preset) => preset.id === id);
  if (!base) throw new Error("it begins from a fabric that this page does not have");
  const bytes = packed === undefined || more.length > 0 ? null : fromText(packed);
  if (!bytes) throw new Error("it has letters that no link has");
  const paths = new Map(allPaths(tables).map((path) => [keyOf(path), path]));
  const flat = flatten(base);
  const reader = new Reader(bytes);
  for (let count = 0; reader.left > 0; count++) {
    if (count > MOST) throw new Error("it changes more than a fabric has");
    const [high, middle, low] = [reader.byte(), reader.byte(), reader.byte()];
    const named = (low & 0xf) === NAMED;
    const path = named ? reader.word() : paths.get((high << 12) | (middle << 4) | (low >> 4));
    const kind = named ? reader.byte() : low & 0xf;
    if (path === undefined || ![...paths.values()].includes(path))
      throw new Error("it changes something that fabrics do not have");
    if (kind === GONE) flat.delete(path);
    else flat.set(path, read(reader, kind));
  }
  return build(flat);
}

/** The numbers that stand for more than one place. */
export function clashes(tables: Tables): Set<number> {
  const seen = new Set<number>();
  const twice = new Set<number>();
  for (const key of allPaths(tables).map(keyOf)) (seen.has(key) ? twice : seen).add(key);
  return twice;
}

function kindOf(value: Value | undefined): number {
  if (value === undefined) return GONE;
  if (typeof value === "string") return WORD;
  if (typeof value === "object") return CURVE;
  return decimal(value) ? DECIMAL : DOUBLE;
}

/** Mantissa and exponent of ten, where that is exact and shorter than a double. */
function decimal(value: number): [number, number] | null {
  const found = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential());
  if (!found) return null;
  const [, sign, first, rest = "", power] = found;
  const mantissa = Number(`${first}${rest}`);
  const exponent = Number(power) - rest.length;
  if (mantissa >= 2 ** 47 || Math.abs(exponent) > 100) return null;
  return [(mantissa * 2 + (sign === "-" ? 1 : 0)) as number, exponent];
}

function write(writer: Writer, kind: number, value: Value | undefined): void {
  if (kind === WORD) writer.word(value as string);
  else if (kind === CURVE) writeCurve(writer, value as Spline);
  else if (kind === DOUBLE) writer.double(value as number);
  else if (kind === DECIMAL) {
    const [mantissa, exponent] = decimal(value as number) as [number, number];
    writer.byte(exponent + 128);
    writer.whole(mantissa);
  }
}

function read(reader: Reader, kind: number): Value {
  switch (kind) {
    case DECIMAL: {
      const exponent = reader.byte() - 128;
      const mantissa = reader.whole();
      const value = Number(`${Math.floor(mantissa / 2)}e${exponent}`);
      return mantissa % 2 === 1 ? -value : value;
    }
    case DOUBLE: {
      const value = reader.double();
      if (!Number.isFinite(value)) throw new Error("a number in it is none");
      return value;
    }
    case WORD:
      return reader.word();
    case CURVE:
      return readCurve(reader);
    default:
      throw new Error("it has something in it that this page does not know");
  }
}

function writeNumber(writer: Writer, value: number): void {
  const short = decimal(value);
  if (!short) {
    writer.byte(0);
    return writer.double(value);
  }
  writer.byte(short[1] + 128);
  writer.whole(short[0]);
}

function readNumber(reader: Reader): number {
  const first = reader.byte();
  if (first === 0) return read(reader, DOUBLE) as number;
  const mantissa = reader.whole();
  const value = Number(`${Math.floor(mantissa / 2)}e${first - 128}`);
  return mantissa % 2 === 1 ? -value : value;
}

function writeCurve(writer: Writer, { slope, segments }: Spline): void {
  writeNumber(writer, slope);
  writer.whole(segments.length);
  for (const { to, bend } of segments) {
    writeNumber(writer, to);
    writer.whole(bend.length);
    for (const each of bend) writeNumber(writer, each);
  }
}

function readCurve(reader: Reader): Spline {
  const slope = readNumber(reader);
  const list = <T>(each: () => T): T[] => {
    const length = reader.whole();
    if (length > MOST) throw new Error("a curve in it has too many pieces");
    return Array.from({ length }, each);
  };
  const segments = list(() => ({ to: readNumber(reader), bend: list(() => readNumber(reader)) }));
  return { slope, segments };
}
