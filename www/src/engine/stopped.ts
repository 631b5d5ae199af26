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

/** What is told of a laboratory that could not be loaded or did not go on. */
export function laboratoryIssue(reason: string): Issue {
  return {
    code: "laboratory.stopped",
    place: "",
    value: "",
    problem: `The laboratory stopped: ${reason || "its program could not be loaded"}`,
    cure: "Try again, or load the page anew. The document on the table is unharmed.",
  };
}
