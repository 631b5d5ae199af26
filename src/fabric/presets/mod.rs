//! Fabrics to begin with. Each is a file in the document's own format, and says where its numbers come from.

use crate::document::{Fabric, built_in};

/// The files, in the order the page shows them.
const FILES: &[&str] = &[
    include_str!("denim.json"),
    include_str!("denim-kes.json"),
    include_str!("cotton-plain.json"),
    include_str!("silk.json"),
    include_str!("wool.json"),
    include_str!("leather.json"),
    include_str!("interlock.json"),
    include_str!("rib-knit.json"),
    include_str!("ponte.json"),
    include_str!("trousers.json"),
    include_str!("polyester-jacket.json"),
    include_str!("polyester-tablecloth.json"),
    include_str!("cotton-weights.json"),
    include_str!("cotton-spandex.json"),
    include_str!("polyester-weights.json"),
    include_str!("felt.json"),
    include_str!("doublecloth.json"),
    include_str!("paper.json"),
];

/// Every preset.
pub fn all() -> Vec<Fabric> {
    FILES.iter().map(|text| built_in(text)).collect()
}

/// The preset named `id`.
pub fn find(id: &str) -> Option<Fabric> {
    all().into_iter().find(|fabric| fabric.id == id)
}
