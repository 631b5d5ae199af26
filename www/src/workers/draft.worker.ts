/** Answers what a drawing looks like, beside the engine's own worker, which may be in the middle of a step. */
import type { FromDraft, ToDraft } from "../engine/draft-protocol";
import { draft, init } from "../engine/wasm";

const waiting: ToDraft[] = [];
let hear = (message: ToDraft): void => {
  waiting.push(message);
};
self.addEventListener("message", (event: MessageEvent<ToDraft>) => hear(event.data));

await init();
hear = ({ request, document }) => {
  const answer: FromDraft = { request, ...(draft(document) as Omit<FromDraft, "request">) };
  self.postMessage(answer, { transfer: [answer.coordinates.buffer] });
};
for (const message of waiting) hear(message);
