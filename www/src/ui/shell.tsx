import type { App } from "../app";
import type { Group } from "../commands/command";
import { commandsOf } from "../commands/table";
import { Chips } from "../inspect/chips";
import { Legend } from "../inspect/legend";
import { MapChoice } from "../inspect/map-choice";
import { EngineNotice } from "../panels/engine-notice";
import { Inspector } from "../panels/inspector";
import { IssuesPanel } from "../panels/issues";
import { StatusLine } from "../panels/status";
import { PatternView } from "../pattern2d/pattern-view";
import { TesterSheet } from "../testers/tester-sheet";
import { toolGroups } from "../tools/table";
import { TourCard } from "../tour/tour-card";
import { ArrangeBar } from "../view3d/arrange-bar";
import { TearDialog } from "../yarn/tear-dialog";
import { ArrivalDialog } from "./arrival-dialog";
import { CommandButton } from "./command-button";
import { Icon } from "./icons";
import { ShareDialog } from "./share-dialog";
import { ShortcutSheet } from "./shortcut-sheet";
import { SpeedChoice } from "./speed-choice";
import { Splitter } from "./splitter";
import { StageView } from "./stage-view";
import { WardrobeDialog } from "./wardrobe-dialog";

/** The page: the pattern to the left, the cloth to the right, what is selected beside them, time at the foot. */
export function Shell({ app }: { app: App }) {
  const views = app.store.get("views");
  const split = app.store.get("split");
  return (
    <div class="shell" data-views={views} style={{ "--split": split }}>
      <Header app={app} />
      <main class="room">
        <section class="view pattern-side" aria-label="Pattern" hidden={views === "cloth"}>
          <PatternView app={app} />
          <ToolBar app={app} />
          <div class="view-bar" role="toolbar" aria-label="Pattern view">
            <Buttons app={app} group="pattern" />
          </div>
        </section>
        {views === "both" && <Splitter app={app} />}
        <section class="view scene" aria-label="Cloth" hidden={views === "pattern"}>
          <StageView app={app} />
          <Chips app={app} />
          <div class="tool-bar" role="toolbar" aria-orientation="vertical" aria-label="Looking">
            <div class="tool-group">
              {commandsOf("inspect").map((command) => (
                <CommandButton key={command.id} app={app} command={command} />
              ))}
            </div>
          </div>
          <div class="view-bar" role="toolbar" aria-label="Cloth view">
            <MapChoice app={app} />
            <Buttons app={app} group="stage" />
          </div>
          <Legend app={app} />
          <ArrangeBar app={app} />
        </section>
        <IssuesPanel app={app} />
        <EngineNotice app={app} />
      </main>
      <SidePanel app={app} />
      <footer class="foot">
        <div class="transport" role="toolbar" aria-label="Simulation">
          {commandsOf("simulation").map((command) => (
            <CommandButton
              key={command.id}
              app={app}
              command={command}
              main={command.id === "simulation.play"}
            />
          ))}
          <SpeedChoice app={app} />
        </div>
        <StatusLine app={app} />
      </footer>
      <ShortcutSheet app={app} />
      <ShareDialog app={app} />
      <WardrobeDialog app={app} />
      <TesterSheet app={app} />
      <TearDialog app={app} />
      <ArrivalDialog app={app} />
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

function ToolBar({ app }: { app: App }) {
  return (
    <div class="tool-bar" role="toolbar" aria-orientation="vertical" aria-label="Drawing">
      {toolGroups.map((group) => (
        <div key={group[0]?.id} class="tool-group">
          {commandsOf("tool")
            .filter((command) => group.some((tool) => command.id === `tool.${tool.id}`))
            .map((command) => (
              <CommandButton key={command.id} app={app} command={command} />
            ))}
        </div>
      ))}
    </div>
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

/** Beside the views on a wide screen; a sheet to pull up from below on a narrow one. */
function SidePanel({ app }: { app: App }) {
  const open = app.store.get("sheetOpen");
  return (
    <aside class="side" data-open={open} aria-label="Inspector">
      <button
        type="button"
        class="sheet-handle"
        aria-expanded={open}
        onClick={() => app.store.set("sheetOpen", !open)}
      >
        <span>Cloth and settings</span>
        <Icon name="chevron" />
      </button>
      <TourCard app={app} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div class="side-scroll" tabIndex={0}>
        <Inspector app={app} />
        <div class="side-foot">
          <Buttons app={app} group="view" />
        </div>
      </div>
    </aside>
  );
}
