import type { App } from "../app";
import type { Item } from "../document/selection";
import type { Document } from "../engine/types";
import { painted } from "../pattern2d/drawn";
import { sentence } from "./issues";

/** What keeps the garment from being draped, each with its cure; a click shows where. The cloth stays as it last was. */
export function ProblemsPanel({ app }: { app: App }) {
  const drafted = app.draft.drafted.value;
  const issues = [...(drafted?.draft.issues ?? [])];
  for (const issue of app.problems.value)
    if (!issues.some((each) => each.code === issue.code && each.place === issue.place)) issues.push(issue);
  // That nothing is drawn yet is no problem, it is a beginning.
  if (issues.length === 0 || !drafted || drafted.document.panels.length === 0) return null;
  const places = painted(drafted.document, issues);
  return (
    <section class="panel problems" role="status" aria-label="Problems">
      <h2>{issues.length === 1 ? "One problem" : `${issues.length} problems`}</h2>
      <p class="help">The cloth stays as it last was until this is mended.</p>
      <ol class="issue-list">
        {places.map(({ issue, panel, edge, seam }) => {
          const id = edge === null ? undefined : panel?.outline[edge]?.id;
          const item: Item | null = seam
            ? { kind: "seam", id: seam }
            : panel && id
              ? { kind: "edge", panel: panel.id, id }
              : panel
                ? { kind: "panel", panel: panel.id }
                : null;
          return (
            <li key={`${issue.code} ${issue.place}`} data-issue={issue.code}>
              {item && <p class="issue-place">{placeOf(drafted.document, item)}</p>}
              <p class="issue-problem">{sentence(issue.problem)}</p>
              {issue.cure && <p class="issue-cure">{issue.cure}</p>}
              {item && (
                <button
                  type="button"
                  class="text-button small"
                  onClick={() => app.store.set("selection", [item])}
                >
                  Show
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** What a problem is about, as its maker calls it: without it "its sides" would be anybody's. */
function placeOf(document: Document, item: Item): string {
  const panel = (id: string) => document.panels.find((each) => each.id === id)?.name ?? id;
  if (item.kind === "edge") return `${panel(item.panel)}, ${item.id}`;
  if (item.kind === "panel") return panel(item.panel);
  const seam = item.kind === "seam" && document.seams.find((each) => each.id === item.id);
  if (!seam) return "";
  const side = (parts: typeof seam.a) =>
    parts.map((part) => `${panel(part.panel)}, ${part.edge}`).join(" + ");
  return `${side(seam.a)} → ${side(seam.b)}`;
}
