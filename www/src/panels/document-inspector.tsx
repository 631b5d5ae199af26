import type { App } from "../app";
import { ChoiceField, TextField } from "../ui/length-field";
import { LENGTH_UNITS } from "../ui/units";
import { FabricPanel } from "./fabric";
import { FigurePanel } from "./figure";
import { OwnBodyPanel } from "./own-body";
import { SimulationPanel } from "./simulation";

const UNIT_NAMES = { cm: "centimetres", mm: "millimetres", in: "inches" };

export function DocumentInspector({ app }: { app: App }) {
  const document = app.store.get("document");
  if (!document) return null;
  return (
    <>
      <section class="panel" data-inspector="document">
        <h2>Garment</h2>
        <TextField
          name="Name"
          value={document.name}
          set={(name) => app.store.set("document", { ...document, name }, "renaming the garment")}
        />
        <ChoiceField
          name="Lengths in"
          value={app.store.get("unit")}
          options={LENGTH_UNITS.map((value) => ({ value, title: UNIT_NAMES[value] }))}
          set={(unit) => app.store.set("unit", unit)}
        />
      </section>
      <FigurePanel app={app} />
      <OwnBodyPanel app={app} />
      <FabricPanel app={app} />
      <SimulationPanel app={app} />
    </>
  );
}
