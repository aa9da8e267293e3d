//! `tess verify`: an archive checked by itself.

use std::path::PathBuf;

use super::{Code, Done, Failure, settings, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_ledger::{Ended, Fork, Role};
use tess_steward::{Rulings, Tally, Verified, archive_bytes, verify};
use tess_table::Wait;

/// Check an archive alone: signatures, chain, links, every die, every rule, the result
///
/// Takes the proof of a fork too. Needs no seat, no key and no network.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess verify bagradas/archive.tess")]
pub struct Args {
    /// The archive, the folder of a seat, or the proof of a fork
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// The summary as JSON
    #[arg(long)]
    json: bool,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let bytes = archive_bytes(&self.archive)?;
        if bytes.starts_with(b"TESSERA FORK") {
            return self.fork(&bytes);
        }
        let verified = match verify(&bytes, &settings::library(self.library.as_deref())) {
            Ok(verified) => verified,
            Err(error) if self.json => {
                let value = serde_json::json!({ "holds": false, "error": error.told() });
                terminal::json(&format!("{value}\n"))?;
                return Ok(Code::Bad);
            }
            Err(error) => {
                terminal::out("the archive does NOT hold\n")?;
                return Err(error.into());
            }
        };
        if self.json {
            terminal::json(&json(&verified))?;
        } else {
            terminal::out(&summary(&verified))?;
        }
        Ok(if holds(&verified) { Code::Fine } else { Code::Bad })
    }

    fn fork(&self, bytes: &[u8]) -> Done {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Failure::new("the proof is no text", "ask for the whole file"))?;
        let fork = Fork::verify(text)?;
        let (one, two) = fork.ids();
        if self.json {
            let value = serde_json::json!({
                "fork": true, "game": fork.game.to_string(), "seq": fork.seq, "role": fork.role.as_str(),
                "ids": [one.to_string(), two.to_string()],
            });
            terminal::json(&format!("{value}\n"))?;
        } else {
            terminal::out(&format!("the proof holds: {fork}\n"))?;
        }
        Ok(Code::Fine)
    }
}

/// Does everything hold, the rules included?
pub fn holds(verified: &Verified) -> bool {
    matches!(verified.rules, Rulings::Hold { .. })
}

/// The summary for a person.
pub fn summary(v: &Verified) -> String {
    let ledger = &v.ledger;
    let genesis = ledger.genesis();
    let mut out = format!("{}\n", ledger.shown_head());
    let mut row = |name: &str, text: String| {
        out.push_str(&wrap(&text, WIDTH, &format!("{name:<12} "), &" ".repeat(13)));
        out.push('\n');
    };
    let rules = format!("{} {}, mode {}", genesis.rules.id, genesis.rules.version, genesis.mode.as_str());
    row("battle", format!("{}, rules {rules}", genesis.scenario.name));
    for player in ledger.players() {
        let key = player.key.to_string();
        row(player.role.as_str(), format!("{} <{}>, key {}..", player.name, player.address, &key[..16]));
    }
    let kinds: Vec<String> = v.kinds.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
    row("events", format!("{}, every signature holds: {}", ledger.entries().len(), kinds.join(", ")));
    let links: Vec<String> = v.links.iter().map(|(role, n)| format!("{n} by {role}")).collect();
    row(
        "links",
        if links.is_empty() { "none opened".into() } else { format!("all hold: {}", links.join(", ")) },
    );
    row("dice", format!("{}, each made again from its links", v.dice));
    let (open, all) = (ledger.unopened_seals().count(), ledger.seals().len());
    if all > 0 {
        row("seals", format!("{} opened, each with what was sealed; {open} not opened", all - open));
    }
    row("mails", Tally::of_log(ledger).letters_text());
    if v.mandates.follow > 0 {
        row("standing", format!("all {} decisions of the umpire follow from them", v.mandates.follow));
    }
    if v.mandates.sealed > 0 {
        let what = "decisions of the umpire can be judged when the seals of the standing orders are opened";
        row("standing", format!("{} {what}", v.mandates.sealed));
    }
    if v.mandates.defaults > 0 {
        let n = v.mandates.defaults;
        row(
            "by default",
            format!("the umpire decided {n} times for a side that was late, as the rules have it"),
        );
    }
    let claimed = v.kinds.get("timeout").copied().unwrap_or(0);
    if claimed > 0 {
        row(
            "deadlines",
            format!(
                "{claimed} said to have passed, as the times of the events have it; times are what their authors say, and \
                 that no decision had come is the word of whoever said so"
            ),
        );
    }
    let back = ledger.entries().iter().filter(|e| e.taken_back.is_some()).count();
    if back > 0 {
        row("taken back", format!("{back} events, by agreement"));
    }
    rulings(&v.rules, &mut row);
    out
}

