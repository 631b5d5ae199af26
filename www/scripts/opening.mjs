/**
 * Drapes what the page opens on, from flat to rest, with the page's own engine, and stores it as src/engine/opening.pack.
 * Takes about half a minute once for every build of the engine; otherwise it finds the file fresh and does nothing.
 *   node scripts/opening.mjs
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { createServer } from "vite";
import { engineBuild, engineFile } from "./engine-build.mjs";

const [GARMENT, SIZE] = ["garment.t-shirt", "woman-88"];
/** Cloth that is still moving after this long will go on for ever, s. */
const LONGEST_S = 60;

const file = engineFile("opening.pack");
const build = engineBuild();

async function drape() {
  const { Bodies, Engine, garment, initSync } = await import(engineFile("wasm/toile.js").href);
  initSync({ module: readFileSync(engineFile("wasm/toile_bg.wasm")) });
  const bodies = new Bodies(gunzipSync(readFileSync(engineFile("mannequin.pack"))));
  // The page's own laying out of panels, so that the document is the page's to the letter.
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  const { spreadOut } = await vite.ssrLoadModule("/src/pattern2d/images.ts");
  const document = JSON.stringify(spreadOut(garment(GARMENT, SIZE, bodies.share())));
  await vite.close();
  const engine = new Engine(document, bodies);
  let step;
  do {
    step = engine.step();
    if (step.halted) throw new Error(`the opening could not be draped: ${step.halted.problem}`);
  } while (!step.at_rest && step.simulated_s < LONGEST_S);
  if (!step.at_rest) throw new Error(`the opening is not at rest after ${LONGEST_S} s`);
  return { document, state: engine.stored(), seconds: step.simulated_s };
}

function isFresh() {
  if (!existsSync(file)) return false;
  const bytes = gunzipSync(readFileSync(file));
  const heading = JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32LE(0)).toString());
  return heading.build === build;
}

if (!isFresh()) {
  console.log("Draping what the page opens on (about half a minute) …");
  const { document, state, seconds } = await drape();
  const heading = Buffer.from(JSON.stringify({ build, document }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(heading.length);
  const packed = gzipSync(Buffer.concat([length, heading, state]), { level: 9 });
  writeFileSync(file, packed);
  console.log(`At rest after ${seconds} s; ${(packed.length / 1024).toFixed(0)} kB.`);
}
