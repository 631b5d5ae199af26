import { effect } from "@preact/signals";
import type { App } from "../app";
import { spreadOut } from "../pattern2d/images";
import { decodeFabric } from "./fabric";
import { decodeProject } from "./project";

/** Looks at the address when the page opens and whenever its part behind # changes. Nothing of it is ever sent. */
export function listenToLinks(app: App): void {
  const look = () => {
    const found = /^#(g|f)=(.*)$/s.exec(location.hash);
    if (!found) return;
    const [, kind, text = ""] = found;
    void (kind === "g" ? arriveProject(app, text) : arriveFabric(app, text)).catch((error) =>
      refuse(app, error instanceof Error ? error.message : String(error)),
    );
  };
  window.addEventListener("hashchange", look);
  const stop = effect(() => {
    if (!app.ready.value) return;
    look();
    queueMicrotask(() => stop());
  });
}

/** Takes the link out of the address, so that a reload does not ask again. */
export function forgetLink(): void {
  history.replaceState(null, "", location.pathname + location.search);
}

async function arriveProject(app: App, text: string): Promise<void> {
  const reading = await app.engine.read(await decodeProject(text));
  if ("issues" in reading) {
    app.issues.value = { title: "The garment of this link could not be opened", issues: reading.issues };
    return forgetLink();
  }
  app.arrival.value = { kind: "project", document: spreadOut(reading.document) };
}

async function arriveFabric(app: App, text: string): Promise<void> {
  const [tables, document] = [app.engine.tables.peek(), app.store.peek("document")];
  if (!tables || !document) return;
  const fabric = decodeFabric(text, tables);
  // The engine judges it as a part of a document that is otherwise in order.
  const [first] = tables.garments;
  const trial = {
    ...first,
    panels: first?.panels.map((panel) => ({ ...panel, fabric: fabric.id })),
    fabrics: [fabric],
  };
  const reading = await app.engine.read(JSON.stringify(trial));
  if ("issues" in reading) {
    app.issues.value = { title: "The fabric of this link could not be used", issues: reading.issues };
    return forgetLink();
  }
  const [read] = reading.document.fabrics;
  if (read) app.arrival.value = { kind: "fabric", fabric: read };
}

function refuse(app: App, reason: string): void {
  app.issues.value = {
    title: "This link could not be opened",
    issues: [
      {
        code: "link.damaged",
        place: "",
        value: "",
        problem: `The link cannot be read: ${reason}`,
        cure: "Ask for it again, and copy it as a whole. What you have on the table is unharmed.",
      },
    ],
  };
  forgetLink();
}
