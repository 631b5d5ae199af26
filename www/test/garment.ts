import { edgesThrough } from "../src/document/edits/panels";
import type { Document, Fabric, Panel } from "../src/engine/types";
import { rectangleCorners } from "../src/tools/rectangle";

/** A small document; tests change what they care about. */
export function garment(changes: Partial<Document> = {}): Document {
  return {
    toile: 1,
    name: "square",
    fabrics: [fabric("linen")],
    panels: [panel("front", "linen")],
    seams: [],
    pins: [],
    bodies: [],
    simulation: {
      sewing_s: 0.6,
      step_ms: 10,
      newton_iterations: 2,
      solver_tolerance: 1e-3,
      gravity_m_per_s2: 9.81,
      self_contact: 1,
      air_drag_per_s: 0.4,
      air_across: 1.2,
      air_along: 0.02,
      wind_x_m_per_s: 0,
      wind_y_m_per_s: 0,
      wind_z_m_per_s: 0,
    },
    integrator: { kind: "integrator.backward-euler", parameters: {} },
    ...changes,
  };
}

export function fabric(id: string): Fabric {
  return {
    id,
    name: id,
    source: "typical",
    sheet: {
      weight_g_per_m2: 150,
      thickness_mm: 0.5,
      weft_tear_pct: 16,
      warp_tear_pct: 13,
      tear_spread_pct: 20,
    },
    membrane: { kind: "membrane.isotropic", parameters: {} },
    viscosity: { kind: "viscosity.none", parameters: {} },
    internal_friction: { kind: "internal-friction.none", parameters: {} },
    bending: { kind: "bend.hinge", parameters: {} },
    friction: { kind: "friction.c", parameters: {} },
    self_friction: { kind: "friction.c", parameters: { mu_c: 0.4 } },
    look: {
      colour: "#c8b8a0",
      surface: "plain",
      print: "none",
      print_colour: "#f4efe4",
      finish: { thread_mm: 0.9, sheen: 0.1, fuzz: 0.5, print_mm: 30 },
    },
  };
}

export function panel(id: string, fabricId: string): Document["panels"][number] {
  return {
    id,
    name: id,
    fabric: fabricId,
    outline: [],
    holes: [],
    lines: [],
    darts: [],
    grain_deg: 0,
    symmetry: { kind: "none" },
    layer: 0,
    interlining: "",
    interlined: [],
    placement: { kind: "free", translation_mm: [0, 0, 0], rotation_deg: [0, 0, 0] },
    table_mm: [0, 0],
    mesh: { size_mm: 20, seam_step: 0 },
  };
}

/** A square panel, its edges named low, right, top and left. */
export function square(id = "front", size = 200): Panel {
  const ids = ["low", "right", "top", "left"];
  return { ...panel(id, "linen"), outline: edgesThrough(rectangleCorners([0, 0], [size, size]), ids) };
}
