import { loopOf } from "../document/edits/points";
import type { Item } from "../document/selection";
import type { Document } from "../engine/types";
import { allImages, arcsOf, boundsOf, type Image } from "../pattern2d/images";
import { angleDeg, apply, type Box, distance, mix, sub, within } from "../pattern2d/vec";
import type { Desk } from "./desk";
import type { Preview } from "./tool";

/** What a frame drawn over the table takes in: whole panels, or where it holds none, corners. */
export function framed(document: Document, box: Box): Item[] {
  const whole = document.panels
    .filter((panel) => {
      const bounds = boundsOf(document, panel);
      return bounds && within(bounds.min, box) && within(bounds.max, box);
    })
    .map((panel): Item => ({ kind: "panel", panel: panel.id }));
  if (whole.length > 0) return whole;
  return allImages(document).flatMap(({ owner, map }) =>
    arcsOf(owner)
      .filter(({ edge }) => within(apply(map, edge.from_mm), box))
      .map(({ edge }): Item => ({ kind: "point", panel: owner.id, id: edge.id })),
  );
}

/** Lengths of the edges that a moved corner or handle changes, and angles of those that are straight. */
export function touchedLengths(desk: Desk, image: Image, edge: string): NonNullable<Preview["labels"]> {
  const owner = desk.document.panels.find((panel) => panel.id === image.owner.id);
  const loop = owner && loopOf(owner, edge);
  if (!owner || !loop) return [];
  const n = loop.edges.length;
  const touched = new Set([loop.edges[loop.at], loop.edges[(loop.at + n - 1) % n]]);
  return arcsOf(owner)
    .filter((each) => touched.has(each.edge))
    .map(({ edge: one, arc }) => {
      const [from, to] = [apply(image.map, arc.from), apply(image.map, arc.to)];
      const straight = arc.curve.kind === "line";
      const length = straight ? distance(from, to) : desk.lengthOf(image.panel.id, one.id + image.suffix);
      const angle = straight ? `  ${Math.round(angleDeg(sub(to, from)) * 10) / 10}°` : "";
      return { at: mix(from, to, 0.5), text: desk.length(length) + angle };
    });
}
