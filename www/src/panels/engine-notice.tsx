import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { App } from "../app";

const SHOWN_MS = 8000;

/** Says when the engine had to be started anew, and when it cannot be. The document is safe either way. */
export function EngineNotice({ app }: { app: App }) {
  const health = app.engine.health.value;
  const seen = useSignal<typeof health | null>(null);
  useEffect(() => {
    if (health.state !== "restarted") return;
    const timer = setTimeout(() => {
      seen.value = health;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [health]);

  if (health.state === "failed") {
    return (
      <section class="notice" role="alert" data-engine="failed">
        <h2>The engine keeps stopping</h2>
        <p>Your document is safe, and you can still save or undo. The last reason was: {health.reason}</p>
        <button type="button" class="text-button" onClick={() => app.engine.retry()}>
          Try again
        </button>
      </section>
    );
  }
  if (health.state === "restarted" && seen.value !== health) {
    return (
      <section class="notice" role="status" data-engine="restarted">
        <p>The engine stopped and was started again with your document. Reason: {health.reason}</p>
      </section>
    );
  }
  return null;
}
