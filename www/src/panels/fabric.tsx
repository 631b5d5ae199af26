import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { App } from "../app";
import { replaceFabric } from "../document/edits/settings";
import type { Fabric, Issue } from "../engine/types";
import { judgeFabric } from "../share/arrive";
import { flatten } from "../share/fabric-paths";
import { FabricLaws } from "./fabric-laws";
import { FabricLook } from "./fabric-look";
import { Passport } from "./passport";

/** One choice of cloth per fabric of the document; a garment of one cloth has one. */
export function FabricPanel({ app }: { app: App }) {
  const document = app.store.get("document");
  if (!document) return null;
  return (
    <section class="panel">
      <h2>Fabric</h2>
      {document.fabrics.map((fabric, index) => (
        // The place in the list, not the id: a new choice must not take the focus from the list it was made in.
        <One key={index} app={app} chosen={fabric} />
      ))}
    </section>
  );
}

function One({ app, chosen }: { app: App; chosen: Fabric }) {
  const presets = app.engine.tables.value?.fabrics ?? [];
  const kept = [...presets, ...app.ownFabrics.all.value];
  const original = kept.find((fabric) => fabric.id === chosen.id);
  const changed = original !== undefined && !alike(original, chosen);
  return (
    <>
      <Cards app={app} chosen={chosen} fabrics={original ? kept : [chosen, ...kept]} />
      <div class="fabric-chosen">
        <p class="help fabric-source">{chosen.source}</p>
        <Passport app={app} fabric={chosen} />
        <div class="word-buttons">
          <button
            type="button"
            class="text-button small"
            data-command="fabric.test"
            onClick={() => {
              app.testersShown.value = true;
            }}
          >
            Test it
          </button>
          <button
            type="button"
            class="text-button small"
            onClick={() => {
              app.shareShown.value = true;
            }}
          >
            Share by link
          </button>
          {original && (
            // Always there: what is above a curve must not move while the curve is dragged.
            <button
              type="button"
              class="text-button small"
              disabled={!changed}
              onClick={() => put(app, chosen.id, original, "putting the fabric back")}
            >
              As it was
            </button>
          )}
        </div>
        <Keep app={app} fabric={chosen} />
      </div>
      <FabricLook app={app} fabric={chosen} />
      <FabricLaws app={app} fabric={chosen} />
    </>
  );
}

function Cards({ app, chosen, fabrics }: { app: App; chosen: Fabric; fabrics: readonly Fabric[] }) {
  // The same before and after a choice: radio buttons that change their group while one is set forget it.
  const group = useId();
  const choose = async (fabric: Fabric) => {
    if (fabric.id === chosen.id) return;
    const own = app.ownFabrics.all.peek().includes(fabric);
    const judged = own ? await judgeFabric(app, fabric) : { fabric };
    if ("issues" in judged) {
      app.issues.value = { title: `“${fabric.name}” could not be used`, issues: judged.issues };
      return;
    }
    put(app, chosen.id, judged.fabric, `fabric ${fabric.name}`);
  };
  return (
    <fieldset class="fabrics">
      <legend class="unseen">{chosen.name}</legend>
      {fabrics.map((fabric) => (
        <label
          key={fabric.id}
          class="fabric"
          title={`${fabric.name}, ${weight(fabric)}, ${fabric.sheet.thickness_mm} mm. ${fabric.source}`}
          data-fabric={fabric.id}
        >
          <input
            type="radio"
            name={group}
            checked={fabric.id === chosen.id}
            onChange={() => void choose(fabric)}
          />
          <span
            class="swatch"
            data-surface={fabric.look.surface}
            style={{ "--colour": fabric.look.colour }}
          />
          <span class="fabric-words">
            <span class="fabric-name">{fabric.name}</span>
            <span class="fabric-facts">{weight(fabric)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Keeps the fabric in this browser under a name, or takes one's own out of it again. */
function Keep({ app, fabric }: { app: App; fabric: Fabric }) {
  const id = useId();
  const name = useSignal("");
  const own = app.ownFabrics.all.value.find((each) => each.id === fabric.id);
  const attempt = (action: () => void) => {
    try {
      action();
    } catch (error) {
      app.issues.value = { title: "The browser did not keep the fabric", issues: [notKept(error)] };
    }
  };
  const keep = () => {
    const tables = app.engine.tables.peek();
    if (!tables) return;
    attempt(() => {
      const kept = app.ownFabrics.keep(fabric, name.peek().trim() || `My ${fabric.name}`, tables);
      put(app, fabric.id, kept, `keeping ${kept.name}`);
      name.value = "";
    });
  };
  return (
    <div class="keep">
      <label for={id} class="unseen">
        Name of my own fabric
      </label>
      <input
        id={id}
        class="text-field"
        type="text"
        placeholder={`My ${fabric.name}`}
        value={name.value}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") keep();
        }}
      />
      <button type="button" class="text-button small" onClick={keep}>
        Keep as my own
      </button>
      {own && (
        <button
          type="button"
          class="text-button small"
          onClick={() => attempt(() => app.ownFabrics.forget(own.id))}
        >
          Forget {own.name}
        </button>
      )}
    </div>
  );
}

function put(app: App, id: string, fabric: Fabric, label: string): void {
  const document = app.store.peek("document");
  if (document) app.store.set("document", replaceFabric(document, id, fabric), label);
}

function notKept(error: unknown): Issue {
  return {
    code: "fabric.not-kept",
    place: "",
    value: "",
    problem: `The browser refused: ${error instanceof Error ? error.message : String(error)}`,
    cure: "Share the fabric by link, or save the document as a file: both hold it.",
  };
}

/** Whether two fabrics have the same values everywhere. */
function alike(a: Fabric, b: Fabric): boolean {
  const [left, right] = [flatten(a), flatten(b)];
  return (
    left.size === right.size &&
    [...left].every(([path, value]) => JSON.stringify(right.get(path)) === JSON.stringify(value))
  );
}

const weight = ({ sheet }: Fabric): string => `${sheet.weight_g_per_m2} g/m²`;
