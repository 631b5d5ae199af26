import type { App } from "../app";
import { editFabric } from "../document/edits/settings";
import type { Fabric } from "../engine/types";
import { ParameterSlider } from "../ui/parameter-slider";

const LAWS = [
  ["membrane", "Stretch and shear"],
  ["viscosity", "Viscosity"],
  ["internal_friction", "Friction of its yarns"],
  ["bending", "Bending"],
  ["friction", "Friction on bodies"],
] as const;

/** The numbers of one fabric; curves are shown as they are. */
export function FabricNumbers({ app, fabric }: { app: App; fabric: Fabric }) {
  const tables = app.engine.tables.value;
  if (!tables) return null;
  return (
    <details class="fabric-numbers">
      <summary>Change its numbers</summary>
      {tables.sheet.map((parameter) => (
        <ParameterSlider
          key={parameter.id}
          {...{ app, parameter }}
          value={fabric.sheet[parameter.id as keyof Fabric["sheet"]]}
          edit={(before, value) =>
            editFabric(before, fabric.id, (each) => ({
              ...each,
              sheet: { ...each.sheet, [parameter.id]: value },
            }))
          }
        />
      ))}
      {LAWS.map(([law, title]) => {
        const row = tables[law].find((each) => each.id === fabric[law].kind);
        if (!row || row.parameters.length === 0) return null;
        return (
          <div key={law}>
            <h3>
              {title}: {row.title.toLowerCase()}
            </h3>
            {row.parameters.map((parameter) => (
              <ParameterSlider
                key={parameter.id}
                {...{ app, parameter }}
                value={fabric[law].parameters[parameter.id] ?? parameter.default}
                edit={(before, value) =>
                  editFabric(before, fabric.id, (each) => ({
                    ...each,
                    [law]: { ...each[law], parameters: { ...each[law].parameters, [parameter.id]: value } },
                  }))
                }
              />
            ))}
          </div>
        );
      })}
    </details>
  );
}
