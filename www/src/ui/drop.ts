import type { App } from "../app";
import { openFile } from "../document/open";

/** A document dropped anywhere on the page is opened. Without this the browser would leave the page to show the file. */
export function listenToDrops(app: App): void {
  const mark = (dropping: boolean) => document.body.toggleAttribute("data-dropping", dropping);
  window.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  window.addEventListener("dragleave", (event) => {
    // Between two elements of the page there is always a next one; leaving the page there is none.
    if (event.relatedTarget === null) mark(false);
  });
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(app, file);
  });
}
