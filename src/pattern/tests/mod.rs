//! Tests of the module as a whole; what concerns one file is tested in it.

mod fixtures;
mod geometry;
mod meshing;
mod random;
mod sound;
mod wrong;
