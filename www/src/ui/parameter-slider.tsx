import { useSignal } from "@preact/signals";
import { useId, useMemo, useRef } from "preact/hooks";
import type { App } from "../app";
import type { Gesture } from "../document/history";
import type { Document, Parameter } from "../engine/types";
import { NumberInput, Refusal } from "./number-field";
import { read, Scale, SLIDER_POSITIONS, show, shownUnit, title } from "./scale";

interface Props {
  app: App;
  parameter: Parameter;
  value: number;
  edit: (document: Document, value: number) => Document;
}

/** A number of the document: a slider over its usual range, a field over all it may be, and what it does. */
export function ParameterSlider({ app, parameter, value, edit }: Props) {
  const id = useId();
  const scale = useMemo(() => new Scale(parameter), [parameter]);
  const gesture = useRef<Gesture | null>(null);
  const explained = useSignal(false);
  const refusal = useSignal("");
  const name = title(parameter);

  const set = (next: number) => {
    const document = app.store.peek("document");
    if (document && next !== value) app.store.set("document", edit(document, next), name.toLowerCase());
  };
  const slide = (position: number) => {
    gesture.current ??= app.history.mark(name.toLowerCase());
    set(scale.value(position));
  };
  const end = (how: "commit" | "bail") => {
    gesture.current?.[how]();
    gesture.current = null;
  };

  return (
    <div class="parameter" data-parameter={parameter.id}>
      <div class="parameter-head">
        <label for={id} title={parameter.help}>
          {name}
        </label>
        <button
          type="button"
          class="hint"
          aria-expanded={explained.value}
          aria-label={`What ${name.toLowerCase()} does`}
          onClick={() => {
            explained.value = !explained.value;
          }}
        >
          ?
        </button>
        <NumberInput
          label={`${name}, ${shownUnit(parameter.unit) || "number"}`}
          shown={show(value)}
          unit={shownUnit(parameter.unit)}
          read={(text) => read(text, parameter)}
          {...{ set, refusal }}
        />
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={SLIDER_POSITIONS}
        value={scale.position(value)}
        aria-valuetext={`${show(value)} ${shownUnit(parameter.unit)}`}
        style={{ "--part": scale.position(value) / SLIDER_POSITIONS }}
        onInput={(event) => slide(event.currentTarget.valueAsNumber)}
        onChange={() => end("commit")}
        onKeyDown={(event) => {
          if (event.key === "Escape") end("bail");
        }}
      />
      <Refusal refusal={refusal} />
      {explained.value && (
        <p class="help">
          {parameter.help.trim()}{" "}
          <span class="source">
            Default {show(parameter.default)}: {parameter.source}.
          </span>
        </p>
      )}
    </div>
  );
}
