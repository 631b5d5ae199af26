import { defineConfig } from "vitest/config";
import { engineBuild } from "./scripts/engine-build.mjs";

export default defineConfig({
  // Relative addresses, so that the built folder works at any path of any file server.
  base: "./",
  worker: { format: "es" },
  define: { ENGINE_BUILD: JSON.stringify(engineBuild()) },
  build: {
    target: "es2022",
    // three.js is most of the page and is needed at once; splitting it would only add a round trip.
    chunkSizeWarningLimit: 1000,
  },
  // Some drape a garment, on a machine that may have other work.
  test: { include: ["test/**/*.test.ts"], testTimeout: 60_000 },
});
