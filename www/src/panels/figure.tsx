import { useSignal } from "@preact/signals";
import type { App } from "../app";
import { mannequinOf, setFigure, setStance } from "../document/edits/figure";
import { openReading } from "../document/open";
import type { Document, Parameter } from "../engine/types";
import { ChoiceField } from "../ui/length-field";
import { NumberInput, Refusal } from "../ui/number-field";
import { read, show, shownUnit, title } from "../ui/scale";
import { OwnBodyButton } from "./own-body";

/** Who wears the garment: size and measurements, pose and motion. A garment made to measure is drafted again for every change. */
export function FigurePanel({ app }: { app: App }) {
  const drafting = useSignal(false);
  const document = app.store.get("document");
  const tables = app.engine.tables.value;
  const mannequin = document && mannequinOf(document);
  if (!document || !tables || !mannequin) return null;
  const numbers = mannequin.shape.parameters;
  const figure = tables.figures[numbers.size ?? 2];
  const misses = app.engine.scene.value?.bodies.find((body) => body.id === mannequin.id)?.misses ?? [];

  const fitAgain = async (next: Document, label: string) => {
    if (!next.made_to_measure) return app.store.set("document", next, label);
    drafting.value = true;
    const reading = await app.engine.redraft(JSON.stringify(next));
    drafting.value = false;
    openReading(app, reading, { label, failed: "The garment could not be drafted for this figure" });
  };
  const options = (names: readonly { title: string }[], first = 0) =>
    names.map((each, k) => ({ value: String(k + first), title: each.title }));
  const stance = (change: Parameters<typeof setStance>[1], label: string) =>
    app.store.set("document", setStance(document, change, app.engine.status.peek()?.simulatedS ?? 0), label);

  return (
    <section class="panel" data-inspector="figure" aria-busy={drafting.value}>
      <h2>Mannequin</h2>
      <ChoiceField
        name="Size"
        value={String(numbers.size ?? 2)}
        options={options(tables.figures)}
        set={(size) => {
          const own = Object.fromEntries(tables.measurements.map(({ id }) => [id, null]));
          void fitAgain(setFigure(document, { ...own, size: Number(size) }), "another size");
        }}
      />
      <ChoiceField
        name="Pose"
        value={String(numbers.pose ?? 0)}
        options={options(tables.poses)}
        set={(pose) => stance({ pose: Number(pose) }, "another pose")}
      />
      <ChoiceField
        name="Motion"
        value={String(numbers.motion ?? 0)}
        options={[{ value: "0", title: "Stands still" }, ...options(tables.paces, 1)]}
        set={(motion) => stance({ motion: Number(motion) }, "another motion")}
      />
      <details class="figure-measurements">
        <summary>Measurements</summary>
        {tables.measurements.map((parameter) => (
          <Measurement
            key={parameter.id}
            parameter={parameter}
            value={numbers[parameter.id] || (figure?.measurements[parameter.id] ?? parameter.default)}
            own={Boolean(numbers[parameter.id])}
            reached={misses.find((miss) => miss.measurement === parameter.id)?.reached_cm}
            set={(value) =>
              void fitAgain(setFigure(document, { [parameter.id]: value }), title(parameter).toLowerCase())
            }
          />
        ))}
      </details>
      <OwnBodyButton app={app} />
    </section>
  );
}

interface MeasurementProps {
  parameter: Parameter;
  value: number;
  /** Whether it is another than that of the size. */
  own: boolean;
  /** What the body measures, where it is not what was asked for. */
  reached: number | undefined;
  set(value: number | null): void;
}

function Measurement({ parameter, value, own, reached, set }: MeasurementProps) {
  const refusal = useSignal("");
  const name = title(parameter);
  return (
    <div class="parameter" data-parameter={parameter.id}>
      <div class="parameter-head">
        <span title={parameter.help}>{name}</span>
        {own && (
          <button type="button" class="text-button small" onClick={() => set(null)}>
            as the size
          </button>
        )}
        <NumberInput
          label={`${name}, ${shownUnit(parameter.unit)}`}
          shown={show(value)}
          unit={shownUnit(parameter.unit)}
          // An empty field is the size's own, which documents write as 0.
          read={(text) => (text.trim() === "" ? { value: 0 } : read(text, parameter))}
          set={(next) => set(next || null)}
          refusal={refusal}
        />
      </div>
      {reached !== undefined && (
        <p class="help">
          The body reaches {show(reached)} {shownUnit(parameter.unit)}.
        </p>
      )}
      <Refusal refusal={refusal} />
    </div>
  );
}
