import { type Answerer, Newest } from "../engine/newest";
import type { ClothView, Spot } from "./anchor";
import { type Leg, layTape } from "./tape";

export interface ToTape {
  request: number;
  triangles: Uint32Array;
  positions: Float32Array;
  ends: readonly [Spot, Spot];
}

export interface FromTape {
  request: number;
  /** Null where no cloth leads from one end to the other. */
  line: Leg[] | null;
}

interface Order {
  view: ClothView;
  ends: readonly [Spot, Spot];
  done(line: Leg[] | null | undefined): void;
}

/** Has tapes laid by a worker: on fine cloth that takes many frames. */
export class TapeClient {
  readonly #newest: Newest<Order, ToTape, FromTape>;

  constructor(spawn: () => Answerer<ToTape, FromTape>) {
    this.#newest = new Newest({
      spawn,
      // Without its worker a tape takes longer; it is no other.
      restarts: Number.POSITIVE_INFINITY,
      broke: (order) => order?.done(layTape(order.view, ...order.ends)),
      answered: (order, { line }) => order.done(line),
      message: ({ view: { scene, positions }, ends }, request) => ({
        request,
        triangles: scene.triangles,
        positions,
        ends,
      }),
    });
  }

  /** The line on the cloth as it lies now; undefined if another was asked for on the same cloth before this had its turn. */
  lay(view: ClothView, ends: readonly [Spot, Spot]): Promise<Leg[] | null | undefined> {
    return new Promise((done) => {
      // The positions are the picture's own and go on with it.
      const still = { ...view, positions: view.positions.slice() };
      this.#newest.ask(view.scene, { view: still, ends, done })?.done(undefined);
    });
  }
}
