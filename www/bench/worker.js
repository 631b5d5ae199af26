/** Runs experiments with the engine the page uses, one message each. */
import init, { lab } from "../src/engine/wasm-lab/toile.js";

const ready = init();

self.onmessage = async ({ data: { name, settings } }) => {
  try {
    await ready;
    self.postMessage({ figures: lab(name, null, settings).figures });
  } catch (error) {
    self.postMessage({ error: Array.isArray(error) ? JSON.stringify(error) : String(error) });
  }
};
