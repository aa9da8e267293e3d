//! Why a step cannot be taken, by which rule.

use crate::Refusal;
use crate::movement::march::{Body, March};
use crate::movement::step::front_hexes;
use crate::piece::UnitType;
use crate::position::{Formation, Position};
pub(crate) use crate::refusal::movement::Bar;
use crate::refusal::movement::{Barred, Unmoved};
use tess_effects::Rule;

impl Bar {
    /// With what a person has to know of the mover to understand it.
    pub(crate) fn refusal(self, pos: &Position, body: &Body, march: &March) -> Refusal {
        let fronts =
            if matches!(self, Bar::NotFront(_)) { front_hexes(pos, body, march) } else { Vec::new() };
        let barred = Barred {
            unit: body.unit,
            kind: body.kind,
            hex: march.hex,
            allowance: body.allowance,
            left: body.allowance.saturating_sub(march.mp),
            fronts,
            bar: self,
        };
        Refusal::new(self.rule(body, march), Unmoved::Barred(Box::new(barred)))
    }

    /// The rule by which it is barred.
    fn rule(self, body: &Body, march: &March) -> Rule {
        Rule(match self {
            Bar::Friend(_, _, rule) => return rule,
            Bar::NotFront(_) => "6.32",
            Bar::Ambiguous(_) | Bar::OnlyTwoHex => "6.43",
            Bar::Closed(_) | Bar::Rampart(_) => "6.24",
            Bar::Prohibited(_) => "6.27",
            Bar::Points(_) => "6.25",
            Bar::Enemy(..) => "6.62",
            Bar::InColumn(_) => "6.77",
            Bar::Stopped | Bar::Pinned => "7.23",
            Bar::NoTurn | Bar::MustStay => "7.24",
            Bar::Elephant(..) => "9.15",
            Bar::TwoHexTurn => "7.13",
            Bar::Double => "9.52",
            Bar::NoReverse => "6.45",
            Bar::NoColumn | Bar::ColumnZone | Bar::Formation | Bar::Formed => "6.71",
            Bar::WhileColumn => "6.74",
            Bar::Triarii => "9.71",
            Bar::Spent => "8.63",
            Bar::Undisciplined => "cataphract 6.41",
            Bar::Steep(_) if march.formation == Formation::Charge => "alexander 9.74",
            Bar::Steep(_) if body.kind == UnitType::CH => "alexander 9.21",
            Bar::Steep(_) => "alexander 6.23",
            Bar::Unwieldy(_) if body.kind == UnitType::CH => "alexander 7.15",
            Bar::Unwieldy(_) => "alexander 9.74",
            Bar::NotWhole if body.two_hex => "alexander 9.63",
            Bar::NoSquare | Bar::NotThatShape => "alexander 9.63",
            Bar::NotWhole | Bar::NoHorses | Bar::NotInPeace(_) => "cataphract 11.1",
            Bar::NotHere => "8.11",
            Bar::Drift(_) => "alexander 6.5",
            Bar::GoesOn => "alexander 6.14",
            Bar::NoWedge => "alexander 9.72",
            Bar::WedgeAlready | Bar::WedgeInLine | Bar::WedgeZone => "alexander 9.73",
        })
    }
}
