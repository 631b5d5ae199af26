import { useSignal } from "@preact/signals";
import type { App } from "../app";
import { openReading } from "../document/open";
import type { Sketch } from "../engine/types";
import { Sheet } from "./sheet";

const FIRST_FIGURE = "woman-88";

/** Garments that are drafted to a figure's measurements. Choosing one puts it on that mannequin. */
export function WardrobeDialog({ app }: { app: App }) {
  const size = useSignal(FIRST_FIGURE);
  const drafting = useSignal("");
  const shown = app.wardrobeShown.value;
  const tables = app.engine.tables.value;
  const wear = async (id: string, title: string) => {
    drafting.value = id;
    const reading = await app.engine.garment(id, size.value);
    drafting.value = "";
    app.wardrobeShown.value = false;
    openReading(app, reading, {
      label: `putting on the ${title.toLowerCase()}`,
      failed: `“${title}” could not be drafted`,
    });
  };
  return (
    <Sheet name="wardrobe" title="Wardrobe" shown={app.wardrobeShown}>
      {shown && tables && (
        <>
          <label class="wardrobe-figure">
            <span>Made for</span>
            <select
              class="row-choice"
              value={size.value}
              onChange={(event) => {
                size.value = event.currentTarget.value;
              }}
            >
              {tables.figures.map((figure) => (
                <option key={figure.id} value={figure.id}>
                  {figure.title}
                </option>
              ))}
            </select>
          </label>
          <ul class="wardrobe-list">
            {tables.wardrobe.map(({ row, sketch }) => (
              <li key={row.id}>
                <button
                  type="button"
                  disabled={drafting.value !== ""}
                  aria-busy={drafting.value === row.id}
                  onClick={() => void wear(row.id, row.title)}
                >
                  <GarmentSketch sketch={sketch} />
                  <strong>{row.title}</strong>
                  <span>{row.help}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Sheet>
  );
}

/** As a maker sketches it. The title says what it is, so that the drawing need not. */
function GarmentSketch({ sketch }: { sketch: Sketch }) {
  return (
    <svg class="garment-sketch" viewBox="0 0 64 64" aria-hidden="true">
      <path class="outline" d={sketch.outline} />
      <path d={sketch.lines} />
    </svg>
  );
}
