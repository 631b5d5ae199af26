import type { App } from "../app";
import type { Group } from "../commands/command";
import { commandsOf } from "../commands/table";
import { EngineNotice } from "../panels/engine-notice";
import { FabricPanel } from "../panels/fabric";
import { IssuesPanel } from "../panels/issues";
import { SimulationPanel } from "../panels/simulation";
import { StatusLine } from "../panels/status";
import { CommandButton } from "./command-button";
import { Icon } from "./icons";
import { ShortcutSheet } from "./shortcut-sheet";
import { StageView } from "./stage-view";

/** The page: the cloth takes the room, everything else stands at its edges. */
export function Shell({ app }: { app: App }) {
  return (
    <div class="shell">
      <main class="scene">
        <StageView app={app} />
        <IssuesPanel app={app} />
        <EngineNotice app={app} />
        <div class="transport" role="toolbar" aria-label="Simulation">
          {commandsOf("simulation").map((command) => (
            <CommandButton
              key={command.id}
              app={app}
              command={command}
              main={command.id === "simulation.play"}
            />
          ))}
        </div>
        <StatusLine app={app} />
      </main>
      <Header app={app} />
      <SidePanel app={app} />
      <ShortcutSheet app={app} />
      <div class="drop-here" aria-hidden="true">
        Drop a document to open it
      </div>
    </div>
  );
}

function Header({ app }: { app: App }) {
  return (
    <header class="header">
      <h1 class="wordmark">Toile</h1>
      <p class="document-name">{app.store.get("document")?.name ?? ""}</p>
      <nav class="tools" aria-label="Tools">
        <Buttons app={app} group="edit" />
        <Buttons app={app} group="file" />
        <Buttons app={app} group="view" />
      </nav>
    </header>
  );
}

function Buttons({ app, group }: { app: App; group: Group }) {
  return (
    <div class="button-group" data-group={group}>
      {commandsOf(group).map((command) => (
        <CommandButton key={command.id} app={app} command={command} />
      ))}
    </div>
  );
}

/** Beside the cloth on a wide screen; a sheet to pull up from below on a narrow one. */
function SidePanel({ app }: { app: App }) {
  const open = app.store.get("sheetOpen");
  return (
    <aside class="side" data-open={open} aria-label="Settings">
      <button
        type="button"
        class="sheet-handle"
        aria-expanded={open}
        onClick={() => app.store.set("sheetOpen", !open)}
      >
        <span>Cloth and settings</span>
        <Icon name="chevron" />
      </button>
      <div class="side-scroll">
        <FabricPanel app={app} />
        <SimulationPanel app={app} />
        <div class="side-foot">
          <Buttons app={app} group="view" />
        </div>
      </div>
    </aside>
  );
}
