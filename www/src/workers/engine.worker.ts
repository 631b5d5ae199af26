/** The engine's thread. Everything of interest is in `session.ts`; here is only what a worker must do itself. */
import type { FromEngine, ToEngine } from "../engine/protocol";
import { init, tables } from "../engine/wasm";
import { Session } from "./session";

const post = (message: FromEngine, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  post({ type: "crashed", message: String(event.reason) });
});

// The page may already speak while the module is still loading.
const waiting: ToEngine[] = [];
let hear = (message: ToEngine): void => {
  waiting.push(message);
};
self.addEventListener("message", (event: MessageEvent<ToEngine>) => hear(event.data));

await init();
const session = new Session(post);
post({ type: "ready", tables: tables() });
hear = (message) => session.hear(message);
for (const message of waiting) session.hear(message);
