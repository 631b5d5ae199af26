import type { Principal, Probe } from "../engine/types";

/** The direction in which a place is strained most, longer or shorter, and the one across it. */
export function directionsOf(probe: Probe | null): { dominant: Principal; across: Principal } | null {
  const [first, second] = probe?.principal ?? [];
  if (!first || !second) return null;
  const larger = Math.abs(first.strain) >= Math.abs(second.strain);
  return larger ? { dominant: first, across: second } : { dominant: second, across: first };
}
