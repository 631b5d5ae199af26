//! Nothing passes through anything: at no step of any scene does an edge of the cloth pass through a triangle, as an exact test
//! sees it, or any point of a triangle lie in a body, by closed forms. Both know nothing of the solver's contacts.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/judge.rs"]
mod judge;
#[path = "../common/scene.rs"]
mod scene;
#[path = "../common/solid.rs"]
mod solid;

mod bodies;
mod fast;
mod judges;
mod layers;
mod work;
