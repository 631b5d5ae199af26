/** The part of `Worker` that answers need; tests give a fake one. */
export interface Answerer<To, From> {
  postMessage(message: To): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<From>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What is asked of a worker, and what becomes of its answers. */
export interface Errand<Order, To, From> {
  /** A worker; it is started when something is asked for the first time, and again after it broke. */
  spawn(): Answerer<To, From>;
  /** The order as the worker is told it. An answer bears the same number. */
  message(order: Order, request: number): To;
  answered(order: Order, answer: From): void;
  /** The worker broke, most likely of this order, which is not tried again. */
  broke(order: Order | null, reason: string): void;
  /** How often orders that wait are given to a new worker after one broke; those that come later always are. */
  readonly restarts: number;
}

/** Has a worker answer one order at a time. Of those about the same thing only the newest waits for its turn. */
export class Newest<Order, To, From extends object> {
  readonly #errand: Errand<Order, To, From>;
  readonly #waiting = new Map<unknown, Order>();
  #worker: Answerer<To, From> | null = null;
  #asked: Order | null = null;
  #requests = 0;
  #restarts = 0;

  constructor(errand: Errand<Order, To, From>) {
    this.#errand = errand;
  }

  /** Asks about a thing; gives the order about it back that was waiting and now never has its turn. */
  ask(thing: unknown, order: Order): Order | undefined {
    const superseded = this.#waiting.get(thing);
    this.#waiting.set(thing, order);
    this.#send();
    return superseded;
  }

  #send(): void {
    const next = this.#waiting.entries().next().value;
    if (this.#asked !== null || !next) return;
    const [thing, order] = next;
    this.#worker ??= this.#start();
    this.#waiting.delete(thing);
    this.#asked = order;
    this.#requests += 1;
    this.#worker.postMessage(this.#errand.message(order, this.#requests));
  }

  #start(): Answerer<To, From> {
    const worker = this.#errand.spawn();
    worker.onmessage = ({ data }) => {
      const order = this.#asked;
      const ours = "request" in data && data.request === this.#requests;
      if (!ours || order === null) return;
      this.#asked = null;
      this.#errand.answered(order, data);
      this.#send();
    };
    worker.onerror = (event) => {
      // Told in the page where it matters; the console stays for what nobody handles.
      event.preventDefault();
      worker.terminate();
      const order = this.#asked;
      this.#worker = null;
      this.#asked = null;
      this.#restarts += 1;
      this.#errand.broke(order, event.message);
      if (this.#restarts <= this.#errand.restarts) this.#send();
    };
    return worker;
  }
}
