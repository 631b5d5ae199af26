import type { App } from "../app";
import { arrangedAt, middleOf, place } from "../document/edits/placement";
import type { Lie, Panel, Placement } from "../engine/types";
import { ChoiceField, LengthField } from "../ui/length-field";
import { pointOf } from "../view3d/arrange";

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
    app.store.set("document", place(app.desk.document, panel.id, next), "placing a panel");
  const numbers = placement.kind === "free" ? placement.translation_mm : placement.offset_mm;
  const turns = placement.kind === "free" ? placement.rotation_deg : null;
  return (
    <section class="panel">
      <h2>In space</h2>
      <p class="help">
        Where it stands before it is sewn. Arrange panels (Shift A) to see and move it there.
      </p>
      <PointChoice app={app} panel={panel} put={put} />
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
      {(placement.kind === "free" ? ["To the left", "Up", "To the front"] : ["Across", "Up", "Outwards"]).map(
        (name, axis) => (
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
        ),
      )}
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
      {placement.kind === "arrangement" && (
        <LengthField
          app={app}
          name="Turned"
          kind="angle"
          least={-3600}
          most={3600}
          value={placement.turn_deg}
          set={(turn_deg) => put({ ...placement, turn_deg })}
        />
      )}
    </section>
  );
}

const FREE = "free";

/** The points of the bodies, by name; and how the panel lies at the one it is put on. */
function PointChoice({ app, panel, put }: { app: App; panel: Panel; put(next: Placement): void }) {
  const { placement } = panel;
  const bodies = app.engine.scene.value?.bodies ?? [];
  const points = bodies.flatMap((body) => body.points.map((point) => ({ body: body.id, point })));
  if (points.length === 0) return null;
  const optionOf = (body: string, name: string) => `${body}/${name}`;
  const chosen = placement.kind === "free" ? FREE : optionOf(placement.body, placement.point);
  const options = points.map(({ body, point: { name } }) => {
    // A body is named where two have points of one name.
    const one = points.filter(({ point }) => point.name === name).length === 1;
    return { value: optionOf(body, name), title: pointWords(name) + (one ? "" : ` of ${body}`) };
  });
  const curves = placement.kind === "arrangement" && (pointOf(app, panel)?.curves ?? false);
  return (
    <>
      <ChoiceField
        name="Put on"
        value={chosen}
        options={[{ value: FREE, title: "Stands free" }, ...options]}
        set={(value) => {
          const found = points.find(({ body, point }) => optionOf(body, point.name) === value);
          put(
            found
              ? arrangedAt(found.body, found.point, middleOf(app.desk.document, panel))
              : beside(app, "front"),
          );
        }}
      />
      {placement.kind === "arrangement" && curves && (
        <ChoiceField
          name="Lies"
          value={placement.lie.kind}
          options={LIES.filter(({ value }) => value !== "fluted" || placement.lie.kind === "fluted")}
          set={(kind) => {
            if (kind !== "fluted") put({ ...placement, lie: { kind } });
          }}
        />
      )}
    </>
  );
}

const LIES: { value: Lie["kind"]; title: string }[] = [
  { value: "flat", title: "Flat" },
  { value: "around", title: "Around the body" },
  { value: "fluted", title: "Around, in flutes" },
];

/** `arm-left-front` as people say it. */
export function pointWords(name: string): string {
  const words = name.split("-");
  const side = words.pop() ?? "";
  const [part, which] = words;
  if (!part) return `${side.charAt(0).toUpperCase()}${side.slice(1)}`;
  const whole = which ? `${which} ${part}` : part;
  const where = { left: "on its left", right: "on its right", across: "across" }[side] ?? side;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}, ${where}`;
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
