import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { autosave, browserShelf } from "./document/autosave";
import { History } from "./document/history";
import { recallDocument, recallPreferences } from "./document/recall";
import { type AppStore, createStore, type State } from "./document/state";
import { EngineClient } from "./engine/client";
import type { Issue } from "./engine/types";
import type { Stage } from "./view3d/stage";

/** A list of problems and what they are about, such as a file that could not be opened. */
export interface IssueList {
  title: string;
  issues: Issue[];
  /** Something one can still do about it. */
  action?: { title: string; run: () => void };
}

/** What commands and panels work on: one of each, made here and handed down. */
export interface App {
  readonly store: AppStore;
  readonly history: History<State>;
  readonly engine: EngineClient;
  readonly issues: Signal<IssueList | null>;
  readonly shortcutsShown: Signal<boolean>;
  readonly pageVisible: ReadonlySignal<boolean>;
  /** The 3D view, once it is on the page. */
  readonly stage: Signal<Stage | null>;
}

export function createApp(): App {
  const store = createStore();
  const shelf = browserShelf();
  const app: App = {
    store,
    history: new History(store),
    engine: new EngineClient(
      () =>
        new Worker(new URL("./workers/engine.worker.ts", import.meta.url), {
          type: "module",
          name: "engine",
        }),
    ),
    issues: signal(null),
    shortcutsShown: signal(false),
    pageVisible: visibility(),
    stage: signal(null),
  };
  recallPreferences(store, shelf);
  connect(app);
  app.engine.start();
  void recallDocument(app, shelf).then(() => autosave(store, shelf, (reason) => autosaveFailed(app, reason)));
  return app;
}

/** Document → engine; what the engine reports → state. */
function connect({ store, engine, issues, pageVisible }: App): void {
  effect(() => {
    const document = store.get("document");
    if (document) engine.setDocument(JSON.stringify(document));
  });
  // A hidden page draws nothing, so it need not simulate either.
  effect(() => engine.setPlaying(store.get("playing") && pageVisible.value));
  engine.onIssues = (list) => {
    issues.value = { title: "The engine cannot use this document", issues: list };
  };
  engine.onHalted = (issue) => {
    store.set("playing", false);
    issues.value = { title: "The simulation was stopped", issues: [issue] };
  };
}

function visibility(): ReadonlySignal<boolean> {
  const visible = signal(document.visibilityState === "visible");
  document.addEventListener("visibilitychange", () => {
    visible.value = document.visibilityState === "visible";
  });
  return visible;
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
