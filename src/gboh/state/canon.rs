//! The canonical form of a position: what stands in it, in which order. Its digest is what both players
//! sign.
//!
//! `docs/position.md` describes it for readers in other languages; a test holds the lists here and its
//! tables together. A list may change only together with [`FORM`] and with the number of the rules: every
//! battle in play would part.

use std::sync::Arc;

use super::asks::Asks;
use super::parts::Parts;
use super::position::{Done, Formation, Leader, Morale, Place, Position, Runaway, ShockMark, Supply, Unit};
use super::setup::Setup;
use super::stage::{
    Combat, Course, Face, Group, LineInProgress, Marker, Mode, Phase, PhaseKind, Stage, Troop,
};
use crate::piece::{Class, LeaderId, LineId, UnitId};
use tess_canon::{Bytes, Canon, Malformed, choice, number, record, write_list};

/// The number of the form that is written and read here.
pub const FORM: u32 = 2;

number!(UnitId, LeaderId, LineId);

record!(Parts { turn, stage, course, units, leaders, markers, replacements, fallen, below });

record!(Unit {
    place, morale, formation, depleted, rallied, supply, screen, moved_before, done, shock, pursued, engaged,
    limbered, shots, reaction_shots, rallied_by, dismounted, left_setup, shield_wall, returning, runaway,
} but { two_hex: false });

choice!(Place { 0 => Field { hex, facing }, 1 => Pursuing { left_by }, 2 => Eliminated, 3 => Waiting });

choice!(Morale { 0 => Steady { hits }, 1 => Routed });

choice!(Supply { 0 => Full, 1 => Low, 2 => No });

choice!(Formation { 0 => Line, 1 => Column { towards, head_left }, 2 => Square, 3 => Charge });

choice!(ShockMark { 0 => None, 1 => MustCheck, 2 => MayCheck, 3 => NoCheck });

record!(Done {
    moved,
    fired,
    closed,
    refaced,
    passing,
    recovered,
    withdrew,
    climbed,
    began_in_zoc,
    shocked,
    fired_in_withdrawal,
    extended,
    stays,
    withdrew_firing_at,
    entry_fired_at,
    flustered_by,
    shifted,
    left,
    volleys,
    opened_shields,
    hexes,
});

record!(Runaway { line, leader, since });

record!(Leader {
    hex,
    killed,
    wounds,
    finished,
    no_momentum,
    enabled_shock,
    spent,
    elephant,
    phases,
    was_in_zoc,
    waited,
    sent,
    began,
    in_command,
    stands_aside,
});

choice!(Stage {
    0 => TurnStart,
    1 => Markers { side },
    2 => Elite { side },
    3 => Activation { side, due, reactivation, trump_tried },
    4 => Orders(phase),
    5 => After(phase),
    6 => Over { winner },
});

record!(Phase {
    leader,
    side,
    kind,
    mode,
    orders_used,
    combats,
    must_act,
    acted,
    had_lines,
    line_roll,
    by_range,
    fought,
    contingents,
    contingent,
});

choice!(PhaseKind { 0 => Initial, 1 => Momentum, 2 => Elite, 3 => Reactivated });

choice!(Mode { 0 => Open, 1 => Individual, 2 => Lines { used, current } });

record!(LineInProgress { line, units, entered, firing, starts });

choice!(Troop { 0 => Line(line), 1 => Contingent(leader) });

record!(Combat { attackers, defenders, with });

record!(Marker { leader, face });

choice!(Face { 0 => Down(seal), 1 => Real { lines, used }, 2 => Lost });

record!(Course { tie, group, elephants_ordered, spirit_lost, in_shock, champion, prize, bereft, asks });

record!(Asks {
    advance_face,
    advance_wheel,
    charisma,
    defender,
    face,
    feign_face,
    feign_path,
    hits,
    impetuous_face,
    pursuit_face,
    pursuit_path,
    rampage,
    reload,
    rout_path,
    uncontrolled,
    withdraw_path,
});

choice!(Group { 0 => Velites, 1 => Foot { colour, ala, class }, 2 => Horse { ala } });

