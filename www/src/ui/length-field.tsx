import { useId } from "preact/hooks";
import type { App } from "../app";
import { NumberField } from "./number-field";
import type { Entry } from "./scale";
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
  const unit = app.store.get("unit");
  const show = (each: number) =>
    kind === "length" ? showLength(each, unit) : String(Number(each.toFixed(kind === "angle" ? 2 : 4)));
  const range = (end: number) => (kind === "length" ? `${show(end)} ${unit}` : String(end));
  const read = (text: string): Entry => {
    const found = kind === "length" ? readLength(text, unit) : readAngle(text);
    if (found === null) return { refusal: "A number, please" };
    return found < least || found > most
      ? { refusal: `From ${range(least)} to ${range(most)}` }
      : { value: found };
  };
  return (
    <NumberField
      name={name}
      shown={show(value)}
      unit={kind === "length" ? unit : kind === "angle" ? "°" : ""}
      read={read}
      set={(next) => {
        if (Math.abs(next - value) > 1e-9) set(next);
      }}
    />
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
