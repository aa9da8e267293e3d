//! How the battles of a player stand.

use std::path::Path;

use super::super::{Look, StewardError, archive_bytes, deadline};
use tess_ledger::{Checks, Kind, Signed, short};
use tess_mail::parse_address;
use tess_scenario::Library;
use tess_table::Wait;

/// How a battle stands, for one of its players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The first digits of its id.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The player's side.
    pub side: String,
    /// What comes next, in words.
    pub next: String,
    /// Is it over?
    pub over: bool,
}

/// The battles below a folder in which an address plays.
///
/// # Errors
/// When the folder cannot be read. A battle that does not hold is named as such.
pub fn battles_in(dir: &Path, address: &str, library: &Library) -> Result<Vec<Standing>, StewardError> {
    let entries = std::fs::read_dir(dir).map_err(|e| StewardError::file(dir, e, "it must be readable"))?;
    let mut seats: Vec<_> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    seats.sort_unstable();
    let mut found = Vec::new();
    for seat in seats.iter().filter(|seat| seat.join("archive.tess").exists()) {
        // what is wrong with a battle is for its own pass to say
        found.extend(standing_of(&archive_bytes(seat)?, address, library).ok().flatten());
    }
    Ok(found)
}

/// How the battle of an archive stands for an address; nothing when it plays no part in it.
///
/// # Errors
/// When the log does not hold.
pub fn standing_of(
    archive: &[u8],
    address: &str,
    library: &Library,
) -> Result<Option<Standing>, StewardError> {
    let first = archive.split(|b| *b == b'\n').next().unwrap_or_default();
    match &Signed::parse(first)?.event().kind {
        Kind::Genesis(_) => standing(archive, address, library),
        _ => Ok(None),
    }
}

fn standing(archive: &[u8], address: &str, library: &Library) -> Result<Option<Standing>, StewardError> {
    let mut look = Look::of(archive, library, Checks::Batch, None)?;
    let is_his = |given: &str| {
        parse_address(given).is_ok_and(|mailbox| mailbox.email.to_string().eq_ignore_ascii_case(address))
    };
    let players = look.ledger().players();
    let Some(side) = players.iter().find(|p| is_his(&p.address)).map(|p| p.role.to_string()) else {
        return Ok(None);
    };
    let wait = look.wait()?;
    let over = matches!(wait, Wait::Over(_));
    let next = match wait {
        Wait::Over(ending) => format!("over: {}", ending.text),
        wait => {
            let whom = match wait.role() {
                Some(role) if role == side => "you",
                Some(role) => role,
                None => "nobody",
            };
            let due = deadline::due(look.ledger());
            format!("waits for {whom}{}", due.map_or_else(String::new, |at| format!(" until {at}")))
        }
    };
    let ledger = look.ledger();
    Ok(Some(Standing {
        game: short(&ledger.game()),
        scenario: ledger.genesis().scenario.name.clone(),
        side,
        next,
        over,
    }))
}
