import type { App } from "../app";
import { ARRANGE, arrangedPanel } from "./arrange";

const MODES = [
  { mode: "translate", title: "Move" },
  { mode: "rotate", title: "Turn" },
] as const;

/** What to do while panels are arranged, and whether handles move or turn. */
export function ArrangeBar({ app }: { app: App }) {
  if (app.store.get("stageTool") !== ARRANGE) return null;
  const panel = arrangedPanel(app);
  return (
    <div class="arrange-bar">
      <p role="status">
        {panel
          ? `${panel.name}: drag a handle, or use arrow keys and Page Up and Down; with Alt they turn it.`
          : "The panels as they begin. Click on one to move it."}
      </p>
      <div class="word-buttons" role="toolbar" aria-label="Handles">
        {MODES.map(({ mode, title }) => (
          <button
            key={mode}
            type="button"
            class="text-button small"
            data-arrange={mode}
            aria-pressed={app.arrangeMode.value === mode}
            disabled={!panel}
            onClick={() => {
              app.arrangeMode.value = mode;
            }}
          >
            {title}
          </button>
        ))}
        <button
          type="button"
          class="text-button small"
          data-arrange="done"
          onClick={() => app.store.set("playing", true)}
        >
          Sew
        </button>
      </div>
    </div>
  );
}
