import type { App } from "../app";
import { commandNamed } from "../commands/table";
import type { Item } from "../document/selection";
import { ComparePanel } from "../inspect/compare-panel";
import { FoundPanel } from "../inspect/found-panel";
import { CommandButton } from "../ui/command-button";
import { DocumentInspector } from "./document-inspector";
import { EdgeInspector, PointInspector } from "./edge-inspector";
import { PanelInspector } from "./panel-inspector";
import { DartInspector, HoleInspector, LineInspector, NotchInspector, PinInspector } from "./part-inspector";
import { ProblemsPanel } from "./problems";
import { SeamInspector } from "./seam-inspector";

/** What is selected, with everything that can be set of it; the garment as a whole while nothing is. */
export function Inspector({ app }: { app: App }) {
  const selection = app.store.get("selection");
  const [first] = selection;
  return (
    <>
      <ProblemsPanel app={app} />
      <FoundPanel app={app} />
      <ComparePanel app={app} />
      {selection.length === 0 && <DocumentInspector app={app} />}
      {selection.length === 1 && first && <One key={JSON.stringify(first)} app={app} item={first} />}
      {selection.length > 1 && <Many app={app} />}
    </>
  );
}

function One({ app, item }: { app: App; item: Item }) {
  switch (item.kind) {
    case "panel":
      return <PanelInspector app={app} id={item.panel} />;
    case "point":
      return <PointInspector app={app} panel={item.panel} edge={item.id} />;
    case "edge":
      return <EdgeInspector app={app} panel={item.panel} edge={item.id} />;
    case "line":
      return <LineInspector app={app} panel={item.panel} id={item.id} />;
    case "dart":
      return <DartInspector app={app} panel={item.panel} id={item.id} />;
    case "hole":
      return <HoleInspector app={app} />;
    case "notch":
      return <NotchInspector app={app} panel={item.panel} id={item.id} />;
    case "pin":
      return <PinInspector app={app} />;
    case "seam":
      return <SeamInspector app={app} id={item.id} />;
  }
}

/** Commands as a row of buttons at the foot of an inspector. */
export function Actions({ app, ids }: { app: App; ids: readonly string[] }) {
  return (
    <div class="button-group wrap">
      {ids.map((id) => (
        <CommandButton key={id} app={app} command={commandNamed(id)} />
      ))}
    </div>
  );
}

const ALIGN = ["align.left", "align.centre", "align.right", "align.top", "align.middle", "align.bottom"];

function Many({ app }: { app: App }) {
  const selection = app.store.get("selection");
  return (
    <section class="panel" data-inspector="many">
      <h2>{selection.length} things selected</h2>
      <Actions
        app={app}
        ids={["select.copy", "select.duplicate", "select.freeze", "select.hide", "select.delete"]}
      />
      <h3>Align</h3>
      <div class="word-buttons">
        {ALIGN.map((id) => {
          const command = commandNamed(id);
          return (
            <button
              key={id}
              type="button"
              class="text-button small"
              disabled={!command.enabled(app)}
              data-command={id}
              onClick={() => command.run(app)}
            >
              {command.title(app).replace("Align ", "").replace("middles, ", "")}
            </button>
          );
        })}
      </div>
    </section>
  );
}
