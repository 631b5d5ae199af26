import { stancesDiffer } from "../document/edits/figure";
import { issuesOf } from "../engine/issues-of";
import type { Opening } from "../engine/opening";
import { Meter, nextDue } from "../engine/pacing";
import {
  type BodyMesh,
  type Fringe,
  type FromEngine,
  PER_POINT,
  type Progress,
  type Reading,
  type Scene,
  type ToEngine,
} from "../engine/protocol";
import type { Document, StepReport, Tables } from "../engine/types";
import { type Bodies, Engine, garment, namesMannequin, read, redraft, tables } from "../engine/wasm";

export type Post = (message: FromEngine, transfer?: Transferable[]) => void;

/** Three buffers: one being drawn, one on its way, one being filled. With fewer the solver's frames wait for the screen. */
const BUFFERS = 3;
const STATUS_EVERY_MS = 250;

/** The engine in its worker: one document, its clock and its frame buffers. */
export class Session {
  readonly #post: Post;
  readonly #meter = new Meter();
  /** A message to oneself comes back after the page's messages that were waiting; a timer would add 4 ms. */
  readonly #soon = new MessageChannel();
  #engine: Engine | null = null;
  /** Undefined before a document needed them, null where they could not be had. */
  #bodies: Bodies | null | undefined;
  /** What the page may open on, already draped; null where it could not be had. */
  #opening: Opening | null | undefined;
  #generation = 0;
  #free: Float32Array<ArrayBuffer>[] = [];
  #frameIsNews = false;
  #playing = false;
  /** Simulated seconds per second at most; 0 is as fast as it goes. */
  #speed = 1;
  /** Whether the wind blows: cloth at rest may then be moved again. */
  #stirred = false;
  /** The bodies that the page knows, as the document writes them. */
  #told: string | null = null;
  /** Numbers that bodies which move take in a frame. */
  #moving = 0;
  #held = false;
  /** Whether the cloth has other triangles than those it was opened with. */
  #isDivided = false;
  /** Whether anything was torn since tearing was last asked for. */
  #tornSince = false;
  /** The map that is looked at. */
  #map: string | null = null;
  /** The triangle that is looked at. */
  #probed: number | null = null;
  #scheduled = false;
  #due = 0;
  #lastStatus = 0;
  /** Null before the first step. */
  #report: StepReport | null = null;

  constructor(post: Post) {
    this.#post = post;
    this.#soon.port1.onmessage = () => this.#guard(() => this.#tick());
  }

