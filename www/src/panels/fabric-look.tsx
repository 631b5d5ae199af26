import { useId, useRef } from "preact/hooks";
import type { App } from "../app";
import { editFabric } from "../document/edits/settings";
import type { Gesture } from "../document/history";
import type { Fabric, Look, Print, Surface } from "../engine/types";
import { ChoiceField } from "../ui/length-field";
import { Numbers } from "./fabric-laws";

const SURFACES: readonly { value: Surface; title: string }[] = [
  { value: "plain", title: "Plain weave" },
  { value: "twill", title: "Twill" },
  { value: "satin", title: "Satin" },
  { value: "knit", title: "Jersey" },
  { value: "rib", title: "Rib knit" },
  { value: "felt", title: "Felt" },
  { value: "leather", title: "Leather" },
];

const PRINTS: readonly { value: Print; title: string }[] = [
  { value: "none", title: "None" },
  { value: "stripes", title: "Stripes" },
  { value: "checks", title: "Checks" },
  { value: "dots", title: "Dots" },
];

/** How a fabric is drawn: colours of both sides, weave, print and shine. Nothing here changes how it falls. */
export function FabricLook({ app, fabric }: { app: App; fabric: Fabric }) {
  const { look } = fabric;
  const parameters = app.engine.tables.value?.finish ?? [];
  const set = (change: Partial<Look>, label: string) => {
    const document = app.store.peek("document");
    if (!document) return;
    const changed = editFabric(document, fabric.id, (each) => ({
      ...each,
      look: { ...each.look, ...change },
    }));
    app.store.set("document", changed, label);
  };
  const plainBack = () => {
    const document = app.store.peek("document");
    if (!document) return;
    const changed = editFabric(document, fabric.id, (each) => {
      const { back_colour: _, ...rest } = each.look;
      return { ...each, look: rest };
    });
    app.store.set("document", changed, "the back as the front");
  };
  return (
    <details class="law" data-law="look">
      <summary>
        <span>Look</span>
        <span class="law-kind">{SURFACES.find((each) => each.value === look.surface)?.title}</span>
      </summary>
      <ColourField
        app={app}
        name="Right side"
        value={look.colour}
        set={(colour) => set({ colour }, "colour")}
      />
      <ColourField
        app={app}
        name="Wrong side"
        value={look.back_colour ?? look.colour}
        set={(back_colour) => set({ back_colour }, "colour of the wrong side")}
      />
      {look.back_colour && (
        <button type="button" class="text-button small" onClick={plainBack}>
          Wrong side as the right one
        </button>
      )}
      <ChoiceField
        name="Weave"
        value={look.surface}
        options={SURFACES}
        set={(surface) => set({ surface }, "weave")}
      />
      <ChoiceField
        name="Print"
        value={look.print}
        options={PRINTS}
        set={(print) => set({ print }, "print")}
      />
      {look.print !== "none" && (
        <ColourField
          app={app}
          name="Colour of the print"
          value={look.print_colour}
          set={(print_colour) => set({ print_colour }, "colour of the print")}
        />
      )}
      <Numbers
        app={app}
        fabric={fabric}
        parameters={parameters}
        value={(id) => look.finish[id as keyof Look["finish"]]}
        set={(each, id, value) => ({
          ...each,
          look: { ...each.look, finish: { ...each.look.finish, [id]: value } },
        })}
      />
    </details>
  );
}

interface ColourProps {
  app: App;
  name: string;
  value: string;
  set(colour: string): void;
}

/** A colour, tried out on the cloth while it is chosen and undone as one choice. */
function ColourField({ app, name, value, set }: ColourProps) {
  const id = useId();
  const gesture = useRef<Gesture | null>(null);
  return (
    <div class="field-row">
      <label for={id}>{name}</label>
      <input
        id={id}
        class="colour-field"
        type="color"
        value={value}
        onInput={(event) => {
          gesture.current ??= app.history.mark(name.toLowerCase());
          set(event.currentTarget.value);
        }}
        onChange={() => {
          gesture.current?.commit();
          gesture.current = null;
        }}
      />
    </div>
  );
}
