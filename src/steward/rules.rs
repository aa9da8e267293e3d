//! The number of the rules, and which release plays which: a battle keeps the number it began with.

use super::StewardError;
use tess_ledger::Genesis;

pub use tess_game::{FORMAT, RULES};

/// Each number that the rules have had, with the last release that plays it. Whoever raises [`RULES`] adds a
/// line, and the line before it says for good where its battles are played on.
const RELEASES: &[(u32, &str)] = &[(1, "0.1.0"), (2, "0.2.0")];

/// Does this program play these rules, in this format of the log?
///
/// # Errors
/// When it does not; the help says which program does.
pub(super) fn check(genesis: &Genesis) -> Result<(), StewardError> {
    let (id, number) = (&genesis.rules.id, genesis.rules.version);
    if (genesis.format, number) == (FORMAT, RULES) {
        return Ok(());
    }
    Err(StewardError::refused(
        format!("the battle has log format {} and rules {id} {number}", genesis.format),
        format!(
            "this program plays format {FORMAT}, rules number {RULES}; {}",
            way_out((genesis.format, number), (FORMAT, RULES), RELEASES)
        ),
    ))
}

/// Which program plays a battle of this format and rules, where one of ours does not.
fn way_out(theirs: (u32, u32), ours: (u32, u32), releases: &[(u32, &str)]) -> String {
    let (newer, known) = (theirs.0 > ours.0 || theirs.1 > ours.1, releases.iter().find(|r| r.0 == theirs.1));
    match known {
        _ if newer => "take a newer release of it; signatures, links and dice are the same in all".to_owned(),
        Some((_, release)) => format!("release {release} is the last that plays the battle's"),
        None => "there has never been a release with the battle's".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_this_program_are_the_last_in_the_table_and_of_this_release() {
        assert!(RELEASES.is_sorted_by_key(|r| r.0));
        let last = RELEASES.last().expect("a release");
        assert_eq!(
            *last,
            (RULES, env!("CARGO_PKG_VERSION")),
            "raised RULES, or the version: add or mend its line"
        );
    }

    #[test]
    fn older_rules_are_refused_with_the_release_that_has_them() {
        let releases = [(1, "0.1.4"), (2, "0.3.0"), (3, "0.4.0")];
        assert_eq!(way_out((1, 2), (1, 3), &releases), "release 0.3.0 is the last that plays the battle's");
        assert_eq!(way_out((1, 0), (1, 3), &releases), "there has never been a release with the battle's");
    }

    #[test]
    fn rules_that_nobody_knows_yet_need_a_newer_program() {
        for theirs in [(1, 4), (2, 3), (2, 1)] {
            assert!(way_out(theirs, (1, 3), &[(3, "0.4.0")]).starts_with("take a newer release"));
        }
    }
}
