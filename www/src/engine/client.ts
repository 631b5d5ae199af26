import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Spot } from "../inspect/anchor";
import type { BodyMesh, Frame, FromEngine, Kept, Point, Reading, Scene, Status, ToEngine } from "./protocol";
import { stoppedIssue } from "./stopped";
import type { Issue, Probe, Tables } from "./types";

/** The part of `Worker` the client needs; tests give it a fake one. */
export interface EngineWorker {
  postMessage(message: ToEngine, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromEngine>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

export type Health =
  | { state: "starting" }
  | { state: "running" }
  | { state: "restarted"; reason: string }
  | { state: "failed"; reason: string };

const CRASHES_ALLOWED = 3;
const CRASH_WINDOW_MS = 30_000;

/**
 * The page's side of the engine. It always knows the document the engine should have, so a crashed worker is
 * replaced by a new one that opens the same document; after several crashes in a row it gives up and says so.
 */
export class EngineClient {
  readonly #spawn: () => EngineWorker;
  readonly #now: () => number;
  readonly #tables = signal<Tables | null>(null);
  readonly #scene = signal<Scene | null>(null);
  readonly #status = signal<Status | null>(null);
  readonly #health = signal<Health>({ state: "starting" });
  readonly #readings = new Map<number, (reading: Reading) => void>();
  readonly #keeping = new Map<number, (kept: Kept | null) => void>();
  readonly #probe = signal<Probe | null>(null);
  #worker: EngineWorker | null = null;
  #document: string | null = null;
  /** The document the worker was last given; null when it has none. */
  #sent: string | null = null;
  /** Whether the worker has yet to answer the last document; newer ones wait and only the newest is sent. */
  #answering = false;
  #afresh = false;
  /** Whether every document starts where its panels are placed. */
  #arranging = false;
  /** Whether the document being answered is another one, not an edit. */
  #opening = false;
  #playing = false;
  #speed = 1;
  #map: string | null = null;
  /** What the cloth falls on, as it was last told. */
  #bodies: BodyMesh[] = [];
  #frame: Frame | null = null;
  #crashes: number[] = [];
  #requests = 0;

  /** How often another document has come in place of the one before. */
  openings = 0;

  /** A newer frame can be taken. */
  onFrame: () => void = () => {};
  /** The engine refused the document as a whole. */
  onIssues: (issues: Issue[]) => void = () => {};
  /** It could use the document after all. */
  onOpened: () => void = () => {};
  /** Something was torn or cut that was whole. */
  onTorn: (how: "tear" | "cut") => void = () => {};
  /** The engine stopped itself before numbers went bad; it is paused. */
  onHalted: (issue: Issue) => void = () => {};

  constructor(spawn: () => EngineWorker, now: () => number = () => performance.now()) {
    this.#spawn = spawn;
    this.#now = now;
  }

  get tables(): ReadonlySignal<Tables | null> {
    return this.#tables;
  }
  get scene(): ReadonlySignal<Scene | null> {
    return this.#scene;
  }
  get status(): ReadonlySignal<Status | null> {
    return this.#status;
  }
  /** What the probe sees, as of the newest frame. */
  get probe(): ReadonlySignal<Probe | null> {
    return this.#probe;
  }
  get health(): ReadonlySignal<Health> {
    return this.#health;
  }

  start(): void {
    const worker = this.#spawn();
    this.#worker = worker;
    worker.onmessage = (event) => this.#hear(event.data);
    worker.onerror = (event) => {
      // Handled here and told in the page; the console stays for what nobody handles.
      event.preventDefault();
      this.#crash(event.message || "its program could not be loaded");
    };
    worker.onmessageerror = () => this.#crash("a message could not be read");
  }

  /** Starts anew after the client gave up. */
  retry(): void {
    this.#crashes = [];
    this.#health.value = { state: "starting" };
    this.start();
  }

  /** The next document is another one, not an edit of this one: its cloth starts where its panels are placed. */
  startAfresh(): void {
    this.openings += 1;
    this.#afresh = true;
  }

  /** While panels are arranged the cloth is shown as it begins, whatever is edited. */
  setArranging(arranging: boolean): void {
    this.#arranging = arranging;
  }

  setDocument(document: string): void {
    if (document === this.#document) {
      // The same one once more needs no start, and the edit after it must not have one either.
      this.#afresh = false;
      return;
    }
    this.#document = document;
    // A different document may well be one that does not crash.
    if (this.#health.peek().state === "failed") return this.retry();
    this.#sendDocument();
  }

  setPlaying(playing: boolean): void {
    this.#playing = playing;
    this.#send({ type: playing ? "play" : "pause" });
  }

  /** Simulated seconds per second at most; 0 is as fast as it goes. */
  setSpeed(factor: number): void {
    this.#speed = factor;
    this.#send({ type: "speed", factor });
  }

  step(): void {
    this.#send({ type: "step" });
  }

  reset(): void {
    this.#send({ type: "reset" });
  }

  grab(particle: number, point: Point): void {
    const generation = this.#scene.peek()?.generation ?? 0;
    this.#send({ type: "grab", generation, particle, point });
  }

  moveGrab(point: Point): void {
    this.#send({ type: "moveGrab", point });
  }

  releaseGrab(): void {
    this.#send({ type: "releaseGrab" });
  }

  /** Lets overstretched yarns break by the chance of a seed, or makes them hold. What is torn from here on is mended at once. */
  setTearing(seed: number | null): void {
    this.#send({ type: "tearing", seed });
  }

  /** Cuts along places of the cloth of a generation. */
  snip(generation: number, spots: readonly Spot[]): void {
    const triangles = Uint32Array.from(spots, ({ triangle }) => triangle);
    const weights = Float64Array.from(spots.flatMap((spot) => spot.weights));
    this.#send({ type: "snip", generation, triangles, weights });
  }

  /** Takes the last tear back. */
  mend(): void {
    this.#send({ type: "mend" });
  }

  /** Makes the last tear that was taken back again. */
  tearAgain(): void {
    this.#send({ type: "tearAgain" });
  }

  /** From now on frames bring the values of this map, or of none. */
  setMap(id: string | null): void {
    this.#map = id;
    this.#send({ type: "map", id });
  }

  /** From now on each frame comes with what is to be seen at a triangle of the present cloth, or at none. */
  setProbe(triangle: number | null): void {
    this.#probe.value = null;
    this.#send({ type: "probe", generation: this.#scene.peek()?.generation ?? 0, triangle });
  }

  /** The cloth as it is now, with all of its maps; null if there is none. */
  keep(): Promise<Kept | null> {
    return new Promise((resolve) => {
      this.#requests += 1;
      this.#keeping.set(this.#requests, resolve);
      this.#send({ type: "keep", request: this.#requests });
    });
  }

  /** The document of a text that is not yet in use, or every problem it has. */
  read(text: string): Promise<Reading> {
    return this.#ask((request) => ({ type: "read", request, text }));
  }

  /** What the page opens on: a garment that has been draped before. Without issues where it cannot be had. */
  opening(): Promise<Reading> {
    return this.#ask((request) => ({ type: "opening", request }));
  }

  /** A garment of the wardrobe, drafted for a figure. */
  garment(garment: string, size: string): Promise<Reading> {
    return this.#ask((request) => ({ type: "garment", request, garment, size }));
  }

  /** The document with its garment drafted again for its figure. */
  redraft(document: string): Promise<Reading> {
    return this.#ask((request) => ({ type: "redraft", request, document }));
  }

  #ask(question: (request: number) => ToEngine): Promise<Reading> {
    return new Promise((resolve) => {
      this.#requests += 1;
      this.#readings.set(this.#requests, resolve);
      this.#send(question(this.#requests));
    });
  }

  /** The newest frame, once. Whoever takes it gives it back with `recycle` after upload. */
  takeFrame(): Frame | null {
    const frame = this.#frame;
    this.#frame = null;
    return frame;
  }

  recycle(frame: Frame): void {
    const { generation, values } = frame;
    this.#worker?.postMessage({ type: "recycle", generation, values }, [values.buffer]);
  }

  #hear(message: FromEngine): void {
    switch (message.type) {
      case "ready":
        batch(() => {
          this.#tables.value = message.tables;
          if (this.#health.peek().state === "starting") this.#health.value = { state: "running" };
        });
        if (this.#speed !== 1) this.#send({ type: "speed", factor: this.#speed });
        if (this.#map !== null) this.#send({ type: "map", id: this.#map });
        if (this.#playing) this.#send({ type: "play" });
        return this.#sendDocument();
      case "opened":
        this.#frame = null;
        this.#probe.value = null;
        this.#bodies = message.bodies ?? this.#bodies;
        this.#scene.value = { ...message.scene, bodies: this.#bodies };
        this.onOpened();
        return this.#answered();
      case "divided": {
        this.#frame = null;
        this.#probe.value = null;
        this.#scene.value = { ...message.scene, bodies: this.#bodies };
        return;
      }
      case "torn":
        return this.onTorn(message.how);
      case "frame":
        return this.#receive(message.frame);
      case "status":
        this.#status.value = message.status;
        return;
      case "issues":
        // What is drawn is still the document before; of another garment it would be a lie.
        if (this.#opening) this.#scene.value = null;
        this.onIssues(message.issues);
        return this.#answered();
      case "read":
        this.#readings.get(message.request)?.(message.reading);
        this.#readings.delete(message.request);
        return;
      case "probe":
        if (message.generation === this.#scene.peek()?.generation) this.#probe.value = message.probe;
        return;
      case "kept":
        this.#keeping.get(message.request)?.(message.kept);
        this.#keeping.delete(message.request);
        return;
      case "halted":
        return this.onHalted(message.issue);
      case "crashed":
        return this.#crash(message.message);
    }
  }

  #receive(frame: Frame): void {
    if (frame.generation !== this.#scene.peek()?.generation) return;
    if (this.#frame) this.recycle(this.#frame);
    this.#frame = frame;
    this.onFrame();
  }

  #sendDocument(): void {
    if (!this.#tables.peek() || this.#answering || this.#document === null) return;
    if (this.#document === this.#sent) return;
    this.#opening = this.#sent === null || this.#afresh;
    const type = this.#opening || this.#arranging ? "open" : "update";
    this.#afresh = false;
    this.#sent = this.#document;
    this.#answering = true;
    this.#send({ type, document: this.#document });
  }

  #answered(): void {
    this.#answering = false;
    this.#sendDocument();
  }

  #send(message: ToEngine): void {
    this.#worker?.postMessage(message);
  }

  #crash(reason: string): void {
    if (this.#worker) {
      // What it said before it ended may still be on its way.
      this.#worker.onmessage = null;
      this.#worker.terminate();
    }
    this.#worker = null;
    this.#sent = null;
    this.#answering = false;
    this.#frame = null;
    for (const resolve of this.#readings.values()) resolve({ issues: [stoppedIssue(reason)] });
    this.#readings.clear();
    for (const resolve of this.#keeping.values()) resolve(null);
    this.#keeping.clear();

    const now = this.#now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    if (this.#crashes.length >= CRASHES_ALLOWED) {
      this.#health.value = { state: "failed", reason };
    } else {
      this.#health.value = { state: "restarted", reason };
      this.start();
    }
  }
}
