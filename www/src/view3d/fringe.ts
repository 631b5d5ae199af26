import { Color, Group } from "three";
import type { Fringe } from "../engine/protocol";
import { Yarns } from "../yarn/yarns";

/** From one yarn to the next, m, as in the engine. */
const SPACING_M = 0.001;
/** Room is made for so many yarns at first, and for twice as many when they are not enough. */
const FIRST_YARNS = 256;
/** Of a fabric that the document does not have. */
const ECRU = "#d8cdb8";

/** Torn yarns, drawn as the yarns of a swatch are, each in the colour of its fabric. */
export class FringeView {
  readonly group = new Group();
  readonly #fabrics = new Map<number, FabricYarns>();
  #colours: string[] = [];

  /** The colours of the document's fabrics. */
  setColours(colours: string[]): void {
    if (colours.join() === this.#colours.join()) return;
    this.#colours = colours;
    this.dispose();
  }

  show(fringe: Fringe | null): void {
    this.group.visible = fringe !== null;
    if (!fringe) return;
    for (const fabric of new Set(fringe.fabrics)) {
      if (!this.#fabrics.has(fabric)) {
        this.#fabrics.set(fabric, new FabricYarns(this.group, new Color(this.#colours[fabric] ?? ECRU)));
      }
    }
    for (const [fabric, yarns] of this.#fabrics) yarns.show(fringe, fabric);
  }

  dispose(): void {
    for (const yarns of this.#fabrics.values()) yarns.dispose();
    this.#fabrics.clear();
  }
}

/** The torn yarns of one fabric. */
class FabricYarns {
  #yarns: Yarns | null = null;
  #room = 0;
  #values = new Float32Array();

  readonly group: Group;
  readonly colour: Color;

  constructor(group: Group, colour: Color) {
    this.group = group;
    this.colour = colour;
  }

  show({ nodes, values, fabrics }: Fringe, fabric: number): void {
    const own = fabrics.reduce((count, other) => count + (other === fabric ? 1 : 0), 0);
    if (own > this.#room || !this.#yarns) this.#make(nodes, own);
    // Yarns lie where a swatch has its wefts, one in each row; the warps, in the lower half, are of no width.
    let at = 4 * nodes * this.#room;
    this.#values.fill(0, at);
    for (const [yarn, other] of fabrics.entries()) {
      if (other !== fabric) continue;
      this.#values.set(values.subarray(4 * nodes * yarn, 4 * nodes * (yarn + 1)), at);
      at += 4 * nodes;
    }
    this.#yarns?.show(this.#values);
  }

  #make(nodes: number, yarns: number): void {
    this.dispose();
    let room = FIRST_YARNS;
    while (room < yarns) room *= 2;
    this.#room = room;
    this.#values = new Float32Array(8 * nodes * room);
    const lattice = { warps: nodes, wefts: room, spacing_m: SPACING_M, seconds: 0 };
    this.#yarns = new Yarns(lattice, { warp: this.colour, weft: this.colour });
    this.group.add(this.#yarns.mesh);
  }

  dispose(): void {
    if (!this.#yarns) return;
    this.group.remove(this.#yarns.mesh);
    this.#yarns.dispose();
    this.#yarns = null;
  }
}
