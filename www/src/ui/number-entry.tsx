import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import type { Entry } from "../tools/tool";
import { readAngle, readLength } from "./units";

/** Numbers typed instead of pointed at. Typing a digit over the table begins here; Enter does it. */
export function NumberEntry({ app }: { app: App }) {
  const form = useRef<HTMLFormElement>(null);
  const entry = app.desk.entry.value;
  const unit = app.store.get("unit");
  useEffect(() => {
    app.typeNumber.value = (key) => {
      const field = form.current?.querySelector("input");
      if (!field) return false;
      field.focus();
      field.value = key;
      return true;
    };
  }, []);
  if (!entry || entry.fields.length === 0 || app.viewOnly.value) return <form ref={form} hidden />;
  const submit = () => {
    const fields = [...(form.current?.querySelectorAll("input") ?? [])];
    const now = app.desk.entry.peek();
    const values = fields.map((field, k) => valueIn(field.value, now?.fields[k], unit));
    const bad = fields.find((field, k) => field.value.trim() !== "" && values[k] === null);
    for (const field of fields) field.setAttribute("aria-invalid", String(field === bad));
    if (bad) return bad.focus();
    // The newest, which may not have been drawn yet.
    now?.submit(values);
    for (const field of fields) field.value = "";
    fields[0]?.focus();
  };
  return (
    <form
      ref={form}
      class="number-entry"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {entry.fields.map(({ name, kind }, k) => (
        // By place: a digit typed just after another tool was taken up must not lose its field.
        <label key={k}>
          <span>{name}</span>
          <input type="text" inputMode="decimal" autocomplete="off" data-entry={name} />
          <span class="unit">{kind === "length" ? unit : kind === "angle" ? "°" : ""}</span>
        </label>
      ))}
      <button type="submit" class="text-button small">
        Enter
      </button>
    </form>
  );
}

function valueIn(
  text: string,
  field: Entry["fields"][number] | undefined,
  unit: Parameters<typeof readLength>[1],
): number | null {
  if (!field || text.trim() === "") return null;
  return field.kind === "length" ? readLength(text, unit) : readAngle(text);
}
