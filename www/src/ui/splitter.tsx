import type { App } from "../app";

const LEAST = 0.2;
const clamp = (share: number): number => Math.min(1 - LEAST, Math.max(LEAST, share));

/** The border between pattern and cloth: drag it, or move it with the arrow keys. */
export function Splitter({ app }: { app: App }) {
  const split = app.store.get("split");
  const set = (share: number) => app.store.set("split", clamp(Math.round(share * 1000) / 1000));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the pattern"
      aria-valuemin={LEAST * 100}
      aria-valuemax={100 - LEAST * 100}
      aria-valuenow={Math.round(split * 100)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const bar = event.currentTarget;
        const room = bar.parentElement;
        if (!room || !bar.hasPointerCapture(event.pointerId)) return;
        const { left, width } = room.getBoundingClientRect();
        set((event.clientX - left) / width);
      }}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        set(split + step);
      }}
      onDblClick={() => set(0.5)}
    />
  );
}
