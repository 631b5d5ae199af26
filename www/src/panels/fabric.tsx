import { useId } from "preact/hooks";
import type { App } from "../app";
import { replaceFabric } from "../document/edits/settings";
import type { Fabric } from "../engine/types";
import { FabricNumbers } from "./fabric-numbers";

/** One choice of cloth per fabric of the document; a garment of one cloth has one. */
export function FabricPanel({ app }: { app: App }) {
  const document = app.store.get("document");
  const presets = app.engine.tables.value?.fabrics ?? [];
  if (!document) return null;
  return (
    <section class="panel">
      <h2>Fabric</h2>
      {document.fabrics.map((fabric, index) => (
        // The place in the list, not the id: a new choice must not take the focus from the list it was made in.
        <Choice key={index} app={app} chosen={fabric} presets={presets} />
      ))}
    </section>
  );
}

function Choice({ app, chosen, presets }: { app: App; chosen: Fabric; presets: Fabric[] }) {
  // The same before and after a choice: radio buttons that change their group while one is set forget it.
  const group = useId();
  const known = presets.some((preset) => preset.id === chosen.id);
  const cards = known ? presets : [chosen, ...presets];
  const choose = (fabric: Fabric) => {
    const document = app.store.peek("document");
    if (document && fabric.id !== chosen.id)
      app.store.set("document", replaceFabric(document, chosen.id, fabric), `fabric ${fabric.name}`);
  };
  return (
    <fieldset class="fabrics">
      <legend class="unseen">{chosen.name}</legend>
      {cards.map((fabric) => (
        <label key={fabric.id} class="fabric" title={fabric.source} data-fabric={fabric.id}>
          <input
            type="radio"
            name={group}
            checked={fabric.id === chosen.id}
            onChange={() => choose(fabric)}
          />
          <span class="swatch" style={{ "--colour": fabric.look.colour }} />
          <span class="fabric-words">
            <span class="fabric-name">{fabric.name}</span>
            <span class="fabric-facts">{facts(fabric)}</span>
          </span>
        </label>
      ))}
      <p class="help">{chosen.source}</p>
      <FabricNumbers app={app} fabric={chosen} />
    </fieldset>
  );
}

function facts({ sheet }: Fabric): string {
  if (!sheet) return "";
  return `${sheet.weight_g_per_m2} g/m² · ${sheet.thickness_mm} mm`;
}
