import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import { replaceFabric } from "../document/edits/settings";
import type { Document } from "../engine/types";
import { panelPath } from "../pattern2d/drawn";
import { allBounds, imagesOf } from "../pattern2d/images";
import { forgetLink } from "../share/arrive";

/** What came by a link, to be looked at before anything is done with it. */
export function ArrivalDialog({ app }: { app: App }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const arrival = app.arrival.value;
  useEffect(() => {
    if (arrival) dialog.current?.showModal();
    else dialog.current?.close();
  }, [arrival]);
  const leave = () => {
    app.arrival.value = null;
    forgetLink();
  };
  const take = () => {
    const document = app.store.peek("document");
    if (arrival?.kind === "project") {
      app.engine.startAfresh();
      app.store.set("document", arrival.document, `opening ${arrival.document.name} from a link`);
      app.store.set("selection", []);
    } else if (arrival && document?.fabrics[0]) {
      const next = replaceFabric(document, document.fabrics[0].id, arrival.fabric);
      app.store.set("document", next, `fabric ${arrival.fabric.name} from a link`);
    }
    leave();
  };
  return (
    <dialog ref={dialog} class="sheet arrival" aria-labelledby="arrival-title" onClose={leave}>
      {arrival?.kind === "project" && (
        <>
          <h2 id="arrival-title">{arrival.document.name}</h2>
          <Thumbnail document={arrival.document} />
          <p>
            {counted(arrival.document.panels.length, "panel")},{" "}
            {counted(arrival.document.seams.length, "seam")}, cut from{" "}
            {arrival.document.fabrics.map((fabric) => fabric.name).join(", ")}.
          </p>
        </>
      )}
      {arrival?.kind === "fabric" && (
        <>
          <h2 id="arrival-title">{arrival.fabric.name}</h2>
          <p>
            {arrival.fabric.sheet.weight_g_per_m2} g/m², {arrival.fabric.sheet.thickness_mm} mm.{" "}
            {arrival.fabric.source}
          </p>
        </>
      )}
      <p class="help">What you have on the table is kept: undo brings it back.</p>
      <div class="word-buttons">
        <button type="button" class="text-button main" onClick={take}>
          {arrival?.kind === "fabric" ? "Use this fabric" : "Open this garment"}
        </button>
        <button type="button" class="text-button" onClick={leave}>
          Stay with mine
        </button>
      </div>
    </dialog>
  );
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

/** The panels as they lie on the table, small. */
function Thumbnail({ document }: { document: Document }) {
  const box = allBounds(document);
  if (!box) return null;
  const [w, h] = [box.max[0] - box.min[0], box.max[1] - box.min[1]];
  return (
    <svg
      class="thumbnail"
      viewBox={`${box.min[0] - w * 0.03} ${-box.max[1] - h * 0.03} ${w * 1.06} ${h * 1.06}`}
      aria-hidden="true"
    >
      <g transform="scale(1 -1)">
        {document.panels.flatMap((panel) =>
          imagesOf(document, panel).map((image) => (
            <path
              key={panel.id + image.suffix}
              class="cloth-area"
              style={{
                "--cloth":
                  document.fabrics.find((each) => each.id === panel.fabric)?.look.colour ?? "#c8b8a0",
              }}
              transform={`matrix(${image.map.join(" ")})`}
              d={panelPath(image.owner)}
              fill-rule="evenodd"
            />
          )),
        )}
      </g>
    </svg>
  );
}
