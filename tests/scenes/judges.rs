//! The judge of bodies is judged: against many points of the triangle.

use crate::judge::{Solid, nearest};
use crate::scene::{Scene, falling, soft};
use crate::solid::{random_point, torus};
use glam::{DVec2, DVec3};
use toile::body::Shape;
use toile::cloth::Sheet;
use toile::math::random::Random;

fn triangle([a, b, c]: [DVec3; 3]) -> Sheet {
    let points = vec![DVec2::ZERO, DVec2::X, DVec2::Y];
    Sheet {
        panel: "triangle".into(),
        fabric: 0,
        drawing: points.clone(),
        points,
        start: vec![a, b, c],
        triangles: vec![[0, 1, 2]],
        folds: vec![],
        local: vec![],
    }
}

/// The least signed distance of many points of the triangle, by the shape's own distance.
fn sampled(shape: &dyn Shape, [a, b, c]: [DVec3; 3]) -> f64 {
    const PARTS: u32 = 60;
    let mut least = f64::INFINITY;
    for i in 0..=PARTS {
        for j in 0..=PARTS - i {
            let [u, v] = [i, j].map(|k| f64::from(k) / f64::from(PARTS));
            least = least.min(shape.nearest(a + (b - a) * u + (c - a) * v).distance);
        }
    }
    least
}

#[test]
fn closed_forms_agree_with_many_points_of_the_triangle() {
    let solids = [
        Solid::Ball(DVec3::new(0.1, 0.0, -0.1), 0.3),
        Solid::Rod([DVec3::new(-0.4, 0.1, 0.0), DVec3::new(0.3, -0.1, 0.2)], 0.15),
        Solid::Block(DVec3::new(0.0, 0.1, 0.0), DVec3::new(0.3, 0.02, 0.2), 0.05),
        Solid::Floor(-0.2),
        Solid::Mesh(torus([0.4, 0.15], 24, 12)),
    ];
    let mut random = Random::new(3);
    for solid in solids {
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..400 {
            let centre = random_point(&mut random, 0.8);
            let corners = [0; 3].map(|_| centre + random_point(&mut random, 0.4));
            let scene = Scene::new(triangle(corners), soft(1.0), vec![solid.clone()], falling());
            let (found, points) = (nearest(&scene.drape, &solid, 0), sampled(solid.body().shape.as_ref(), corners));
            // The points are some 7 mm apart, so that they miss a corner of a side by less than that.
            let exact = !matches!(solid, Solid::Mesh(_));
            if points > 0.0 && exact {
                assert!(found <= points + 1e-12 && found > points - 0.02, "{solid:?} {corners:?}: {found}, {points}");
            }
            let buried = matches!(solid, Solid::Mesh(_)) && points < 0.0 && found > 0.0;
            if points < -1e-3 {
                assert!(found <= 1e-15 || buried, "{solid:?} {corners:?}: {found}, {points}");
                inside += 1;
            } else if points > 0.02 {
                assert!(found > 0.0, "{solid:?} {corners:?}: {found}, {points}");
                outside += 1;
            }
            assert!(!buried, "{corners:?}");
        }
        assert!(inside > 10 && outside > 20, "{solid:?}: {inside} {outside}");
    }
}
