import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import { spreadOut } from "../pattern2d/images";
import { Icon } from "./icons";

const FIRST_FIGURE = "woman-88";

/** Garments that are drafted to a figure's measurements. Choosing one puts it on that mannequin. */
export function WardrobeDialog({ app }: { app: App }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const size = useSignal(FIRST_FIGURE);
  const drafting = useSignal("");
  const shown = app.wardrobeShown.value;
  const tables = app.engine.tables.value;
  useEffect(() => {
    if (shown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  const close = () => {
    app.wardrobeShown.value = false;
  };
  const wear = async (id: string, title: string) => {
    drafting.value = id;
    const reading = await app.engine.garment(id, size.value);
    drafting.value = "";
    close();
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
    <dialog ref={dialog} class="sheet wardrobe" aria-labelledby="wardrobe-title" onClose={close}>
      <header>
        <h2 id="wardrobe-title">Wardrobe</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
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
    </dialog>
  );
}
