//! What a swatch is made of: the paper's table 1 in SI and shop units.

use super::step::STEP;
use super::weave::Weave;
use crate::issue::{Issue, Issues, none_or};
use crate::parameters;
use crate::row::Values;

parameters! {
    /// A swatch of woven cloth, and how its equations are solved.
    pub struct Numbers {
        /// Yarns that run up and down.
        warps: "count" = 80.0, soft [20.0, 160.0], hard [3.0, 1000.0], source "Metaaphanon 2009, table 2, fig. 6";
        /// Yarns that run across.
        wefts: "count" = 40.0, soft [20.0, 160.0], hard [3.0, 1000.0], source "Metaaphanon 2009, table 2, fig. 6";
        /// Yarns to a centimetre, in both directions.
        yarns_per_cm: "1/cm" = 12.5, soft [5.0, 30.0], hard [0.5, 200.0], source "Metaaphanon 2009, table 1: 10 to 15";
        /// Weight. The paper's is ten times that of a fabric; lighter cloth is stretched further by the same sweeps.
        weight_g_per_m2: "g/m²" = 2500.0, soft [50.0, 2500.0], hard [1.0, 100000.0], source "Metaaphanon 2009, table 1";
        /// Distance of warp and weft at a crossing.
        thickness_mm: "mm" = 0.1, soft [0.02, 0.5], hard [0.001, 10.0], source "Metaaphanon 2009, table 1";
        /// Spring between neighbours along a yarn, up to the strain limit.
        structural_n_per_m: "N/m" = 6.0, soft [0.1, 100.0], hard [0.0001, 1e6], source "Metaaphanon 2009, table 1: 6000 g/s²";
        /// Spring between every other crossing of a yarn.
        bend_n_per_m: "N/m" = 0.005, soft [0.0, 0.1], hard [0.0, 1000.0], source "Metaaphanon 2009, table 1: 5 g/s²";
        /// Spring across a cell, under compression only.
        shear_n_per_m: "N/m" = 0.002, soft [0.0, 0.1], hard [0.0, 1000.0], source "Metaaphanon 2009, table 1: 2 g/s²";
        /// Strain at which the crimp of yarns is straight. It must leave room below the strain at which they loosen.
        strain_limit: "1" = 0.02, soft [0.0, 0.04], hard [0.0, 0.5], source "chosen: half of the least strain of transition";
        /// Strain at which the weakest yarns tear.
        tear_strain_low: "1" = 0.05, soft [0.03, 0.2], hard [0.001, 2.0], source "Metaaphanon 2009, table 1";
        /// Strain at which the strongest yarns tear.
        tear_strain_high: "1" = 0.1, soft [0.03, 0.3], hard [0.001, 2.0], source "Metaaphanon 2009, table 1";
        /// Part of its tear strain at which a spring loosens the weave around it.
        transition: "1" = 0.9, soft [0.5, 0.99], hard [0.05, 1.0], source "Metaaphanon 2009, table 1: 4.5 to 9 % of 5 to 10 %";
        /// Distance at which warp and weft of a crossing let go of each other.
        couple_distance_mm: "mm" = 0.2, soft [0.1, 1.0], hard [0.001, 100.0], source "Metaaphanon 2009, table 1";
        /// Force that a loosened crossing holds before its yarns slide. Without it a broken yarn runs out of its whole row and the swatch unravels.
        crossing_friction_mn: "mN" = 2.0, soft [0.0, 5.0], hard [0.0, 10000.0], source "chosen: half of what a yarn of 40 sweeps breaks at";
        /// Gravity. A twentieth of the Earth's, because 40 sweeps make yarns that weak: one carries 225 crossings of any weight at 9.81, a
        /// ball or cube comes on top, and strength grows with the square of the sweeps. With 9.81 use 180 sweeps.
        gravity_m_per_s2: "m/s²" = 0.5, soft [0.0, 20.0], hard [0.0, 1000.0], source "chosen";
        /// Part of the motion relative to a stiff body's that a step takes away.
        damping: "1" = 0.2, soft [0.0, 0.5], hard [0.0, 1.0], source "chosen";
        /// Friction force over normal force on balls, bars and cubes.
        friction: "1" = 0.3, soft [0.0, 1.0], hard [0.0, 5.0], source "chosen";
        /// Sweeps of the constraints in a step of 1/240 s, each of which advances its share of it. Twice as many make yarns four times
        /// as strong. 0 is what a run without the tearing load needs.
        sweeps: "count" = 40.0, soft [0.0, 80.0], hard [0.0, 2000.0], source "Metaaphanon 2009, table 1: 30 to 50";
        /// How fast grips move, balls fly; 0 is the scene's own.
        speed_m_s: "m/s" = 0.0, soft [0.0, 5.0], hard [0.0, 100.0], source "the scene";
        /// Mass of the ball or cube; 0 is the scene's own.
        load_g: "g" = 0.0, soft [0.0, 200.0], hard [0.0, 10000.0], source "the scene";
        /// Simulated time; 0 is the scene's own.
        seconds: "s" = 0.0, soft [0.0, 10.0], hard [0.0, 3600.0], source "the scene";
        /// Warps in the repeat of a weave of one's own.
        matrix_warps: "count" = 2.0, soft [2.0, 8.0], hard [1.0, 64.0], source "plain weave";
        /// Which tear strains chance gives the yarns.
        seed: "count" = 1.0, soft [1.0, 100.0], hard [0.0, 1e9], source "any";
    }
}

