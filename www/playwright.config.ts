import { defineConfig } from "@playwright/test";
import { args, executablePath } from "./scripts/browser.mjs";

const port = Number(process.env.TOILE_E2E_PORT ?? 8431);
// A sub-path, as on a shared host: an address that begins with / anywhere in the page would fail.
const prefix = "/ateliers/toile";

/** Against the built page, served as any plain file server would. A missing browser is a failure, as it should be. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 1,
  retries: 0,
  // Software WebGL on a busy machine is slow; no test measures speed, so patience costs nothing.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}${prefix}/`,
    viewport: { width: 880, height: 520 },
    launchOptions: { executablePath, args },
  },
  webServer: {
    command: `python3 ../scripts/serve.py dist --port ${port} --prefix ${prefix}`,
    url: `http://127.0.0.1:${port}${prefix}/`,
    reuseExistingServer: false,
  },
});
