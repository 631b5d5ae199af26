import type { App } from "../app";

const SPEEDS = [
  { value: 0.25, title: "¼ speed" },
  { value: 0.5, title: "½ speed" },
  { value: 1, title: "real time" },
  { value: 2, title: "twice" },
  { value: 0, title: "fastest" },
];

/** How fast simulated time may go; a heavy garment may well be slower than this. */
export function SpeedChoice({ app }: { app: App }) {
  return (
    <select
      class="speed"
      aria-label="Speed"
      title="Speed: simulated time per time, at most"
      value={String(app.store.get("speed"))}
      onChange={(event) => app.store.set("speed", Number(event.currentTarget.value))}
    >
      {SPEEDS.map(({ value, title }) => (
        <option key={value} value={String(value)}>
          {title}
        </option>
      ))}
    </select>
  );
}
