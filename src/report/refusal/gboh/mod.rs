//! Great Battles: why an order is not allowed, in words.

mod line;
mod missile;
mod movement;
mod order;
mod rout;
mod shock;
mod turn;

use super::{unfit, unsealed};
use crate::form::marks;
use tess_effects::{Rule, Worded};
use tess_gboh::refusal::Why;
use tess_gboh::{LeaderId, LineId, Refusal, Setup, UnitId};

/// A refusal in words.
#[must_use]
pub fn worded(set: &Setup, refusal: &Refusal) -> Worded {
    let (rule, c) = (refusal.rule, Codes { set });
    match &refusal.why {
        Why::Sheet(what) => unfit(rule, what),
        Why::Unsealed => unsealed(rule, "the marker of pre-arranged withdrawal"),
        Why::Orders(why) => order::orders(c, rule, *why),
        Why::Ordered(why) => order::ordered(c, rule, *why),
        Why::Led(why) => order::led(c, rule, *why),
        Why::Elephant(why) => order::elephant(c, rule, *why),
        Why::FireOrder(why) => order::fire(c, rule, *why),
        Why::Bound(why) => order::bound(c, rule, *why),
        Why::Combine(why) => order::combine(c, rule, *why),
        Why::Turn(why) => turn::turn(c, rule, why),
        Why::Line(why) => line::line(c, rule, *why),
        Why::Contingent(why) => line::contingent(c, rule, *why),
        Why::Extension(why) => line::extension(c, rule, *why),
        Why::Unmoved(why) => movement::movement(c, rule, why),
        Why::Misfire(why) => missile::shot(c, rule, *why),
        Why::Shock(why) => shock::shock(c, rule, why),
        Why::Rout(why) => rout::rout(c, rule, *why),
        Why::NoSide(side) => said(rule, format!("there is no side {side} in this battle")),
        Why::Unread(complaint) => {
            Worded { help: complaint.help.clone(), ..said(rule, complaint.message.as_str()) }
        }
    }
}

/// A refusal before its help and the word to blame are added.
fn said(rule: Rule, message: impl Into<String>) -> Worded {
    Worded::new(rule, message)
}

/// The names of the pieces.
#[derive(Clone, Copy)]
struct Codes<'a> {
    set: &'a Setup,
}

impl<'a> Codes<'a> {
    fn unit(self, unit: UnitId) -> &'a str {
        &self.set.unit(unit).code
    }

    fn leader(self, leader: LeaderId) -> &'a str {
        &self.set.leader(leader).code
    }

    /// The name of a leader, where his code would be too short.
    fn name(self, leader: LeaderId) -> &'a str {
        &self.set.leader(leader).name
    }

    /// The letters of a unit's type.
    fn letters(self, unit: UnitId) -> &'static str {
        self.set.unit(unit).kind.letters()
    }

    /// A rule that the text names beside the one of the refusal, as the battle's book numbers it.
    fn rule(self, rule: Rule) -> Rule {
        marks::rule(self.set, rule)
    }

    fn line(self, line: LineId) -> &'a str {
        &self.set.line(line).code
    }
}
