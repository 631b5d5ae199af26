import type { Issue } from "./types";

/** What is told of a text that the engine was reading when it stopped. */
export function stoppedIssue(reason: string): Issue {
  return {
    code: "engine.stopped",
    place: "",
    value: "",
    problem: `The engine stopped while reading this document: ${reason}`,
    cure: "The document on the table is unharmed. Please send us the file that caused this.",
  };
}
