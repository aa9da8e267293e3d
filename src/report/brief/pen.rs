//! What writes pieces in short, and the marks that it uses.

use super::legend::{Mark, Marks};
use crate::narrate::Teller;
use tess_effects::Rule;
use tess_gboh::check::Check;
use tess_gboh::{Setup, UnitId};

/// Writes the pieces of one happening.
pub(super) struct Pen<'a, 'm> {
    /// Units, dice and rules.
    pub t: Teller<'a>,
    marks: &'m mut Marks,
}

impl<'a, 'm> Pen<'a, 'm> {
    /// For one happening of this battle.
    pub fn new(set: &'a Setup, marks: &'m mut Marks) -> Pen<'a, 'm> {
        Pen { t: Teller::brief(set), marks }
    }

    /// Uses a mark that the legend explains.
    pub fn mark(&mut self, mark: Mark) {
        self.marks.mark(mark);
    }

    /// Nothing where the rule is the one that the legend tells with this mark, else the rule in brackets.
    pub fn cite(&mut self, mark: fn(Rule) -> Mark, usual: Rule, rule: Rule) -> String {
        if rule == usual {
            self.mark(mark(rule));
            String::new()
        } else {
            format!(" ({})", self.t.rule(rule))
        }
    }

    /// `7-1:5`
    pub fn against(&mut self, die: u8, modifier: i8, limit: u8) -> String {
        self.mark(Mark::Die);
        let plus = if modifier == 0 { String::new() } else { format!("{modifier:+}") };
        format!("{}{plus}:{limit}", self.t.die(die))
    }

    /// A check of troop quality: its die with its modifier, and the quality.
    pub fn check(&mut self, check: &Check) -> String {
        self.against(check.die, check.modifier, check.quality)
    }

    /// A unit and the one below it that goes along: `H3a+H3b`.
    pub fn both(&mut self, unit: UnitId, with: Option<UnitId>) -> String {
        both(self.t.set, unit, with)
    }
}

/// A unit and the one below it that goes along: `H3a+H3b`.
pub(super) fn both(set: &Setup, unit: UnitId, with: Option<UnitId>) -> String {
    let code = |u: UnitId| set.unit(u).code.as_str();
    with.map_or_else(|| code(unit).to_owned(), |below| format!("{}+{}", code(unit), code(below)))
}
