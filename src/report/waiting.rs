//! Whose decision it is, what he may write, and by when.

use chrono::{DateTime, Utc};

use super::fold::fold;
use crate::effects::Question;
use crate::gboh::command::stage::Stage;
use crate::gboh::{Position, Side};
use crate::ledger::{Id, Role, short};
use crate::table::Wait;

/// What the battle waits for, addressed to the viewer, with examples that fit the field as it stands.
#[must_use]
pub fn waiting(pos: &Position, wait: &Wait, viewer: Option<Side>, deadline: Option<DateTime<Utc>>) -> String {
    let mut out = String::new();
    let you = |role: &str| viewer.is_some_and(|side| pos.set.sides[side] == role);
    let whose = |role: &str| if you(role) { "you".to_owned() } else { role.to_owned() };
    let when = deadline.map_or_else(String::new, |d| format!(" by {}", d.format("%a %d %b %Y, %H:%M UTC")));
    match wait {
        Wait::Accept(roles) => {
            let names: Vec<String> = roles.iter().map(|r| whose(r.as_str())).collect();
            out.push_str(&fold(
                &format!("The battle begins when accepted by: {}{when}.", names.join(", ")),
                "",
                "  ",
            ));
        }
        Wait::Orders(deed) => {
            out.push_str(&fold(&format!("Orders are due from {}{when}.", whose(&deed.side)), "", "  "));
            out.push_str(&fold(&deed.text, "", "  "));
            if you(&deed.side) || viewer.is_none() {
                out.push_str("\nFor example (a sheet is any number of such lines; # begins a remark):\n");
                for example in examples(pos) {
                    out.push_str(&fold(&example, "    ", "      "));
                }
            }
        }
        Wait::Answer { side, question, action } => {
            out.push_str(&asked(
                question,
                action,
                &whose(side.as_str()),
                &when,
                you(side.as_str()) || viewer.is_none(),
            ));
        }
        Wait::Link { opener, action } => out.push_str(&link(opener, action, &whose(opener.as_str()), &when)),
        Wait::Reject { opener, refusal, .. } => {
            let text = format!(
                "The first order is illegal: {refusal}. It goes back as soon as {} said so{when}; nothing on the field \
                 has changed.",
                whose_has(&whose(opener.as_str()))
            );
            out.push_str(&fold(&text, "", "  "));
        }
        Wait::Over(ending) => {
            let text = match &ending.winner {
                Some(winner) => format!("The battle is over: {winner} has won. {}", ending.text),
                None => format!("The battle is over, a draw. {}", ending.text),
            };
            out.push_str(&fold(&text, "", "  "));
        }
    }
    out
}

fn whose_has(name: &str) -> String {
    if name == "you" { "you have".to_owned() } else { format!("{name} has") }
}

fn link(opener: &Role, action: &Id, who: &str, when: &str) -> String {
    let verb = if who == "you" { "open" } else { "opens" };
    let by_itself = if opener.is_umpire() { "the umpire's program" } else { "the program" };
    fold(
        &format!(
            "Dice are due for {}: {who} {verb} the next link{when}. Nothing is to be decided; {by_itself} does it, or \
             `tess run`.",
            short(action)
        ),
        "",
        "  ",
    )
}

/// The question, its choices, and the line that answers it.
fn asked(question: &Question, action: &Id, who: &str, when: &str, show: bool) -> String {
    let verb = if who == "you" { "decide" } else { "decides" };
    let mut out = fold(&format!("A decision inside {}: {who} {verb}{when}.", short(action)), "", "  ");
    out.push_str(&fold(&format!("{} ({})", question.text, question.rule), "", "  "));
    out.push('\n');
    let wide = question.choices.iter().map(|c| c.key.len()).max().unwrap_or(0).min(16);
    for choice in &question.choices {
        let careful = if choice.key == question.default { " [careful default]" } else { "" };
        let hang = " ".repeat(wide + 6);
        out.push_str(&fold(
            &format!("{}{careful}", choice.text),
            &format!("    {:<wide$}  ", choice.key),
            &hang,
        ));
    }
    if !question.facts.is_empty() {
        let facts: Vec<String> = question.facts.iter().map(|f| format!("{}={}", f.name, f.value)).collect();
        out.push_str(&fold(&format!("Known: {}.", facts.join(", ")), "  ", "    "));
    }
    if show {
        out.push_str("\nOn the command line, or as the only line of a reply:\n");
        out.push_str(&fold(&format!("tess answer {} {}", question.id, question.default), "    ", "      "));
        out.push_str(&fold(&format!("answer {} {}", question.id, question.default), "    ", "      "));
    }
    out
}

/// Two to four orders that fit the stage and the pieces there.
fn examples(pos: &Position) -> Vec<String> {
    match &pos.stage {
        Stage::TurnStart => vec!["begin".to_owned()],
        Stage::Elite { side } => {
            let elite = pos.leader_ids().find(|&l| {
                let (spec, now) = (pos.leader_spec(l), pos.leader(l));
                spec.side == *side && spec.elite && !now.killed && now.hex.is_some()
            });
            let mut out: Vec<String> =
                elite.map(|l| format!("elite {}", pos.leader_spec(l).code)).into_iter().collect();
            out.push("elite none".to_owned());
            out
        }
        Stage::Activation { side, due, trump_tried, .. } => {
            let mut out: Vec<String> =
                due.iter().take(2).map(|&l| format!("activate {}", pos.leader_spec(l).code)).collect();
            let higher = pos.leader_ids().find(|&l| {
                let now = pos.leader(l);
                let able = !now.killed && !now.finished && now.hex.is_some();
                pos.leader_spec(l).side == *side
                    && able
                    && due.iter().all(|&d| pos.initiative(l) > pos.initiative(d))
            });
            if let Some(leader) = higher.filter(|_| !trump_tried) {
                out.push(format!("trump {}", pos.leader_spec(leader).code));
            }
            if let Some(&leader) = due.first() {
                out.push(format!("pass {}", pos.leader_spec(leader).code));
            }
            out
        }
        Stage::Orders(phase) => {
            let mut out = Vec::new();
            let near = phase.leader;
            let hex = pos.leader(near).hex;
            let reach = |u: crate::gboh::UnitId| hex.zip(pos.hex(u)).map_or(u8::MAX, |(a, b)| a.distance(b));
            let mut mine: Vec<_> = pos.on_field(phase.side).filter(|&u| !pos.is_routed(u)).collect();
            mine.sort_by_key(|&u| (reach(u), u));
            if let Some(line) =
                pos.set.lines.iter().find(|l| l.side == phase.side && l.leaders.contains(&near))
            {
                out.push(format!("line {}", line.code));
                out.push("all fwd 2".to_owned());
            }
            if let Some(&unit) = mine.first() {
                let code = &pos.spec(unit).code;
                let ahead =
                    pos.hex(unit).zip(pos.facing(unit)).and_then(|(h, f)| h.neighbour(f.left_front()));
                out.push(match ahead {
                    Some(to) if !pos.spec(unit).two_hex => format!("move {code} {to}"),
                    _ => format!("move {code} fwd 2"),
                });
            }
            if let Some(&unit) = mine.iter().find(|&&u| pos.hits(u) > 0) {
                out.push(format!("recover {}", pos.spec(unit).code));
            }
            out.truncate(3);
            out.push("finish".to_owned());
            out
        }
        Stage::After(_) => vec!["momentum".to_owned(), "finish".to_owned()],
        Stage::Over { .. } => Vec::new(),
    }
}
