import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { brief, type Extent, extentOf, type Margin, PlotFrame, squared, ticks } from "./plot-scale";
import { shownUnit } from "./scale";

/** One line of a plot, or one dot. */
export interface Series {
  name: string;
  /** Which of the page's threads it is drawn with. */
  tone: number;
  dashed?: boolean;
  /** Points instead of a line through them. */
  marks?: boolean;
  points: readonly (readonly [number, number])[];
}

/** Threads of the page that stand for directions; the same in every plot. */
const TONES: Record<string, number> = { weft: 0, warp: 1, shear: 2, bias: 4 };

export const toneOf = (direction: string): number => TONES[direction] ?? 0;

interface Axis {
  name: string;
  unit: string;
}

interface Props {
  title: string;
  /** What there is to see, in words. Without it the drawing is a group of what is on it, such as handles. */
  spoken?: string;
  x: Axis;
  y: Axis;
  series: readonly Series[];
  size?: readonly [number, number];
  /** Whether both axes have one scale, as places in a plane need. */
  square?: boolean;
  /** Held still, for instance while something is dragged. */
  extent?: Extent | undefined;
  /** What is drawn on top, in pixels of the frame. */
  children?: (frame: PlotFrame) => ComponentChildren;
  onPointer?: PlotPointer;
}

/** What a hand does on a plot; places are values, not pixels. */
export interface PlotPointer {
  move(at: [number, number]): void;
  up(): void;
  /** A double click that is on no handle. */
  twice?(at: [number, number], frame: PlotFrame): void;
}

const MARGIN: Margin = { left: 42, right: 12, top: 22, bottom: 32 };

/** Curves over two axes with their units. Values come from the engine; only pixels are computed here. */
export function CurvePlot({
  title,
  spoken,
  x,
  y,
  series,
  size = [272, 176],
  square = false,
  extent,
  children,
  onPointer,
}: Props) {
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const whole = extent ?? extentOf(series.map((each) => each.points));
  const inner = [size[0] - MARGIN.left - MARGIN.right, size[1] - MARGIN.top - MARGIN.bottom] as const;
  const frame = new PlotFrame(square ? squared(whole, inner) : whole, size, MARGIN);
  const { left, bottom, width, height } = frame.box;
  const at = (event: MouseEvent): [number, number] => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    if (!matrix) return [0, 0];
    const { x: px, y: py } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return frame.value([px, py]);
  };
  return (
    <figure class="curve-plot">
      <figcaption id={id}>
        <span class="plot-title">{title}</span>
        {series.length > 1 &&
          series
            .filter((each, k, all) => all.findIndex((other) => other.name === each.name) === k)
            .map((each) => (
              <span key={each.name} class="plot-key" style={{ "--tone": `var(--thread-${each.tone})` }}>
                {each.name}
              </span>
            ))}
      </figcaption>
      <svg
        ref={svg}
        viewBox={`0 0 ${size[0]} ${size[1]}`}
        role={spoken ? "img" : "group"}
        aria-label={spoken}
        aria-labelledby={spoken ? undefined : id}
        onPointerMove={(event) => onPointer?.move(at(event))}
        onPointerUp={() => onPointer?.up()}
        onPointerCancel={() => onPointer?.up()}
        onDblClick={(event) => {
          if (!(event.target as Element).closest(".plot-handle")) onPointer?.twice?.(at(event), frame);
        }}
      >
        <g class="plot-grid">
          {ticks(frame.extent.x, 5).map((value) => {
            const [px] = frame.place([value, 0]);
            return (
              <g key={value}>
                <line data-zero={value === 0} x1={px} x2={px} y1={bottom} y2={bottom - height} />
                <text x={px} y={bottom + 13} text-anchor="middle">
                  {set(value)}
                </text>
              </g>
            );
          })}
          {ticks(frame.extent.y, 4).map((value) => {
            const [, py] = frame.place([0, value]);
            return (
              <g key={value}>
                <line data-zero={value === 0} x1={left} x2={left + width} y1={py} y2={py} />
                <text x={left - 5} y={py + 3.5} text-anchor="end">
                  {set(value)}
                </text>
              </g>
            );
          })}
          <text class="plot-axis" x={left + width} y={bottom + 27} text-anchor="end">
            {named(x)}
          </text>
          <text class="plot-axis" x={4} y={12}>
            {named(y)}
          </text>
        </g>
        {series.map((each) => (
          <g key={each.name + (each.dashed ?? "")} style={{ "--tone": `var(--thread-${each.tone})` }}>
            {each.marks || each.points.length === 1 ? (
              each.points.map((point) => (
                <circle key={point[0]} class="plot-dot" r={3} {...centre(frame.place(point))} />
              ))
            ) : (
              <path class="plot-line" data-dashed={each.dashed ?? false} d={frame.path(each.points)} />
            )}
          </g>
        ))}
        {children?.(frame)}
      </svg>
    </figure>
  );
}

/** A number beside an axis, with a minus as wide as a plus. */
const set = (value: number): string => brief(value).replace("-", "−");

const centre = ([cx, cy]: readonly [number, number]) => ({ cx, cy });

const named = ({ name, unit }: Axis): string => (shownUnit(unit) ? `${name}, ${unit}` : name);
