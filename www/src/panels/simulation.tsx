import type { App } from "../app";
import { setIntegrator, setMesh, setSimulation } from "../document/edits/settings";
import type { Document, Parameter } from "../engine/types";
import { ParameterSlider } from "../ui/parameter-slider";
import { RowChoice } from "../ui/row-choice";

/** How finely the cloth is divided and how time advances: sliders made from the engine's own tables. */
export function SimulationPanel({ app }: { app: App }) {
  const document = app.store.get("document");
  const tables = app.engine.tables.value;
  if (!document || !tables) return null;
  return (
    <>
      <section class="panel">
        <h2>Mesh</h2>
        {tables.mesh.map((parameter) => (
          <ParameterSlider
            key={parameter.id}
            app={app}
            parameter={parameter}
            value={numberOf(document.panels[0]?.mesh, parameter)}
            edit={(before: Document, value) => setMesh(before, parameter.id, value)}
          />
        ))}
      </section>
      <section class="panel">
        <h2>Simulation</h2>
        <RowChoice
          app={app}
          name="Time stepping"
          rows={tables.integrators}
          kind={document.integrator.kind}
          edit={setIntegrator}
        />
        {tables.simulation.map((parameter) => (
          <ParameterSlider
            key={parameter.id}
            app={app}
            parameter={parameter}
            value={numberOf(document.simulation, parameter)}
            edit={(before: Document, value) => setSimulation(before, parameter.id, value)}
          />
        ))}
      </section>
    </>
  );
}

/** The value of a parameter among a document's numbers; the engine has filled in those the file left out. */
function numberOf(values: object | undefined, { id, default: fallback }: Parameter): number {
  return (values as Record<string, number> | undefined)?.[id] ?? fallback;
}
