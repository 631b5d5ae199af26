import type { App } from "../app";
import { findPanel } from "../document/edits/panels";
import { type Facing, type HeldAt, type PleatShape, pleatShape, reshapePleat } from "../document/edits/pleat";
import { ChoiceField, LengthField } from "../ui/length-field";

const FACINGS: { value: Facing; title: string }[] = [
  { value: "right", title: "Right" },
  { value: "left", title: "Left" },
];
const HELD: { value: HeldAt; title: string }[] = [
  { value: "start", title: "At its beginning" },
  { value: "both", title: "At both ends" },
  { value: "none", title: "Nowhere" },
];

/** The numbers of a pleat, above those of the fold of it that is selected. */
export function PleatFields({ app, panel: owner, stem }: { app: App; panel: string; stem: string }) {
  const document = app.store.get("document");
  const panel = document && findPanel(document, owner);
  if (!document || !panel) return null;
  const shape = pleatShape(document, panel, stem);
  const set = (label: string, change: Partial<PleatShape>) =>
    app.store.set("document", reshapePleat(app.desk.document, owner, stem, { ...shape, ...change }), label);
  return (
    <section class="panel" data-inspector="pleat">
      <h2>Pleat</h2>
      <LengthField
        app={app}
        name="Depth"
        least={1}
        most={1000}
        value={shape.depth_mm}
        set={(depth_mm) => set("depth of a pleat", { depth_mm })}
      />
      <ChoiceField
        name="Faces"
        value={shape.facing}
        options={FACINGS}
        set={(facing) => set("turning a pleat", { facing })}
      />
      <ChoiceField
        name="Sewn shut"
        value={shape.held}
        options={HELD}
        set={(held) => set("sewing a pleat", { held })}
      />
      <p class="help">It takes {app.desk.length(2 * shape.depth_mm)} of cloth. Delete removes it whole.</p>
    </section>
  );
}
