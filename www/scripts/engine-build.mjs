/** What decides how cloth falls: the engine and the bodies. Cloth draped by another build is not shown as this one's. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const engine = new URL("../src/engine/", import.meta.url);

export const engineFile = (name) => new URL(name, engine);

export function engineBuild() {
  const hash = createHash("sha256");
  for (const name of ["wasm/toile_bg.wasm", "mannequin.pack"]) hash.update(readFileSync(engineFile(name)));
  return hash.digest("hex").slice(0, 16);
}
