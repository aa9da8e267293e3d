//! What is asked of an order of battle at every line of a sheet: who has a code, and who has engines.

use crate::piece::{BySide, Class, LeaderId, Side, UnitId, UnitSpec};
use crate::position::Position;
use crate::setup::Setup;
use crate::state::danger::threatens_from_afar;

/// The letters of a code in the bits of one number, small letters for capitals; `None` for what is longer
/// than any code.
fn letters(code: &str) -> Option<u64> {
    let letters = code.bytes().fold(0, |k, b| k << 8 | u64::from(b.to_ascii_lowercase()));
    (1..=7).contains(&code.len()).then_some(letters | (code.len() as u64) << 56)
}

/// Codes in the order of their letters, each with the place of who has it.
#[derive(Debug)]
struct Codes(Vec<(u64, u16)>);

impl Codes {
    fn of<'c>(codes: impl Iterator<Item = &'c str>) -> Option<Codes> {
        let codes: Option<Vec<(u64, u16)>> =
            (0..).zip(codes).map(|(n, code)| Some((letters(code)?, n))).collect();
        let mut codes = codes?;
        codes.sort_unstable();
        Some(Codes(codes))
    }

    /// The first who has a code.
    fn find(&self, code: &str) -> Option<u16> {
        let letters = letters(code)?;
        let at = self.0.partition_point(|&(other, _)| other < letters);
        self.0.get(at).filter(|&&(other, _)| other == letters).map(|&(_, n)| n)
    }
}

/// See above. It holds for a setup that does not change any more, as a position has it.
#[derive(Debug)]
pub struct Roster {
    /// `None` where somebody has a code of more letters than codes have.
    units: Option<Codes>,
    leaders: Option<Codes>,
    engines: BySide<bool>,
    far_shooters: BySide<Vec<UnitId>>,
}

impl Roster {
    fn of(set: &Setup) -> Roster {
        let has_engines = |side| set.units.iter().any(|u| u.side == side && u.class == Class::SC);
        // Whichever counter stands for it.
        let far = |&(_, u): &(UnitId, &UnitSpec)| {
            [Some(u), u.dismounted.as_deref()].into_iter().flatten().any(|u| threatens_from_afar(set, u))
        };
        let far_shooters = |side| {
            let own = (0..).map(UnitId).zip(&set.units).filter(|(_, u)| u.side == side);
            own.filter(far).map(|(id, _)| id).collect()
        };
        Roster {
            units: Codes::of(set.units.iter().map(|u| u.code.as_str())),
            leaders: Codes::of(set.leaders.iter().map(|l| l.code.as_str())),
            engines: BySide(Side::BOTH.map(has_engines)),
            far_shooters: BySide(Side::BOTH.map(far_shooters)),
        }
    }
}

impl Position {
    fn roster(&self) -> &Roster {
        self.set.roster.or_find(|| Roster::of(&self.set))
    }

    /// A unit by its code, in either case.
    #[must_use]
    pub fn find_unit(&self, code: &str) -> Option<UnitId> {
        match &self.roster().units {
            Some(codes) => codes.find(code).map(UnitId),
            None => self.set.find_unit(code),
        }
    }

    /// A leader by his code, in either case.
    #[must_use]
    pub fn find_leader(&self, code: &str) -> Option<LeaderId> {
        match &self.roster().leaders {
            Some(codes) => codes.find(code).map(LeaderId),
            None => self.set.find_leader(code),
        }
    }

    /// Has a side engines, here or anywhere?
    #[must_use]
    pub fn has_engines(&self, side: Side) -> bool {
        self.roster().engines[side]
    }

    /// The units of a side whose missiles, while they have any, may threaten somebody more than two hexes
    /// off; in order of id, wherever they are.
    pub(crate) fn far_shooters(&self, side: Side) -> &[UnitId] {
        &self.roster().far_shooters[side]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Rank, UnitType};
    use crate::proving_ground::{ground, leader, unit};
    use tess_hex::Facing;

    #[test]
    fn everybody_is_found_by_his_code_as_by_looking_through_all() {
        for long in ["b12", "Bartholomew"] {
            let codes = ["H31", "h3", "V31", long, "H31", "a"];
            let units = codes.map(|c| unit(c, Side::First, UnitType::MI, (4, 5, 5), 2010, Facing::E));
            let leaders = ["REG", "XAN", "H3"].map(|c| leader(c, Side::Second, Rank::Overall, 5, 2111));
            let pos = ground(units.to_vec(), leaders.to_vec());
            for code in ["h31", "H3", "V31", "B12", "b1", "", "A", "reg", "XAN", "bartholomew", "h31x", "Zz"]
            {
                assert_eq!(pos.find_unit(code), pos.set.find_unit(code), "{code}");
                assert_eq!(pos.find_leader(code), pos.set.find_leader(code), "{code}");
            }
        }
    }

    #[test]
    fn a_side_has_engines_when_one_of_its_units_is_one() {
        let mut engine = unit("S1", Side::Second, UnitType::LI, (1, 5, 3), 2010, Facing::E);
        engine.class = Class::SC;
        let pos = ground(vec![engine], vec![]);
        assert!(pos.has_engines(Side::Second) && !pos.has_engines(Side::First));
    }
}
