/** Answers what a drawing looks like, beside the engine's own worker, which may be in the middle of a step. */
import type { FromDraft, ToDraft } from "../engine/draft-protocol";
import { type Bodies, draft, fetchBodies, init, namesMannequin } from "../engine/wasm";

/** Answers come in the order of the questions: each waits for the one before it, the first for the module. */
let turn: Promise<unknown> = init();
/** Undefined before a document needed them, null where they could not be had. */
let bodies: Bodies | null | undefined;

self.addEventListener("message", (event: MessageEvent<ToDraft>) => {
  turn = turn.then(() => answer(event.data));
});

async function answer({ request, document }: ToDraft): Promise<void> {
  if (bodies === undefined && namesMannequin(document)) bodies = await fetchBodies().catch(() => null);
  const drawn = draft(document, bodies?.share()) as Omit<FromDraft, "request">;
  const reply: FromDraft = { request, ...drawn };
  self.postMessage(reply, { transfer: [reply.coordinates.buffer] });
}
