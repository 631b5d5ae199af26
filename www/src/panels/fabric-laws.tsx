import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { App } from "../app";
import { type LawField, otherThread, setLaw, setLawNumber } from "../document/edits/curves";
import { editFabric } from "../document/edits/settings";
import type { Fabric, Laws, Parameter, RowInfo } from "../engine/types";
import { ParameterSlider } from "../ui/parameter-slider";
import { RowChoice } from "../ui/row-choice";
import { LawIssues } from "./law-issues";
import { isOf, LawPlot } from "./law-plot";

/** The fields of a fabric that choose a law, with the table each chooses from. */
const LAWS = [
  ["membrane", "Stretch and shear", "membrane"],
  ["bending", "Bending", "bending"],
  ["internal_friction", "Friction of its yarns", "internal_friction"],
  ["viscosity", "Viscosity", "viscosity"],
  ["friction", "Friction on bodies", "friction"],
  ["self_friction", "Friction on itself", "friction"],
] as const;

/** Everything that decides how a fabric behaves: its weight, and each law with its curves and numbers. */
export function FabricLaws({ app, fabric }: { app: App; fabric: Fabric }) {
  const tables = app.engine.tables.value;
  const shown = app.laws.of(fabric.id).value;
  const open = useSignal<ReadonlySet<string>>(new Set());
  const linked = useSignal(false);
  useEffect(() => {
    if (open.value.size > 0) app.laws.show(fabric);
  }, [fabric, open.value.size > 0]);
  if (!tables) return null;
  const toggle = (law: string, on: boolean) => {
    const next = new Set(open.peek());
    if (on) next.add(law);
    else next.delete(law);
    open.value = next;
  };
  return (
    <div class="fabric-laws" aria-busy={open.value.size > 0 && shown?.fabric !== fabric}>
      <details class="law" data-law="sheet">
        <summary>
          <span>Weight, thickness and strength</span>
        </summary>
        <Numbers
          app={app}
          fabric={fabric}
          parameters={tables.sheet}
          value={(id) => fabric.sheet[id as keyof Fabric["sheet"]]}
          set={(each, id, value) => ({ ...each, sheet: { ...each.sheet, [id]: value } })}
        />
      </details>
      {LAWS.map(([law, title, table]) => {
        const rows = tables[table];
        const row = rows.find((each) => each.id === fabric[law].kind);
        if (!row) return null;
        return (
          <details
            key={law}
            class="law"
            data-law={law}
            onToggle={(event) => toggle(law, event.currentTarget.open)}
          >
            <summary>
              <span>{title}</span>
              <span class="law-kind">{row.title}</span>
            </summary>
            {open.value.has(law) && (
              <Law
                {...{ app, fabric, law, rows, row, linked: linked.value }}
                laws={shown?.laws ?? null}
                link={(on) => {
                  linked.value = on;
                }}
              />
            )}
          </details>
        );
      })}
    </div>
  );
}

interface LawProps {
  app: App;
  fabric: Fabric;
  law: LawField;
  rows: RowInfo[];
  row: RowInfo;
  laws: Laws | null;
  linked: boolean;
  link(on: boolean): void;
}

function Law({ app, fabric, law, rows, row, laws, linked, link }: LawProps) {
  const plots = laws?.plots.filter((plot) => plot.law === law) ?? [];
  const own = (laws?.issues ?? []).filter(({ place }) => place === law || place.startsWith(`${law}.`));
  const written = plots.find((plot) => plot.as_curves)?.as_curves ?? null;
  const threads = [...row.parameters, ...row.curves].some(({ id }) => otherThread(id) !== null);
  const choose = (kind: string): Fabric => {
    // Numbers and curves that both laws know mean the same in both; the others take their defaults.
    const known = rows.find((each) => each.id === kind);
    const kept = Object.entries(fabric[law].parameters).filter(([id]) =>
      known?.parameters.some((parameter) => parameter.id === id),
    );
    const curves = Object.entries(fabric[law].curves ?? {}).filter(([id]) =>
      known?.curves.some((curve) => curve.id === id),
    );
    const choice = { kind, parameters: Object.fromEntries(kept) };
    return setLaw(
      fabric,
      law,
      curves.length > 0 ? { ...choice, curves: Object.fromEntries(curves) } : choice,
    );
  };
  return (
    <>
      <RowChoice
        {...{ app, rows }}
        name="Law"
        kind={row.id}
        edit={(document, kind) => editFabric(document, fabric.id, () => choose(kind))}
      />
      {laws === null &&
        (app.laws.trouble.value ? (
          <LawIssues issues={[app.laws.trouble.value]} />
        ) : (
          <p class="help" role="status">
            Drawing its curves…
          </p>
        ))}
      {plots.map((plot) => (
        <LawPlot key={plot.id} {...{ app, fabric, plot, linked }} curves={row.curves} issues={own} />
      ))}
      {plots.some((plot) => plot.traces.some((trace) => trace.knots.length > 0)) && (
        <p class="help">
          Drag the knots, or move them with arrow keys; the small handle beside a chosen knot is its slope. A
          double click on a curve or the + key makes a new knot, Delete removes one.
        </p>
      )}
      <LawIssues issues={own.filter((issue) => !plots.some((plot) => isOf(issue, plot)))} />
      {written && (
        <button
          type="button"
          class="text-button small"
          onClick={() => {
            const document = app.store.peek("document");
            if (document)
              app.store.set(
                "document",
                editFabric(document, fabric.id, (each) => setLaw(each, law, written)),
                "writing the law as curves",
              );
          }}
        >
          Edit as curves
        </button>
      )}
      {threads && (
        <label class="check">
          <input type="checkbox" checked={linked} onChange={(event) => link(event.currentTarget.checked)} />
          <span>Change weft and warp together</span>
        </label>
      )}
      <Numbers
        app={app}
        fabric={fabric}
        parameters={row.parameters}
        value={(id) => fabric[law].parameters[id]}
        set={(each, id, value) => setLawNumber(each, law, id, value, linked)}
      />
    </>
  );
}

interface NumbersProps {
  app: App;
  fabric: Fabric;
  parameters: readonly Parameter[];
  value(id: string): number | undefined;
  set(fabric: Fabric, id: string, value: number): Fabric;
}

/** A slider for each number of a table. */
export function Numbers({ app, fabric, parameters, value, set }: NumbersProps) {
  return (
    <>
      {parameters.map((parameter) => (
        <ParameterSlider
          key={parameter.id}
          {...{ app, parameter }}
          value={value(parameter.id) ?? parameter.default}
          edit={(document, next) => editFabric(document, fabric.id, (each) => set(each, parameter.id, next))}
        />
      ))}
    </>
  );
}
