/** The engine's thread. Everything of interest is in `session.ts`; here is only what a worker must do itself. */
import type { FromEngine, ToEngine } from "../engine/protocol";
import { fetchBodies, init, tables } from "../engine/wasm";
import { Session } from "./session";

const post = (message: FromEngine, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  post({ type: "crashed", message: String(event.reason) });
});

// The page may already speak while the module is still loading.
const waiting: ToEngine[] = [];
let hear: (message: ToEngine) => void = (message) => waiting.push(message);
self.addEventListener("message", (event: MessageEvent<ToEngine>) => hear(event.data));

await init();
const session = new Session(post);
post({ type: "ready", tables: tables() });

/** A document with a mannequin waits for the mannequins, which are fetched once, and everything after it for its turn. */
function hearInTurn(message: ToEngine): void {
  if (!session.lacksBodies(message)) return session.hear(message);
  hear = (later) => waiting.push(later);
  void fetchBodies()
    .then((bodies) => session.setBodies(bodies))
    // Without them the engine says what is missing.
    .catch(() => session.setBodies(null))
    .then(() => {
      hear = hearInTurn;
      waiting.unshift(message);
      drain();
    });
}

function drain(): void {
  while (hear === hearInTurn) {
    const next = waiting.shift();
    if (!next) return;
    hear(next);
  }
}

hear = hearInTurn;
drain();
