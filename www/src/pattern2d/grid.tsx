import type { Desk } from "../tools/desk";

/** Paper with a fine grid; every fifth line is a little stronger. */
export function Grid({ desk }: { desk: Desk }) {
  const [width, height] = desk.view.size.value;
  const scale = desk.view.scale.value;
  const [ox, oy] = desk.view.toScreen([0, 0]);
  // The unit decides what a round number is.
  desk.app.store.get("unit");
  const step = desk.gridMm() * scale;
  const major = step * (desk.app.store.get("unit") === "in" ? 4 : 5);
  const lines = (id: string, size: number) => (
    <pattern id={id} width={size} height={size} x={ox} y={oy} patternUnits="userSpaceOnUse">
      <path d={`M0 0H${size}M0 0V${size}`} class={id} />
    </pattern>
  );
  return (
    <g>
      <defs>
        {lines("grid-minor", step)}
        {lines("grid-major", major)}
      </defs>
      {step >= 7 && <rect width={width} height={height} fill="url(#grid-minor)" />}
      <rect width={width} height={height} fill="url(#grid-major)" />
    </g>
  );
}