/// How the swatch is modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Levels {
    /// A sheet of single particles that becomes yarns where it is overstrained.
    Two,
    /// Two particles at every crossing from the start, connected until overstrained: for comparison.
    AllYarn,
}

/// A swatch before it is made.
#[derive(Clone, Debug)]
pub struct Design {
    /// Its numbers.
    pub numbers: Numbers,
    /// Its weave.
    pub weave: Weave,
    /// How it is modelled.
    pub levels: Levels,
}

impl Numbers {
    /// Everything that is wrong: numbers out of their ranges, and numbers that do not belong together.
    pub fn check(&self) -> Result<(), Issues> {
        let mut issues = Issues::new();
        let values = self.values();
        for p in Numbers::PARAMETERS {
            let (value, [least, most]) = (values[p.id], p.hard);
            if !(least..=most).contains(&value) {
                let problem = format!("is not between {least} and {most} {}", p.unit.trim_matches('1'));
                let issue = Issue::new("swatch.range", p.id, problem.trim_end()).value(value);
                issues.push(issue.cure(format!("Use a number in that range; {} is usual.", p.default)));
            }
        }
        if self.tear_strain_low > self.tear_strain_high {
            let problem = format!("is above tear_strain_high, {}", self.tear_strain_high);
            let issue = Issue::new("swatch.thresholds", "tear_strain_low", problem).value(self.tear_strain_low);
            issues.push(issue.cure("Exchange the two."));
        }
        if self.strain_limit >= self.transition * self.tear_strain_low {
            let problem =
                format!("yarns would loosen at {}, before they are taut", self.transition * self.tear_strain_low);
            let issue = Issue::new("swatch.limit", "strain_limit", problem).value(self.strain_limit);
            issues.push(issue.cure("Lower it, or raise tear_strain_low."));
        }
        if self.couple_distance_mm <= self.thickness_mm {
            let problem =
                format!("is no more than the thickness, {} mm: crossings would never hold", self.thickness_mm);
            let issue = Issue::new("swatch.couple", "couple_distance_mm", problem).value(self.couple_distance_mm);
            issues.push(issue.cure("Raise it; twice the thickness is usual."));
        }
        none_or(issues)
    }

    /// The numbers by name.
    fn values(&self) -> Values {
        let json = serde_json::to_value(self).unwrap_or_default();
        let of = |p: &crate::row::Parameter| (p.id.to_owned(), json[p.id].as_f64().unwrap_or(f64::NAN));
        Numbers::PARAMETERS.iter().map(of).collect()
    }

    /// What a sweep advances, s.
    pub fn sweep_time(&self) -> f64 {
        STEP / self.sweeps.max(1.0)
    }

    /// Distance of neighbouring yarns, m.
    pub fn spacing(&self) -> f64 {
        0.01 / self.yarns_per_cm
    }

    /// Mass of a crossing, kg.
    pub fn crossing_mass(&self) -> f64 {
        self.weight_g_per_m2 * 1e-3 * self.spacing() * self.spacing()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_numbers_are_in_order_and_wrong_ones_are_told_together() {
        assert_eq!(Numbers::default().check(), Ok(()));
        let wrong = Numbers {
            yarns_per_cm: 0.0,
            tear_strain_low: 0.2,
            strain_limit: 0.3,
            couple_distance_mm: 0.05,
            damping: f64::NAN,
            ..Numbers::default()
        };
        let found: Vec<String> =
            wrong.check().unwrap_err().into_iter().map(|i| format!("{} {}", i.code, i.place)).collect();
        let expected = [
            "swatch.range yarns_per_cm",
            "swatch.range damping",
            "swatch.thresholds tear_strain_low",
            "swatch.limit strain_limit",
            "swatch.couple couple_distance_mm",
        ];
        assert_eq!(found, expected);
    }

    /// 2.5 kg/m² on a lattice of 0.8 mm: 1.6 mg.
    #[test]
    fn mass_and_spacing_follow_from_the_yarn_count() {
        let numbers = Numbers::default();
        assert!((numbers.spacing() - 0.8e-3).abs() < 1e-18);
        assert!((numbers.crossing_mass() - 1.6e-6).abs() < 1e-18);
    }
}
