//! A whole archive checked by itself, as a stranger would.

use std::collections::BTreeMap;

use super::mandate::{check, shown};
use super::{StewardError, check_genesis};
use tess_effects::Seal;
use tess_game::{AnyGame, AnyPosition};
use tess_ledger::{Checks, Digest, Kind, Ledger, Role, read_lines};
use tess_scenario::Library;
use tess_table::Wait;

/// What was found in an archive that holds.
#[derive(Debug)]
pub struct Verified {
    /// The log.
    pub ledger: Ledger,
    /// How many dice were thrown, each of them checked.
    pub dice: usize,
    /// Links opened by role.
    pub links: BTreeMap<Role, usize>,
    /// Events by kind.
    pub kinds: BTreeMap<&'static str, usize>,
    /// What an umpire signed by standing orders.
    pub mandates: Mandates,
    /// What the rules say to it.
    pub rules: Rulings,
}

/// What an umpire signed in a side's name, counted as far as the rules could judge it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mandates {
    /// Follows from the text of the standing orders.
    pub follow: u64,
    /// The seal of the standing orders has not been opened yet.
    pub sealed: u64,
    /// Is what the rules have for a side that was late.
    pub defaults: u64,
}

/// What replaying the log through the rules gave.
#[derive(Debug)]
pub enum Rulings {
    /// Every event follows from the rules; the digest of the state at the head, and what comes next.
    Hold {
        /// 64 hex digits.
        state: String,
        /// What the battle waits for, or how it ended.
        wait: Wait,
        /// Actions carried out.
        actions: u64,
        /// The turn that the battle has got to.
        turn: u16,
        /// What the points of each side stand at.
        points: [u16; 2],
        /// What these points are called.
        points_called: &'static str,
    },
    /// This program cannot judge: other rules, or files that it has not got.
    Unknown(StewardError),
    /// The rules do not bear the log out.
    Broken(StewardError),
}

/// Checks form, signatures, chain, links, dice and seals strictly, then the rules.
///
/// # Errors
/// The first line that does not hold.
pub fn verify(bytes: &[u8], library: &Library) -> Result<Verified, StewardError> {
    let mut mandates = Mandates::default();
    let (ledger, rules) = Ledger::verify_beside(read_lines(bytes)?, Checks::Strict, |ledger| {
        match check_genesis(ledger.genesis(), library) {
            Err(error) => Rulings::Unknown(error),
            Ok(start) => judge(ledger, &*start, &mut mandates).unwrap_or_else(Rulings::Broken),
        }
    })?;
    let (mut dice, mut links, mut kinds) = (0, BTreeMap::new(), BTreeMap::new());
    for entry in ledger.entries() {
        *kinds.entry(entry.event().kind.name()).or_default() += 1;
        if let tess_ledger::Kind::Reveal(reveal) = &entry.event().kind {
            dice += reveal.rolls.as_ref().map_or(0, Vec::len);
            *links.entry(entry.event().by.clone()).or_default() += 1;
        }
    }
    Ok(Verified { ledger, dice, links, kinds, mandates, rules })
}

/// What was sealed with orders and answers is something that this game seals.
fn hidden_choices(game: &dyn AnyGame, ledger: &Ledger) -> Result<(), StewardError> {
    for entry in ledger.entries() {
        let given = match &entry.event().kind {
            Kind::Orders(orders) => &orders.seal,
            Kind::Answer(answer) => &answer.seal,
            _ => continue,
        };
        for (digest, record) in given.iter().filter_map(|d| Some((d, ledger.seals().get(d)?))) {
            let Some((at, value)) = &record.opened else { continue };
            if !game.hidden().contains(&value.as_str()) {
                let what =
                    format!("event {at} opens {digest}, sealed in event {}, as `{value}`", entry.event().seq);
                let help = format!("{} could have sealed only: {}", record.side, game.hidden().join(", "));
                return Err(StewardError::refused(what, help));
            }
        }
    }
    Ok(())
}

fn judge(ledger: &Ledger, start: &dyn AnyPosition, mandates: &mut Mandates) -> Result<Rulings, StewardError> {
    let mut table = start.begin(true);
    for entry in ledger.entries() {
        let event = entry.event();
        let Some((_, standing)) = event.kind.delegation() else { continue };
        if ledger.is_default(standing) {
            // what it says the table checks, as it follows
            mandates.defaults += 1;
            continue;
        }
        table.follow_to(ledger, event.seq)?;
        match shown(ledger, standing) {
            Some(text) => {
                check(ledger, &mut *table, event, text)?;
                mandates.follow += 1;
            }
            None => mandates.sealed += 1,
        }
    }
    table.follow(ledger)?;
    let wait = table.wait(ledger)?;
    hidden_choices(start.game(), ledger)?;
    let opened = |seal: Seal| {
        let record = ledger.seals().get(&Digest(seal.0))?;
        record.opened.as_ref().map(|(_, value)| value.clone())
    };
    table
        .position()
        .borne_out(&opened)
        .map_err(|what| StewardError::refused(what, "the sealed choices of the log do not fit the orders"))?;
    let state = table.state(ledger)?.to_string();
    let position = table.position();
    let (turn, points_called) = (position.turn(), position.points_called());
    let points = position.points().map(|points| points.now);
    Ok(Rulings::Hold { state, wait, actions: table.actions(), turn, points, points_called })
}
