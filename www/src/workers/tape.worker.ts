/** Lays tapes along cloth, beside the page's own thread. */
import { layTape } from "../inspect/tape";
import type { FromTape, ToTape } from "../inspect/tape-client";

self.addEventListener("message", ({ data }: MessageEvent<ToTape>) => {
  const { request, triangles, positions, ends } = data;
  const surface = { scene: { triangles, pointCount: positions.length / 3 }, positions };
  const reply: FromTape = { request, line: layTape(surface, ...ends) };
  self.postMessage(reply);
});
