import { signal } from "@preact/signals";
import type { Issue } from "../engine/types";
import type { FromTear, Lattice, SwatchFrame, TearReport, ToTear } from "./protocol";

export interface TearWorker {
  postMessage(message: ToTear, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromTear>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A frame lasts this long: the scene is not played faster than it happens. */
const FRAME_MS = 1000 / 30;

/** Plays a swatch that is torn in a worker: one frame is on its way at most, and its buffer goes back for the next. */
export class TearClient {
  readonly lattice = signal<Lattice | null>(null);
  readonly history = signal<readonly TearReport[]>([]);
  readonly issues = signal<readonly Issue[]>([]);
  readonly playing = signal(false);
  /** Called with every new frame. */
  onFrame: (frame: SwatchFrame) => void = () => {};
  onOpened: (lattice: Lattice) => void = () => {};
  readonly #spawn: () => TearWorker;
  #worker: TearWorker | null = null;
  #run = 0;
  #spare: Float32Array<ArrayBuffer> | null = null;
  #asked = 0;

  constructor(spawn: () => TearWorker) {
    this.#spawn = spawn;
  }

  /** Sets up a swatch and leaves it at its start. */
  open(settings: string[]): void {
    this.#worker ??= this.#start();
    this.#run += 1;
    this.#spare = null;
    this.playing.value = false;
    this.issues.value = [];
    this.history.value = [];
    this.#worker.postMessage({ kind: "open", run: this.#run, settings }, []);
  }

  setPlaying(playing: boolean): void {
    this.playing.value = playing;
    this.#ask();
  }

  /** Ends the worker; another one starts with the next swatch. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#spare = null;
    this.playing.value = false;
    this.lattice.value = null;
  }

  #ask(): void {
    const lattice = this.lattice.peek();
    const time = this.history.peek().at(-1)?.time_s ?? 0;
    if (lattice && time >= lattice.seconds) this.playing.value = false;
    if (!this.playing.peek() || !this.#spare || !this.#worker) return;
    const buffer = this.#spare;
    this.#spare = null;
    this.#asked = performance.now();
    this.#worker.postMessage({ kind: "frame", run: this.#run, buffer }, [buffer.buffer]);
  }

  #take(frame: SwatchFrame): void {
    if (frame.run !== this.#run) return;
    if (frame.report) this.history.value = [...this.history.peek(), frame.report];
    this.onFrame(frame);
    const rest = FRAME_MS - (performance.now() - this.#asked);
    // The page draws from the buffer at once, so that it may go back by the time of the next frame.
    setTimeout(
      () => {
        if (frame.run !== this.#run) return;
        this.#spare = frame.yarns;
        this.#ask();
      },
      Math.max(0, rest),
    );
  }

  #start(): TearWorker {
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => {
      if (data.kind === "frame") return this.#take(data.frame);
      if (data.run !== this.#run) return;
      if (data.kind === "refused") {
        this.playing.value = false;
        this.issues.value = data.issues;
        return;
      }
      this.lattice.value = data.lattice;
      this.onOpened(data.lattice);
      this.#take(data.frame);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.close();
      this.issues.value = [
        {
          code: "tear.crashed",
          place: "",
          value: "",
          problem: `The laboratory stopped: ${event.message}`,
          cure: "Reset the swatch to start it again.",
        },
      ];
    };
    return worker;
  }
}
