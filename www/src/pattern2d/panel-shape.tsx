import type { App } from "../app";
import type { Selection } from "../document/selection";
import { selects } from "../document/selection";
import type { Drafted } from "../engine/draft-client";
import type { Document, Panel } from "../engine/types";
import { svg, tangentAt } from "./curve";
import { edgePath, panelPath, polyline, run } from "./drawn";
import { Grain } from "./grain";
import { notchesOf, pinPlace } from "./hit";
import { boundsOf, type Image, imagesOf } from "./images";
import { add, apply, left, scale, sub, type Vec } from "./vec";

interface Props {
  app: App;
  document: Document;
  panel: Panel;
  drafted: Drafted | null;
  selection: Selection;
  /** Millimetres per pixel. */
  pixel: number;
}

const matrix = (image: Image): string => `matrix(${image.map.join(" ")})`;

/** A panel as a cutter draws it: cloth, cutting line, fold, grain, notches, lines and darts. */
export function PanelShape({ app, document, panel, drafted, selection, pixel }: Props) {
  const images = imagesOf(document, panel);
  const owner = images[0]?.owner ?? panel;
  const colour = document.fabrics.find((fabric) => fabric.id === panel.fabric)?.look.colour ?? "#c8b8a0";
  const chosen = selects(selection, { kind: "panel", panel: panel.id });
  const fold = owner.symmetry.kind === "unfold" ? owner.symmetry.edge : null;
  const shape = drafted?.draft.panels.find((each) => each.id === panel.id);
  const place = `translate(${panel.table_mm[0]} ${panel.table_mm[1]})`;
  return (
    <g
      class={`panel-shape${chosen ? " chosen" : ""}${app.pointed.value === panel.id ? " pointed" : ""}${panel.frozen ? " frozen" : ""}`}
      data-panel={panel.id}
    >
      {shape && drafted && shape.cutting[1] > 0 && (
        <path class="cutting-line" transform={place} d={polyline(run(drafted, shape.cutting), true)} />
      )}
      {images.map((image) => (
        <g key={image.suffix} transform={matrix(image)}>
          <path class="cloth-area" d={panelPath(owner)} fill-rule="evenodd" style={{ "--cloth": colour }} />
          {owner.outline.map((edge, k) => (
            <path
              key={edge.id}
              class={edgeClass(
                edge.id === fold,
                selects(selection, { kind: "edge", panel: owner.id, id: edge.id }),
              )}
              d={edgePath(owner.outline, k)}
              data-edge={edge.id + image.suffix}
            />
          ))}
          {owner.holes.map((hole) => {
            const held = selects(selection, { kind: "hole", panel: owner.id, id: hole.id });
            return hole.outline.map((edge, k) => (
              <path
                key={edge.id}
                class={edgeClass(
                  false,
                  held || selects(selection, { kind: "edge", panel: owner.id, id: edge.id }),
                )}
                d={edgePath(hole.outline, k)}
              />
            ));
          })}
          {owner.lines.map((line) => (
            <path
              key={line.id}
              class={`inner-line${line.fold.angle_deg !== 0 ? " pressed" : ""}${selects(selection, { kind: "line", panel: owner.id, id: line.id }) ? " chosen" : ""}`}
              d={`M${line.from_mm[0]} ${line.from_mm[1]}${svg(line.curve, line.to_mm)}`}
              data-line={line.id}
            />
          ))}
          {owner.darts.map((dart) => (
            <circle
              key={dart.id}
              class={`dart-tip${selects(selection, { kind: "dart", panel: owner.id, id: dart.id }) ? " chosen" : ""}`}
              cx={dart.tip_mm[0]}
              cy={dart.tip_mm[1]}
              r={3 * pixel}
            />
          ))}
          {notchesOf(image).map((notch) => {
            const out = scale(left(tangentAt(notch.arc, notch.t)), 9 * pixel);
            const [a, b] = [sub(notch.at_mm, scale(out, 0.35)), add(notch.at_mm, out)];
            return (
              <path
                key={notch.id}
                class={`notch${selects(selection, { kind: "notch", panel: owner.id, id: notch.id }) ? " chosen" : ""}`}
                d={`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`}
                data-notch={notch.id}
              />
            );
          })}
        </g>
      ))}
      {shape && drafted && (
        <g transform={place}>
          {shape.edges
            .filter((edge) => owner.darts.some((dart) => edge.name.startsWith(`${dart.id}-`)))
            .map((edge) => (
              <path key={edge.name} class="dart-leg" d={polyline(run(drafted, edge.points))} />
            ))}
        </g>
      )}
      <Grain {...{ document, panel, pixel }} held={chosen || app.store.get("tool") === "grain"} />
      {document.pins
        .filter((pin) => pin.panel === panel.id)
        .map((pin) => {
          const at = pinPlace(images, pin);
          const held = selects(selection, { kind: "pin", id: pin.id });
          return (
            at && (
              <circle
                key={pin.id}
                class={held ? "pin chosen" : "pin"}
                cx={at[0]}
                cy={at[1]}
                r={4.5 * pixel}
              />
            )
          );
        })}
    </g>
  );
}

function edgeClass(fold: boolean, chosen: boolean): string {
  return `edge${fold ? " fold" : ""}${chosen ? " chosen" : ""}`;
}

/** Where a panel's name stands. */
export function nameAt(document: Document, panel: Panel): Vec {
  const box = boundsOf(document, panel);
  return box
    ? [(box.min[0] + box.max[0]) / 2, (box.min[1] + box.max[1]) / 2]
    : apply([1, 0, 0, 1, 0, 0], panel.table_mm);
}
