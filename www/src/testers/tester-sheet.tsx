import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import type { ExperimentInfo, Fabric } from "../engine/types";
import { IssueItems } from "../panels/issues";
import { CurvePlot } from "../ui/curve-plot";
import { download } from "../ui/files";
import { ChoiceField } from "../ui/length-field";
import { ProgressBar } from "../ui/progress-bar";
import { Sheet } from "../ui/sheet";
import { picture } from "./picture";
import { drawSample, type View } from "./scene";
import { SettingField } from "./setting-field";
import { type Settings, type Tester, testers } from "./table";

/** Virtual testers on the fabric of the document: a small scene beside its plot, and the command line that gives the same. */
export function TesterSheet({ app }: { app: App }) {
  const shown = app.testersShown.value;
  const fabrics = app.store.get("document")?.fabrics ?? [];
  const chosen = useSignal("");
  const tester = useSignal<Tester>(testers[0] as Tester);
  const settings = useSignal<Settings>({});
  useEffect(() => {
    if (shown) app.lab.prepare();
    else app.lab.cancel();
  }, [shown]);
  const fabric = fabrics.find((each) => each.id === chosen.value) ?? fabrics[0];
  const experiment = app.lab.experiments.value?.find((each) => each.id === `lab.${tester.value.id}`);
  return (
    <Sheet name="testers" title="Testers" shown={app.testersShown}>
      {shown && fabric && (
        <div class="testers-body">
          <div class="tester-tabs" role="tablist" aria-label="Testers">
            {testers.map((each) => (
              <button
                key={each.id}
                type="button"
                role="tab"
                aria-selected={each === tester.value}
                data-tester={each.id}
                onClick={() => {
                  app.lab.cancel();
                  tester.value = each;
                  settings.value = {};
                }}
              >
                {each.title}
              </button>
            ))}
          </div>
          <p class="help">{tester.value.about}</p>
          {fabrics.length > 1 && (
            <ChoiceField
              name="Fabric"
              value={fabric.id}
              options={fabrics.map(({ id, name }) => ({ value: id, title: name }))}
              set={(id) => {
                chosen.value = id;
              }}
            />
          )}
          {experiment ? (
            <Bench
              key={tester.value.id}
              {...{ app, fabric, experiment }}
              tester={tester.value}
              settings={settings.value}
              set={(next) => {
                settings.value = next;
              }}
            />
          ) : app.lab.trouble.value ? (
            <IssueItems issues={[app.lab.trouble.value]} />
          ) : (
            <p role="status">The laboratory is being fetched…</p>
          )}
        </div>
      )}
    </Sheet>
  );
}

interface BenchProps {
  app: App;
  fabric: Fabric;
  tester: Tester;
  experiment: ExperimentInfo;
  settings: Settings;
  set(settings: Settings): void;
}

function Bench({ app, fabric, tester, experiment, settings, set }: BenchProps) {
  const run = app.lab.run.value;
  const mine = run?.order.experiment === tester.id ? run : null;
  const plot = useRef<HTMLDivElement>(null);
  const scene = useRef<HTMLCanvasElement>(null);
  const given = { ...settings, ...tester.derived?.(settings) };
  const list = Object.entries(given).map(([key, value]) => `${key}=${value}`);
  const outcome = mine?.outcome;
  // Of an outcome the settings it was found with, not those that have been chosen since.
  const found = Object.fromEntries(
    mine?.order.settings.map((each) => each.split("=") as [string, string]) ?? [],
  );
  const name = `${tester.id}-${fabric.id}`;
  const savePicture = async () => {
    const svg = plot.current?.querySelector("svg");
    if (!svg || !scene.current) return;
    const paper = getComputedStyle(svg).getPropertyValue("--paper");
    download(await picture(scene.current, svg, paper), `${name}.png`);
  };
  return (
    <>
      <div class="tester-settings">
        {tester.offered.map((id) => (
          <SettingField
            key={id}
            experiment={experiment}
            id={id}
            value={settings[id]}
            set={(value) => set({ ...settings, [id]: value })}
          />
        ))}
      </div>
      <div class="tester-run">
        {mine?.state === "running" ? (
          <>
            <button type="button" class="text-button" onClick={() => app.lab.cancel()}>
              Cancel
            </button>
            <ProgressBar name={`${tester.title}, part done`} progress={mine.progress} />
          </>
        ) : (
          <button
            type="button"
            class="text-button main"
            data-command="tester.run"
            onClick={() => app.lab.start({ experiment: tester.id, fabric, settings: list })}
          >
            Test {fabric.name}
          </button>
        )}
        {outcome && mine?.state === "done" && (
          <span class="word-buttons">
            <button
              type="button"
              class="text-button small"
              onClick={() => download(outcome.csv, `${name}.csv`, "text/csv")}
            >
              CSV
            </button>
            <button type="button" class="text-button small" onClick={() => void savePicture()}>
              PNG
            </button>
          </span>
        )}
      </div>
      {mine?.state === "refused" && <IssueItems issues={mine.issues} />}
      {mine && mine.state !== "refused" && (
        <div class="tester-stage" data-state={mine.state}>
          <SceneView app={app} canvas={scene} tester={tester} colour={mine.order.fabric.look.colour} />
          <div ref={plot}>
            {outcome && (
              <CurvePlot title={tester.title} size={[420, 260]} {...tester.drawing(outcome, found)} />
            )}
          </div>
        </div>
      )}
      {outcome && (
        <>
          <dl class="tester-figures" data-outcome={tester.id}>
            {tester.figures(outcome).map(([title, text]) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <label class="help command-line">
            The same on the command line, with the fabric saved as {fabric.id}.json
            <input
              type="text"
              readOnly
              value={["toile lab", tester.id, `--fabric ${fabric.id}.json`]
                .concat(mine?.order.settings.map((each) => `--set ${each}`) ?? [])
                .join(" ")}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
        </>
      )}
    </>
  );
}

interface SceneProps {
  app: App;
  canvas: { current: HTMLCanvasElement | null };
  tester: Tester;
  colour: string;
}

/** The sample while it is tested; a drag turns it. */
function SceneView({ app, canvas, tester, colour }: SceneProps) {
  const looking = useSignal(tester.view);
  const from = useRef<{ x: number; y: number; view: View } | null>(null);
  useSignalEffect(() => {
    const sample = app.lab.sample.value;
    const view = looking.value;
    if (!sample || !canvas.current) return;
    const fixtures = tester.fixture?.(sample.positions) ?? [];
    const steel = getComputedStyle(canvas.current).getPropertyValue("--ink-soft");
    drawSample(canvas.current, { sample, fixtures, view, colour, steel });
  });
  return (
    <canvas
      ref={canvas}
      class="tester-scene"
      width={520}
      height={520}
      role="img"
      aria-label="The sample. Drag to look from elsewhere."
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY, view: looking.peek() };
      }}
      onPointerMove={(event) => {
        if (!from.current) return;
        const { x, y, view: start } = from.current;
        looking.value = {
          ...start,
          azimuth: start.azimuth + (event.clientX - x) / 120,
          elevation: Math.max(-1.5, Math.min(1.5, start.elevation + (event.clientY - y) / 120)),
        };
      }}
      onPointerUp={() => {
        from.current = null;
      }}
    />
  );
}
