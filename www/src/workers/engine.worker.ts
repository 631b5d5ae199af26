/** The engine's thread. Everything of interest is in `session.ts`; here is only what a worker must do itself. */

import { fetchOpening } from "../engine/opening";
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

/** A message waits for the data that it needs, which are fetched once, and everything after it for its turn. */
function hearInTurn(message: ToEngine): void {
  const needs = [];
  // Without the mannequins the engine says what is missing; without the opening the page opens on something else.
  if (session.lacksBodies(message)) needs.push(got(fetchBodies).then((bodies) => session.setBodies(bodies)));
  if (session.lacksOpening(message))
    needs.push(got(fetchOpening).then((opening) => session.setOpening(opening)));
  if (needs.length === 0) return session.hear(message);
  hear = (later) => waiting.push(later);
  void Promise.all(needs).then(() => {
    hear = hearInTurn;
    waiting.unshift(message);
    drain();
  });
}

const got = <T>(fetched: () => Promise<T>): Promise<T | null> => fetched().catch(() => null);

function drain(): void {
  while (hear === hearInTurn) {
    const next = waiting.shift();
    if (!next) return;
    hear(next);
  }
}

hear = hearInTurn;
drain();
