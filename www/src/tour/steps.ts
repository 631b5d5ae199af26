import type { App } from "../app";
import { label } from "../commands/keys";
import { commandNamed } from "../commands/table";
import type { Document } from "../engine/types";

/** What a step compares with: how things were when it began. */
export interface Beginning {
  document: Document | null;
}

/** One step of the tour. It waits for the real thing to be done, by whichever way, and never does it for the user. */
export interface Step {
  readonly id: string;
  readonly title: string;
  readonly text: (app: App) => string;
  /** What is pointed at. */
  readonly target: string;
  /** Whether it has been done; reads signals, so that it is asked again whenever something changes. */
  readonly done: (app: App, beginning: Beginning) => boolean;
}

const key = (command: string): string => label(commandNamed(command).shortcuts[0] ?? "");
const panels = ({ store }: App): number => store.get("document")?.panels.length ?? 0;

export const steps: readonly Step[] = [
  {
    id: "pull",
    title: "Pull the cloth",
    text: () => "Take hold of the cloth with the pointer and pull. Beside it, a drag turns the view.",
    target: ".stage canvas",
    done: ({ pulled }, _) => pulled.value > 0,
  },
  {
    id: "fabric",
    title: "Choose another fabric",
    text: () =>
      "Each is measured, or typical and says so. The cloth goes on from where it is, with other folds.",
    target: ".fabrics",
    done: ({ store }, { document }) => store.get("document")?.fabrics[0]?.id !== document?.fabrics[0]?.id,
  },
  {
    id: "clear",
    title: "Clear the table",
    text: () => `Now something of your own. Nothing is lost: ${key("edit.undo")} brings it all back.`,
    target: '.header [data-command="file.empty"]',
    done: (app) => panels(app) === 0,
  },
  {
    id: "draw",
    title: "Draw a piece of cloth",
    text: () =>
      `Take the rectangle (${key("tool.rectangle")}) and drag from corner to corner on the table, about 30 × 30 cm.`,
    target: '.tool-bar [data-command="tool.rectangle"]',
    done: (app) => panels(app) >= 1,
  },
  {
    id: "mirror",
    title: "Give it a second one",
    text: () =>
      `Its mirror image (${key("select.mirror")}), with the button at the foot of the inspector; or draw another.`,
    target: '[data-inspector="panel"] [data-command="select.mirror"]',
    done: (app) => panels(app) >= 2,
  },
  {
    id: "seam",
    title: "Sew them together",
    text: () =>
      `Take the seam (${key("tool.seam")}). Click an edge of the first piece, then the edge of the second that it shall meet. ${key("pattern.fit")} shows both pieces.`,
    target: '.tool-bar [data-command="tool.seam"]',
    done: ({ store }) => (store.get("document")?.seams.length ?? 0) >= 1,
  },
];
