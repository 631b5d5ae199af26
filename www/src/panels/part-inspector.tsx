import type { App } from "../app";
import { findPanel } from "../document/edits/panels";
import { editDart, editLine } from "../document/edits/parts";
import { pleatOf } from "../document/edits/pleat";
import { editEdge } from "../document/edits/points";
import type { Document, Fold, Line, Panel } from "../engine/types";
import { converted } from "../pattern2d/curve-kinds";
import { distance } from "../pattern2d/vec";
import { ChoiceField, LengthField } from "../ui/length-field";
import { ParameterSlider } from "../ui/parameter-slider";
import { KINDS } from "./edge-inspector";
import { Actions } from "./inspector";
import { PleatFields } from "./pleat-inspector";

interface Props {
  app: App;
  panel: string;
  id: string;
}

export function LineInspector({ app, panel: owner, id }: Props) {
  const document = app.store.get("document");
  const line = document && findPanel(document, owner)?.lines.find((each) => each.id === id);
  const tables = app.engine.tables.value;
  if (!line || !tables) return null;
  const pleat = pleatOf(findPanel(document, owner) as Panel, id);
  return (
    <>
      {pleat && <PleatFields app={app} panel={owner} stem={pleat} />}
      <LineFields {...{ app, panel: owner, id, line }} />
    </>
  );
}

function LineFields({ app, panel: owner, id, line }: Props & { line: Line }) {
  return (
    <section class="panel" data-inspector="line">
      <h2>Line</h2>
      <LengthField
        app={app}
        name="Length"
        least={1}
        value={distance(line.from_mm, line.to_mm)}
        set={(mm) => {
          const k = mm / distance(line.from_mm, line.to_mm);
          const to_mm: [number, number] = [
            line.from_mm[0] + (line.to_mm[0] - line.from_mm[0]) * k,
            line.from_mm[1] + (line.to_mm[1] - line.from_mm[1]) * k,
          ];
          app.store.set(
            "document",
            editLine(app.desk.document, owner, id, (each) => ({ ...each, to_mm })),
            "length of a line",
          );
        }}
      />
      <ChoiceField
        name="Shape"
        value={line.curve.kind}
        options={KINDS}
        set={(kind) =>
          app.store.set(
            "document",
            editLine(app.desk.document, owner, id, (each) => ({
              ...each,
              curve: converted({ from: each.from_mm, curve: each.curve, to: each.to_mm }, kind),
            })),
            "shape of a line",
          )
        }
      />
      <FoldSliders
        app={app}
        fold={line.fold}
        edit={(before, fold) => editLine(before, owner, id, (each) => ({ ...each, fold }))}
      />
      <Actions app={app} ids={["select.delete"]} />
    </section>
  );
}

interface FoldProps {
  app: App;
  fold: Fold;
  edit(document: Document, fold: Fold): Document;
}

/** Angle and strength of a pressed fold, of a line or a seam. */
export function FoldSliders({ app, fold, edit }: FoldProps) {
  return app.engine.tables.value?.fold.map((parameter) => (
    <ParameterSlider
      key={parameter.id}
      app={app}
      parameter={parameter}
      value={fold[parameter.id as keyof Fold]}
      edit={(before, value) => edit(before, { ...fold, [parameter.id]: value })}
    />
  ));
}

export function DartInspector({ app, panel: owner, id }: Props) {
  const document = app.store.get("document");
  const dart = document && findPanel(document, owner)?.darts.find((each) => each.id === id);
  if (!dart) return null;
  const set = (label: string, change: Partial<typeof dart>) =>
    app.store.set(
      "document",
      editDart(app.desk.document, owner, id, (each) => ({ ...each, ...change })),
      label,
    );
  return (
    <section class="panel" data-inspector="dart">
      <h2>Dart</h2>
      <LengthField
        app={app}
        name="Width"
        least={0.1}
        value={dart.width_mm}
        set={(width_mm) => set("width of a dart", { width_mm })}
      />
      <LengthField
        app={app}
        name="From the edge's beginning"
        least={0}
        value={dart.at_mm}
        set={(at_mm) => set("place of a dart", { at_mm })}
      />
      <LengthField
        app={app}
        name="Tip across"
        value={dart.tip_mm[0]}
        set={(x) => set("tip of a dart", { tip_mm: [x, dart.tip_mm[1]] })}
      />
      <LengthField
        app={app}
        name="Tip along"
        value={dart.tip_mm[1]}
        set={(y) => set("tip of a dart", { tip_mm: [dart.tip_mm[0], y] })}
      />
      <p class="help">Its two legs are sewn to each other and must be equally long.</p>
      <Actions app={app} ids={["select.delete"]} />
    </section>
  );
}

export function NotchInspector({ app, panel: owner, id }: Props) {
  const document = app.store.get("document");
  const panel = document && findPanel(document, owner);
  const edges = [...(panel?.outline ?? []), ...(panel?.holes.flatMap((hole) => hole.outline) ?? [])];
  const edge = edges.find((each) => each.notches.some((notch) => notch.id === id));
  const notch = edge?.notches.find((each) => each.id === id);
  if (!edge || !notch) return null;
  return (
    <section class="panel" data-inspector="notch">
      <h2>Notch</h2>
      <LengthField
        app={app}
        name="From the edge's beginning"
        least={0}
        value={notch.at_mm}
        set={(at_mm) =>
          app.store.set(
            "document",
            editEdge(app.desk.document, owner, edge.id, (each) => ({
              ...each,
              notches: each.notches.map((one) => (one.id === id ? { ...one, at_mm } : one)),
            })),
            "moving a notch",
          )
        }
      />
      <Actions app={app} ids={["select.delete"]} />
    </section>
  );
}

export function HoleInspector({ app }: { app: App }) {
  return (
    <section class="panel" data-inspector="hole">
      <h2>Hole</h2>
      <p class="help">
        Drag it to move it; its points and edges are edited like those of the outline, and can be sewn.
      </p>
      <Actions app={app} ids={["select.delete"]} />
    </section>
  );
}

export function PinInspector({ app }: { app: App }) {
  return (
    <section class="panel" data-inspector="pin">
      <h2>Pin</h2>
      <p class="help">The cloth is held here, where it is now; after a reset, where it starts.</p>
      <Actions app={app} ids={["select.delete"]} />
    </section>
  );
}
