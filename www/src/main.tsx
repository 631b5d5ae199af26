import { render } from "preact";
import { createApp } from "./app";
import { listenToClipboard } from "./commands/clipboard";
import { listenToKeys } from "./commands/keys";
import { IssueItems } from "./panels/issues";
import "./ui/tokens.css";
import "./ui/layout.css";
import "./ui/controls.css";
import "./ui/plot.css";
import "./panels/panels.css";
import "./panels/fabric.css";
import "./testers/testers.css";
import "./tour/tour.css";
import "./pattern2d/pattern.css";
import "./inspect/inspect.css";
import "./ui/narrow.css";
import { listenToLinks } from "./share/arrive";
import { listenToDrops } from "./ui/drop";
import { Shell } from "./ui/shell";
import { missingForDrawing, missingForEngine } from "./ui/support";
import { followTheme } from "./ui/theme";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// The engine begins to load before the graphics are looked at, which takes a while on some machines.
const engineLacks = missingForEngine();
const app = engineLacks.length === 0 ? createApp() : null;
const lacks = [...engineLacks, ...missingForDrawing()];

if (app && lacks.length === 0) {
  followTheme(app.store);
  listenToKeys(app);
  listenToClipboard(app);
  listenToDrops(app);
  listenToLinks(app);
  render(<Shell app={app} />, root);
} else {
  render(
    <main class="unsupported">
      <h1 class="wordmark">Toile</h1>
      <p>Toile cannot run in this browser:</p>
      <IssueItems issues={lacks} />
    </main>,
    root,
  );
}
