//! How a battle stands, as data for the page.

use serde_json::{Value, json};

use super::trouble::Trouble;
use tess_diagnostic::tame;
use tess_ledger::{Audience, Kind, Press, Role};
use tess_steward::Look;
use tess_table::Wait;

/// What is waited for.
pub(crate) fn wait(wait: &Wait, me: &Role) -> Value {
    let role = wait.role();
    let (kind, text) = match wait {
        Wait::Accept(_) => ("accept", "the battle has to be accepted".to_owned()),
        Wait::Orders(task) => ("orders", task.text.clone()),
        Wait::Answer { question, .. } => ("answer", question.text.clone()),
        Wait::Link { .. } => ("link", "a link has to be opened for the dice".to_owned()),
        Wait::Reject { refusal, .. } => ("reject", format!("the orders go back: {refusal}")),
        Wait::Over(end) => ("over", end.text.clone()),
    };
    let mine = match wait {
        Wait::Accept(roles) => roles.contains(me),
        Wait::Orders(_) | Wait::Answer { .. } => role == Some(me.as_str()),
        _ => false,
    };
    let question = match wait {
        Wait::Answer { question, .. } if mine => Some(json!({
            "id": question.id, "window": question.window, "subject": question.subject, "rule": question.rule,
            "text": question.text, "choices": question.choices, "default": question.default,
            "facts": question.facts,
        })),
        _ => None,
    };
    let winner = match wait {
        Wait::Over(end) => end.winner.clone(),
        _ => None,
    };
    json!({ "kind": kind, "role": role, "text": text, "mine": mine, "question": question, "winner": winner })
}

/// The battle.
pub(crate) fn battle(look: &mut Look, me: &Role) -> Result<Value, Trouble> {
    let waits = look.wait()?;
    let ledger = look.ledger();
    let genesis = ledger.genesis();
    let players: Vec<Value> = ledger
        .players()
        .iter()
        .map(|p| json!({ "role": p.role, "name": p.name, "address": p.address }))
        .collect();
    let position = look.table().position();
    let printed = position.printed();
    let proposal = ledger.proposal();
    let may_reply = proposal.is_some_and(|entry| entry.event().by != *me && !ledger.has_consented(entry, me));
    Ok(json!({
        "title": printed["title"], "scenario": genesis.scenario.name, "book": genesis.rules.id, "sides": position.sides(),
        "you": me, "players": players, "turn": position.turn(), "stand": position.stand(),
        "wait": wait(&waits, me), "due": look.due(), "head": ledger.next_seq() - 1, "lost": position.lost(),
        "points": position.points_called(),
        "press": press(look)?,
        "proposal": look.proposed(me), "may_reply": may_reply, "headline": look.table().headline(me, since(look, me)),
    }))
}

/// The latest of what was said, in the log and beside it, by the events that stood before it; and whether
/// anything may be said.
fn press(look: &Look) -> Result<Value, Trouble> {
    let one = |after: u64, by: &Role, at: String, to: Audience, text: &str| {
        (after, json!({ "after": after, "by": by, "at": at, "to": to.word(), "text": tame(text) }))
    };
    let beside = look.words()?;
    let beside = beside.iter().map(|word| word.words());
    let mut said: Vec<(u64, Value)> =
        beside.map(|w| one(w.after.saturating_sub(1), &w.by, w.at.to_string(), w.to, &w.text)).collect();
    said.extend(look.ledger().entries().iter().filter_map(|entry| match &entry.event().kind {
        Kind::Say(say) => {
            let event = entry.event();
            Some(one(event.seq, &event.by, event.at.to_string(), Audience::All, &say.text))
        }
        _ => None,
    }));
    said.sort_by_key(|(after, _)| *after);
    let latest = said.split_off(said.len().saturating_sub(MOST_SHOWN));
    let said: Vec<Value> = latest.into_iter().map(|(_, one)| one).collect();
    Ok(json!({ "said": said, "may": look.ledger().genesis().press() != Press::No }))
}

/// Words that are shown.
const MOST_SHOWN: usize = 50;

/// The event after which everything is new to a player: his own last one.
pub(crate) fn since(look: &Look, me: &Role) -> u64 {
    let own = look.ledger().entries().iter().rev().find(|entry| entry.event().by == *me);
    own.map_or(0, tess_ledger::Entry::seq)
}
