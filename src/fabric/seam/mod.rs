//! Seam types: how many layers of cloth a seam has.

mod lap;
mod plain;
mod safety;

use crate::row::{Row, RowOf, Table};

/// A way to sew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeamType {
    /// Its number in ISO 4916.
    pub iso: &'static str,
    /// Layers of cloth in it.
    pub layers: u32,
}

/// The table of seam types.
#[derive(Debug)]
pub struct SeamTypes;

impl Table for SeamTypes {
    type Make = SeamType;
    const NOUN: &'static str = "seam type";

    fn rows() -> &'static [Row<Self::Make>] {
        const ROWS: &[RowOf<SeamTypes>] = &[plain::ROW, safety::ROW, lap::ROW];
        ROWS
    }
}
