import { Group } from "three";
import type { Quality } from "../document/state";
import type { Kept } from "../engine/protocol";
import type { Document, MapInfo } from "../engine/types";
import { Bodies } from "./bodies";
import { Cloth } from "./cloth";
import type { MapMaterial } from "./map-material";
import { Marks } from "./marks";

/** Cloth that was kept, with the bodies it lay on: it does not move. */
export class Before {
  readonly group = new Group();
  readonly marks = new Marks();
  readonly #cloth: Cloth;
  readonly #bodies = new Bodies();
  readonly #maps: Kept["maps"];
  readonly #document: Document;

  constructor({ scene, maps }: Kept, document: Document, quality: Quality) {
    this.#maps = maps;
    this.#document = document;
    this.#cloth = new Cloth(scene);
    this.setQuality(quality);
    this.#bodies.show(scene.bodies);
    this.group.add(this.#cloth.mesh, this.#bodies.group, this.marks.group);
  }

  setQuality(quality: Quality): void {
    this.#cloth.setLook(this.#document, quality);
    this.#bodies.setQuality(quality);
  }

  showMap(map: MapInfo | null, material: MapMaterial): void {
    const values = map && this.#maps[map.id];
    if (values) this.#cloth.setValues(values);
    this.#cloth.showMap(values ? material : null);
  }

  dispose(): void {
    this.#cloth.dispose();
    this.#bodies.show([]);
    this.marks.dispose();
  }
}
