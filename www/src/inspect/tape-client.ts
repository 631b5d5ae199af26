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

export interface TapeWorker {
  postMessage(message: ToTape): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromTape>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Order {
  view: ClothView;
  ends: readonly [Spot, Spot];
  done(line: Leg[] | null | undefined): void;
}

/** Has tapes laid by a worker: on fine cloth that takes many frames. Of each cloth only the newest waits for its turn. */
export class TapeClient {
  readonly #spawn: () => TapeWorker;
  readonly #waiting = new Map<unknown, Order>();
  #worker: TapeWorker | null = null;
  #asked: Order | null = null;
  #requests = 0;

  constructor(spawn: () => TapeWorker) {
    this.#spawn = spawn;
  }

  /** The line on the cloth as it lies now; undefined if another was asked for on the same cloth before this had its turn. */
  lay(view: ClothView, ends: readonly [Spot, Spot]): Promise<Leg[] | null | undefined> {
    return new Promise((done) => {
      this.#waiting.get(view.scene)?.done(undefined);
      // The positions are the picture's own and go on with it.
      const still = { ...view, positions: view.positions.slice() };
      this.#waiting.set(view.scene, { view: still, ends, done });
      this.#send();
    });
  }

  #send(): void {
    const next = this.#waiting.entries().next().value;
    if (this.#asked || !next) return;
    const [scene, order] = next;
    this.#waiting.delete(scene);
    this.#asked = order;
    this.#requests += 1;
    this.#worker ??= this.#start();
    const { view, ends } = order;
    const { triangles } = view.scene;
    this.#worker.postMessage({ request: this.#requests, triangles, positions: view.positions, ends });
  }

  #start(): TapeWorker {
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => {
      if (data.request === this.#requests) this.#answer(data.line);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.#worker = null;
      // Without its worker a tape takes longer; it is no other.
      if (this.#asked) this.#answer(layTape(this.#asked.view, ...this.#asked.ends));
    };
    return worker;
  }

  #answer(line: Leg[] | null): void {
    const order = this.#asked;
    this.#asked = null;
    order?.done(line);
    this.#send();
  }
}
