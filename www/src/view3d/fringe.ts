import { Color, Group } from "three";
import type { Fringe } from "../engine/protocol";
import { Yarns } from "../yarn/yarns";

/** From one yarn to the next, m, as in the engine. */
const SPACING_M = 0.001;
/** Room is made for so many ends at first, and for twice as many when they are not enough. */
const FIRST_ENDS = 256;

/** Loose ends of torn yarns, drawn as the yarns of a swatch are. */
export class FringeView {
  readonly group = new Group();
  #yarns: Yarns | null = null;
  #room = 0;
  #values = new Float32Array();
  #colour = new Color("#d8cdb8");

  /** The colour of the cloth that is torn. */
  setColour(colour: string): void {
    this.#colour = new Color(colour);
    this.#room = 0;
  }

  show(fringe: Fringe | null): void {
    this.group.visible = fringe !== null;
    if (!fringe) return;
    const { nodes, values } = fringe;
    const ends = values.length / (4 * nodes);
    if (ends > this.#room || !this.#yarns) this.#make(nodes, ends);
    // Ends lie where a swatch has its wefts, one in each row; the warps, in the lower half, are of no width.
    const wefts = 4 * nodes * this.#room;
    this.#values.fill(0, wefts);
    this.#values.set(values, wefts);
    this.#yarns?.show(this.#values);
  }

  #make(nodes: number, ends: number): void {
    this.dispose();
    let room = FIRST_ENDS;
    while (room < ends) room *= 2;
    this.#room = room;
    this.#values = new Float32Array(8 * nodes * room);
    const lattice = { warps: nodes, wefts: room, spacing_m: SPACING_M, seconds: 0 };
    this.#yarns = new Yarns(lattice, { warp: this.#colour, weft: this.#colour });
    this.group.add(this.#yarns.mesh);
  }

  dispose(): void {
    if (!this.#yarns) return;
    this.group.remove(this.#yarns.mesh);
    this.#yarns.dispose();
    this.#yarns = null;
  }
}
