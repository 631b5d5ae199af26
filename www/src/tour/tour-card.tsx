import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import { type Beginning, steps } from "./steps";

/** Beside the page and never over it: what to do next, a way on and a way out. */
export function TourCard({ app }: { app: App }) {
  const at = app.tour.value;
  if (app.viewOnly.value) return null;
  if (at !== null) return at < steps.length ? <OneStep key={at} app={app} at={at} /> : <Finished app={app} />;
  return app.store.get("tourSeen") ? null : <Invitation app={app} />;
}

const leave = (app: App) => {
  app.tour.value = null;
  app.store.set("tourSeen", true);
};

function Invitation({ app }: { app: App }) {
  return (
    <section class="tour" aria-label="First steps" data-tour="invitation">
      <p>
        <strong>New here?</strong> Two minutes to a seam of your own.
      </p>
      <div class="word-buttons">
        <button
          type="button"
          class="text-button small main"
          onClick={() => {
            app.tour.value = 0;
          }}
        >
          Show me
        </button>
        <button type="button" class="text-button small" onClick={() => leave(app)}>
          Not now
        </button>
      </div>
    </section>
  );
}

function OneStep({ app, at }: { app: App; at: number }) {
  const step = steps[at];
  const beginning = useRef<Beginning>({ document: app.store.peek("document") });
  const title = useRef<HTMLHeadingElement>(null);
  const next = () => {
    app.tour.value = at + 1;
  };
  useEffect(() => {
    app.pulled.value = 0;
    title.current?.focus({ preventScroll: true });
  }, []);
  useSignalEffect(() => {
    if (step?.done(app, beginning.current)) queueMicrotask(next);
  });
  usePointingAt(app, step?.target ?? "");
  if (!step) return null;
  return (
    <section class="tour" aria-label="First steps" data-tour={step.id}>
      <p class="tour-count">
        {at + 1} of {steps.length}
      </p>
      {/* Read out when the step begins; it takes no key of its own. */}
      <h2 ref={title} tabIndex={-1} aria-live="polite">
        {step.title}
      </h2>
      <p>{step.text(app)}</p>
      <div class="word-buttons">
        <button type="button" class="text-button small" onClick={next}>
          Skip
        </button>
        <button type="button" class="text-button small" onClick={() => leave(app)}>
          Leave the tour
        </button>
      </div>
    </section>
  );
}

function Finished({ app }: { app: App }) {
  const status = app.engine.status.value;
  const sewn = status !== null && status.sewing === null;
  return (
    <section class="tour" aria-label="First steps" data-tour="finished" data-sewn={sewn}>
      <h2>{sewn ? "Your own seam" : "The seam is closing"}</h2>
      <p>
        The threads draw both edges together, then the cloth falls. Move a point of the pattern and it
        follows; under ? is every key.
      </p>
      <div class="word-buttons">
        <button type="button" class="text-button small main" onClick={() => leave(app)}>
          Done
        </button>
      </div>
    </section>
  );
}

/** Puts a ring around what a step is about, as long as the step lasts. Nothing is covered and nothing is held back. */
function usePointingAt(app: App, selector: string): void {
  const marked = useSignal<Element[]>([]);
  const unmark = () => {
    for (const element of marked.peek()) element.removeAttribute("data-tour-here");
  };
  useSignalEffect(() => {
    // What a step is about may come onto the page only when something is drawn or selected.
    void [app.store.get("document"), app.store.get("selection")];
    const timer = setTimeout(() => {
      unmark();
      marked.value = [...document.querySelectorAll(selector)];
      for (const element of marked.peek()) element.setAttribute("data-tour-here", "");
    });
    return () => clearTimeout(timer);
  });
  useEffect(() => unmark, []);
}
