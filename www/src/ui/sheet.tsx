import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";

interface Props {
  /** What it is called in style sheets, and in the id of its title. */
  name: string;
  title: string;
  shown: Signal<boolean>;
  children: ComponentChildren;
}

/** A dialog over the page, with a title and a button that closes it. */
export function Sheet({ name, title, shown, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = shown.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const close = () => {
    shown.value = false;
  };
  return (
    <dialog ref={dialog} class={`sheet ${name}`} aria-labelledby={`${name}-title`} onClose={close}>
      <header>
        <h2 id={`${name}-title`}>{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}
