import { render } from "preact";
import { createApp } from "./app";
import { listenToKeys } from "./commands/keys";
import { IssueItems } from "./panels/issues";
import "./ui/tokens.css";
import "./ui/layout.css";
import "./ui/controls.css";
import "./panels/panels.css";
import { listenToDrops } from "./ui/drop";
import { Shell } from "./ui/shell";
import { missing } from "./ui/support";
import { followTheme } from "./ui/theme";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const lacks = missing();
if (lacks.length > 0) {
  render(
    <main class="unsupported">
      <h1 class="wordmark">Toile</h1>
      <p>Toile cannot run in this browser:</p>
      <IssueItems issues={lacks} />
    </main>,
    root,
  );
} else {
  const app = createApp();
  followTheme(app.store);
  listenToKeys(app);
  listenToDrops(app);
  render(<Shell app={app} />, root);
}
