import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app";
import { encodeFabric } from "../share/fabric";
import { encodeProject } from "../share/project";
import { Sheet } from "./sheet";

/** Some programs cut longer addresses off; the file is then the better way. */
const LONG = 8000;

/** Links to the whole garment and to its fabrics. They hold everything themselves; nothing is kept anywhere else. */
export function ShareDialog({ app }: { app: App }) {
  const garment = useSignal("");
  const shown = app.shareShown.value;
  const document = app.store.get("document");
  const tables = app.engine.tables.value;
  useEffect(() => {
    if (!shown) return;
    const now = app.store.peek("document");
    if (now)
      void encodeProject(now).then((text) => {
        garment.value = address(`g=${text}`);
      });
  }, [shown]);
  return (
    <Sheet name="share" title="Share by link" shown={app.shareShown}>
      {shown && document && tables && (
        <>
          <p class="help">
            The link holds the garment itself. It is sent to nobody but those you give it to, and no server
            sees what is in it.
          </p>
          <LinkField name={`Garment “${document.name}”`} link={garment.value} />
          {document.fabrics.map((fabric) => (
            <LinkField
              key={fabric.id}
              name={`Fabric ${fabric.name}`}
              link={address(`f=${encodeFabric(fabric, tables)}`)}
            />
          ))}
        </>
      )}
    </Sheet>
  );
}

const address = (hash: string): string => `${location.origin}${location.pathname}#${hash}`;

function LinkField({ name, link }: { name: string; link: string }) {
  const copied = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      copied.value = true;
    } catch {
      // Not every page may write to the clipboard; the text is selected, so that keys can copy it.
    }
  };
  return (
    <div class="link-field">
      <label>
        <span>
          {name} <span class="help">{link.length} characters</span>
        </span>
        <input
          ref={field}
          type="text"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button type="button" class="text-button" onClick={() => void copy()}>
        {copied.value ? "Copied" : "Copy"}
      </button>
      {link.length > LONG && (
        <p class="refusal">This is long for a link: some programs cut it off. Save a file instead.</p>
      )}
    </div>
  );
}
