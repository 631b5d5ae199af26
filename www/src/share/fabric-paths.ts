import type { Fabric, Spline, Tables } from "../engine/types";

export type Value = number | string | Spline;

const LAWS = ["membrane", "viscosity", "internal_friction", "bending", "friction", "self_friction"] as const;
type Law = (typeof LAWS)[number];

/** Which table a fabric's law is a row of. */
const TABLE: Record<Law, "membrane" | "viscosity" | "internal_friction" | "bending" | "friction"> = {
  membrane: "membrane",
  viscosity: "viscosity",
  internal_friction: "internal_friction",
  bending: "bending",
  friction: "friction",
  self_friction: "friction",
};

/** What is said of a fabric's look in words. */
const LOOK = ["colour", "back_colour", "surface", "print", "print_colour"] as const;

/** A fabric as places and values, such as `bending.parameters.warp_b1_un_m`. */
export function flatten(fabric: Fabric): Map<string, Value> {
  const flat = new Map<string, Value>([
    ["id", fabric.id],
    ["name", fabric.name],
    ["source", fabric.source],
  ]);
  for (const [key, value] of Object.entries(fabric.look))
    if (typeof value === "string") flat.set(`look.${key}`, value);
  for (const [key, value] of Object.entries(fabric.look.finish)) flat.set(`look.finish.${key}`, value);
  for (const [key, value] of Object.entries(fabric.sheet)) flat.set(`sheet.${key}`, value);
  for (const law of LAWS) {
    flat.set(`${law}.kind`, fabric[law].kind);
    for (const [key, value] of Object.entries(fabric[law].parameters))
      flat.set(`${law}.parameters.${key}`, value);
    for (const [key, value] of Object.entries(fabric[law].curves ?? {}))
      flat.set(`${law}.curves.${key}`, value);
  }
  return flat;
}

/** The fabric of places and values; what is missing is left to the engine, which knows the defaults and refuses nonsense. */
export function build(flat: ReadonlyMap<string, Value>): Record<string, unknown> {
  const fabric: Record<string, unknown> = {};
  for (const [path, value] of flat) {
    const parts = path.split(".");
    let at = fabric;
    for (const part of parts.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[parts.at(-1) as string] = value;
  }
  for (const law of LAWS) (fabric[law] as Record<string, unknown>).parameters ??= {};
  return fabric;
}

/** Every place a fabric can have a value at, in the engine of this page. */
export function allPaths(tables: Tables): string[] {
  const paths = new Set(["id", "name", "source", ...LOOK.map((key) => `look.${key}`)]);
  for (const parameter of tables.finish) paths.add(`look.finish.${parameter.id}`);
  for (const parameter of tables.sheet) paths.add(`sheet.${parameter.id}`);
  for (const law of LAWS) {
    paths.add(`${law}.kind`);
    for (const row of tables[TABLE[law]]) {
      for (const parameter of row.parameters) paths.add(`${law}.parameters.${parameter.id}`);
      for (const curve of row.curves) paths.add(`${law}.curves.${curve.id}`);
    }
  }
  return [...paths];
}

/** A place as a number of 20 bits (FNV-1a), which stays the same when other places come and go. */
export function keyOf(path: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(path)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return (hash ^ (hash >>> 20)) & 0xfffff;
}