/// Whether the rules bear the log out, and how the battle stands by them.
fn rulings(rulings: &Rulings, row: &mut dyn FnMut(&str, String)) {
    match rulings {
        Rulings::Hold { state, wait, actions, .. } => {
            row(
                "rules",
                format!("every one of {actions} actions follows from them; state {}..", &state[..16]),
            );
            row("result", result(wait));
            row("", "the archive holds".into());
        }
        Rulings::Unknown(error) => {
            row("rules", format!("NOT checked: {}", error.told().replace('\n', "; ")));
            row("", "form, signatures, links and dice hold; the rules are not known here".into());
        }
        Rulings::Broken(error) => {
            row("rules", format!("BROKEN: {}", error.told().replace('\n', "; ")));
            row("", "form, signatures, links and dice hold; the rules do not bear the log out".into());
        }
    }
}

fn result(wait: &Wait) -> String {
    match wait {
        Wait::Over(ending) => {
            let winner = ending.winner.as_deref().map_or("a draw".to_owned(), |w| format!("{w} wins"));
            format!("{winner}: {}", ending.text)
        }
        _ => super::say::wait(wait, &Role::umpire()).replacen("next: ", "not over yet: ", 1),
    }
}

fn json(v: &Verified) -> String {
    let ledger = &v.ledger;
    let genesis = ledger.genesis();
    let head = ledger.shown_head();
    let (rules, state, over, winner) = match &v.rules {
        Rulings::Hold { state, wait, .. } => {
            let (over, winner) = match wait {
                Wait::Over(ending) => (Some(ending.text.clone()), ending.winner.clone()),
                _ => (None, None),
            };
            ("hold".to_owned(), Some(state.clone()), over, winner)
        }
        Rulings::Unknown(error) => (format!("not checked: {}", error.told()), None, None, None),
        Rulings::Broken(error) => (format!("broken: {}", error.told()), None, None, None),
    };
    let ended = ledger.ended().map(|ended| match ended {
        Ended::Resigned(role) => format!("{role} resigned"),
        Ended::Drawn => "drawn".to_owned(),
        Ended::Forfeited(role) => format!("{role} forfeited"),
        Ended::ChainsLost(role) => format!("{role} lost a second chain"),
    });
    let links: std::collections::BTreeMap<&str, usize> =
        v.links.iter().map(|(r, n)| (r.as_str(), *n)).collect();
    let value = serde_json::json!({
        "holds": holds(v), "game": head.game.to_string(), "head": head.head.to_string(), "seq": head.seq,
        "scenario": genesis.scenario.name, "mode": genesis.mode.as_str(), "events": v.kinds, "links": links,
        "dice": v.dice, "unopened_seals": ledger.unopened_seals().count(), "rules": rules, "state": state,
        "over": over, "winner": winner, "ended": ended, "mails": Tally::of_log(ledger).letters,
        "by_default": v.mandates.defaults,
        "by_standing_orders": v.mandates.follow, "by_sealed_standing_orders": v.mandates.sealed,
    });
    format!("{value}\n")
}
