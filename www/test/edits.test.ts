import { expect, it } from "vitest";
import { replaceFabric, setMesh, setSimulation } from "../src/document/edits/settings";
import { fabric, garment, panel } from "./garment";

it("replaces a fabric and takes its panels along", () => {
  const before = garment();
  const after = replaceFabric(before, "linen", fabric("denim"));
  expect(after.fabrics.map((each) => each.id)).toEqual(["denim"]);
  expect(after.panels[0]?.fabric).toBe("denim");
  expect(before.panels[0]?.fabric).toBe("linen");
});

it("keeps ids unique when the new fabric is already in use elsewhere", () => {
  const before = garment({
    fabrics: [fabric("linen"), fabric("denim")],
    panels: [panel("front", "linen"), panel("back", "denim")],
  });
  const after = replaceFabric(before, "linen", fabric("denim"));
  expect(after.fabrics.map((each) => each.id)).toEqual(["denim"]);
  expect(after.panels.map((each) => each.fabric)).toEqual(["denim", "denim"]);
});

it("sets a number in every panel's mesh, and one of the simulation, leaving the rest as it was", () => {
  const before = garment({ panels: [panel("front", "linen"), panel("back", "linen")] });
  expect(setMesh(before, "size_mm", 12).panels.map((each) => each.mesh.size_mm)).toEqual([12, 12]);
  const after = setSimulation(before, "gravity_m_per_s2", 1.62);
  expect(after.simulation).toEqual({ ...before.simulation, gravity_m_per_s2: 1.62 });
  expect(after.panels).toBe(before.panels);
});
