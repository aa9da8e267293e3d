//! What follows from standing orders: the answer to a question, and the sheet for a coming activation. Whoever
//! signs by them asks here, and so does whoever checks an umpire that signed in a side's name.

use std::collections::BTreeMap;

use tess_game::{AnyPosition, AnyTable};
use tess_ledger::{Event, Id, Kind, Ledger, Role};
use tess_table::{TableError, Wait};

/// The sheet whose turn has come, and what its owner has to know.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Brought {
    /// The first prepared sheet that has not been used, has not lapsed, and begins with a legal order.
    pub(super) sheet: Option<String>,
    /// Those passed over, a line each.
    pub(super) told: Vec<String>,
}

/// The text of a `standing` event as far as the log shows it: written open, or its seal opened.
pub(super) fn shown<'l>(ledger: &'l Ledger, standing: &Id) -> Option<&'l str> {
    let Kind::Standing(body) = &ledger.find(standing)?.event().kind else { return None };
    let opened = || ledger.seals().get(body.seal.as_ref()?)?.opened.as_ref().map(|(_, text)| text.as_str());
    body.text.as_deref().or_else(opened)
}

/// The sheet that a text of standing orders holds for a side that has to give orders now. `used` says how often a
/// sheet has been brought already; one that stands there twice may be brought twice.
pub(super) fn sheet_due(
    position: &dyn AnyPosition,
    side: &Role,
    text: &str,
    used: impl Fn(&str) -> usize,
) -> Result<Brought, String> {
    let mut brought = Brought::default();
    if let Some(sheet) = position.standing_sheet(side.as_str(), text)? {
        brought.sheet = Some(sheet);
        return Ok(brought);
    }
    let mut copies: BTreeMap<String, usize> = BTreeMap::new();
    for ready in position.prepared(side.as_str(), text)? {
        let copy = copies.entry(ready.sheet.clone()).or_default();
        *copy += 1;
        if *copy <= used(&ready.sheet) {
            continue;
        }
        let which = format!("the sheet prepared for {} (line {})", ready.leader, ready.number);
        if let Some(lapse) = ready.lapse {
            brought.told.push(format!("{which} has lapsed: {lapse}"));
        } else if let Err(why) = position.opens(side.as_str(), &ready.sheet) {
            brought.told.push(format!("{which} cannot be used now: {why}"));
        } else {
            brought.sheet = Some(ready.sheet);
            break;
        }
    }
    Ok(brought)
}

/// How often a sheet was brought under these standing orders before an event; what had been taken back or made void
/// by then does not count.
pub(super) fn uses(ledger: &Ledger, standing: &Id, sheet: &str, before: u64) -> usize {
    let past = || ledger.entries().iter().take_while(|entry| entry.seq() < before);
    let is_void = |id: Id| past().any(|e| matches!(&e.event().kind, Kind::Void(void) if void.action == id));
    let is_use = |event: &Event| {
        matches!(&event.kind, Kind::Orders(orders)
            if orders.standing.as_ref() == Some(standing) && orders.sheet == sheet)
    };
    let live = past().filter(|entry| entry.taken_back.is_none_or(|by| by >= before));
    live.filter(|entry| is_use(entry.event()) && !is_void(entry.id())).count()
}

/// Whether what an umpire signed in a side's name follows from the text of its standing orders. The table stands
/// just before the event.
///
/// # Errors
/// What follows from them instead.
pub(super) fn check(
    ledger: &Ledger,
    table: &mut dyn AnyTable,
    event: &Event,
    text: &str,
) -> Result<(), TableError> {
    let Some((side, standing)) = event.kind.delegation() else { return Ok(()) };
    let bad = |message: String| Err(TableError::OutOfTurn { seq: event.seq, message });
    let read = |fault: String| TableError::OutOfTurn {
        seq: event.seq,
        message: format!("is signed for {side} by standing orders that cannot be read: {fault}"),
    };
    match (&event.kind, table.wait(ledger)?) {
        (Kind::Answer(answer), Wait::Answer { side: asked, question, .. })
            if asked == *side && question.id == answer.question =>
        {
            match table.view().standing_answer(text, &question).map_err(read)? {
                Some(key) if key == answer.answer => Ok(()),
                Some(key) => bad(format!(
                    "answers {} to {} for {side}, whose standing orders say {key}",
                    answer.answer, question.id
                )),
                None => bad(format!(
                    "answers {} for {side}, whose standing orders leave that to the player",
                    question.id
                )),
            }
        }
        (Kind::Orders(orders), Wait::Orders(deed)) if deed.side == side.as_str() => {
            let used = |sheet: &str| uses(ledger, standing, sheet, event.seq);
            match sheet_due(table.position(), side, text, used).map_err(read)?.sheet {
                Some(sheet) if sheet == orders.sheet => Ok(()),
                Some(_) => bad(format!("brings another sheet for {side} than the one whose turn has come")),
                None => bad(format!("brings a sheet for {side}, who has prepared none that may be used now")),
            }
        }
        _ => bad(format!("is signed for {side} when {side} has not to decide that")),
    }
}
