import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { ExperimentInfo } from "../engine/types";
import { ChoiceField } from "../ui/length-field";
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
  const field = useId();
  const refusal = useSignal("");
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
  const shown = value ?? show(parameter.default);
  return (
    <div class="field-row" title={parameter.help}>
      <label for={field}>{title(parameter)}</label>
      <span class="entry">
        <input
          id={field}
          type="text"
          inputMode="decimal"
          value={shown}
          aria-invalid={refusal.value !== ""}
          data-setting={id}
          onInput={() => {
            refusal.value = "";
          }}
          onChange={(event) => {
            const entry = read(event.currentTarget.value, parameter);
            if ("value" in entry) return set(String(entry.value));
            refusal.value = entry.refusal;
            event.currentTarget.value = shown;
          }}
        />
        <span class="unit">{shownUnit(parameter.unit)}</span>
      </span>
      {refusal.value && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

const spoken = (word: string): string => ({ true: "yes", false: "no" })[word] ?? word;