  get #simulatedS(): number {
    return this.#report?.simulated_s ?? this.#engine?.simulatedS ?? 0;
  }

  /** Whether a message needs the mannequins and they have not been fetched yet. */
  lacksBodies(message: ToEngine): boolean {
    const needed =
      message.type === "garment" ||
      message.type === "opening" ||
      ("document" in message && namesMannequin(message.document));
    return this.#bodies === undefined && needed;
  }

  /** Whether a message needs the stored opening and it has not been fetched yet. */
  lacksOpening(message: ToEngine): boolean {
    return this.#opening === undefined && message.type === "opening";
  }

  setOpening(opening: Opening | null): void {
    this.#opening = opening;
  }

  setBodies(bodies: Bodies | null): void {
    this.#bodies = bodies;
  }

  /** Cloth at rest in still air stays as it is until somebody does something; computing it again would be for nothing. */
  get #idle(): boolean {
    return (this.#report?.at_rest ?? false) && !this.#stirred && this.#moving === 0 && !this.#held;
  }

  hear(message: ToEngine): void {
    this.#guard(() => this.#act(message));
  }

  #act(message: ToEngine): void {
    switch (message.type) {
      case "open":
        return this.#open(message.document);
      case "update":
        // Without an engine the first document was refused; this one is then the first.
        if (!this.#engine) return this.#open(message.document);
        this.#update(this.#engine, message.document);
        this.#wake();
        return this.#sendScene(message.document);
      case "read":
        return this.#post({
          type: "read",
          request: message.request,
          reading: reading(() => read(message.text)),
        });
      case "opening": {
        const { document } = this.#opening ?? {};
        const made = document === undefined ? { issues: [] } : reading(() => read(document));
        return this.#post({ type: "read", request: message.request, reading: made });
      }
      case "garment": {
        const drafted = () => garment(message.garment, message.size, this.#bodies?.share());
        return this.#post({ type: "read", request: message.request, reading: reading(drafted) });
      }
      case "redraft": {
        const drafted = () => redraft(message.document, this.#bodies?.share());
        return this.#post({ type: "read", request: message.request, reading: reading(drafted) });
      }
      case "speed":
        this.#speed = message.factor;
        this.#due = performance.now();
        return;
      case "play":
        return this.#play();
      case "pause":
        this.#playing = false;
        return this.#sendStatus();
      case "step":
        return this.#step();
      case "reset":
        this.#engine?.reset();
        this.#report = null;
        this.#meter.clear();
        // What was torn is whole again, and has the triangles of before.
        if (this.#isDivided) this.#sendDivided();
        this.#isDivided = false;
        this.#showAgain();
        this.#wake();
        return this.#sendStatus();
      case "grab":
        // A click on the cloth as it was a moment ago must not name a particle of the cloth as it is now.
        if (message.generation !== this.#generation) return;
        this.#held = this.#engine?.grab(message.particle, ...message.point) ?? false;
        return this.#wake();
      case "moveGrab":
        this.#engine?.moveGrab(...message.point);
        return;
      case "releaseGrab":
        this.#engine?.releaseGrab();
        this.#held = false;
        return this.#wake();
      case "tearing":
        this.#tornSince = false;
        return this.#engine?.setTearing(message.seed ?? undefined);
      case "snip":
        if (message.generation !== this.#generation) return;
        if (!this.#engine?.snip(message.triangles, message.weights)) return;
        this.#post({ type: "torn", how: "cut" });
        return this.#divide();
      case "mend":
        if (this.#engine?.mend()) this.#divide();
        return;
      case "tearAgain":
        if (this.#engine?.tearAgain()) this.#divide();
        return;
      case "map":
        this.#map = message.id;
        return this.#showAgain();
      case "probe":
        // As with a grab: a triangle of the cloth as it was may be another one now.
        this.#probed = message.generation === this.#generation ? message.triangle : null;
        return this.#sendProbe();
      case "keep":
        return this.#keep(message.request);
      case "recycle":
        if (message.generation !== this.#generation) return;
        this.#free.push(message.values);
        return this.#sendFrame();
    }
  }

  #open(document: string): void {
    const engine = new Engine(document, this.#bodies?.share());
    this.#engine?.free();
    this.#engine = engine;
    // Of any other document, and of cloth that another build of the engine draped, it is no shape.
    if (this.#opening?.state && this.#opening.document === document) engine.resume(this.#opening.state);
    this.#told = null;
    this.#held = false;
    this.#report = null;
    this.#meter.clear();
    this.#sendScene(document);
  }

  /** Goes over to a changed document; a garment whose mannequin would leap out of it is put on again. */
  #update(engine: Engine, document: string): void {
    const { bodies = [] } = JSON.parse(document) as Partial<Document>;
    const told = this.#told === null ? bodies : (JSON.parse(this.#told) as Document["bodies"]);
    const before = stancesDiffer(told, bodies) ? (engine.bodies() as BodyMesh[]) : null;
    engine.update(document);
    if (!before || !leaps(before, engine.bodies() as BodyMesh[])) return;
    engine.reset();
    this.#report = null;
    this.#meter.clear();
  }

  /** Goes on stepping, if it should. The report of the rest that has ended no longer counts. */
  #wake(): void {
    if (this.#report) this.#report = { ...this.#report, at_rest: false };
    this.#due = Math.max(this.#due, performance.now());
    this.#schedule();
  }

  #play(): void {
    this.#playing = true;
    if (this.#report) this.#report = { ...this.#report, at_rest: false };
    this.#meter.clear();
    this.#due = performance.now();
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || !this.#playing || !this.#engine || this.#idle) return;
    this.#scheduled = true;
    const wait = this.#due - performance.now();
    if (wait > 0) setTimeout(() => this.#guard(() => this.#tick()), wait);
    else this.#soon.port2.postMessage(null);
  }

  #tick(): void {
    this.#scheduled = false;
    if (!this.#playing || !this.#engine) return;
    const before = this.#simulatedS;
    this.#step();
    const simulatedMs = Math.max(0, this.#simulatedS - before) * 1000;
    const stepMs = this.#speed > 0 ? simulatedMs / this.#speed : 0;
    this.#due = nextDue(this.#due, stepMs, performance.now());
    this.#schedule();
  }

  #step(): void {
    if (!this.#engine) return;
    const report: StepReport = this.#engine.step();
    this.#report = report;
    this.#meter.add(performance.now(), report.simulated_s, report.wall_ms);
    if (report.torn > 0) {
      if (!this.#tornSince) this.#post({ type: "torn", how: "tear" });
      this.#tornSince = true;
      this.#sendDivided();
    }
    this.#frameIsNews = true;
    this.#sendFrame();
    if (report.halted) {
      this.#playing = false;
      this.#post({ type: "halted", issue: report.halted });
    }
    if (!this.#playing || this.#idle || performance.now() - this.#lastStatus >= STATUS_EVERY_MS)
      this.#sendStatus();
  }

  /** Goes on with cloth that was cut or mended. */
  #divide(): void {
    this.#sendDivided();
    this.#showAgain();
    this.#wake();
    this.#sendStatus();
  }

  #sendDivided(): void {
    if (!this.#engine) return;
    this.#begin(this.#engine);
    this.#isDivided = true;
    this.#held = this.#engine.heldPoint !== undefined;
    this.#post({ type: "divided", scene: this.#shape(this.#engine) });
  }

  /** Frames from now on are of other triangles. */
  #begin(engine: Engine): void {
    this.#generation += 1;
    this.#probed = null;
    this.#free = Array.from({ length: BUFFERS }, () => new Float32Array(PER_POINT * engine.pointCount));
  }

  #sendScene(document: string): void {
    const engine = this.#engine;
    if (!engine) return;
    this.#begin(engine);
    this.#isDivided = false;
    const { simulation, bodies } = JSON.parse(document) as Document;
    this.#stirred = blows(simulation);
    const written = JSON.stringify(bodies);
    const news = written === this.#told ? null : (engine.bodies() as BodyMesh[]);
    this.#told = written;
    if (news) this.#moving = news.reduce((sum, body) => sum + numbersOf(body), 0);
    this.#post({ type: "opened", scene: this.#shape(engine), bodies: news });
    this.#frameIsNews = true;
    this.#sendFrame();
    this.#sendStatus();
    this.#schedule();
  }

  #shape(engine: Engine): Omit<Scene, "bodies"> {
    return {
      generation: this.#generation,
      pointCount: engine.pointCount,
      triangles: engine.triangles(),
      materialCoordinates: engine.materialCoordinates(),
      patches: engine.patches(),
      stitches: engine.stitches(),
      seams: engine.seams() as Uint32Array[],
      values: fill(engine, new Float32Array(PER_POINT * engine.pointCount), this.#map),
      held: engine.heldPoint ?? null,
    };
  }

  /** Draws the same state once more, because something else is looked at. */
  #showAgain(): void {
    this.#frameIsNews = true;
    this.#sendFrame();
  }

  #sendProbe(): void {
    if (!this.#engine || this.#probed === null) return;
    const probe = this.#engine.probe(this.#probed, this.#map);
    this.#post({ type: "probe", generation: this.#generation, probe });
  }

  /** The cloth as it is now, with every map: whatever is looked at later can be compared. */
  #keep(request: number): void {
    const engine = this.#engine;
    const maps: Record<string, Float32Array> = {};
    for (const { id } of engine ? (tables() as Tables).maps : []) {
      const values = new Float32Array(engine?.pointCount ?? 0);
      engine?.readMap(id, values);
      maps[id] = values;
    }
    const kept = engine && {
      scene: { ...this.#shape(engine), bodies: engine.bodies() },
      simulatedS: this.#simulatedS,
      maps,
    };
    this.#post({ type: "kept", request, kept });
  }

  /** Sends the newest state if the page has given a buffer back; otherwise the page is still busy and nothing is lost. */
  #sendFrame(): void {
    if (!this.#engine || !this.#frameIsNews) return;
    const values = this.#free.pop();
    if (!values) return;
    fill(this.#engine, values, this.#map);
    this.#frameIsNews = false;
    const step = this.#report?.step ?? this.#engine.steps;
    const [generation, map] = [this.#generation, this.#map];
    const bodies = this.#moving > 0 ? new Float32Array(this.#moving) : null;
    if (bodies) this.#engine.readBodies(bodies);
    const fringe = fringeOf(this.#engine);
    const frame = { generation, map, step, simulatedS: this.#simulatedS, values, bodies, fringe };
    this.#post({ type: "frame", frame }, bodies ? [values.buffer, bodies.buffer] : [values.buffer]);
    this.#sendProbe();
  }

  #sendStatus(): void {
    this.#lastStatus = performance.now();
    const status = {
      playing: this.#playing,
      ...this.#meter.read(),
      triangles: this.#engine?.triangleCount ?? 0,
      simulatedS: this.#simulatedS,
      atRest: this.#report?.at_rest ?? false,
      sewing: this.#sewing(),
    };
    this.#post({ type: "status", status });
  }

  #sewing(): Progress | null {
    const [done = 0, whole = 0] = this.#engine?.sewing() ?? [];
    if (whole === 0) return null;
    const speed = this.#meter.read().realTimeFactor;
    // Seams that something is in the way of take longer than they should, and nobody knows how long.
    const known = speed > 0 && done < whole;
    return { part: Math.min(1, done / whole), leftS: known ? (whole - done) / speed : null };
  }

  /** Issues are an answer; anything else thrown means the module's memory can no longer be trusted. */
  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      const issues = issuesOf(error);
      if (issues) return this.#post({ type: "issues", issues });
      this.#playing = false;
      this.#engine = null;
      this.#post({ type: "crashed", message: error instanceof Error ? error.message : String(error) });
    }
  }
}

function reading(made: () => unknown): Reading {
  try {
    return { document: made() as Document };
  } catch (error) {
    const issues = issuesOf(error);
    if (issues) return { issues };
    throw error;
  }
}

/** Between two steps no skin goes further than this, m: a jumping jack's hands are at 4 m/s, and steps take 10 ms. */
const LEAP_M = 0.04;

/** Whether some body is at once elsewhere than it was. */
function leaps(before: readonly BodyMesh[], after: readonly BodyMesh[]): boolean {
  return before.some(({ id, positions: from }) => {
    const to = after.find((body) => body.id === id)?.positions;
    return to?.length === from.length && from.some((x, k) => Math.abs(x - (to[k] as number)) > LEAP_M);
  });
}

/** Numbers that a frame brings of a body. */
const numbersOf = ({ moves, positions, normals }: BodyMesh): number =>
  moves ? positions.length + normals.length : 0;

/** Whether wind blows. */
function blows(simulation: Document["simulation"] | undefined): boolean {
  const wind = [simulation?.wind_x_m_per_s, simulation?.wind_y_m_per_s, simulation?.wind_z_m_per_s];
  return wind.some((speed) => speed);
}

/** Torn yarns are few and new ones come with every tear: their numbers are sent in buffers of their own. */
function fringeOf(engine: Engine): Fringe | null {
  const [nodes = 0, ...fabrics] = engine.tornFabrics();
  if (fabrics.length === 0) return null;
  return { nodes, fabrics, values: new Float32Array(engine.tornYarns()) };
}

function fill<Values extends Float32Array>(engine: Engine, values: Values, map: string | null): Values {
  const points = values.length / PER_POINT;
  engine.readPositions(values.subarray(0, 3 * points));
  engine.readNormals(values.subarray(3 * points, 6 * points));
  if (map !== null) engine.readMap(map, values.subarray(6 * points));
  return values;
}
