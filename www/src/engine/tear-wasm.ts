/** The laboratory's module, as far as tearing needs it. Loaded in a worker, when somebody first asks for it. */
import init, { Tear } from "./wasm-lab/toile.js";

export { init, Tear };
