import type { ExperimentInfo } from "../engine/types";
import { ChoiceField } from "../ui/length-field";
import { NumberField } from "../ui/number-field";
import { read, show, shownUnit, title } from "../ui/scale";

interface Props {
  experiment: ExperimentInfo;
  id: string;
  /** As the command line takes it; undefined for the experiment's default. */
  value: string | undefined;
  set(value: string): void;
}

/** One setting of an experiment, a word or a number, from the laboratory's table. */
export function SettingField({ experiment, id, value, set }: Props) {
  const choice = experiment.choices.find((each) => each.id === id);
  if (choice)
    return (
      <div title={choice.help}>
        <ChoiceField
          name={title({ id, unit: "1" })}
          value={value ?? choice.default}
          options={choice.words.map((word) => ({ value: word, title: spoken(word) }))}
          set={set}
        />
      </div>
    );
  const parameter = experiment.parameters.find((each) => each.id === id);
  if (!parameter) return null;
  return (
    <NumberField
      name={title(parameter)}
      help={parameter.help}
      setting={id}
      shown={value ?? show(parameter.default)}
      unit={shownUnit(parameter.unit)}
      read={(text) => read(text, parameter)}
      set={(next) => set(String(next))}
    />
  );
}

const spoken = (word: string): string => ({ true: "yes", false: "no" })[word] ?? word;
