import type { Issue } from "./types";

/** The engine throws a list of issues for what it cannot work with; anything else that is thrown is a crash. */
export function issuesOf(error: unknown): Issue[] | null {
  return Array.isArray(error) ? (error as Issue[]) : null;
}
