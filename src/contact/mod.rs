//! Contact: cloth against bodies, and the judge that counts where cloth passes through cloth.

pub mod bodies;
pub mod brute_force;
