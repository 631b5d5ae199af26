import { toolShapes } from "./tool-icons";

/** Line icons on a 24-unit square, drawn with the text's colour. */
const shapes = {
  hanger: (
    <>
      <path d="M10 7a2 2 0 1 1 2.6 1.9c-.4.1-.6.5-.6.9v.9" />
      <path d="m12 10.7 8 5.6c.9.6.5 2.1-.6 2.1H4.6c-1.1 0-1.5-1.5-.6-2.1z" />
    </>
  ),
  play: (
    <path
      d="M8 5.2v13.6a.6.6 0 0 0 .9.5l11-6.8a.6.6 0 0 0 0-1l-11-6.8a.6.6 0 0 0-.9.5z"
      fill="currentColor"
    />
  ),
  pause: (
    <g fill="currentColor" stroke="none">
      <rect x="6.5" y="5" width="4" height="14" rx="1" />
      <rect x="13.5" y="5" width="4" height="14" rx="1" />
    </g>
  ),
  step: (
    <>
      <path d="M7 6v12l9-6z" fill="currentColor" />
      <path d="M18.5 6v12" />
    </>
  ),
  reset: (
    <>
      <path d="M5 12a7 7 0 1 0 2.4-5.3" />
      <path d="M4.6 4.4v4.2h4.2" />
    </>
  ),
  tear: (
    <>
      <path d="M5 4v16M9 4v6l-1.6 2.4 2 2L9 20M19 4v16M15 4v5l1.6 2.2-2 2.3.4 6.5" />
      <path d="M3 8h6M15 8h6M3 16h6M15 16h6" />
    </>
  ),
  undo: (
    <>
      <path d="M8.5 5 4.5 9l4 4" />
      <path d="M4.5 9h9.2a5 5 0 0 1 0 10H9" />
    </>
  ),
  redo: (
    <>
      <path d="m15.5 5 4 4-4 4" />
      <path d="M19.5 9h-9.2a5 5 0 0 0 0 10H15" />
    </>
  ),
  new: (
    <>
      <path d="M6 3.8h8l4.5 4.5v11.9H6z" />
      <path d="M12.2 10.5v6M9.2 13.5h6" />
    </>
  ),
  open: (
    <>
      <path d="M3.8 18.5V6h5.4l2 2.4h7v2.8" />
      <path d="m3.8 18.5 2.8-7.3h14.2L18 18.5z" />
    </>
  ),
  save: (
    <>
      <path d="M12 4v10.5M7.8 10.6l4.2 4.2 4.2-4.2" />
      <path d="M4.5 16.5v3h15v-3" />
    </>
  ),
  frame: (
    <>
      <path d="M4.5 8.5v-4h4M15.5 4.5h4v4M19.5 15.5v4h-4M8.5 19.5h-4v-4" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  fine: (
    <>
      <path
        d="M12 3.6c.7 4.9 2.6 7.3 7.6 8.4-5 1.1-6.9 3.5-7.6 8.4-.7-4.9-2.6-7.3-7.6-8.4 5-1.1 6.9-3.5 7.6-8.4z"
        fill="currentColor"
        stroke="none"
      />
    </>
  ),
  plain: (
    <>
      <path d="M12 3.6c.7 4.9 2.6 7.3 7.6 8.4-5 1.1-6.9 3.5-7.6 8.4-.7-4.9-2.6-7.3-7.6-8.4 5-1.1 6.9-3.5 7.6-8.4z" />
    </>
  ),
  light: (
    <>
      <circle cx="12" cy="12" r="3.8" />
      <path d="M12 3.5v2M12 18.5v2M3.5 12h2M18.5 12h2M6 6l1.4 1.4M16.6 16.6 18 18M6 18l1.4-1.4M16.6 7.4 18 6" />
    </>
  ),
  dark: <path d="M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z" />,
  help: (
    <>
      <path d="M8.8 9.2a3.3 3.3 0 1 1 4.8 3c-1.1.6-1.6 1.2-1.6 2.4" />
      <path d="M12 18.2v.1" stroke-width="2.2" />
    </>
  ),
  ...toolShapes,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  chevron: <path d="m6 15 6-6 6 6" />,
};

export type IconName = keyof typeof shapes;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  );
}
