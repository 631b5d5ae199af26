import type { Document, Fabric, Simulation } from "../../engine/types";

/** The document with the fabric `id` replaced by another; panels cut from it follow. */
export function replaceFabric(document: Document, id: string, fabric: Fabric): Document {
  // The new fabric may already be in use elsewhere in the document: an id stays unique.
  const others = document.fabrics.filter((each) => each.id !== fabric.id || each.id === id);
  return {
    ...document,
    fabrics: others.map((each) => (each.id === id ? fabric : each)),
    panels: document.panels.map((panel) => (panel.fabric === id ? { ...panel, fabric: fabric.id } : panel)),
  };
}

/** The document with one fabric changed. */
export function editFabric(document: Document, id: string, edit: (fabric: Fabric) => Fabric): Document {
  return {
    ...document,
    fabrics: document.fabrics.map((fabric) => (fabric.id === id ? edit(fabric) : fabric)),
  };
}

/** The document with one number of every panel's mesh settings changed. */
export function setMesh(document: Document, id: string, value: number): Document {
  return {
    ...document,
    panels: document.panels.map((panel) => ({ ...panel, mesh: { ...panel.mesh, [id]: value } })),
  };
}

/** The document with one number of one panel's mesh settings changed. */
export function setPanelMesh(document: Document, panel: string, id: string, value: number): Document {
  return {
    ...document,
    panels: document.panels.map((each) =>
      each.id === panel ? { ...each, mesh: { ...each.mesh, [id]: value } } : each,
    ),
  };
}

/** The document with one number of its simulation settings changed. */
export function setSimulation(document: Document, id: string, value: number): Document {
  return { ...document, simulation: { ...document.simulation, [id]: value } as Simulation };
}

/** The document stepped by another integrator. */
export function setIntegrator(document: Document, kind: string): Document {
  return { ...document, integrator: { kind, parameters: {} } };
}
