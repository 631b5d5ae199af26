import { effect, untracked, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import { commands } from "../commands/table";
import type { Desk } from "../tools/desk";
import { toolOf } from "../tools/table";
import type { ToolSession } from "../tools/tool";
import { NumberEntry } from "../ui/number-entry";
import { painted, polyline, run } from "./drawn";
import { Grid } from "./grid";
import { allBounds } from "./images";
import { Labels } from "./labels";
import { Grips, PreviewShapes } from "./overlay";
import { PanelShape } from "./panel-shape";
import { listenToPointers } from "./pointers";
import { SeamThreads } from "./seam-threads";

/** The drawing table: panels, seams and what the tool in hand is about to do. */
export function PatternView({ app }: { app: App }) {
  const { desk, store } = app;
  const element = useRef<SVGSVGElement>(null);
  const session = useRef<ToolSession>({});
  const fitted = useRef({ name: "", panels: "", openings: -1 });

  useEffect(() => {
    const svg = element.current;
    if (!svg) return;
    const measure = () => {
      const { clientWidth, clientHeight } = svg.parentElement as HTMLElement;
      if (clientWidth === 0 || clientHeight === 0) return;
      desk.view.resize([clientWidth, clientHeight]);
    };
    const resizes = new ResizeObserver(measure);
    resizes.observe(svg.parentElement as HTMLElement);
    measure();
    const stop = listenToPointers(svg, desk, () => session.current);
    return () => {
      resizes.disconnect();
      stop();
    };
  }, []);

  // At once, not after the next frame: what is done just after a tool was taken up is done with that tool.
  useEffect(
    () =>
      effect(() => {
        const tool = toolOf(store.get("tool"));
        if (!app.ready.value) return;
        untracked(() => {
          session.current.end?.();
          app.hint.value = "";
          session.current = tool.start(desk);
          app.session.value = session.current;
        });
      }),
    [],
  );

  // Another garment is looked at as a whole, and so is one that was opened or drafted again while nobody had gone elsewhere on the
  // table; an edit of the one that lies there leaves the view alone.
  useSignalEffect(() => {
    const document = store.get("document");
    if (!document) return;
    const before = fitted.current;
    const panels = document.panels.map(({ id }) => id).join("/");
    fitted.current = { name: document.name, panels, openings: app.engine.openings };
    const isOther = document.name !== before.name && (panels !== before.panels || before.name === "");
    if (isOther || (app.engine.openings !== before.openings && desk.view.isFitted))
      desk.view.fit(allBounds(document));
  });

  const document = store.get("document");
  const drafted = app.draft.drafted.value;
  const selection = store.get("selection");
  const [width, height] = desk.view.size.value;
  const [cx, cy] = desk.view.centre.value;
  const scale = desk.view.scale.value;
  const pixel = 1 / scale;
  const problems = document && drafted ? painted(drafted.document, drafted.draft.issues) : [];
  const tool = toolOf(store.get("tool"));
  return (
    <div class="pattern">
      <svg
        ref={element}
        class="pattern-table"
        role="application"
        tabindex={0}
        aria-label={describe(document?.panels.length ?? 0, selection.length)}
        width={width}
        height={height}
        style={{ cursor: app.viewOnly.value ? "grab" : tool.cursor }}
      >
        <Grid desk={desk} />
        {document && (
          <g
            transform={`matrix(${scale} 0 0 ${-scale} ${width / 2 - cx * scale} ${height / 2 + cy * scale})`}
          >
            {document.panels.map((panel) => (
              <PanelShape key={panel.id} {...{ app, document, panel, drafted, selection, pixel }} />
            ))}
            {drafted && (
              <SeamThreads
                {...{ document, drafted, selection }}
                wrong={new Set(problems.flatMap(({ seam }) => seam ?? []))}
              />
            )}
            {drafted &&
              problems.map(({ panel, edge, issue }) => {
                const shape = panel && drafted.draft.panels.find((each) => each.id === panel.id);
                if (!panel || !shape) return null;
                const here = document.panels.find((each) => each.id === panel.id)?.table_mm ?? panel.table_mm;
                const lines =
                  edge === null
                    ? shape.edges
                    : shape.edges.filter((each) => each.name === panel.outline[edge]?.id);
                return (
                  <g
                    key={issue.place + issue.code}
                    class="problem"
                    transform={`translate(${here[0]} ${here[1]})`}
                  >
                    <title>{`${issue.problem}. ${issue.cure}`}</title>
                    {lines.map((each) => (
                      <path key={`${each.name}/${each.points[0]}`} d={polyline(run(drafted, each.points))} />
                    ))}
                  </g>
                );
              })}
            <Grips {...{ document, selection, pixel }} />
            <PreviewShapes {...{ desk, document, drafted, pixel }} />
          </g>
        )}
        {document && <Labels {...{ desk, document, drafted, selection, problems }} />}
      </svg>
      {document?.panels.length === 0 && <EmptyTable desk={desk} />}
      <div class="pattern-foot">
        <p class="pattern-hint" role="status">
          {app.hint.value || tool.help}
        </p>
        <Actions desk={desk} />
        <NumberEntry app={app} />
      </div>
    </div>
  );
}

function EmptyTable({ desk }: { desk: Desk }) {
  if (desk.preview.value.path) return null;
  return (
    <p class="pattern-empty">
      Nothing is drawn yet. Take the <b>pen</b> or the <b>rectangle</b> and draw the first panel.
    </p>
  );
}

/** What the tool in hand offers to hands without keys. */
function Actions({ desk }: { desk: Desk }) {
  const actions = desk.actions.value;
  if (actions.length === 0 || desk.app.viewOnly.value) return null;
  return (
    <div class="tool-actions">
      {actions.map(({ title, pressed, run }) => (
        <button key={title} type="button" class="text-button small" aria-pressed={pressed} onClick={run}>
          {title}
        </button>
      ))}
    </div>
  );
}

function describe(panels: number, selected: number): string {
  const what = panels === 1 ? "one panel" : `${panels} panels`;
  const help = commands.find((command) => command.id === "select.next")?.shortcuts[0] ?? "";
  return `The pattern, ${what}${selected > 0 ? `, ${selected} selected` : ""}. ${help} selects the next thing, arrow keys move it.`;
}
