import { type Signal, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { Entry } from "./scale";

interface InputProps {
  /** As it stands now, as text. */
  shown: string;
  unit: string;
  /** What was typed, or why it cannot be. */
  read(text: string): Entry;
  set(value: number): void;
}

interface Told {
  /** Where the refusal is said. */
  refusal: Signal<string>;
  id?: string;
  label?: string;
  /** Name of a setting, for tests and scripts. */
  setting?: string | undefined;
}

/** A number to type, with its unit. What cannot be is refused in words and put back, never changed in silence. */
export function NumberInput({ shown, unit, read, set, refusal, id, label, setting }: InputProps & Told) {
  return (
    <span class="entry">
      <input
        id={id}
        type="text"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={refusal.value !== ""}
        data-setting={setting}
        value={shown}
        onInput={() => {
          refusal.value = "";
        }}
        onChange={({ currentTarget: field }) => {
          const entry = read(field.value);
          if ("value" in entry) return set(entry.value);
          refusal.value = entry.refusal;
          field.value = shown;
        }}
      />
      <span class="unit">{unit}</span>
    </span>
  );
}

export function Refusal({ refusal }: { refusal: Signal<string> }) {
  return refusal.value ? (
    <p class="refusal" role="alert">
      {refusal}
    </p>
  ) : null;
}

interface FieldProps extends InputProps {
  name: string;
  help?: string;
  setting?: string;
}

/** A number in a row of a panel. */
export function NumberField({ name, help, setting, ...input }: FieldProps) {
  const id = useId();
  const refusal = useSignal("");
  return (
    <div class="field-row" title={help}>
      <label for={id}>{name}</label>
      <NumberInput {...input} {...{ id, refusal, setting }} />
      <Refusal refusal={refusal} />
    </div>
  );
}
