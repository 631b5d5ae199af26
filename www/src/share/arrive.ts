import { effect } from "@preact/signals";
import type { App } from "../app";
import type { Fabric, Issue } from "../engine/types";
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
  const judged = await judgeFabric(app, decodeFabric(text, tables));
  if ("fabric" in judged) {
    app.arrival.value = { kind: "fabric", fabric: judged.fabric };
    return;
  }
  app.issues.value = { title: "The fabric of this link could not be used", issues: judged.issues };
  forgetLink();
}

/** A fabric from elsewhere as the engine reads it: complete, or everything that is wrong with it. */
export async function judgeFabric(
  { engine }: App,
  fabric: Fabric | Record<string, unknown>,
): Promise<{ fabric: Fabric } | { issues: Issue[] }> {
  // The engine judges it as a part of a document that is otherwise in order.
  const first = engine.tables.peek()?.garments[0];
  const trial = {
    ...first,
    panels: first?.panels.map((panel) => ({ ...panel, fabric: fabric.id })),
    fabrics: [fabric],
  };
  const reading = await engine.read(JSON.stringify(trial));
  if ("issues" in reading) return reading;
  return { fabric: reading.document.fabrics[0] as Fabric };
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
