import type { Handle } from "../document/edits/points";
import type { Item, Selection } from "../document/selection";
import { selects } from "../document/selection";
import type { Drafted } from "../engine/draft-client";
import type { Document, Pin } from "../engine/types";
import type { GrainHold } from "../tools/grain";
import { type Arc, nearest, parameterAt, pointAt, samples } from "./curve";
import { grainLine } from "./grain";
import { allImages, arcsOf, type Image } from "./images";
import { apply, distance, dot, inverse, mix, sub, type Vec } from "./vec";

/** What is under the pointer, at which appearance, and where on it. */
export type Hit = (
  | { kind: "handle"; edge: string; handle: Handle }
  | { kind: "tip"; dart: string }
  | { kind: "grain"; hold: GrainHold }
  | { kind: "end"; line: string; end: "from_mm" | "to_mm" }
  | { kind: "edge"; item: Item; edge: string; arc: Arc; t: number }
  | { kind: "item"; item: Item }
) & {
  image: Image | null;
  /** On the table. */
  at: Vec;
};

interface Scene {
  document: Document;
  drafted: Drafted | null;
  selection: Selection;
  /** Millimetres per pixel. */
  pixel: number;
}

/** Kinds of things to look for; `grains` are those of all panels, else only those of selected ones can be taken. */
export type Wanted = "points" | "edges" | "grains" | "all";

/** The nearest thing within reach, small things first: they could not be hit otherwise. */
export function hit(scene: Scene, p: Vec, reachMm: number, wanted: Wanted = "all"): Hit | null {
  const images = allImages(scene.document);
  const tests = {
    points: [points],
    edges: [edges],
    grains: [grains(() => true)],
    all: [handles, grains(chosen), points, marks, edges, seams, panels],
  }[wanted];
  for (const test of tests) {
    const found = test(scene, images, p, reachMm);
    if (found) return found;
  }
  return null;
}

type Test = (scene: Scene, images: Image[], p: Vec, reach: number) => Hit | null;

