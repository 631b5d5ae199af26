import type { App } from "../app";
import type { Issue } from "../engine/types";
import { Icon } from "../ui/icons";

/** What is wrong with something the user gave us, all of it at once, with how to mend each. */
export function IssuesPanel({ app }: { app: App }) {
  const list = app.issues.value;
  if (!list) return null;
  return (
    <section class="notice issues" role="alert" aria-label={list.title}>
      <header>
        <h2>{list.title}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label="Close"
          onClick={() => {
            app.issues.value = null;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      <IssueItems issues={list.issues} />
      {list.action && (
        <button type="button" class="text-button" onClick={list.action.run}>
          {list.action.title}
        </button>
      )}
    </section>
  );
}

export function IssueItems({ issues }: { issues: Issue[] }) {
  return (
    <ol class="issue-list">
      {issues.map((issue) => (
        <li key={`${issue.code} ${issue.place} ${issue.problem}`} data-issue={issue.code}>
          <p class="issue-problem">{sentence(issue.problem)}</p>
          {issue.cure && <p class="issue-cure">{issue.cure}</p>}
          <p class="issue-facts">
            {issue.place && <code>{issue.place}</code>}
            {issue.value && (
              <span>
                found <code>{issue.value}</code>
              </span>
            )}
            <span class="issue-code">{issue.code}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The engine's problems are clauses that fit into a line of a log; alone they read better as a sentence. */
export function sentence(problem: string): string {
  const text = problem.charAt(0).toUpperCase() + problem.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
