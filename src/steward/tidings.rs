//! What changes a battle beside its orders, in words: proposals and what became of them, a substitute, a new
//! key, a decision by default. It stands in the subject of a mail and at the top of a report, so that nobody
//! overlooks it.

use tess_ledger::{Consequence, Entry, Kind, Ledger, Proposal, Propose, Role};

/// Something of which a reader should hear first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tiding {
    /// A few words for a subject.
    pub(super) subject: String,
    /// A sentence.
    pub(super) line: String,
}

/// What has happened since an event, the oldest first.
pub(super) fn since(ledger: &Ledger, from: u64, reader: &Role) -> Vec<Tiding> {
    let new = ledger.entries().iter().filter(|entry| entry.seq() >= from);
    new.filter_map(|entry| told(ledger, entry, reader)).collect()
}

fn told(ledger: &Ledger, entry: &Entry, reader: &Role) -> Option<Tiding> {
    let event = entry.event();
    let (by, seq) = (&event.by, event.seq);
    let open = ledger.proposal().is_some_and(|proposal| proposal.seq() == seq);
    let mine = by == reader;
    let (subject, line) = match &event.kind {
        Kind::Propose(propose) => {
            let what = proposed(propose);
            let next = match (open, mine || reader.is_umpire()) {
                (true, false) => ": say `tess agree` or `tess decline`",
                (true, true) => "; it waits for an answer",
                (false, _) => "",
            };
            (format!("{by} proposes {what}"), format!("{by} proposes {what} (event {seq}){next}."))
        }
        Kind::Agree(reply) => {
            let what = subject_of(ledger, &reply.proposal)?;
            (format!("{what}: agreed"), format!("{by} agrees (event {seq}): {what}."))
        }
        Kind::Decline(reply) => {
            let what = subject_of(ledger, &reply.proposal)?;
            (
                format!("{what}: declined"),
                format!("{by} declines (event {seq}): {what}. The battle goes on as it was."),
            )
        }
        Kind::Void(_) => (
            format!("{by} has lost a link"),
            format!(
                "{by} says that the link of an action is lost (event {seq}); see below what may be done."
            ),
        ),
        Kind::Handover(handover) => {
            let name = tess_diagnostic::plain_ascii(&tess_diagnostic::tame_line(&handover.name));
            let name: String = name.chars().take(60).collect();
            (
                format!("a substitute for {by}"),
                format!(
                    "{name} plays {by} from event {seq} on; for who played it before the battle is over."
                ),
            )
        }
        Kind::Rekey(_) => (
            format!("a new key of {by}"),
            format!(
                "{by} signs with a new key from event {seq} on. If that surprises you, ask by another way."
            ),
        ),
        Kind::Timeout(timeout) => {
            let side = &timeout.side;
            let whom = if side == reader { "you" } else { side.as_str() };
            match timeout.then {
                Consequence::Default => (
                    format!("decided by default for {side}"),
                    format!(
                        "The time for a decision of {whom} had passed, and it was decided by default (event {seq})."
                    ),
                ),
                Consequence::Extension => (
                    format!("more time for {side}"),
                    format!(
                        "The time for a decision of {whom} had passed; there is an extension (event {seq})."
                    ),
                ),
                Consequence::Forfeit => (
                    format!("{side} was late and has lost"),
                    format!(
                        "The time for a decision of {whom} had passed, and the battle is lost by it (event {seq})."
                    ),
                ),
            }
        }
        _ => return None,
    };
    Some(Tiding { subject, line })
}

/// What is proposed, in words.
fn proposed(propose: &Propose) -> String {
    match (propose.what, propose.to) {
        (Proposal::TakeBack, Some(to)) => format!("to go back to event {to}"),
        (Proposal::Heal, Some(to)) => format!("to heal the fork, and go on after event {to}"),
        (Proposal::TakeBack, None) => "to take something back".to_owned(),
        (what, _) => what.word().to_owned(),
    }
}

/// What an answer is about.
fn subject_of(ledger: &Ledger, proposal: &tess_ledger::Id) -> Option<String> {
    match &ledger.entries().iter().find(|entry| entry.id() == *proposal)?.event().kind {
        Kind::Propose(propose) => Some(proposed(propose)),
        Kind::Void(_) => Some("that a lost link makes its action void".to_owned()),
        _ => None,
    }
}
