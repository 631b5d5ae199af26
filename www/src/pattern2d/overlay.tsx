import type { Selection } from "../document/selection";
import { selects } from "../document/selection";
import type { Drafted } from "../engine/draft-client";
import type { Document } from "../engine/types";
import type { Desk } from "../tools/desk";
import { draftedEdge, partOf, polyline } from "./drawn";
import { shownHandles } from "./hit";
import { allImages, arcsOf } from "./images";
import { apply, type Vec } from "./vec";

interface Props {
  desk: Desk;
  document: Document;
  drafted: Drafted | null;
  selection: Selection;
  pixel: number;
}

/** Corners and the handles of what is selected. */
export function Grips({ document, selection, pixel }: Omit<Props, "desk" | "drafted">) {
  return (
    <g class="grips">
      {allImages(document).map((image) => {
        const { owner, map, panel, suffix } = image;
        const near = selection.some(
          (item) => "panel" in item && (item.panel === owner.id || item.panel === panel.id),
        );
        return (
          <g key={`${panel.id}${suffix}`}>
            {shownHandles(image, selection).map(({ edge, handle, at, from }) => {
              const [a, b] = [apply(map, from), apply(map, at)];
              return (
                <g key={`${edge}/${handle}`} class="handle">
                  <path d={`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`} />
                  <circle cx={b[0]} cy={b[1]} r={4 * pixel} />
                </g>
              );
            })}
            {arcsOf(owner).map(({ edge }) => {
              const [x, y] = apply(map, edge.from_mm);
              const chosen = selects(selection, { kind: "point", panel: owner.id, id: edge.id });
              const size = (chosen ? 8 : near ? 6.5 : 4) * pixel;
              return (
                <rect
                  key={edge.id}
                  class={chosen ? "corner chosen" : "corner"}
                  data-corner={edge.id + suffix}
                  x={x - size / 2}
                  y={y - size / 2}
                  width={size}
                  height={size}
                />
              );
            })}
          </g>
        );
      })}
    </g>
  );
}

/** What the tool in hand is about to do. */
export function PreviewShapes({ desk, document, drafted, pixel }: Omit<Props, "selection">) {
  const preview = desk.preview.value;
  const table = (panel: string): Vec => document.panels.find((each) => each.id === panel)?.table_mm ?? [0, 0];
  return (
    <g class="preview">
      {drafted &&
        preview.edges?.map(({ panel, edge, tone, from = 0, to = 1 }) => {
          const [x, y] = table(panel);
          return (
            <path
              key={`${panel}/${edge}/${tone}`}
              class={`aimed ${tone}`}
              transform={`translate(${x} ${y})`}
              d={polyline(partOf(draftedEdge(drafted, panel, edge), from, to))}
            />
          );
        })}
      {preview.path && <path class={preview.filled ? "proposed filled" : "proposed"} d={preview.path} />}
      {preview.guides?.map(([a, b], k) => (
        <path key={k} class="guide" d={`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`} />
      ))}
      {preview.box && (
        <rect
          class="lasso"
          x={preview.box.min[0]}
          y={preview.box.min[1]}
          width={preview.box.max[0] - preview.box.min[0]}
          height={preview.box.max[1] - preview.box.min[1]}
        />
      )}
      {preview.dots?.map((at, k) => (
        <circle key={k} class="dot" cx={at[0]} cy={at[1]} r={3.5 * pixel} />
      ))}
    </g>
  );
}
