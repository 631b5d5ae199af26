import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Clip } from "./commands/clipboard";
import { autosave, browserShelf } from "./document/autosave";
import { exists } from "./document/exists";
import { History } from "./document/history";
import { OwnFabrics } from "./document/own-fabrics";
import { recallDocument, recallPreferences } from "./document/recall";
import { same } from "./document/selection";
import { type AppStore, createStore, type State } from "./document/state";
import { EngineClient } from "./engine/client";
import { DraftClient } from "./engine/draft-client";
import { LabClient } from "./engine/lab-client";
import { LawsClient } from "./engine/laws-client";
import type { Document, Issue } from "./engine/types";
import { Inspection } from "./inspect/inspection";
import { Desk } from "./tools/desk";
import type { ToolSession } from "./tools/tool";
import type { Stage } from "./view3d/stage";

/** A list of problems and what they are about, such as a file that could not be opened. */
export interface IssueList {
  title: string;
  issues: Issue[];
  /** Something one can still do about it. */
  action?: { title: string; run: () => void };
}

/** A document or a fabric that came by a link and waits to be looked at. */
export type Arrival =
  | { kind: "project"; document: Document }
  | { kind: "fabric"; fabric: Document["fabrics"][number] };

/** What commands and panels work on: one of each, made here and handed down. */
export interface App {
  readonly store: AppStore;
  readonly history: History<State>;
  readonly engine: EngineClient;
  readonly draft: DraftClient;
  /** What fabrics' laws look like. */
  readonly laws: LawsClient;
  /** Drape coefficients that were found, %, by what decides them. */
  readonly drapes: Signal<ReadonlyMap<string, number>>;
  /** Virtual testers. */
  readonly lab: LabClient;
  /** Fabrics that the user keeps in this browser. */
  readonly ownFabrics: OwnFabrics;
  readonly desk: Desk;
  readonly inspection: Inspection;
  readonly issues: Signal<IssueList | null>;
  /** What the engine cannot drape at the moment; the cloth stays as it last was. */
  readonly problems: Signal<readonly Issue[]>;
  readonly shortcutsShown: Signal<boolean>;
  readonly shareShown: Signal<boolean>;
  readonly wardrobeShown: Signal<boolean>;
  readonly testersShown: Signal<boolean>;
  /** The step of the tour, null while nobody takes it. */
  readonly tour: Signal<number | null>;
  /** How often the cloth has been taken hold of. */
  readonly pulled: Signal<number>;
  readonly tearShown: Signal<boolean>;
  /** The panel under the pointer in the 3D view, by id. */
  readonly pointed: Signal<string | null>;
  readonly arrival: Signal<Arrival | null>;
  readonly pageVisible: ReadonlySignal<boolean>;
  /** On a phone the pattern is to be looked at, not drawn. */
  readonly viewOnly: ReadonlySignal<boolean>;
  /** What the tool in hand has to say, in place of its help. */
  readonly hint: Signal<string>;
  /** The tool at work. */
  readonly session: Signal<ToolSession>;
  /** What the handles of a panel do in space. */
  readonly arrangeMode: Signal<"translate" | "rotate">;
  /** Puts a typed digit into the fields of the tool in hand. */
  readonly typeNumber: Signal<(key: string) => boolean>;
  readonly clipboard: Signal<Clip | null>;
  /** Whether there is a document to work on. */
  readonly ready: Signal<boolean>;
  /** The 3D view, once it is on the page. */
  readonly stage: Signal<Stage | null>;
}

