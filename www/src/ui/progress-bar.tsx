import type { Progress } from "../engine/protocol";

/** What takes long, how far it has come, and how long it still takes. */
export function ProgressBar({ name, progress }: { name: string; progress: Progress }) {
  return (
    <span class="progress">
      <progress max={1} value={progress.part} aria-label={name} />
      <span class="progress-left">{leftWords(progress)}</span>
    </span>
  );
}

/** In words, and no more exactly than anybody knows. */
export function leftWords({ part, leftS }: Progress): string {
  const done = `${Math.round(100 * part)} %`;
  if (leftS === null) return done;
  if (leftS < 1.5) return `${done}, a moment left`;
  if (leftS < 90) return `${done}, about ${Math.round(leftS)} s left`;
  return `${done}, about ${Math.round(leftS / 60)} min left`;
}
