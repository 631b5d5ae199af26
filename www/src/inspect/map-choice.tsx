import type { App } from "../app";

/** What the cloth shows: its fabrics, or one of the engine's maps. */
export function MapChoice({ app }: { app: App }) {
  const { store, engine } = app;
  const maps = engine.tables.value?.maps ?? [];
  return (
    <select
      class="map-choice"
      aria-label="What the cloth shows"
      value={store.get("map") ?? ""}
      onChange={(event) => store.set("map", event.currentTarget.value || null)}
    >
      <option value="">Fabric</option>
      {maps.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
