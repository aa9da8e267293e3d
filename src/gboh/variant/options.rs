//! The optional rules: each a switch that a scenario sets and that whoever begins a battle may turn.

/// An optional rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its name in scenarios and in `tess new --option`.
    pub name: &'static str,
    /// The rule in each book that has it: book and number.
    pub rules: &'static [(&'static str, &'static str)],
    /// What it switches, in a few words.
    pub what: &'static str,
}

impl Switch {
    /// The number of the rule in a book; `None` where the book does not have it.
    #[must_use]
    pub fn rule(&self, book: &str) -> Option<&'static str> {
        self.rules.iter().find(|(b, _)| *b == book).map(|&(_, rule)| rule)
    }
}

const fn switch(
    name: &'static str,
    rules: &'static [(&'static str, &'static str)],
    what: &'static str,
) -> Switch {
    Switch { name, rules, what }
}

/// All of them, each book's together.
pub const SWITCHES: &[Switch] = &[
    switch(
        "charge-formation",
        &[("alexander", "9.7")],
        "cavalry forms up for the charge, and pursues by 10.4 B",
    ),
    switch("contingent-commanders", &[("alexander", "5.6")], "contingent commanders of Macedon"),
    switch("depletion", &[("alexander", "10.2")], "depleted units"),
    switch("drift", &[("alexander", "6.5")], "hoplites in two hexes drift to the right"),
    switch(
        "elephant-command",
        &[("alexander", "9.20"), ("spqr", "4.9")],
        "elephants obey who rides with them, and elephant leaders",
    ),
    switch(
        "elite-initiative",
        &[("alexander", "5.5")],
        "elite initiative before 280 BC, when Alexander has it",
    ),
    switch("engaged", &[("cataphract", "10.3"), ("spqr", "10.4")], "units stay engaged after a shock"),
    switch("inertia", &[("alexander", "6.14")], "hoplites go on as far as they can"),
    switch("leaders-through-zones", &[("alexander", "4.62")], "a leader alone withdraws through enemy zones"),
    switch("personal-combat", &[("alexander", "8.4")], "leaders fight each other from 280 BC on, too"),
    switch("prearranged", &[("alexander", "6.8"), ("spqr", "6.8")], "pre-arranged withdrawal"),
    switch("pursuit", &[("alexander", "10.4")], "cavalry pursues; on from 280 BC"),
    switch("skirmisher-points", &[("alexander", "10.52")], "two rout points for every skirmisher"),
];

/// A switch by its name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Switch> {
    SWITCHES.iter().find(|s| s.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::books::BOOKS;

    #[test]
    fn every_switch_has_a_name_of_its_own_and_belongs_to_a_book() {
        assert!(SWITCHES.is_sorted_by(|a, b| a.name < b.name));
        for switch in SWITCHES {
            assert!(!switch.rules.is_empty(), "{}", switch.name);
            assert!(switch.rules.iter().all(|(book, _)| BOOKS.contains(book)), "{}", switch.name);
        }
        let page = include_str!("../../../docs/scenario-format.md");
        for switch in SWITCHES {
            let of = |l: &&str| l.starts_with(&format!("| `{}` |", switch.name));
            let all =
                |l: &str| switch.rules.iter().all(|(book, rule)| l.contains(&format!("{book} {rule} ")));
            let all = |l: &str| all(&l.replace(',', " "));
            assert!(
                page.lines().filter(of).any(all),
                "no row for {} in docs/scenario-format.md",
                switch.name
            );
        }
        assert_eq!(find("engaged").and_then(|s| s.rule("cataphract")), Some("10.3"));
        assert_eq!(find("engaged").and_then(|s| s.rule("alexander")), None);
    }
}
