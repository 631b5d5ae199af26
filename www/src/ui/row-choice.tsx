import { useId } from "preact/hooks";
import type { App } from "../app";
import type { Document, RowInfo } from "../engine/types";

interface Props {
  app: App;
  name: string;
  rows: RowInfo[];
  kind: string;
  edit: (document: Document, kind: string) => Document;
}

/** One of the rows of an engine's table, with what the chosen one is for. */
export function RowChoice({ app, name, rows, kind, edit }: Props) {
  const id = useId();
  const choose = (next: string) => {
    const document = app.store.peek("document");
    if (document && next !== kind) app.store.set("document", edit(document, next), name.toLowerCase());
  };
  return (
    <div class="parameter" data-choice={name.toLowerCase()}>
      <div class="parameter-head">
        <label for={id}>{name}</label>
        <select
          id={id}
          class="row-choice"
          value={kind}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {rows.map((row) => (
            <option key={row.id} value={row.id}>
              {row.title}
            </option>
          ))}
        </select>
      </div>
      <p class="help">{rows.find((row) => row.id === kind)?.help}</p>
    </div>
  );
}
