//! Particles against rigid bodies (section 4.2): kept out during the sweeps, rubbed afterwards (the paper's step 8).
//!
//! A contact is the plane at which a particle's way into the body meets its surface, fixed to the body for the step, so that a fast ball
//! meets every yarn on the side from which it came.

use super::places::Places;
use super::step::STEP;
use super::swatch::Swatch;
use glam::DVec3;

#[derive(Clone, Copy, Debug)]
struct Contact {
    particle: u32,
    body: u32,
    plane: (DVec3, f64),
    /// Impulse so far, N·s.
    impulse: f64,
}

/// The contacts of one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts(Vec<Contact>);

impl Contacts {
    /// Looks for particles that come near solid bodies.
    pub fn find(&mut self, swatch: &Swatch) {
        self.0.clear();
        let margin = 0.5e-3 * swatch.numbers.thickness_mm;
        let particles = &swatch.particles;
        for (number, body) in swatch.bodies.iter().enumerate().filter(|(_, body)| body.solid) {
            for p in 0..particles.position.len() {
                let from = particles.position[p];
                let way = STEP * particles.velocity[p];
                let reach = body.reach() + STEP * body.velocity.length() + way.length() + margin;
                if particles.inverse_mass[p] == 0.0 || (from - body.position).length_squared() > reach * reach {
                    continue;
                }
                if let Some(plane) = body.entered(from, from + way, margin) {
                    self.0.push(Contact { particle: p as u32, body: number as u32, plane, impulse: 0.0 });
                }
            }
        }
    }

    /// Pushes particles, where they are in a sweep, and bodies apart.
    pub fn press(&mut self, swatch: &mut Swatch, places: &mut Places) {
        for contact in &mut self.0 {
            let body = &mut swatch.bodies[contact.body as usize];
            let p = contact.particle as usize;
            let slot = swatch.springs.lanes.slots[p] as usize;
            let point = places.at(slot);
            let (depth, normal) = body.depth(point, contact.plane);
            if depth <= 0.0 {
                continue;
            }
            let w = swatch.particles.inverse_mass[p];
            let push = depth / (w + body.yields(point, normal));
            contact.impulse += push / swatch.springs.time;
            places.shift(slot, w * push * normal);
            body.push(point, -push * normal);
        }
    }

    /// Takes sliding away, by the friction coefficient times what the contact pushed at most.
    pub fn rub(&self, swatch: &mut Swatch) {
        for contact in self.0.iter().filter(|contact| contact.impulse > 0.0) {
            let body = &mut swatch.bodies[contact.body as usize];
            let p = contact.particle as usize;
            let point = swatch.particles.position[p];
            let (_, normal) = body.depth(point, contact.plane);
            let sliding = (swatch.particles.velocity[p] - body.velocity_at(point)).reject_from_normalized(normal);
            let speed = sliding.length();
            if speed == 0.0 {
                continue;
            }
            let w = swatch.particles.inverse_mass[p];
            let stop = speed / (w + body.inverse_mass);
            let impulse = (swatch.numbers.friction * contact.impulse).min(stop) / speed * sliding;
            swatch.particles.velocity[p] -= w * impulse;
            body.velocity += body.inverse_mass * impulse;
        }
    }
}
