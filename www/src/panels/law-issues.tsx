import type { Issue } from "../engine/types";
import { sentence } from "./issues";

/** The last word of a place, which is the curve or the number that is wrong. */
const at = ({ place }: Issue): string => (place ? `${place.split(".").at(-1)}: ` : "");

/** What the engine holds against a law, said where the law is. */
export function LawIssues({ issues }: { issues: readonly Issue[] }) {
  return (
    <>
      {issues.map((issue) => (
        <div key={`${issue.code} ${issue.place}`} class="law-issue" role="alert" data-issue={issue.code}>
          <p class="issue-problem">{sentence(at(issue) + issue.problem)}</p>
          <p>{issue.cure}</p>
          {issue.place && <p class="help">The cloth stays as it last was until this is mended.</p>}
        </div>
      ))}
    </>
  );
}
