import type { Progress } from "./protocol";

/**
 * When the next step is due, in milliseconds of wall time.
 *
 * Steps follow a fixed beat, so that simulated time keeps up with the clock although timers wake late. A step
 * that took longer than the beat, or a pause, moves the beat itself: time lost is lost, never made up in a burst.
 */
export function nextDue(due: number, stepMs: number, now: number): number {
  return Math.max(due + stepMs, now);
}

/** Rates over the last second or so, from one sample per step. */
export class Meter {
  #samples: { at: number; simulatedS: number; wallMs: number }[] = [];

  add(at: number, simulatedS: number, wallMs: number): void {
    this.#samples.push({ at, simulatedS, wallMs });
    const oldest = at - 1000;
    while (this.#samples.length > 2 && (this.#samples[0]?.at ?? 0) < oldest) this.#samples.shift();
  }

  clear(): void {
    this.#samples = [];
  }

  read(): { stepsPerS: number; msPerStep: number; realTimeFactor: number } {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last) return { stepsPerS: 0, msPerStep: 0, realTimeFactor: 0 };
    const seconds = (last.at - first.at) / 1000;
    const wall = this.#samples.reduce((sum, sample) => sum + sample.wallMs, 0);
    return {
      stepsPerS: seconds > 0 ? (this.#samples.length - 1) / seconds : 0,
      msPerStep: wall / this.#samples.length,
      realTimeFactor: seconds > 0 ? (last.simulatedS - first.simulatedS) / seconds : 0,
    };
  }
}

/** From what has been done in a time to what is left. A hundredth says nothing about the rest yet. */
export function progressSince(part: number, elapsedMs: number): Progress {
  return { part, leftS: part < 0.01 ? null : ((1 - part) / part) * (elapsedMs / 1000) };
}
