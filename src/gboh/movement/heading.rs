//! Which of equal hexes and facings a unit takes that runs or rides on by the rules: the first of them by
//! itself, or as its owner says who wants to be asked.

use crate::piece::UnitId;
use crate::position::Position;
use crate::state::asks::Finer;
use crate::{Flow, Oracle};
use tess_effects::{Listed, Lower, Matter, Offer, Options, Rule};
use tess_hex::{Facing, Hex};

/// The choice that it is: the finer decision, and the rule that leaves it open.
#[derive(Clone, Copy)]
pub(crate) struct Heading {
    /// Its window, that of a finer decision.
    pub window: &'static str,
    pub rule: Rule,
}

impl Heading {
    /// One of these hexes, the best by itself first; none where there is none.
    pub(crate) fn hex(
        self,
        pos: &Position,
        oracle: &mut Oracle<'_>,
        unit: UnitId,
        open: &[Hex],
    ) -> Flow<Option<Hex>> {
        let Some(first) = open.first() else { return Ok(None) };
        let text = |hex: &Hex| format!("to {hex}");
        let options = Listed { of: open.iter().copied(), key: |hex: &Hex| *hex, text };
        self.ask(pos, oracle, unit, "to which hex", &options, *first)
    }

    /// One of these facings, the one by itself first; none where there is none.
    pub(crate) fn facing(
        self,
        pos: &Position,
        oracle: &mut Oracle<'_>,
        unit: UnitId,
        open: &[Facing],
    ) -> Flow<Option<Facing>> {
        let Some(first) = open.first() else { return Ok(None) };
        let options = Listed {
            of: open.iter().copied(),
            key: |facing: &Facing| Lower(facing.letters()),
            text: |facing: &Facing| format!("faces {facing}"),
        };
        self.ask(pos, oracle, unit, "which way does it face", &options, *first)
    }

    fn ask<O: Options<Means: Copy>>(
        self,
        pos: &Position,
        oracle: &mut Oracle<'_>,
        unit: UnitId,
        what: &str,
        options: &O,
        first: O::Means,
    ) -> Flow<Option<O::Means>> {
        if !Finer::named(self.window).is_some_and(|finer| pos.asks(pos.side(unit), finer)) {
            return Ok(Some(first));
        }
        let spec = pos.spec(unit);
        let side = &pos.set.sides[spec.side];
        let matter = Matter { window: self.window, side, subject: &spec.code, rule: self.rule };
        let asked = |matter: &Matter<'_>, offers: &[Offer<O::Means>]| {
            matter
                .question(format!("{} runs on: {what}?", spec.code))
                .fact("own.type", spec.kind.letters().to_ascii_lowercase())
                .fact("own.hits", pos.hits(unit))
                .fact("own.tq", spec.tq)
                .or_else(offers.first().map_or_else(String::new, |offer| offer.key.clone()))
        };
        oracle.choose(matter, options, asked).map(Some)
    }
}
