//! Starting positions that are set up once for many battles.

use std::collections::BTreeMap;

use super::{StewardError, check_genesis};
use tess_game::AnyPosition;
use tess_ledger::{FileHash, Genesis, Rules, Setting};
use tess_scenario::Library;

/// Positions that are kept; the one used longest ago goes first.
const MOST: usize = 32;

/// The positions in which battles begin, each set up once: reading a scenario and its charts takes longer than all else
/// that opening a short battle takes. What is kept is named by the hashes of its files, so it is never out of date.
#[derive(Default)]
pub struct Starts {
    /// The one used last at the end.
    known: Vec<(Made, Box<dyn AnyPosition>)>,
}

/// Everything of a genesis that decides on the position.
#[derive(PartialEq, Eq)]
struct Made {
    format: u32,
    rules: Rules,
    scenario: FileHash,
    charts: Vec<FileHash>,
    options: BTreeMap<String, Setting>,
}

impl Made {
    fn of(genesis: &Genesis) -> Made {
        Made {
            format: genesis.format,
            rules: genesis.rules.clone(),
            scenario: genesis.scenario.clone(),
            charts: genesis.charts.clone(),
            options: genesis.options.clone(),
        }
    }
}

impl Starts {
    /// The position in which a battle begins.
    ///
    /// # Errors
    /// Those of [`check_genesis`].
    pub fn of(&mut self, genesis: &Genesis, library: &Library) -> Result<Box<dyn AnyPosition>, StewardError> {
        let made = Made::of(genesis);
        let kept = match self.known.iter().position(|(known, _)| *known == made) {
            Some(at) => self.known.remove(at),
            None => (made, check_genesis(genesis, library)?),
        };
        let position = kept.1.copied();
        self.known.push(kept);
        if self.known.len() > MOST {
            self.known.remove(0);
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FORMAT, RULES};
    use tess_ledger::{Deadlines, Mode, Outcome};

    fn genesis(scenario: &str) -> Genesis {
        let offered = tess_game::of_scenario(&Library::embedded(), scenario)
            .expect("a scenario")
            .offered(&Library::embedded(), scenario)
            .expect("it loads");
        let file = |(name, hash): &(String, String)| FileHash {
            name: name.clone(),
            sha256: hash.parse().expect("a hash"),
        };
        Genesis {
            mode: Mode::Umpire,
            rules: Rules { id: offered.book.clone(), version: RULES },
            scenario: file(&offered.scenario),
            charts: offered.charts.iter().map(file).collect(),
            options: BTreeMap::new(),
            parties: Vec::new(),
            deadlines: Deadlines { hours: 0, then: Outcome::Forfeit, extensions: 0 },
            format: FORMAT,
        }
    }

    fn encoded(position: &dyn AnyPosition) -> Vec<u8> {
        let mut bytes = Vec::new();
        position.encode(&mut bytes);
        bytes
    }

    #[test]
    fn what_is_kept_is_what_would_be_set_up_and_no_other_genesis_gets_it() {
        let (mut starts, library) = (Starts::default(), Library::embedded());
        for scenario in ["spqr/skirmish", "spqr/zama-202bc", "spqr/skirmish"] {
            let genesis = genesis(scenario);
            let fresh = check_genesis(&genesis, &library).expect("a start");
            let kept = starts.of(&genesis, &library).expect("a start");
            assert_eq!(encoded(&*kept), encoded(&*fresh), "{scenario}");
        }
        assert_eq!(starts.known.len(), 2);
        // the same names with other contents are read again, and refused
        let mut other = genesis("spqr/skirmish");
        other.charts[0].sha256 = other.scenario.sha256;
        assert!(starts.of(&other, &library).is_err());
        let mut other = genesis("spqr/skirmish");
        other.rules.version += 1;
        assert!(starts.of(&other, &library).is_err());
    }
}
