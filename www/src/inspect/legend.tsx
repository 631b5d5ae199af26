import { useSignal } from "@preact/signals";
import type { App } from "../app";
import type { MapDomain, MapInfo } from "../engine/types";
import { Icon } from "../ui/icons";
import { Refusal } from "../ui/number-field";
import { gradient, ramps } from "./colours";
import { digits, type Range } from "./statistics";

/** What a map has values of, in words. */
const DOMAINS: Record<MapDomain, string> = {
  triangle:
    "It has one value per triangle; colours are smoothed from one to the next, and the probe tells a triangle's own.",
  particle: "It has one value per particle, a corner of triangles.",
  seam: "It has one value per particle of a seam.",
};

/** The colours of the shown map with their numbers, which can be typed. */
export function Legend({ app }: { app: App }) {
  const map = app.inspection.map;
  return map && <Bar key={map.id} app={app} map={map} />;
}

function Bar({ app, map }: { app: App; map: MapInfo }) {
  const { inspection, store } = app;
  const explained = useSignal(false);
  const refusal = useSignal("");
  const range = inspection.rangeOf(map);
  const value = inspection.value.value;
  const enter = (field: HTMLInputElement, end: 0 | 1) => {
    const next = readEnd(field.value, end, range, map.scale);
    if ("refusal" in next) {
      refusal.value = next.refusal;
      field.value = digits(range[end]);
      return;
    }
    refusal.value = "";
    inspection.setRange(map, next.range);
  };
  const field = (end: 0 | 1, name: string) => (
    <input
      type="text"
      inputMode="decimal"
      aria-label={`${name}, ${map.unit}`}
      value={digits(range[end])}
      onChange={(event) => enter(event.currentTarget, end)}
    />
  );
  return (
    <section class="legend" aria-label={`Legend: ${map.title}`} data-map={map.id}>
      <header>
        <h2>
          {map.title} <span class="unit">{map.unit}</span>
        </h2>
        <button
          type="button"
          class="hint"
          aria-expanded={explained.value}
          aria-label={`What ${map.title.toLowerCase()} shows`}
          onClick={() => {
            explained.value = !explained.value;
          }}
        >
          ?
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Show the fabrics"
          onClick={() => store.set("map", null)}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="legend-bar" style={{ background: gradient(ramps[map.scale]) }}>
        {value !== null && (
          <span class="legend-mark" style={{ left: `${100 * partOf(value, range)}%` }} aria-hidden="true" />
        )}
      </div>
      <div class="legend-ends">
        {field(0, "Lowest colour")}
        <span class="legend-words">
          {map.ends[0]} – {map.ends[1]}
        </span>
        {field(1, "Highest colour")}
      </div>
      <div class="legend-foot">
        <button
          type="button"
          class="text-button small"
          disabled={inspection.values.value === null}
          onClick={() => inspection.fitRange(map)}
        >
          Fit the range
        </button>
        <span class="legend-none">no value</span>
      </div>
      <Refusal refusal={refusal} />
      {explained.value && (
        <p class="help">
          {map.help} {DOMAINS[map.domain]}
        </p>
      )}
    </section>
  );
}

/** Where a value is on the bar, 0 to 1; beyond an end it stands there. */
const partOf = (value: number, [low, high]: Range): number =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));

/** The range with one end typed anew. Colours on both sides of zero stay of equal length. */
export function readEnd(
  text: string,
  end: 0 | 1,
  range: Range,
  scale: MapInfo["scale"],
): { range: Range } | { refusal: string } {
  const value = Number(text.trim().replace("−", "-").replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(value)) return { refusal: "A number, please." };
  if (scale === "diverging") {
    const far = Math.abs(value);
    return far > 0 ? { range: [-far, far] } : { refusal: "Both ends cannot be zero." };
  }
  const next: Range = end === 0 ? [value, range[1]] : [range[0], value];
  return next[0] < next[1] ? { range: next } : { refusal: "The lowest must be below the highest." };
}