export function createApp(): App {
  const store = createStore();
  const shelf = browserShelf();
  const app: Omit<App, "desk" | "inspection"> & { desk?: Desk; inspection?: Inspection } = {
    store,
    history: new History(store),
    engine: new EngineClient(
      () =>
        new Worker(new URL("./workers/engine.worker.ts", import.meta.url), {
          type: "module",
          name: "engine",
        }),
    ),
    draft: new DraftClient(
      () =>
        new Worker(new URL("./workers/draft.worker.ts", import.meta.url), { type: "module", name: "draft" }),
    ),
    laws: new LawsClient(laboratory),
    lab: new LabClient(laboratory),
    drapes: signal(new Map()),
    ownFabrics: new OwnFabrics(shelf),
    issues: signal(null),
    problems: signal([]),
    shortcutsShown: signal(false),
    shareShown: signal(false),
    wardrobeShown: signal(false),
    testersShown: signal(false),
    tour: signal(null),
    pulled: signal(0),
    tearShown: signal(false),
    pointed: signal(null),
    arrival: signal(null),
    pageVisible: visibility(),
    viewOnly: narrow(),
    hint: signal(""),
    session: signal({}),
    arrangeMode: signal("translate"),
    typeNumber: signal(() => false),
    clipboard: signal(null),
    ready: signal(false),
    stage: signal(null),
  };
  app.desk = new Desk(app as App);
  app.inspection = new Inspection(app as App);
  const whole = app as App;
  recallPreferences(store, shelf);
  connect(whole);
  whole.engine.start();
  void recallDocument(whole, shelf).then(() => {
    whole.ready.value = true;
    autosave(store, shelf, (reason) => autosaveFailed(whole, reason));
  });
  return whole;
}

/** Its module is fetched with the first one that is made. */
const laboratory = (): Worker =>
  new Worker(new URL("./workers/lab.worker.ts", import.meta.url), { type: "module", name: "laboratory" });

/** Document → engine and draft; what they report → state. */
function connect({ store, engine, draft, issues, problems, pageVisible, tearShown }: App): void {
  effect(() => {
    const document = store.get("document");
    // On an empty table there is nothing to drape; the first panel then starts where it is placed.
    if (document?.panels.length === 0) engine.startAfresh();
    else if (document) engine.setDocument(JSON.stringify(document));
  });
  // The engine comes first: the cloth should be seen before anybody asks for a length.
  effect(() => {
    const document = store.get("document");
    const answered = engine.scene.value !== null || problems.value.length > 0;
    if (document && (answered || document.panels.length === 0)) draft.show(document);
  });
  // What is selected and no longer there, after undo for instance, is not selected.
  effect(() => {
    const document = store.get("document");
    const selection = store.peek("selection");
    const left = document ? selection.filter((item) => exists(document, item)) : [];
    if (left.length !== selection.length || left.some((item, k) => !same(item, selection[k] as typeof item)))
      store.set("selection", left);
  });
  // A hidden page draws nothing, so it need not simulate either; and a swatch that is torn has the machine to itself.
  effect(() => engine.setPlaying(store.get("playing") && pageVisible.value && !tearShown.value));
  effect(() => engine.setSpeed(store.get("speed")));
  engine.onIssues = (list) => {
    problems.value = list;
  };
  engine.onOpened = () => {
    problems.value = [];
  };
  followTears(store, engine);
  engine.onHalted = (issue) => {
    store.set("playing", false);
    issues.value = { title: "The simulation was stopped", issues: [issue] };
  };
}

/** A tear is an edit of the cloth: undo mends it, redo tears it again. */
function followTears(store: AppStore, engine: EngineClient): void {
  let torn = store.peek("tears");
  engine.onTorn = (how) => {
    torn += 1;
    store.set("tears", torn, how);
  };
  effect(() => {
    const wanted = store.get("tears");
    for (; torn > wanted; torn -= 1) engine.mend();
    for (; torn < wanted; torn += 1) engine.tearAgain();
  });
}

function visibility(): ReadonlySignal<boolean> {
  const visible = signal(document.visibilityState === "visible");
  document.addEventListener("visibilitychange", () => {
    visible.value = document.visibilityState === "visible";
  });
  return visible;
}

function narrow(): ReadonlySignal<boolean> {
  const query = matchMedia("(max-width: 760px), (max-height: 480px) and (pointer: coarse)");
  const value = signal(query.matches);
  query.addEventListener("change", () => {
    value.value = query.matches;
  });
  return value;
}

function autosaveFailed({ issues }: App, reason: string): void {
  const issue: Issue = {
    code: "autosave.failed",
    place: "",
    value: "",
    problem: `The browser refused to keep the document: ${reason}`,
    cure: "Save the document as a file before you close the page.",
  };
  issues.value = { title: "Autosave does not work", issues: [issue] };
}
