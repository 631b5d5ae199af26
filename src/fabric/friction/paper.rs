//! Table 1 of Wong 2013: the coefficients of the paper's five scenes, for experiments and tests.

use crate::row::{Parameter, Values};

/// One column of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scene {
    /// Its name in the table.
    pub name: &'static str,
    /// μ_c and μ_s of cloth on an object.
    pub on_body: [f64; 2],
    /// μ_c and μ_s of cloth on cloth.
    pub on_cloth: [f64; 2],
    /// F_v per contact, N·s/m; 0 where the table says N/A.
    pub f_v: f64,
}

/// v_S of every scene, m/s.
pub const V_S: f64 = 0.4;
/// δ_S of every scene.
pub const DELTA_S: f64 = 0.2;
/// δ_v of the scenes that have viscosity.
pub const DELTA_V: f64 = 1.0;

/// The table. "incline plane" is the cloth that falls on a slope, "card" the four cards that slide down one.
pub const SCENES: [Scene; 5] = [
    Scene { name: "incline plane", on_body: [0.2, 0.3], on_cloth: [0.1, 0.15], f_v: 0.0 },
    Scene { name: "skirt", on_body: [0.2, 0.4], on_cloth: [0.1, 0.2], f_v: 0.0 },
    Scene { name: "stick-slip", on_body: [0.1, 0.4], on_cloth: [0.1, 0.1], f_v: 0.0 },
    Scene { name: "card", on_body: [0.1, 0.2], on_cloth: [0.1, 0.2], f_v: 6e-5 },
    Scene { name: "sphere", on_body: [0.2, 0.35], on_cloth: [0.1, 0.15], f_v: 6e-5 },
];

/// What the cloth touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// A solid object.
    Body,
    /// Cloth.
    Cloth,
}

impl Scene {
    /// The scene named `name`.
    pub fn find(name: &str) -> Option<&'static Scene> {
        SCENES.iter().find(|scene| scene.name == name)
    }

    /// The numbers for a row that takes these parameters. The table's F_v is a force per contact, and the paper does not
    /// say how large a contact is: `contact_area`, in m², is the area that one particle of the paper's mesh would stand
    /// for. (Read per m², 6e-5 would slow a card by less than a thousandth.)
    pub fn numbers(&self, parameters: &[Parameter], against: Against, contact_area: f64) -> Values {
        let [mu_c, mu_s] = match against {
            Against::Body => self.on_body,
            Against::Cloth => self.on_cloth,
        };
        let all = [
            ("mu_c", mu_c),
            ("mu_s", mu_s),
            ("v_s_m_per_s", V_S),
            ("delta_s", DELTA_S),
            ("f_v_n_per_m2", self.f_v / contact_area),
            ("delta_v", DELTA_V),
        ];
        let taken = all.iter().filter(|(name, _)| parameters.iter().any(|parameter| parameter.id == *name));
        taken.map(|(name, value)| ((*name).to_owned(), *value)).collect()
    }
}
