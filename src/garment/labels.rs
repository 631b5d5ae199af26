//! Where panels are worn, told from their names: `front`, `sleeve-left`, `left_btorso`, `pant_f_l`, `wb_back` …
//!
//! A name says the part of the body and the side; where the panel's edges are says how high it hangs.

use super::draft::{Lay, Spot};
use crate::body::{Landmark, PartId, PartPoint, Side};
use glam::DVec2;

/// Distance between a left and a right panel before they are sewn, m.
const APART: f64 = 0.02;

/// What a word of a name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Left,
    Right,
    Front,
    Back,
    Bodice,
    Skirt,
    Trousers,
    Waistband,
    Sleeve,
    Cuff,
    Collar,
    Neckband,
    Hood,
}

const WORDS: &[(&str, &[Word])] = &[
    ("left", &[Word::Left]),
    ("l", &[Word::Left]),
    ("right", &[Word::Right]),
    ("r", &[Word::Right]),
    ("front", &[Word::Front]),
    ("f", &[Word::Front]),
    ("back", &[Word::Back]),
    ("b", &[Word::Back]),
    ("ftorso", &[Word::Front, Word::Bodice]),
    ("btorso", &[Word::Back, Word::Bodice]),
    ("torso", &[Word::Bodice]),
    ("bodice", &[Word::Bodice]),
    ("top", &[Word::Bodice]),
    ("dress", &[Word::Bodice]),
    ("skirt", &[Word::Skirt]),
    ("pant", &[Word::Trousers]),
    ("pants", &[Word::Trousers]),
    ("trousers", &[Word::Trousers]),
    ("leg", &[Word::Trousers]),
    ("wb", &[Word::Waistband]),
    ("waistband", &[Word::Waistband]),
    ("belt", &[Word::Waistband]),
    ("sleeve", &[Word::Sleeve]),
    ("sl", &[Word::Sleeve]),
    ("cuff", &[Word::Cuff]),
    ("collar", &[Word::Collar]),
    ("neckband", &[Word::Neckband]),
    ("turtle", &[Word::Collar]),
    ("hood", &[Word::Hood]),
];

fn words(name: &str) -> Vec<Word> {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_lowercase);
    let known = parts.filter_map(|part| WORDS.iter().find(|(word, _)| *word == part).map(|(_, means)| *means));
    known.flatten().copied().collect()
}

/// Where a panel of this name is worn, from the corners of the box around its drawing, m; nothing for a name that says too
/// little.
pub(super) fn spot_of(name: &str, [low, high]: [DVec2; 2]) -> Option<Spot> {
    let words = words(name);
    let has = |word: Word| words.contains(&word);
    let left = match (has(Word::Left), has(Word::Right)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    };
    let face = match (has(Word::Front), has(Word::Back)) {
        (true, false) => Some(Side::Front),
        (false, true) => Some(Side::Back),
        _ => None,
    };
    let centred = -0.5 * (low.x + high.x);
    let spot = |part: PartId, side: Side, level: Landmark, y: f64, lay: Lay| Spot {
        point: PartPoint { part, side: Some(side) },
        level,
        shift: [centred, y],
        turn_deg: 0.0,
        lay,
    };
    let of_two = |on_left: Landmark, on_right: Landmark| if left? { Some(on_left) } else { Some(on_right) };
    if has(Word::Sleeve) || has(Word::Cuff) {
        let outside = if left? { Side::Left } else { Side::Right };
        let part = if left? { PartId::ArmLeft } else { PartId::ArmRight };
        let lay = if face.is_some() { Lay::Half } else { Lay::Round };
        let (level, y) = if has(Word::Cuff) {
            (of_two(Landmark::WristLeft, Landmark::WristRight)?, -high.y)
        } else {
            (of_two(Landmark::ShoulderLeft, Landmark::ShoulderRight)?, -high.y)
        };
        return Some(spot(part, face.unwrap_or(outside), level, y, lay));
    }
    if has(Word::Hood) {
        let side = if left? { Side::Left } else { Side::Right };
        return Some(spot(PartId::Head, side, Landmark::NeckBase, 0.04 - low.y, Lay::Flat(0.03)));
    }
    if has(Word::Collar) || has(Word::Neckband) {
        // A collar opens in front, a band behind.
        let whole = if has(Word::Collar) { Side::Back } else { Side::Front };
        let lay = if face.is_some() { Lay::Half } else { Lay::Round };
        let collar = spot(PartId::Neck, face.unwrap_or(whole), Landmark::NeckBase, 0.015 - low.y, lay);
        return Some(beside(collar, left, [low, high]));
    }
    let (level, y) = if has(Word::Waistband) {
        (Landmark::Waist, 0.03 - low.y)
    } else if has(Word::Skirt) || has(Word::Trousers) {
        (Landmark::Waist, -high.y)
    } else {
        (Landmark::NeckSideLeft, -high.y)
    };
    let lay = if face.is_none() && has(Word::Waistband) { Lay::Round } else { Lay::Half };
    let face = face.or_else(|| has(Word::Waistband).then_some(Side::Front))?;
    Some(beside(spot(PartId::Torso, face, level, y, lay), left, [low, high]))
}

/// Moves a panel that is one of two to its half: positive x is the wearer's left in front and right behind.
fn beside(spot: Spot, left: Option<bool>, [low, high]: [DVec2; 2]) -> Spot {
    let Some(left) = left else { return spot };
    let positive = left == (spot.point.side == Some(Side::Front));
    let x = if positive { 0.5 * APART - low.x } else { -0.5 * APART - high.x };
    Spot { shift: [x, spot.shift[1]], ..spot }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: [DVec2; 2] = [DVec2::new(-0.1, -0.5), DVec2::new(0.3, 0.2)];

    #[test]
    fn names_of_several_tools_are_understood() {
        let point = |name: &str| spot_of(name, BOX).map(|spot| spot.point.id());
        for (name, wanted) in [
            ("front", "torso-front"),
            ("Back", "torso-back"),
            ("sleeve-left", "arm-left-left"),
            ("right_sleeve_f", "arm-right-front"),
            ("left_btorso", "torso-back"),
            ("skirt_front", "torso-front"),
            ("pant_f_l", "torso-front"),
            ("wb_back", "torso-back"),
            ("waistband", "torso-front"),
            ("hood-right", "head-right"),
            ("collar", "neck-back"),
            ("neckband", "neck-front"),
        ] {
            assert_eq!(point(name), Some(wanted), "{name}");
        }
        for unknown in ["", "sleeve", "panel 7", "cloth"] {
            assert_eq!(point(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn one_of_two_panels_lies_on_its_half() {
        // In front the wearer's left is at positive x, behind at negative x; a whole panel lies over the middle.
        let extent = |name: &str| {
            let x = spot_of(name, BOX).unwrap().shift[0];
            [BOX[0].x + x, BOX[1].x + x]
        };
        let near = |found: [f64; 2], wanted: [f64; 2]| (0..2).all(|k| (found[k] - wanted[k]).abs() < 1e-12);
        assert!(near(extent("left_ftorso"), [0.01, 0.41]));
        assert!(near(extent("left_btorso"), [-0.41, -0.01]));
        assert!(near(extent("skirt_front"), [-0.2, 0.2]));
        // A bodice hangs from the shoulder, a skirt from the waist.
        let top = |name: &str| spot_of(name, BOX).map(|spot| (spot.level, spot.shift[1] + BOX[1].y)).unwrap();
        assert_eq!(top("front"), (Landmark::NeckSideLeft, 0.0));
        assert_eq!(top("skirt_back"), (Landmark::Waist, 0.0));
    }
}
