import { defineConfig } from "@playwright/test";
import { args, executablePath } from "./scripts/browser.mjs";

const port = Number(process.env.TOILE_E2E_PORT ?? 8431);
// A sub-path, as on a shared host: an address that begins with / anywhere in the page would fail.
const prefix = "/ateliers/toile";

/** Against the built page, served as any plain file server would. A missing browser is a failure, as it should be. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // One page keeps a core and a half busy, and waits in between. Tests share nothing but the file server.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  // Software WebGL on a busy machine is slow; no test measures speed, so patience costs nothing.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}${prefix}/`,
    viewport: { width: 880, height: 520 },
    // The browser puts the page together by itself: through software WebGL too it takes three times as long for every frame.
    launchOptions: { executablePath, args: [...args, "--disable-gpu-compositing"] },
  },
  webServer: {
    command: `python3 ../scripts/serve.py dist --port ${port} --prefix ${prefix}`,
    url: `http://127.0.0.1:${port}${prefix}/`,
    reuseExistingServer: false,
  },
});
