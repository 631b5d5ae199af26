//! Contact: cloth against bodies, cloth against cloth, and the judge that counts where cloth passes through cloth.

pub mod bodies;
pub mod brute_force;
pub mod chords;
pub mod clearance;
pub mod distance;
pub mod guard;
pub mod layers;
pub mod memory;
pub mod pressure;
pub mod ridges;
pub mod sweep;
