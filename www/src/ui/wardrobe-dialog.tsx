import { useSignal } from "@preact/signals";
import type { App } from "../app";
import { spreadOut } from "../pattern2d/images";
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
    if ("issues" in reading) {
      app.issues.value = { title: `“${title}” could not be drafted`, issues: reading.issues };
      return;
    }
    app.issues.value = null;
    app.engine.startAfresh();
    // An edit like any other: undo brings the former garment back.
    app.store.set("document", spreadOut(reading.document), `putting on the ${title.toLowerCase()}`);
  };
  return (
    <Sheet name="wardrobe" title="Wardrobe" shown={app.wardrobeShown}>
      {shown && tables && (
        <>
          <label class="wardrobe-figure">
            <span>Made for</span>
            <select
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
            {tables.wardrobe.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  disabled={drafting.value !== ""}
                  aria-busy={drafting.value === row.id}
                  onClick={() => void wear(row.id, row.title)}
                >
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
