import type { App } from "../app";
import { editSeam } from "../document/edits/seams";
import type { Seam, SeamPart } from "../engine/types";
import { easeWords } from "../tools/seam";
import { ChoiceField, LengthField } from "../ui/length-field";
import { ParameterSlider } from "../ui/parameter-slider";
import { Actions } from "./inspector";
import { FoldSliders } from "./part-inspector";

export function SeamInspector({ app, id }: { app: App; id: string }) {
  const document = app.store.get("document");
  const tables = app.engine.tables.value;
  const seam = document?.seams.find((each) => each.id === id);
  const drawn = app.draft.drafted.value?.draft.seams.find((each) => each.id === id);
  if (!seam || !tables) return null;
  const set = (label: string, change: Partial<Seam>) =>
    app.store.set(
      "document",
      editSeam(app.desk.document, id, (each) => ({ ...each, ...change })),
      label,
    );
  const row = tables.seams.find((each) => each.id === seam.stitching.kind);
  return (
    <section class="panel" data-inspector="seam">
      <h2>Seam</h2>
      {drawn && (
        <p class="seam-facts">
          {app.desk.length(drawn.lengths_mm[0])} to {app.desk.length(drawn.lengths_mm[1])},{" "}
          {easeWords(...drawn.lengths_mm, seam.gathered)}
        </p>
      )}
      {(["a", "b"] as const).flatMap((side) =>
        seam[side].map((part, k) => (
          <PartFields
            key={`${side}${k}`}
            app={app}
            name={`${nameOf(app, part.panel)}, ${part.edge}`}
            part={part}
            set={(change) =>
              set("part of a seam", {
                [side]: seam[side].map((each, at) => (at === k ? { ...each, ...change } : each)),
              })
            }
          />
        )),
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={seam.gathered}
          onChange={(event) => set("gathering a seam", { gathered: event.currentTarget.checked })}
        />
        Gather the longer side evenly into the shorter
      </label>
      <ChoiceField
        name="Direction"
        value={seam.direction}
        options={[
          { value: "auto", title: "found from the placement" },
          { value: "same", title: "beginnings meet" },
          { value: "opposite", title: "beginning meets end" },
        ]}
        set={(direction) => set("direction of a seam", { direction })}
      />
      <ChoiceField
        name="Sewn as"
        value={seam.stitching.kind}
        options={tables.seams.map((each) => ({ value: each.id, title: each.title }))}
        set={(kind) => set("type of a seam", { stitching: { kind, parameters: {} } })}
      />
      <p class="help">{row?.help}</p>
      {row?.parameters.map((parameter) => (
        <ParameterSlider
          key={parameter.id}
          app={app}
          parameter={parameter}
          value={seam.stitching.parameters[parameter.id] ?? parameter.default}
          edit={(before, value) =>
            editSeam(before, id, (each) => ({
              ...each,
              stitching: {
                ...each.stitching,
                parameters: { ...each.stitching.parameters, [parameter.id]: value },
              },
            }))
          }
        />
      ))}
      <ChoiceField
        name="Weave"
        value={seam.weave}
        options={[
          { value: "plain", title: "plain" },
          { value: "twill", title: "twill" },
        ]}
        set={(weave) => set("weave in a seam", { weave })}
      />
      <ChoiceField
        name="Stiffness beside it"
        value={seam.stiffening}
        options={[
          { value: "measured", title: "as measured" },
          { value: "printed", title: "as printed" },
          { value: "none", title: "none" },
        ]}
        set={(stiffening) => set("stiffness beside a seam", { stiffening })}
      />
      <h3>Pressed fold</h3>
      <FoldSliders
        app={app}
        fold={seam.fold}
        edit={(before, fold) => editSeam(before, id, (each) => ({ ...each, fold }))}
      />
      <h3>Elastic</h3>
      {tables.elastic.map((parameter) => (
        <ParameterSlider
          key={parameter.id}
          app={app}
          parameter={parameter}
          value={seam.elastic[parameter.id as keyof Seam["elastic"]]}
          edit={(before, value) =>
            editSeam(before, id, (each) => ({ ...each, elastic: { ...each.elastic, [parameter.id]: value } }))
          }
        />
      ))}
      <Actions app={app} ids={["select.flip", "select.delete"]} />
    </section>
  );
}

interface PartProps {
  app: App;
  name: string;
  part: SeamPart;
  set(change: Partial<SeamPart>): void;
}

/** Least part of an edge that can be sewn, %. */
const LEAST = 0.1;

/** Which part of an edge is sewn, from its beginning, as numbers. */
function PartFields({ app, name, part, set }: PartProps) {
  const share = (percent: number) => Math.round(percent * 100) / 1e4;
  return (
    <fieldset class="seam-part">
      <legend>{name}</legend>
      <LengthField
        app={app}
        name="From, %"
        kind="ratio"
        least={0}
        most={100 * part.to - LEAST}
        value={100 * part.from}
        set={(percent) => set({ from: share(percent) })}
      />
      <LengthField
        app={app}
        name="To, %"
        kind="ratio"
        least={100 * part.from + LEAST}
        most={100}
        value={100 * part.to}
        set={(percent) => set({ to: share(percent) })}
      />
    </fieldset>
  );
}

function nameOf(app: App, panel: string): string {
  return app.store.peek("document")?.panels.find((each) => each.id === panel)?.name ?? panel;
}
