import { useSignal } from "@preact/signals";
import type { App } from "../app";
import { mannequinOf } from "../document/edits/figure";
import { loadBody, ownBodyOf, placeOwnBody } from "../document/own-body";
import type { BodyMesh } from "../engine/types";
import { chooseFile } from "../ui/files";
import { ParameterSlider } from "../ui/parameter-slider";

/** What the garment is on, where that is no mannequin: a body from a file, and where it stands. */
export function OwnBodyPanel({ app }: { app: App }) {
  const document = app.store.get("document");
  const row = app.engine.tables.value?.shapes.find(({ id }) => id === "body.own");
  if (!document || mannequinOf(document)) return null;
  const own = ownBodyOf(document);
  return (
    <section class="panel" data-inspector="own-body">
      <h2>Body</h2>
      {own?.mesh && <p class="help">{facts(own.mesh)}</p>}
      {own && row && (
        <details class="figure-measurements">
          <summary>Place</summary>
          {row.parameters.map((parameter) => (
            <ParameterSlider
              key={parameter.id}
              app={app}
              parameter={parameter}
              value={own.shape.parameters[parameter.id] ?? parameter.default}
              edit={(next, value) => placeOwnBody(next, parameter.id, value)}
            />
          ))}
        </details>
      )}
      <OwnBodyButton app={app} />
    </section>
  );
}

/** Puts the garment on a body from a file. */
export function OwnBodyButton({ app }: { app: App }) {
  const loading = useSignal(false);
  const load = async (file: File) => {
    loading.value = true;
    await loadBody(app, file);
    loading.value = false;
  };
  return (
    <button
      type="button"
      class="text-button small"
      disabled={loading.value}
      aria-busy={loading.value}
      title="An OBJ file of a closed surface; it can also be dropped on the page"
      onClick={() => chooseFile(".obj,model/obj", (file) => void load(file))}
    >
      Body from a file…
    </button>
  );
}

function facts({ name, vertices_mm, triangles }: BodyMesh): string {
  const heights = vertices_mm.map((corner) => corner[1]);
  const height =
    heights.reduce((a, b) => Math.max(a, b), -Infinity) - heights.reduce((a, b) => Math.min(a, b), Infinity);
  return `${name}, ${(height / 10).toFixed(1)} cm high, ${triangles.length.toLocaleString("en")} triangles`;
}
