import type { App } from "../app";
import { turnGrain } from "../document/edits/grain";
import { drawnBy, editPanel, findPanel } from "../document/edits/panels";
import { setPanelMesh } from "../document/edits/settings";
import { detachMirror } from "../document/edits/symmetry";
import type { Document, Panel } from "../engine/types";
import { ChoiceField, LengthField, TextField } from "../ui/length-field";
import { ParameterSlider } from "../ui/parameter-slider";
import { Actions } from "./inspector";
import { PlacementFields } from "./placement";

export function PanelInspector({ app, id }: { app: App; id: string }) {
  const document = app.store.get("document");
  const tables = app.engine.tables.value;
  const panel = document && findPanel(document, id);
  if (!document || !tables || !panel) return null;
  const owner = drawnBy(document, panel);
  const area = app.draft.drafted.value?.draft.panels.find((each) => each.id === id)?.area_mm2 ?? 0;
  const change = (label: string, edit: (panel: Panel) => Panel) =>
    app.store.set("document", editPanel(app.desk.document, id, edit), label);
  return (
    <>
      <section class="panel" data-inspector="panel">
        <h2>{panel.name}</h2>
        <p class="help">{(area / 1e6).toFixed(3)} m² of cloth, without allowances</p>
        <TextField
          name="Name"
          value={panel.name}
          set={(name) => change("renaming a panel", (each) => ({ ...each, name }))}
        />
        <ChoiceField
          name="Fabric"
          value={panel.fabric}
          options={document.fabrics.map((fabric) => ({ value: fabric.id, title: fabric.name }))}
          set={(fabric) => change("fabric of a panel", (each) => ({ ...each, fabric }))}
        />
        <LengthField
          app={app}
          name="Grain"
          kind="angle"
          least={-360}
          most={360}
          value={panel.grain_deg}
          set={(degrees) =>
            app.store.set("document", turnGrain(app.desk.document, id, degrees), "turning the grain")
          }
        />
        <LengthField
          app={app}
          name="Layer, 0 next to the body"
          kind="ratio"
          least={0}
          most={100}
          value={panel.layer}
          set={(layer) => change("layer of a panel", (each) => ({ ...each, layer: Math.round(layer) }))}
        />
        <LengthField
          app={app}
          name="Seam allowance all round"
          least={0}
          most={200}
          value={owner.outline[0]?.seam_allowance_mm ?? 0}
          set={(seam_allowance_mm) =>
            app.store.set(
              "document",
              editPanel(app.desk.document, owner.id, (each) => ({
                ...each,
                outline: each.outline.map((edge) => ({ ...edge, seam_allowance_mm })),
              })),
              "seam allowance",
            )
          }
        />
        <p class="help">{symmetryWords(document, panel, owner)}</p>
        {panel !== owner && (
          <button
            type="button"
            class="text-button small"
            onClick={() =>
              app.store.set("document", detachMirror(app.desk.document, id), "unlinking a mirror image")
            }
          >
            Give it a drawing of its own
          </button>
        )}
        <Actions
          app={app}
          ids={[
            "select.mirror",
            "select.copy",
            "select.duplicate",
            "select.freeze",
            "select.hide",
            "select.delete",
          ]}
        />
      </section>
      <PlacementFields app={app} panel={panel} />
      <section class="panel">
        <h2>Mesh</h2>
        {tables.mesh.map((parameter) => (
          <ParameterSlider
            key={parameter.id}
            app={app}
            parameter={parameter}
            value={(panel.mesh as Record<string, number>)[parameter.id] ?? parameter.default}
            edit={(before: Document, value) => setPanelMesh(before, id, parameter.id, value)}
          />
        ))}
      </section>
    </>
  );
}

function symmetryWords(document: Document, panel: Panel, owner: Panel): string {
  if (panel !== owner) return `A mirror image of ${owner.name}: what is done to one is done to the other.`;
  if (panel.symmetry.kind === "unfold")
    return "One half is drawn; the whole is unfolded over the dash-dotted edge.";
  const images = document.panels.filter(
    (each) => each.symmetry.kind === "mirror-of" && each.symmetry.panel === panel.id,
  );
  if (images.length > 0) return `${images.map((each) => each.name).join(" and ")} follows it.`;
  return "Select a straight edge and press U to unfold the panel over it.";
}
