import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { App } from "../app";
import { readAngle, readLength, showLength } from "./units";

interface Props {
  app: App;
  name: string;
  /** Millimetres or degrees. */
  value: number;
  kind?: "length" | "angle" | "ratio";
  least?: number;
  most?: number;
  set(value: number): void;
}

/** A length or an angle in a row of the inspector, in the user's unit, with comma or point. */
export function LengthField({ app, name, value, kind = "length", least = -1e5, most = 1e5, set }: Props) {
  const id = useId();
  const unit = app.store.get("unit");
  const refusal = useSignal("");
  const shown =
    kind === "length" ? showLength(value, unit) : String(Number(value.toFixed(kind === "angle" ? 2 : 4)));
  const enter = (field: HTMLInputElement) => {
    const read = kind === "length" ? readLength(field.value, unit) : readAngle(field.value);
    if (read === null || read < least || read > most) {
      const range = (mm: number) => (kind === "length" ? `${showLength(mm, unit)} ${unit}` : String(mm));
      refusal.value = read === null ? "A number, please" : `From ${range(least)} to ${range(most)}`;
      field.value = shown;
      return;
    }
    if (Math.abs(read - value) > 1e-9) set(read);
  };
  return (
    <div class="field-row">
      <label for={id}>{name}</label>
      <span class="entry">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          value={shown}
          aria-invalid={refusal.value !== ""}
          onInput={() => {
            refusal.value = "";
          }}
          onChange={(event) => enter(event.currentTarget)}
        />
        <span class="unit">{kind === "length" ? unit : kind === "angle" ? "°" : ""}</span>
      </span>
      {refusal.value && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  value: T;
  options: readonly { value: T; title: string }[];
  set(value: T): void;
}

/** One of a few words, in a row of the inspector. */
export function ChoiceField<T extends string>({ name, value, options, set }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div class="field-row">
      <label for={id}>{name}</label>
      <select
        id={id}
        class="row-choice"
        value={value}
        onChange={(event) => set(event.currentTarget.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </div>
  );
}

export function TextField({ name, value, set }: { name: string; value: string; set(value: string): void }) {
  const id = useId();
  return (
    <div class="field-row">
      <label for={id}>{name}</label>
      <input
        id={id}
        class="text-field"
        type="text"
        value={value}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          if (text) set(text);
          else event.currentTarget.value = value;
        }}
      />
    </div>
  );
}