choice!(Class {
    0 => Plain, 1 => HA, 2 => PR, 3 => TR, 4 => CO, 5 => CE, 6 => VE, 7 => HO, 8 => SC, 9 => CAT,
});

impl Position {
    /// Appends the canonical bytes of the position: equal positions, equal bytes. They are those of its
    /// [`Parts`].
    pub fn encode(&self, out: &mut Vec<u8>) {
        self.turn.write(out);
        self.stage.write(out);
        self.course.write(out);
        write_list(&self.units, out);
        write_list(&self.leaders, out);
        write_list(&self.markers, out);
        self.replacements.write(out);
        self.fallen.write(out);
        write_list(&self.below(), out);
    }

    /// The position of this battle that has these canonical bytes.
    ///
    /// # Errors
    /// When no position of this battle has them.
    pub fn decode(set: Arc<Setup>, bytes: &[u8]) -> Result<Position, Malformed> {
        let mut from = Bytes::new(bytes);
        let parts = Parts::read(&mut from)?;
        let end = from.place();
        from.end()?;
        parts.put_together(set).map_err(|unfit| Malformed::Unfit(end, unfit.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Rank, Side, UnitType};
    use crate::proving_ground::{ground, leader, u, unit};
    use tess_hex::{Facing, Hex};

    fn field() -> Position {
        let mut pos = ground(
            vec![
                unit("A1", Side::First, UnitType::MI, (5, 6, 5), 2010, Facing::E),
                unit("A2", Side::First, UnitType::PH, (8, 7, 5), 2012, Facing::W),
                unit("A3", Side::First, UnitType::SK, (1, 5, 7), 2015, Facing::NE),
            ],
            vec![leader("REG", Side::First, Rank::Overall, 4, 2011)],
        );
        pos.stage = Stage::Orders(Phase::new(LeaderId(0), Side::First, PhaseKind::Initial));
        pos
    }

    fn bytes(pos: &Position) -> Vec<u8> {
        let mut out = Vec::new();
        pos.encode(&mut out);
        out
    }

    #[test]
    fn the_page_has_every_part_in_its_order() {
        let page = include_str!("../../../docs/position.md").split("## Great Battles of History").nth(1);
        let page = page.and_then(|part| part.split("\n## ").next()).expect("a chapter");
        tess_canon::page::holds(include_str!("canon.rs"), page).unwrap_or_else(|fault| panic!("{fault}"));
    }

    #[test]
    fn a_position_is_read_back_and_stands_where_it_stood() {
        let mut pos = field();
        pos.put(u(2), Hex::new(20, 10), Facing::E);
        let back = Position::decode(Arc::clone(&pos.set), &bytes(&pos)).expect("its own bytes");
        assert_eq!(Parts::of(&back), Parts::of(&pos));
        for unit in pos.unit_ids() {
            assert_eq!((back.partner(unit), back.is_top(unit)), (pos.partner(unit), pos.is_top(unit)));
        }
        pos.swap_stack(Hex::new(20, 10));
        assert_ne!(bytes(&pos), bytes(&back), "who is below is part of it");
    }

    #[test]
    fn bytes_of_another_battle_are_refused() {
        let pos = field();
        let decode = |bytes: &[u8]| Position::decode(Arc::clone(&pos.set), bytes).err();
        let all = bytes(&pos);
        assert_eq!(decode(&all[..all.len() - 1]), Some(Malformed::Short(all.len() - 1)));
        assert_eq!(decode(&[&all[..], &[0]].concat()), Some(Malformed::Long(all.len())));
        let mut other = field();
        other.stage = Stage::Orders(Phase::new(LeaderId(7), Side::First, PhaseKind::Initial));
        let unfit = decode(&bytes(&other));
        assert!(matches!(unfit, Some(Malformed::Unfit(_, why)) if why.starts_with("leader number 7")));
        let away = Parts { units: Vec::new(), ..Parts::of(&pos) };
        assert!(away.put_together(Arc::clone(&pos.set)).is_err());
    }
}