class Nearest {
  best: Hit | null = null;
  #distance: number;
  constructor(reach: number) {
    this.#distance = reach;
  }
  offer(at: Vec, p: Vec, hit: () => Hit): void {
    const far = distance(at, p);
    if (far > this.#distance) return;
    this.#distance = far;
    this.best = hit();
  }
}

export interface ShownHandle {
  edge: string;
  handle: Handle;
  at: Vec;
  /** Where the line to it begins. */
  from: Vec;
}

/** Handles are there for edges that are selected or whose corner is. */
export function shownHandles(image: Image, selection: Selection): ShownHandle[] {
  const { owner } = image;
  return arcsOf(owner).flatMap(({ edge, arc }): ShownHandle[] => {
    const loop = owner.outline.includes(edge)
      ? owner.outline
      : (owner.holes.find((h) => h.outline.includes(edge))?.outline ?? []);
    const next = loop[(loop.indexOf(edge) + 1) % loop.length];
    const shown =
      selects(selection, { kind: "edge", panel: owner.id, id: edge.id }) ||
      selects(selection, { kind: "point", panel: owner.id, id: edge.id }) ||
      (next !== undefined && selects(selection, { kind: "point", panel: owner.id, id: next.id }));
    if (!shown) return [];
    const { curve } = edge;
    if (curve.kind === "quadratic")
      return [
        { edge: edge.id, handle: "control_mm", at: curve.control_mm, from: mix(arc.from, arc.to, 0.5) },
      ];
    if (curve.kind === "cubic")
      return [
        { edge: edge.id, handle: "control_1_mm", at: curve.control_1_mm, from: arc.from },
        { edge: edge.id, handle: "control_2_mm", at: curve.control_2_mm, from: arc.to },
      ];
    return [];
  });
}

const handles: Test = ({ selection }, images, p, reach) => {
  const found = new Nearest(reach);
  for (const image of images)
    for (const { edge, handle, at } of shownHandles(image, selection)) {
      const place = apply(image.map, at);
      found.offer(place, p, () => ({ kind: "handle", edge, handle, image, at: place }));
    }
  return found.best;
};

const chosen = (panel: string, selection: Selection) => selects(selection, { kind: "panel", panel });

/** The ends of grainlines. */
const grains =
  (taken: (panel: string, selection: Selection) => boolean): Test =>
  ({ document, selection, pixel }, _, p, reach) => {
    const found = new Nearest(reach);
    for (const panel of document.panels) {
      const line = taken(panel.id, selection) ? grainLine(document, panel, pixel) : null;
      line?.ends.forEach((at, k) => {
        const hold = { panel: panel.id, centre: line.middle, tail: k === 1 };
        found.offer(at, p, () => ({ kind: "grain", hold, image: null, at }));
      });
    }
    return found.best;
  };

const points: Test = (_, images, p, reach) => {
  const found = new Nearest(reach);
  for (const image of images)
    for (const { edge } of arcsOf(image.owner)) {
      const at = apply(image.map, edge.from_mm);
      const item: Item = { kind: "point", panel: image.owner.id, id: edge.id };
      found.offer(at, p, () => ({ kind: "item", item, image, at }));
    }
  return found.best;
};

/** Notches, tips of darts, ends of lines, pins. */
const marks: Test = ({ document }, images, p, reach) => {
  const found = new Nearest(reach);
  for (const image of images) {
    const { owner, map } = image;
    for (const dart of owner.darts) {
      const at = apply(map, dart.tip_mm);
      found.offer(at, p, () => ({ kind: "tip", dart: dart.id, image, at }));
    }
    for (const line of owner.lines)
      for (const end of ["from_mm", "to_mm"] as const) {
        const at = apply(map, line[end]);
        found.offer(at, p, () => ({ kind: "end", line: line.id, end, image, at }));
      }
    for (const { at_mm, id } of notchesOf(image)) {
      const at = apply(map, at_mm);
      found.offer(at, p, () => ({ kind: "item", item: { kind: "notch", panel: owner.id, id }, image, at }));
    }
  }
  for (const pin of document.pins) {
    const at = pinPlace(images, pin);
    if (at) found.offer(at, p, () => ({ kind: "item", item: { kind: "pin", id: pin.id }, image: null, at }));
  }
  return found.best;
};

/** Where a pin is on the table. Its place is one of the panel as it is shown, mirrored or not. */
export function pinPlace(images: readonly Image[], pin: Pin): Vec | null {
  const image = images.find((each) => each.panel.id === pin.panel);
  return image ? [pin.at_mm[0] + image.panel.table_mm[0], pin.at_mm[1] + image.panel.table_mm[1]] : null;
}

export function notchesOf({ owner }: Image): { edge: string; id: string; at_mm: Vec; arc: Arc; t: number }[] {
  return arcsOf(owner).flatMap(({ edge, arc }) => {
    if (edge.notches.length === 0) return [];
    const whole = samples(arc, 64).reduce(
      (sum, q, k, all) => (k > 0 ? sum + distance(q, all[k - 1] as Vec) : 0),
      0,
    );
    return edge.notches.map((notch) => {
      const t = parameterAt(arc, Math.min(1, notch.at_mm / whole));
      return { edge: edge.id, id: notch.id, at_mm: pointAt(arc, t), arc, t };
    });
  });
}

const edges: Test = (_, images, p, reach) => {
  const found = new Nearest(reach);
  for (const image of images) {
    const { owner, map } = image;
    const local = apply(inverse(map), p);
    for (const { edge, arc } of arcsOf(owner)) {
      const { t, point } = nearest(arc, local);
      const item: Item = { kind: "edge", panel: owner.id, id: edge.id };
      const at = apply(map, point);
      found.offer(at, p, () => ({ kind: "edge", item, edge: edge.id, arc, t, image, at }));
    }
    for (const line of owner.lines) {
      const { point } = nearest({ from: line.from_mm, curve: line.curve, to: line.to_mm }, local);
      const at = apply(map, point);
      found.offer(at, p, () => ({
        kind: "item",
        item: { kind: "line", panel: owner.id, id: line.id },
        image,
        at,
      }));
    }
  }
  return found.best;
};

const seams: Test = ({ document, drafted }, _, p, reach) => {
  const found = new Nearest(reach);
  for (const seam of drafted?.draft.seams ?? [])
    for (const { panels: ends, at_mm } of seam.threads) {
      const tables = ends.map((k) => document.panels[k]?.table_mm);
      const [a, b] = at_mm.map(
        (at, k): Vec => [at[0] + (tables[k]?.[0] ?? 0), at[1] + (tables[k]?.[1] ?? 0)],
      );
      if (!a || !b) continue;
      const way = sub(b, a);
      const t = Math.min(1, Math.max(0, dot(sub(p, a), way) / (dot(way, way) || 1)));
      const at = mix(a, b, t);
      found.offer(at, p, () => ({ kind: "item", item: { kind: "seam", id: seam.id }, image: null, at }));
    }
  return found.best;
};

const panels: Test = (_, images, p) => {
  for (const image of [...images].reverse()) {
    const local = apply(inverse(image.map), p);
    if (!inside(local, image)) continue;
    const { owner, panel } = image;
    for (const hole of owner.holes)
      if (
        insideLoop(
          local,
          hole.outline.flatMap((_, k) => loopSamples(hole.outline, k)),
        )
      )
        return { kind: "item", item: { kind: "hole", panel: owner.id, id: hole.id }, image, at: p };
    return { kind: "item", item: { kind: "panel", panel: panel.id }, image, at: p };
  }
  return null;
};

function loopSamples(edges: Image["owner"]["outline"], k: number): Vec[] {
  const edge = edges[k];
  const next = edges[(k + 1) % edges.length];
  return edge && next
    ? samples({ from: edge.from_mm, curve: edge.curve, to: next.from_mm }).slice(0, -1)
    : [];
}

/** Whether a place of the drawing is on the panel, holes not counted. */
export function inside(local: Vec, { owner }: Pick<Image, "owner">): boolean {
  return insideLoop(
    local,
    owner.outline.flatMap((_, k) => loopSamples(owner.outline, k)),
  );
}

function insideLoop([x, y]: Vec, corners: readonly Vec[]): boolean {
  let within = false;
  corners.forEach(([ax, ay], k) => {
    const [bx, by] = corners[(k + 1) % corners.length] as Vec;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}
