import type { App } from "../app";
import { findPanel } from "../document/edits/panels";
import {
  arcOf,
  convertEdge,
  editEdge,
  loopOf,
  movePoints,
  setEdgeLength,
  splitEdge,
} from "../document/edits/points";
import type { Curve } from "../engine/types";
import { angleDeg, distance, fromAngle, sub } from "../pattern2d/vec";
import { ChoiceField, LengthField } from "../ui/length-field";
import { Actions } from "./inspector";

export const KINDS: readonly { value: Curve["kind"]; title: string }[] = [
  { value: "line", title: "straight" },
  { value: "quadratic", title: "curve, one handle" },
  { value: "cubic", title: "curve, two handles" },
  { value: "arc", title: "circular arc" },
];

export function EdgeInspector({ app, panel: id, edge }: { app: App; panel: string; edge: string }) {
  const document = app.store.get("document");
  const panel = document && findPanel(document, id);
  const loop = panel && loopOf(panel, edge);
  const here = loop?.edges[loop.at];
  const arc = panel && arcOf(panel, edge);
  if (!document || !panel || !here || !loop || !arc) return null;
  // A folded edge is none of the unfolded panel, so the draft does not have it.
  const drafted = app.draft.drafted.value ? app.desk.lengthOf(id, edge) : 0;
  const length = arc.curve.kind === "line" ? distance(arc.from, arc.to) : drafted;
  const next = loop.edges[(loop.at + 1) % loop.edges.length];
  const change = (label: string, next: typeof document) => app.store.set("document", next, label);
  return (
    <section class="panel" data-inspector="edge">
      <h2>Edge of {panel.name}</h2>
      <LengthField
        app={app}
        name="Length"
        least={0.5}
        value={length}
        set={(mm) => change("length of an edge", setEdgeLength(app.desk.document, id, edge, mm, length))}
      />
      {arc.curve.kind === "line" && (
        <LengthField
          app={app}
          name="Angle"
          kind="angle"
          least={-360}
          most={360}
          value={angleDeg(sub(arc.to, arc.from))}
          set={(degrees) => {
            const by = sub(fromAngle(degrees, length), sub(arc.to, arc.from));
            if (next) change("angle of an edge", movePoints(app.desk.document, id, new Set([next.id]), by));
          }}
        />
      )}
      <ChoiceField
        name="Shape"
        value={here.curve.kind}
        options={KINDS}
        set={(kind) => change("shape of an edge", convertEdge(app.desk.document, id, edge, kind))}
      />
      {here.curve.kind === "arc" && (
        <LengthField
          app={app}
          name="Radius"
          least={distance(arc.from, arc.to) / 2}
          most={1e7}
          value={here.curve.radius_mm}
          set={(radius_mm) =>
            change(
              "radius of an edge",
              editEdge(app.desk.document, id, edge, (each) => ({
                ...each,
                curve: { ...each.curve, radius_mm } as Curve,
              })),
            )
          }
        />
      )}
      <LengthField
        app={app}
        name="Seam allowance"
        least={0}
        most={200}
        value={here.seam_allowance_mm}
        set={(seam_allowance_mm) =>
          change(
            "seam allowance",
            editEdge(app.desk.document, id, edge, (each) => ({ ...each, seam_allowance_mm })),
          )
        }
      />
      <div class="word-buttons">
        <button
          type="button"
          class="text-button small"
          onClick={() => change("splitting an edge", splitEdge(app.desk.document, id, edge, 0.5).document)}
        >
          Split in the middle
        </button>
      </div>
      <Actions app={app} ids={["select.unfold"]} />
    </section>
  );
}

export function PointInspector({ app, panel: id, edge }: { app: App; panel: string; edge: string }) {
  const document = app.store.get("document");
  const panel = document && findPanel(document, id);
  const loop = panel && loopOf(panel, edge);
  const here = loop?.edges[loop.at];
  if (!document || !panel || !here) return null;
  const move = (axis: 0 | 1, value: number) => {
    const by: [number, number] = [0, 0];
    by[axis] = value - here.from_mm[axis];
    app.store.set("document", movePoints(app.desk.document, id, new Set([edge]), by), "moving a point");
  };
  return (
    <section class="panel" data-inspector="point">
      <h2>Point of {panel.name}</h2>
      <LengthField app={app} name="Across (weft)" value={here.from_mm[0]} set={(value) => move(0, value)} />
      <LengthField app={app} name="Along (warp)" value={here.from_mm[1]} set={(value) => move(1, value)} />
      <Actions app={app} ids={["select.delete"]} />
      <p class="help">Deleting it joins the two edges that meet here.</p>
    </section>
  );
}
