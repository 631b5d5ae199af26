import type { IconName } from "../../ui/icons";
import type { ClothView, Spot, Vec3 } from "../anchor";
import type { Leg } from "../tape";

/** A number that was read off the cloth. */
export interface Row {
  name: string;
  /** Metres, or a ratio such as 0.05 for 5 %. */
  value: number;
  kind: "length" | "ratio";
}

/** What a tool has found: numbers, and what to draw on the cloth. */
export interface Found {
  /** What was measured, where it has a name. */
  title?: string;
  rows: readonly Row[];
  lines: readonly (readonly Vec3[])[];
  dots: readonly Vec3[];
  /** The place its first number is written at, in the picture. */
  label: Vec3 | null;
  /** Why there is no number, in words. */
  missing?: string;
}

/** What a tool is given besides the cloth. */
export interface Around {
  /** The name of the document's n-th seam; what comes after them are darts. */
  seamName(index: number): string;
  /** Lays a tape; null where no cloth leads from one end to the other, undefined if another was asked for in the meantime. */
  lay(view: ClothView, ends: readonly [Spot, Spot]): Promise<Leg[] | null | undefined>;
}

/** A tool of the 3D view that looks and changes nothing. `Target` is what was pointed at: it outlives edits of the pattern. */
export interface StageTool<Target = unknown> {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly shortcut: string;
  /** What to do with it, in a sentence. */
  readonly help: string;
  /** Points at a place, given what was pointed at before. */
  point(view: ClothView, spot: Spot, before: Target | null): Target | null;
  /** Puts the dot of this index elsewhere, for tools whose dots can be dragged. */
  move?(view: ClothView, spot: Spot, target: Target, index: number): Target | null;
  /** A length of what was pointed at that may be typed, m. */
  readonly typed?: {
    readonly name: string;
    of(target: Target): number;
    with(target: Target, value: number): Target;
  };
  /** Reads what was pointed at, on the cloth of any moment; nothing where it is not there. */
  read(view: ClothView, target: Target, around: Around): Found | null;
}

export function stageTool<Target>(tool: StageTool<Target>): StageTool {
  // What a tool is given back is what it made itself.
  return tool as StageTool;
}
