import type { App } from "../app";
import { LengthField } from "../ui/length-field";
import { ProbePanel } from "./probe-panel";
import { shownChange, shownRow } from "./rows";
import { HAND, handOf } from "./tools/hands";
import { probe } from "./tools/probe";

/** What the tool in hand has found, in numbers. */
export function FoundPanel({ app }: { app: App }) {
  const { inspection } = app;
  const tool = inspection.tool;
  if (!tool) return <HandHelp app={app} />;
  const found = inspection.found.value;
  const target = inspection.target.value;
  return (
    <section class="panel" data-inspector="found" data-tool={tool.id}>
      <h2>{found?.title ? `${tool.title}: ${found.title}` : tool.title}</h2>
      {!found && <p class="help">{target ? "There is nothing of it on this cloth." : tool.help}</p>}
      {target && tool.typed && (
        <LengthField
          app={app}
          name={tool.typed.name}
          value={1000 * tool.typed.of(target.at)}
          set={(mm) => {
            inspection.target.value = { tool, at: tool.typed?.with(target.at, mm / 1000) };
          }}
        />
      )}
      {found?.missing && <p class="help">{found.missing}</p>}
      {found && tool === probe ? <ProbePanel app={app} /> : <Rows app={app} />}
    </section>
  );
}

/** What a hand that changes the cloth does; that it can be pulled everybody finds out. */
function HandHelp({ app }: { app: App }) {
  const hand = handOf(app.store.get("stageTool"));
  if (!hand || hand.id === HAND) return null;
  return (
    <section class="panel" data-inspector="hand" data-tool={hand.id}>
      <h2>{hand.title}</h2>
      <p class="help">{hand.help}</p>
    </section>
  );
}

function Rows({ app }: { app: App }) {
  const unit = app.store.get("unit");
  const rows = app.inspection.found.value?.rows ?? [];
  const before = app.inspection.foundBefore.value?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <dl class="found">
      {rows.map((row) => {
        const old = before.find(({ name }) => name === row.name);
        return (
          <div key={row.name} data-row={row.name}>
            <dt>{row.name}</dt>
            <dd>
              {shownRow(row, unit)}
              {old && (
                <span class="before">
                  before {shownRow(old, unit)}, {shownChange(row, old, unit)}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
