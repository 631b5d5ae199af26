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
  freeze: (
    <path d="M12 3.500v17M4.600 7.800l14.800 8.400M19.400 7.800 4.600 16.200M9.600 4.600 12 6.800l2.400-2.200M9.600 19.400 12 17.200l2.400 2.200" />
  ),
  hide: (
    <>
      <path d="M4 12c2-4 5-6 8-6s6 2 8 6c-2 4-5 6-8 6s-6-2-8-6zM4.500 4.500l15 15" />
    </>
  ),
  show: (
    <>
      <path d="M4 12c2-4 5-6 8-6s6 2 8 6c-2 4-5 6-8 6s-6-2-8-6z" />
      <circle cx="12" cy="12" r="2.600" />
    </>
  ),
  hand: (
    <>
      <path d="M8 12V6.200a1.400 1.400 0 0 1 2.800 0V11V4.900a1.400 1.400 0 0 1 2.800 0V11V6.200a1.400 1.400 0 0 1 2.800 0V13c0 4.200-2 6.800-5.200 6.800-2.800 0-4-1.400-6.400-5.800-.8-1.500 1.100-2.700 2.200-1.300z" />
    </>
  ),
  rip: (
    <>
      <path d="M4 4.5h7l-1 4 2 3-2 3.500 1 4.500H4zM20 4.5h-5l-1 4 2 3-2 3.500 1 4.500h5z" />
    </>
  ),
  scissors: (
    <>
      <circle cx="6.500" cy="6.500" r="2.500" />
      <circle cx="6.500" cy="17.500" r="2.500" />
      <path d="M8.700 7.900 20 17M8.700 16.100 20 7" />
    </>
  ),
  probe: (
    <>
      <circle cx="10.500" cy="10.500" r="6" />
      <path d="M10.500 7.800v5.400M7.800 10.500h5.400M15 15l5 5" />
    </>
  ),
  tape: (
    <>
      <path d="m3.800 15.500 11.700-11.700 4.700 4.700L8.500 20.200z" />
      <path d="m6.900 12.400 2 2M10 9.300l2.700 2.700M13.100 6.200l2 2" />
    </>
  ),
  girth: (
    <>
      <path d="M8.500 4c1 3 .3 5-.5 8s-.6 5 .3 8M15.500 4c-1 3-.3 5 .5 8s.6 5-.3 8" opacity="0.5" />
      <ellipse cx="12" cy="12" rx="8" ry="2.600" />
    </>
  ),
  seamLength: (
    <>
      <path d="M5 5v14M19 5v14" opacity="0.5" />
      <path d="M12 5v14" stroke-dasharray="3 2.200" />
      <path d="m9.800 7.200 2.200-2.400 2.200 2.400M9.800 16.800l2.200 2.400 2.200-2.400" />
    </>
  ),
  map: (
    <>
      <path d="M4.500 6h15v12h-15z" />
      <path d="M8.200 6v12M12 6v12M15.800 6v12" opacity="0.55" />
      <path d="M15.800 6h3.700v12h-3.700z" fill="currentColor" stroke="none" opacity="0.6" />
      <path d="M12 6h3.800v12H12z" fill="currentColor" stroke="none" opacity="0.3" />
    </>
  ),
  compare: (
    <>
      <path d="M12 3.500v17" />
      <path d="M9 6.500H4.500v11H9" opacity="0.55" />
      <path d="M15 6.500h4.500v11H15" />
    </>
  ),
  help: (
    <>
      <path d="M8.8 9.2a3.3 3.3 0 1 1 4.8 3c-1.1.6-1.6 1.2-1.6 2.4" />
      <path d="M12 18.2v.1" stroke-width="2.2" />
    </>
  ),
  tour: (
    <>
      <path d="M5 19c2.5-6 6.5 0 9-6" stroke-dasharray="2.6 2.4" />
      <path d="M15.2 11.6 19.6 4.4l-7 4.6z" />
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
