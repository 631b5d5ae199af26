#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]
mod common;
#[path = "common/bending.rs"]
mod bent;
use common::equilateral;
use bent::*;
use glam::DVec3;
use toile::cloth::Model;
use toile::forces::bending;

fn ratio(model: &mut Model, strips: &Strips, curvature: f64, angle: f64) -> f64 {
    let rings = rings(model);
    let mut area = 0.0;
    for (t, triangle) in model.triangles.iter().enumerate() {
        let inside = triangle.iter().all(|p| rings[*p as usize] >= 2);
        model.stiffening[t] = if inside { 1.0 } else { 0.0 };
        area += if inside { model.rest[t].area } else { 0.0 };
    }
    let positions = rolled(&model.start, curvature, angle);
    bending::Scratch::new(model).energy(model, &positions) / (area * strips.cylinder(curvature, angle))
}

#[test]
fn explore() {
    for (fname, strips) in [("linear", LINEAR), ("aniso", ANISOTROPIC), ("nonlinear", NONLINEAR)] {
        for (name, sheet) in [("equilateral", equilateral(24, 24, 0.005)), ("diagonal", diagonal(24, 24, 0.005)), ("delaunay", delaunay(24, 24, 0.005, 1)), ("delaunay", delaunay(24, 24, 0.005, 2)), ("delaunay", delaunay(24, 24, 0.005, 3))] {
            let mut model = cloth(sheet, strips.fabric());
            let mut all = vec![];
            for k in 0..12 {
                let angle = std::f64::consts::PI * k as f64 / 12.0;
                all.push(ratio(&mut model, &strips, 20.0, angle));
            }
            let norms: Vec<f64> = model.curvatures.iter().map(|c| c.map.to_cols_array().iter().map(|x| x*x).sum::<f64>().sqrt() * 0.0043).collect();
            let mut sorted = norms.clone(); sorted.sort_by(f64::total_cmp);
            println!("{fname} {name} {:?} norm median {:.2} 99% {:.2} max {:.2} of {}", all.iter().map(|x| (x*1e4).round()/1e4).collect::<Vec<_>>(), sorted[sorted.len()/2], sorted[sorted.len()*99/100], sorted[sorted.len()-1], sorted.len());
        }
    }
}
