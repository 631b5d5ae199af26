import type { App } from "../app";
import type { Command } from "../commands/command";
import { label } from "../commands/keys";
import { Icon } from "./icons";

/** A command as a button: icon, tooltip with its key, and greyed while it can do nothing. */
export function CommandButton({ app, command, main }: { app: App; command: Command; main?: boolean }) {
  const title = command.title(app);
  const [key] = command.shortcuts;
  return (
    <button
      type="button"
      class={main ? "icon-button main" : "icon-button"}
      aria-label={title}
      title={key ? `${title}  (${label(key)})` : title}
      data-command={command.id}
      aria-pressed={command.pressed?.(app)}
      disabled={!command.enabled(app)}
      onClick={() => command.run(app)}
    >
      <Icon name={command.icon(app)} />
    </button>
  );
}
