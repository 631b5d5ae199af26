import type { App } from "../app";
import type { Group } from "../commands/command";
import { label } from "../commands/keys";
import { commandsOf } from "../commands/table";
import { Sheet } from "./sheet";

const headings: Record<Group, string> = {
  tool: "Tools",
  select: "What is selected",
  align: "Align",
  pattern: "The pattern",
  simulation: "The cloth",
  inspect: "Looking at the cloth",
  map: "Maps",
  stage: "The picture",
  edit: "Edit",
  file: "File",
  view: "View",
};

/** Every key, straight from the table of commands. */
export function ShortcutSheet({ app }: { app: App }) {
  return (
    <Sheet name="shortcuts" title="Shortcuts" shown={app.shortcutsShown}>
      <div class="sheet-columns">
        {(Object.keys(headings) as Group[]).map((group) => (
          <section key={group}>
            {commandsOf(group).some(({ shortcuts }) => shortcuts.length > 0) && <h3>{headings[group]}</h3>}
            <dl>
              {commandsOf(group)
                .filter(({ shortcuts }) => shortcuts.length > 0)
                .map((command) => (
                  <div key={command.id}>
                    <dt>{command.title(app)}</dt>
                    <dd>
                      {command.shortcuts.map((shortcut) => (
                        <kbd key={shortcut}>{label(shortcut)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="sheet-note">
        Drag the cloth to pull it, drag beside it to look around, turn the wheel to come closer. While the
        cloth's picture has the focus, the arrow keys look around, with Shift from the front, the sides and
        the back, and + and - come closer and go away. Over the pattern, digits go to the fields below it, Esc
        leaves what is half done, and the middle button or two fingers move the table.
      </p>
    </Sheet>
  );
}
