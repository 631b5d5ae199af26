import { useEffect, useRef } from "preact/hooks";
import { Vector3 } from "three";
import type { App } from "../app";
import { directionsOf } from "./dominant";
import { shownRow, signed } from "./rows";
import { digits } from "./statistics";
import { told } from "./told";
import { probe } from "./tools/probe";

/** What a tool has found, written at its place in the picture; and which side is which while two are compared. */
export function Chips({ app }: { app: App }) {
  const { inspection } = app;
  const past = inspection.past.value;
  const now = app.store.get("document");
  const figures = app.engine.tables.value?.figures ?? [];
  return (
    <>
      <Chip app={app} />
      {past && now && (
        <div class="sides" aria-hidden="true">
          <span>Before · {told(past.document, now, figures)}</span>
          <span>Now · {told(now, past.document, figures)}</span>
        </div>
      )}
    </>
  );
}

function Chip({ app }: { app: App }) {
  const chip = useRef<HTMLSpanElement>(null);
  const { inspection } = app;
  const text = textOf(app);
  const stage = app.stage.value;
  const follow = () => {
    const label = inspection.found.peek()?.label;
    const at = label && stage?.pixels(new Vector3(...label));
    if (!chip.current) return;
    chip.current.hidden = !at;
    if (at) chip.current.style.translate = `${at.x + 10}px ${at.y - 12}px`;
  };
  useEffect(() => {
    follow();
    stage?.onDrawn.add(follow);
    return () => stage?.onDrawn.delete(follow);
  });
  return text ? (
    // The numbers are in the panel as well; read out with every frame they would only disturb.
    <span ref={chip} class="chip" aria-hidden="true">
      {text}
    </span>
  ) : null;
}

function textOf(app: App): string {
  const { inspection, engine } = app;
  const found = inspection.found.value;
  if (!found) return "";
  const [row] = found.rows;
  if (row) return shownRow(row, app.store.get("unit"));
  if (inspection.target.value?.tool !== probe) return "";
  const map = inspection.map;
  if (map) {
    const value = inspection.value.value;
    return value === null ? "no value" : `${digits(value)} ${map.unit}`;
  }
  const directions = directionsOf(engine.probe.value);
  return directions ? `${signed(100 * directions.dominant.strain)} %` : "";
}
