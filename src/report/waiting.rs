//! Whose decision it is, what he may write, and by when.

use chrono::{DateTime, Utc};

use super::examples::examples;
use super::form::fold::fold;
use super::form::marks;
use tess_effects::Question;
use tess_gboh::{Position, Side};
use tess_ledger::{Id, short};
use tess_table::{End, Wait};

/// What the battle waits for, addressed to the viewer, with examples that fit the field as it stands.
#[must_use]
pub fn waiting(pos: &Position, wait: &Wait, viewer: Option<Side>, deadline: Option<DateTime<Utc>>) -> String {
    let viewer = viewer.map(|side| pos.set.sides[side].as_str());
    waited(wait, viewer, deadline, &|side| examples(pos, side))
}

/// What a battle of any game waits for: the viewer by the name of his side, and lines that could be written
/// now.
pub(super) fn waited(
    wait: &Wait,
    viewer: Option<&str>,
    deadline: Option<DateTime<Utc>>,
    examples: &dyn Fn(&str) -> Vec<String>,
) -> String {
    let mut out = String::new();
    let you = |role: &str| viewer == Some(role);
    let whose = |role: &str| match role {
        role if you(role) => "you".to_owned(),
        "umpire" => "the umpire".to_owned(),
        side => marks::capital(side),
    };
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
            let lines = if you(&deed.side) || viewer.is_none() { examples(&deed.side) } else { Vec::new() };
            if !lines.is_empty() {
                out.push_str("\nFor example (a sheet is any number of such lines; # begins a remark):\n");
                for example in lines {
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
        Wait::Link { opener, action } => out.push_str(&link(action, &whose(opener.as_str()), &when)),
        Wait::Reject { opener, refusal, .. } => {
            let text = format!(
                "The first order is illegal: {refusal}. It goes back as soon as {} said so{when}; nothing on the field \
                 has changed.",
                whose_has(&whose(opener.as_str()))
            );
            out.push_str(&fold(&text, "", "  "));
        }
        Wait::Over(ending) => out.push_str(&over(ending)),
    }
    out
}

fn over(ending: &End) -> String {
    let end = match &ending.winner {
        Some(winner) => format!("{} has won", marks::capital(winner)),
        None => "a draw".to_owned(),
    };
    let sign = if ending.winner.is_some() { ':' } else { ',' };
    fold(&format!("The battle is over{sign} {end}. {}", ending.text), "", "  ")
}

fn whose_has(name: &str) -> String {
    if name == "you" { "you have".to_owned() } else { format!("{name} has") }
}

fn link(action: &Id, who: &str, when: &str) -> String {
    let verb = if who == "you" { "open" } else { "opens" };
    let whose = if who == "you" { "your" } else { "that" };
    fold(
        &format!(
            "Dice are due for {}: {who} {verb} the next link{when}. Nothing is to be decided; {whose} program does it by itself.",
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
        out.push_str(&fold(&format!("Facts for standing orders: {}.", facts.join(", ")), "  ", "    "));
    }
    if show {
        out.push_str("\nAnswer with:\n");
        out.push_str(&fold(&format!("tess answer {} {}", question.id, question.default), "    ", "      "));
        out.push_str("or for the next time, as a line of your standing orders (tess standing FILE):\n");
        let (window, subject) = (&question.window, question.subject.to_ascii_uppercase());
        out.push_str(&fold(&format!("when {window} {subject} do {}", question.default), "    ", "      "));
    }
    out
}
