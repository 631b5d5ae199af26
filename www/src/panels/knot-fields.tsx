import { moveKnot, tiltKnot } from "../document/edits/curves";
import type { CurveParameter, Knot, Plot } from "../engine/types";
import { NumberField } from "../ui/number-field";
import { read, show, shownUnit } from "../ui/scale";

interface Props {
  plot: Plot;
  /** What the table says of the curve. */
  curve: CurveParameter;
  knots: readonly Knot[];
  /** Which knot; the origin has a slope and nothing else. */
  index: number;
  set(knots: Knot[]): void;
}

/** The chosen knot in numbers, for those who know what it should be. */
export function KnotFields({ plot, curve, knots, index, set }: Props) {
  const knot = knots[index];
  if (!knot) return null;
  const most = curve.slopes[1] * curve.knots[1];
  const slopeUnit = shownUnit(curve.x_unit) ? `${curve.y_unit} per ${curve.x_unit}` : curve.y_unit;
  return (
    <>
      {index > 0 && (
        <>
          <Field
            name={plot.x.name}
            unit={curve.x_unit}
            range={curve.knots}
            value={knot.at}
            set={(at) => set(moveKnot(knots, index, at, knot.value))}
          />
          <Field
            name={plot.y.name}
            unit={curve.y_unit}
            range={[-most, most]}
            value={knot.value}
            set={(value) => set(moveKnot(knots, index, knot.at, value))}
          />
        </>
      )}
      <Field
        name="slope"
        unit={slopeUnit}
        range={curve.slopes}
        value={knot.slope}
        set={(slope) => set(tiltKnot(knots, index, slope))}
      />
      <p class="help">
        {curve.help} <span class="source">Default: {curve.source}.</span>
      </p>
    </>
  );
}

interface FieldProps {
  name: string;
  unit: string;
  range: [number, number];
  value: number;
  set(value: number): void;
}

function Field({ name, unit, range, value, set }: FieldProps) {
  return (
    <NumberField
      name={name.charAt(0).toUpperCase() + name.slice(1)}
      shown={show(value)}
      unit={shownUnit(unit)}
      read={(text) => read(text, { hard: range, unit })}
      set={set}
    />
  );
}
