/** Runs experiments with the engine the page uses, one message each; `dress` is none of the laboratory's. */
import { drape } from "./dressed.js";

const engine = (name) => new URL(`../src/engine/${name}`, import.meta.url).href;

/** A module of the engine, started. */
async function load(folder) {
  const module = await import(engine(`${folder}/toile.js`));
  await module.default();
  return module;
}

async function mannequins() {
  const { body } = await fetch(engine("mannequin.pack"));
  const bytes = body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

async function figures(name, settings) {
  if (name === "dress") return drape(await load("wasm"), await mannequins(), settings);
  return (await load("wasm-lab")).lab(name, null, settings).figures;
}

self.onmessage = async ({ data: { name, settings } }) => {
  try {
    self.postMessage({ figures: await figures(name, settings) });
  } catch (error) {
    self.postMessage({ error: Array.isArray(error) ? JSON.stringify(error) : String(error) });
  }
};
