import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { App } from "../app";
import { Icon } from "../ui/icons";
import { Sheet } from "../ui/sheet";
import { TearClient } from "./client";
import { PullCurve } from "./pull-curve";
import { SwatchStage } from "./swatch-stage";
import "./tear.css";

const SCENES = [
  ["corners", "Corners pulled apart"],
  ["thrown-ball", "Thrown ball"],
  ["hanging-cube", "Hanging cube"],
  ["out-of-plane", "Legs pulled apart"],
  ["bars-apart", "Bars moving apart"],
  ["corner-load", "Load at a corner"],
] as const;
const WEAVES = [
  ["plain", "Plain"],
  ["twill", "Twill"],
  ["satin", "Satin"],
] as const;
const SIZES = [
  ["80×40", "80 × 40 yarns"],
  ["64×64", "64 × 64 yarns"],
  ["120×60", "120 × 60 yarns"],
  ["160×80", "160 × 80 yarns"],
] as const;

/** The laboratory's tearing bench: a swatch of yarns in one of the scenes, played in a worker of its own. */
export function TearDialog({ app }: { app: App }) {
  return (
    <Sheet name="tear" title="Tear a swatch" shown={app.tearShown}>
      {app.tearShown.value && <TearBench />}
    </Sheet>
  );
}

function TearBench() {
  const scene = useSignal<string>(SCENES[0][0]);
  const weave = useSignal<string>(WEAVES[0][0]);
  const size = useSignal<string>(SIZES[0][0]);
  const again = useSignal(0);
  const container = useRef<HTMLDivElement>(null);
  const client = useMemo(() => new TearClient(spawn), []);

  useEffect(() => {
    if (!container.current) return;
    const stage = new SwatchStage(container.current);
    stage.canvas.setAttribute("role", "img");
    stage.canvas.setAttribute("aria-label", "The swatch. Drag to look around.");
    client.onOpened = (lattice) => stage.open(lattice);
    client.onFrame = (frame) => stage.show(frame);
    return () => {
      client.close();
      stage.dispose();
    };
  }, []);

  useSignalEffect(() => {
    const [warps, wefts] = size.value.split("×");
    // A reset is the same swatch once more.
    void again.value;
    client.open([`scene=${scene.value}`, `weave=${weave.value}`, `warps=${warps}`, `wefts=${wefts}`]);
  });

  const over = useComputed(() => {
    const lattice = client.lattice.value;
    return lattice !== null && (client.history.value.at(-1)?.time_s ?? 0) >= lattice.seconds;
  });
  const playing = client.playing.value;
  const history = client.history.value;
  const issues = client.issues.value;
  return (
    <div class="tear-bench">
      <div class="tear-stage" ref={container} />
      <div class="tear-side">
        <Choice label="Scene" words={SCENES} value={scene} />
        <Choice label="Weave" words={WEAVES} value={weave} />
        <Choice label="Size" words={SIZES} value={size} />
        <div class="tear-transport">
          <button
            type="button"
            class="text-button main"
            disabled={over.value || client.lattice.value === null}
            onClick={() => client.setPlaying(!playing)}
          >
            <Icon name={playing ? "pause" : "play"} />
            {playing ? "Pause" : "Play"}
          </button>
          <button
            type="button"
            class="text-button"
            onClick={() => {
              again.value += 1;
            }}
          >
            <Icon name="reset" />
            Reset
          </button>
        </div>
        <PullCurve history={history} />
        <Readings client={client} />
        {issues.length > 0 && (
          <ul class="tear-issues" role="alert">
            {issues.map((issue) => (
              <li key={issue.code + issue.place}>
                {issue.problem}. {issue.cure}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Readings({ client }: { client: TearClient }) {
  const now = client.history.value.at(-1);
  const mean = useComputed(() => {
    const costs = client.history.value.map((report) => report.wall_ms);
    return costs.length ? costs.reduce((a, b) => a + b, 0) / costs.length : 0;
  });
  const rows: [string, string][] = [
    ["Time", `${(now?.time_s ?? 0).toFixed(2)} s`],
    ["Pull", `${(1e3 * (now?.grip_force_n ?? 0)).toFixed(2)} mN`],
    ["Torn", `${now?.wefts_cut ?? 0} wefts, ${now?.warps_cut ?? 0} warps`],
    ["Mean fray", `${(1e3 * (now?.fray_mean_m ?? 0)).toFixed(1)} mm`],
    ["Crossings come loose", `${now?.yarn_crossings ?? 0}`],
    ["Computing", `${mean.value.toFixed(0)} ms a frame`],
  ];
  return (
    <dl class="tear-readings">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChoiceProps {
  label: string;
  words: readonly (readonly [string, string])[];
  value: { value: string };
}

function Choice({ label, words, value }: ChoiceProps) {
  return (
    <label class="tear-choice">
      <span>{label}</span>
      <select
        value={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.value;
        }}
      >
        {words.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function spawn(): Worker {
  return new Worker(new URL("../workers/tear.worker.ts", import.meta.url), { type: "module", name: "tear" });
}
