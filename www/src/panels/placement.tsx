import type { App } from "../app";
import { editPanel } from "../document/edits/panels";
import type { Panel, Placement } from "../engine/types";
import { LengthField } from "../ui/length-field";

type Side = "front" | "back" | "left" | "right" | "above";

const SIDES: { side: Side; title: string }[] = [
  { side: "front", title: "In front" },
  { side: "back", title: "Behind" },
  { side: "left", title: "Left side" },
  { side: "right", title: "Right side" },
  { side: "above", title: "Above, flat" },
];

const APART_MM = 60;

/** Where the flat panel stands before it is sewn: beside what it is to clothe, or by numbers. */
export function PlacementFields({ app, panel }: { app: App; panel: Panel }) {
  const { placement } = panel;
  const put = (next: Placement) =>
    app.store.set(
      "document",
      editPanel(app.desk.document, panel.id, (each) => ({ ...each, placement: next })),
      "placing a panel",
    );
  const numbers = placement.kind === "free" ? placement.translation_mm : placement.offset_mm;
  const turns = placement.kind === "free" ? placement.rotation_deg : null;
  return (
    <section class="panel">
      <h2>In space</h2>
      <p class="help">Where it stands before it is sewn. Start again (Shift R) to see it there.</p>
      <div class="word-buttons">
        {SIDES.map(({ side, title }) => (
          <button
            key={side}
            type="button"
            class="text-button small"
            data-place={side}
            onClick={() => put(beside(app, side))}
          >
            {title}
          </button>
        ))}
      </div>
      {["To the left", "Up", "To the front"].map((name, axis) => (
        <LengthField
          key={name}
          app={app}
          name={name}
          value={numbers[axis] ?? 0}
          set={(value) => {
            const moved = numbers.map((each, k) => (k === axis ? value : each)) as [number, number, number];
            put(
              placement.kind === "free"
                ? { ...placement, translation_mm: moved }
                : { ...placement, offset_mm: moved },
            );
          }}
        />
      ))}
      {turns && placement.kind === "free"
        ? ["Tilt", "Turn", "Roll"].map((name, axis) => (
            <LengthField
              key={name}
              app={app}
              name={name}
              kind="angle"
              least={-3600}
              most={3600}
              value={turns[axis] ?? 0}
              set={(value) =>
                put({
                  ...placement,
                  rotation_deg: turns.map((each, k) => (k === axis ? value : each)) as [
                    number,
                    number,
                    number,
                  ],
                })
              }
            />
          ))
        : null}
    </section>
  );
}

/** Upright beside the bodies, its right side outwards. */
export function beside(app: App, side: Side): Placement {
  const [min, max] = extent(app);
  const middle = min.map((low, k) => Math.round((low + (max[k] ?? low)) / 2)) as [number, number, number];
  const [x, y, z] = middle;
  const free = (
    translation_mm: [number, number, number],
    rotation_deg: [number, number, number],
  ): Placement => ({
    kind: "free",
    translation_mm,
    rotation_deg,
  });
  switch (side) {
    case "front":
      return free([x, y, Math.round(max[2] + APART_MM)], [0, 0, 0]);
    case "back":
      return free([x, y, Math.round(min[2] - APART_MM)], [0, 180, 0]);
    case "left":
      return free([Math.round(max[0] + APART_MM), y, z], [0, 90, 0]);
    case "right":
      return free([Math.round(min[0] - APART_MM), y, z], [0, -90, 0]);
    case "above":
      return free([x, Math.round(max[1] + APART_MM), z], [-90, 0, 0]);
  }
}

/** The box around all bodies, mm; without any, a place at working height. */
function extent(app: App): [[number, number, number], [number, number, number]] {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of app.engine.scene.peek()?.bodies ?? [])
    positions.forEach((value, k) => {
      const axis = (k % 3) as 0 | 1 | 2;
      min[axis] = Math.min(min[axis], value * 1000);
      max[axis] = Math.max(max[axis], value * 1000);
    });
  return Number.isFinite(min[0])
    ? [min, max]
    : [
        [-1, 999, -1],
        [1, 1001, 1],
      ];
}
