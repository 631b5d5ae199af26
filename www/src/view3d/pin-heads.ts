import { Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import { type ClothView, placeOf, type Spot } from "../inspect/anchor";

/** A glass head of a dressmaker's pin, a little larger than life. */
const RADIUS_M = 0.006;

interface Pinned {
  id: string;
  spot: Spot;
  /** Whether it is selected. */
  held: boolean;
}

/** The heads of the pins in the cloth. */
export class PinHeads {
  readonly group = new Group();
  readonly #ball = new SphereGeometry(RADIUS_M, 16, 12);
  readonly #plain = new MeshBasicMaterial({ color: "#c2502f", toneMapped: false });
  readonly #held = new MeshBasicMaterial({ color: "#e2b33c", toneMapped: false });
  #pins: readonly Pinned[] = [];

  set(pins: readonly Pinned[]): void {
    this.#pins = pins;
    this.group.clear();
    for (const { held } of pins) this.group.add(new Mesh(this.#ball, held ? this.#held : this.#plain));
  }

  /** Moves them to where the cloth is. */
  follow(view: ClothView): void {
    this.#pins.forEach(({ spot }, k) => {
      this.group.children[k]?.position.set(...placeOf(view, spot));
    });
  }

  get shown(): { id: string; at: Vector3 }[] {
    return this.#pins.map(({ id }, k) => ({ id, at: this.group.children[k]?.position ?? new Vector3() }));
  }

  dispose(): void {
    this.#ball.dispose();
    this.#plain.dispose();
    this.#held.dispose();
    this.group.removeFromParent();
  }
}
