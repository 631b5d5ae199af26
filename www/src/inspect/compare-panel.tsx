import type { App } from "../app";
import { signed } from "./rows";
import { areasOf, digits, type Summary, summary } from "./statistics";

const ROWS: readonly (readonly [keyof Summary, string])[] = [
  ["least", "Lowest"],
  ["middle", "Half is below"],
  ["high", "95 % is below"],
  ["most", "Highest"],
];

/** The shown map on the cloth that was kept and on the running one, in numbers. */
export function ComparePanel({ app }: { app: App }) {
  const { inspection, engine, store } = app;
  const past = inspection.past.value;
  if (!past) return null;
  const map = inspection.map;
  const scene = engine.scene.value;
  const values = inspection.values.value;
  const { kept, document } = past;
  const before = map && summary(kept.maps[map.id] ?? [], areasOf(kept.scene));
  const now = map && scene && values?.length === scene.pointCount ? summary(values, areasOf(scene)) : null;
  return (
    <section class="panel" data-inspector="compare">
      <h2>Before and now</h2>
      <p class="help">
        Kept: {document.name}, {document.fabrics.map(({ name }) => name).join(", ")}, after{" "}
        {digits(kept.simulatedS)} s.
        {!map && " Show a map to compare its numbers; measurements are compared too."}
      </p>
      {map && (
        <table class="compare">
          <caption class="unseen">
            {map.title}, {map.unit}
          </caption>
          <thead>
            <tr>
              <th scope="col">
                {map.title}, {map.unit}
              </th>
              <th scope="col">before</th>
              <th scope="col">now</th>
              <th scope="col">change</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([key, name]) => (
              <tr key={key} data-row={key}>
                <th scope="row">{name}</th>
                <td>{before ? digits(before[key]) : "–"}</td>
                <td>{now ? digits(now[key]) : "–"}</td>
                <td>{before && now ? signed(now[key] - before[key]) : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="word-buttons">
        <button type="button" class="text-button small" onClick={() => void inspection.keep()}>
          Keep this state instead
        </button>
        <button type="button" class="text-button small" onClick={() => inspection.forget()}>
          End the comparison
        </button>
        {!map && (
          <button
            type="button"
            class="text-button small"
            onClick={() => store.set("map", engine.tables.peek()?.maps[0]?.id ?? null)}
          >
            Show a map
          </button>
        )}
      </div>
    </section>
  );
}
