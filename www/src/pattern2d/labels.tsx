import type { Selection } from "../document/selection";
import { panelsOf } from "../document/selection";
import type { Drafted } from "../engine/draft-client";
import type { Document } from "../engine/types";
import type { Desk } from "../tools/desk";
import { easeWords } from "../tools/seam";
import { middleOf, type Painted, run } from "./drawn";
import { nameAt } from "./panel-shape";
import { spool } from "./seam-threads";
import { add, mix, type Vec } from "./vec";

interface Props {
  desk: Desk;
  document: Document;
  drafted: Drafted | null;
  selection: Selection;
  problems: readonly Painted[];
}

/** Beside a shorter edge its length would lie over that of the next; whoever comes nearer sees it. */
const LABEL_PX = 34;

/** Where on its thread the ease of one seam after another stands: threads cross in the middle of the table, words must not. */
const ALONG = [0.5, 0.3, 0.7, 0.4, 0.6] as const;

/** Words that stand nearer to each other than this, across and along, lie over each other, pixels. */
const APART_PX: Vec = [64, 16];

/** The first of the places at which no other word is on the screen, if there is one. */
function free(places: readonly Vec[], taken: readonly Vec[], toScreen: (place: Vec) => Vec): Vec | undefined {
  const isFree = (place: Vec) => {
    const [x, y] = toScreen(place);
    return taken.every(([tx, ty]) => Math.abs(x - tx) > APART_PX[0] || Math.abs(y - ty) > APART_PX[1]);
  };
  return places.find(isFree);
}

/** Words on the table: names, lengths, ease, problems. They keep their size, whatever the distance. */
export function Labels({ desk, document, drafted, selection, problems }: Props) {
  const chosen = new Set(panelsOf(selection));
  const owners = new Map(
    document.panels.map((panel) => [
      panel.id,
      panel.symmetry.kind === "mirror-of" ? panel.symmetry.panel : panel.id,
    ]),
  );
  const near = (panel: string) => chosen.has(panel) || chosen.has(owners.get(panel) ?? "");
  const table = (index: number): Vec => {
    const id = drafted?.document.panels[index]?.id;
    return document.panels.find((panel) => panel.id === id)?.table_mm ?? [0, 0];
  };
  const toScreen = (place: Vec) => desk.view.toScreen(place);
  const taken = document.panels.map((panel) => toScreen(nameAt(document, panel)));
  return (
    <g class="labels">
      {document.panels.map((panel) => (
        <Label key={panel.id} desk={desk} at={nameAt(document, panel)} kind="name" text={panel.name} />
      ))}
      {drafted?.draft.panels.map((panel, index) =>
        near(panel.id) && !desk.preview.value.labels
          ? panel.edges.map(
              (edge, k) =>
                edge.length_mm * desk.view.scale.value >= LABEL_PX && (
                  <Label
                    key={`${panel.id}/${edge.name}/${k}`}
                    desk={desk}
                    at={add(middleOf(run(drafted, edge.points)), table(index))}
                    kind="length"
                    text={desk.length(edge.length_mm)}
                  />
                ),
            )
          : null,
      )}
      {drafted?.draft.seams.map((seam, nth) => {
        const { lengths_mm, threads, id } = seam;
        const middle = threads[Math.floor(threads.length / 2)];
        const wrong = problems.find((each) => each.seam === id);
        const held = selection.some((item) => item.kind === "seam" && item.id === id);
        const [a, b] = lengths_mm;
        if (!middle || (!held && !wrong && Math.abs(a - b) < 0.005 * Math.min(a, b))) return null;
        const ends = middle.at_mm.map((at, k) => add(at as Vec, table(middle.panels[k] ?? 0)));
        const shares = ALONG.map((_, k) => ALONG[(nth + k) % ALONG.length] ?? 0.5);
        const places = shares.map((share) => mix(ends[0] ?? [0, 0], ends[1] ?? [0, 0], share));
        // From far away words would lie over each other; whoever comes nearer sees them, and what matters now is seen at once.
        const at = free(places, taken, toScreen) ?? (held || wrong ? places[0] : undefined);
        if (!at) return null;
        taken.push(toScreen(at));
        return (
          <Label
            key={id}
            desk={desk}
            at={at}
            kind={wrong ? "problem" : "ease"}
            text={`${wrong ? "! " : ""}${easeWords(a, b, document.seams.find((each) => each.id === id)?.gathered)}`}
            thread={spool(id)}
          />
        );
      })}
      {desk.preview.value.labels?.map(({ at, text }) => (
        <Label key={text + at[0]} desk={desk} at={at} kind="live" text={text} offset={-18} />
      ))}
    </g>
  );
}

interface LabelProps {
  desk: Desk;
  at: Vec;
  kind: string;
  text: string;
  offset?: number;
  thread?: number;
}

function Label({ desk, at, kind, text, offset = 0, thread }: LabelProps) {
  const [x, y] = desk.view.toScreen(at);
  const style = thread === undefined ? {} : { "--thread": `var(--thread-${thread})` };
  return (
    <text class={`label ${kind}`} x={x} y={y + offset} style={style}>
      {text}
    </text>
  );
}
