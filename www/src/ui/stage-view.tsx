import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import { HAND, SCISSORS, TEAR } from "../inspect/tools/hands";
import { arranging } from "../view3d/arrange";
import { floorHeight } from "../view3d/bodies";
import { choosing } from "../view3d/choose";
import { grabbing } from "../view3d/grab";
import { lookingByKeys } from "../view3d/look-keys";
import { scissors } from "../view3d/scissors";
import { Stage } from "../view3d/stage";
import { qualityNow } from "./quality";
import { darkNow } from "./theme";

/** The chance by which yarns are weak: always the same, so that what is done again tears again. */
const CHANCE = 1;

/** The place of the 3D view on the page. State flows into the stage here and nothing flows back. */
export function StageView({ app }: { app: App }) {
  const container = useRef<HTMLDivElement>(null);
  const { store, engine } = app;

  useEffect(() => {
    if (!container.current) return;
    const look = { quality: qualityNow(store), dark: darkNow(store) };
    const stage = new Stage(container.current, engine, look);
    stage.canvas.setAttribute("role", "img");
    stage.canvas.setAttribute(
      "aria-label",
      "The cloth. Drag it to pull, or click with the tool in hand; drag beside it to look around. The arrow keys look around, with Shift from the front, the sides and the back; plus and minus come closer and go away. Enter points at the middle of the view.",
    );
    stage.canvas.tabIndex = 0;
    const letGo = grabbing(stage, engine, {
      ready: () => store.peek("playing") && [HAND, TEAR].includes(store.peek("stageTool")),
      taken: () => {
        app.pulled.value += 1;
        if (store.peek("stageTool") === TEAR) engine.setTearing(CHANCE);
      },
      released: () => engine.setTearing(null),
    });
    const layDown = scissors(stage, engine, () => store.peek("stageTool") === SCISSORS);
    engine.onFrame = () => stage.invalidate();
    app.stage.value = stage;
    const lookAway = app.inspection.attach(stage);
    const putDown = arranging(app, stage);
    const forget = choosing(app, stage);
    const standStill = lookingByKeys(stage);
    return () => {
      standStill();
      forget();
      putDown();
      lookAway();
      app.stage.value = null;
      letGo();
      layDown();
      stage.dispose();
    };
  }, []);

  useSignalEffect(() => {
    const scene = engine.scene.value;
    const stage = app.stage.value;
    const document = store.peek("document");
    const tables = engine.tables.peek();
    if (!scene || !stage || !document || !tables) return;
    stage.showScene(scene, floorHeight(document, tables), document.name);
    stage.showFabrics(document);
  });

  useSignalEffect(() => {
    const document = store.get("document");
    const look = { quality: qualityNow(store), dark: darkNow(store) };
    const stage = app.stage.value;
    if (!stage) return;
    stage.setLook(look);
    if (document) stage.showFabrics(document);
    stage.showCloth((document?.panels.length ?? 0) > 0 && engine.scene.value !== null);
  });

  return (
    <>
      <div class="stage" ref={container} />
      <Waiting app={app} />
    </>
  );
}

/** Until the first cloth is there the view is empty, on a slow line for seconds: it says what is coming. */
function Waiting({ app }: { app: App }) {
  const { state } = app.engine.health.value;
  const panels = app.store.get("document")?.panels.length ?? 0;
  const laid = app.engine.scene.value !== null || app.problems.value.length > 0;
  if (state === "failed" || (state !== "starting" && (laid || panels === 0))) return null;
  return (
    <p class="stage-waiting" role="status">
      {state === "starting" ? "Fetching the cloth engine …" : "Laying out the panels …"}
    </p>
  );
}
