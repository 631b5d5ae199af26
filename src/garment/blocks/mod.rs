//! What several garments are drafted from.

pub(super) mod band;
pub(super) mod bodice;
pub(super) mod joins;
pub(super) mod skirt;
pub(super) mod sleeve;
