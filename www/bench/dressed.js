/** Garments on figures with the page's own engine, in a worker and in node. */

/** The document that the settings of a row of benches/w3.rs or benches/w4.rs describe. */
function documentOf({ garment, tables }, bodies, settings) {
  const document = garment(settings.garment, settings.size, bodies.share());
  if (settings.fabric) {
    const preset = tables().fabrics.find(({ id }) => id === settings.fabric);
    for (const panel of document.panels) panel.fabric = preset.id;
    document.fabrics = [preset];
  }
  for (const panel of document.panels) panel.mesh.size_mm = Math.min(panel.mesh.size_mm, settings.mesh_mm);
  document.simulation = { ...document.simulation, step_ms: settings.step_ms };
  Object.assign(document.bodies[0].shape.parameters, settings.moving);
  return document;
}

/** Drapes from flat to the time of the settings, or to rest; wall seconds of the stepping calls from when they begin to count. */
export function drape(engineModule, pack, settings) {
  const bodies = new engineModule.Bodies(pack);
  const engine = new engineModule.Engine(JSON.stringify(documentOf(engineModule, bodies, settings)), bodies);
  // A hundredth of a step of 10 ms: sums of steps must not fall short of a time by rounding.
  const early = 1e-4;
  const over = (step) =>
    settings.until_s === null ? step.at_rest : step.simulated_s >= settings.until_s - early;
  const figures = { wall_s: 0, simulated_s: 0, triangles: engine.triangleCount };
  let before = 0;
  for (;;) {
    const step = engine.step();
    if (step.halted) throw new Error(step.halted.problem);
    if (before >= settings.from_s - early) {
      figures.wall_s += step.wall_ms / 1e3;
      figures.simulated_s += step.simulated_s - before;
    }
    before = step.simulated_s;
    if (over(step)) break;
    if (before > 60) throw new Error("not at rest after a minute");
  }
  return { ...figures, ended_s: before, state_hash: engine.stateHash() };
}
