/** The laboratory's module, as far as a body from a file needs it. Loaded in a worker, when somebody brings one. */
import init, { Bodies, ownBody } from "./wasm-lab/toile.js";

export { Bodies, init, ownBody };
