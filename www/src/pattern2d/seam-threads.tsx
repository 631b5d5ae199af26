import { type Selection, selects } from "../document/selection";
import type { Drafted } from "../engine/draft-client";
import type { Document } from "../engine/types";
import { polyline, run } from "./drawn";
import type { Vec } from "./vec";

/** Colours of thread; the same seam keeps its colour while others come and go. */
const SPOOLS = 8;
/** Of a seam that is not selected only one thread in five is drawn: enough to see where it leads. */
const SHOWN_EVERY = 5;

export function spool(id: string): number {
  let sum = 0;
  for (const c of id) sum = (sum * 31 + (c.codePointAt(0) ?? 0)) % 9973;
  return sum % SPOOLS;
}

interface Props {
  document: Document;
  drafted: Drafted;
  selection: Selection;
  /** Seams with a problem. */
  wrong: ReadonlySet<string>;
}

/** Seams as threads: a coloured line along each side, and fine threads between the points that meet. */
export function SeamThreads({ document, drafted, selection, wrong }: Props) {
  const out = (panel: number, [x, y]: readonly [number, number] | Vec): Vec => {
    // The draft may be of a moment ago; the table is as it is now.
    const id = drafted.document.panels[panel]?.id;
    const table = document.panels.find((each) => each.id === id)?.table_mm ?? [0, 0];
    return [x + table[0], y + table[1]];
  };
  return (
    <g class="seams">
      {drafted.draft.seams
        .filter((seam) => document.seams.some((each) => each.id === seam.id))
        .map((seam) => {
          const chosen = selects(selection, { kind: "seam", id: seam.id });
          const state = `${chosen ? " chosen" : ""}${wrong.has(seam.id) ? " wrong" : ""}`;
          return (
            <g
              key={seam.id}
              class={`seam${state}`}
              data-seam={seam.id}
              style={{ "--thread": `var(--thread-${spool(seam.id)})` }}
            >
              {seam.sides.flat().map((stretch) => (
                <path
                  key={`${stretch.panel}/${stretch.points[0]}`}
                  class="seam-side"
                  d={polyline(run(drafted, stretch.points).map((p) => out(stretch.panel, p)))}
                />
              ))}
              <path
                class="seam-threads"
                d={seam.threads
                  .filter((_, k) => chosen || k % SHOWN_EVERY === 0 || k === seam.threads.length - 1)
                  .map(({ panels: [a, b], at_mm }) => polyline([out(a, at_mm[0]), out(b, at_mm[1])]))
                  .join("")}
              />
            </g>
          );
        })}
    </g>
  );
}
