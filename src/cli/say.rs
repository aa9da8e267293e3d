//! What happened in a pass, in lines for a person.

use tess_diagnostic::{WIDTH, wrap};
use tess_ledger::{Kind, Role};
use tess_mail::{Left, Sent};
use tess_steward::{Arrival, Pass, Seat, Taken};
use tess_table::Wait;

/// The role of a seat.
pub fn role_of(seat: &Seat) -> Role {
    seat.role().clone()
}

/// A pass: what came, what was signed, what went out, what is waited for.
pub fn pass(pass: &Pass, me: &Role) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&wrap(&text, WIDTH, "", "  "));
        out.push('\n');
    };
    for mail in &pass.taken {
        taken(mail, &mut line);
    }
    for sender in pass.taken.iter().filter_map(|t| t.answered.as_ref()) {
        line(format!("{sender} is told what could not be used"));
    }
    for told in &pass.told {
        line(told.clone());
    }
    for (seq, kind) in &pass.signed {
        line(format!("signed: event {seq}, {kind}"));
    }
    for sent in &pass.sent {
        line(left(sent));
    }
    if pass.sent.iter().any(|sent| matches!(sent.result, Ok(Left::Written { .. }))) {
        line(BY_HAND.to_owned());
    }
    line(wait(&pass.wait, me));
    out
}

/// What is to be done with a mail in a file.
pub const BY_HAND: &str = "send it as it is: open it in your mail program and send, or attach the file to a mail to that address. \
     To have it mailed: `tess setup`";

/// How a mail has left, or why it has not.
pub fn left(sent: &Sent) -> String {
    match &sent.result {
        Ok(Left::Mailed) => format!("mailed: {}", sent.name),
        Ok(Left::Written { file, to }) => {
            let to: Vec<String> = to.iter().map(ToString::to_string).collect();
            format!(
                "NOT mailed, no way out is set up: written to {}, for {}",
                file.display(),
                to.join(" and ")
            )
        }
        Err(error) => format!("not mailed, kept in the outbox: {}: {error}", sent.name),
    }
}

/// What became of one mail.
fn taken(taken: &Taken, line: &mut dyn FnMut(String)) {
    let mut new = Vec::new();
    let mut known = 0;
    for arrival in &taken.events {
        match arrival {
            Arrival::New(seq) => new.push(seq.to_string()),
            Arrival::Known(_) => known += 1,
            Arrival::Held(seq) => line(format!("mail {}: event {seq} waits for those before it", taken.mail)),
            Arrival::Refused(why) => line(format!("mail {}: refused: {why}", taken.mail)),
            Arrival::Doubtful(seq) => line(format!(
                "mail {}: event {seq} waits for a whole mail of the umpire, since he may have answered for you",
                taken.mail
            )),
            Arrival::Crossed(seq) => {
                line(format!("mail {}: event {seq} has crossed another, which stands", taken.mail));
            }
            Arrival::Ahead(seq) => line(format!(
                "mail {}: event {seq} is dated ahead of the clock here, and waits until then",
                taken.mail
            )),
            Arrival::Apart(seq) => line(format!(
                "mail {}: event {seq} follows another event than the one in the log here",
                taken.mail
            )),
            Arrival::Breach(file) => {
                line(format!("mail {}: BREACH, an event against the rules: it is in {file}", taken.mail));
            }
            Arrival::Fork(file) => {
                line(format!("mail {}: FORK, somebody signed twice: the proof is in {file}", taken.mail));
            }
        }
    }
    match (new.len(), known) {
        (0, 0) => {}
        (0, n) => line(format!("mail {}: {n} events, all known", taken.mail)),
        _ => line(format!("mail {}: new events {}", taken.mail, new.join(", "))),
    }
    if taken.words > 0 {
        line(format!("mail {}: words", taken.mail));
    }
    for complaint in &taken.complaints {
        line(format!("mail {}: {complaint}", taken.mail));
    }
    if taken.draft.is_some() {
        line(format!(
            "mail {}: words without a signature, which count for nothing; orders are sent with `tess send`",
            taken.mail
        ));
    }
}

/// What a battle waits for, as a sentence to a role.
pub fn wait(wait: &Wait, me: &Role) -> String {
    let who = |name: &str| if name == me.as_str() { "you".to_owned() } else { name.to_owned() };
    match wait {
        Wait::Accept(roles) => {
            let names: Vec<String> = roles.iter().map(|r| who(r.as_str())).collect();
            format!("next: {} to accept the battle", names.join(" and "))
        }
        Wait::Orders(deed) => format!("next: {} to order: {}", who(&deed.side), deed.text),
        Wait::Answer { side, question, .. } => {
            let asked = format!("next: {} to answer {}: {}", who(side.as_str()), question.id, question.text);
            if side == me {
                format!("{asked}; say: {}", tess_steward::how_to_answer(question))
            } else {
                asked
            }
        }
        Wait::Link { opener, .. } => format!("next: {} to open a link for the dice", who(opener.as_str())),
        Wait::Reject { opener, refusal, .. } => {
            format!("next: {} to send the orders back: {refusal}", who(opener.as_str()))
        }
        Wait::Over(ending) => {
            let winner = ending.winner.as_deref().map_or("a draw".to_owned(), |w| format!("{w} wins"));
            format!("the battle is over: {winner}, {}", ending.text)
        }
    }
}

/// In whose name an umpire signs.
fn by_standing_orders(side: Option<&Role>) -> String {
    side.map_or_else(String::new, |side| format!("for {side}: "))
}

/// An event in a few words.
pub fn event(kind: &Kind) -> String {
    match kind {
        Kind::Genesis(g) => format!("offers {}, mode {}", g.scenario.name, g.mode.as_str()),
        Kind::Orders(o) => {
            let lines = o.sheet.lines().filter(|l| !l.trim().is_empty()).count();
            let first = o.sheet.lines().find(|l| !l.trim().is_empty()).unwrap_or("").trim();
            let for_whom = by_standing_orders(o.for_side.as_ref());
            let note = o.note.as_ref().map_or_else(String::new, |note| format!("(\"{note}\") "));
            if lines > 1 {
                format!("{for_whom}{note}{first} ... ({lines} lines)")
            } else {
                format!("{for_whom}{note}{first}")
            }
        }
        Kind::Answer(a) => format!("{}{} {}", by_standing_orders(a.for_side.as_ref()), a.question, a.answer),
        Kind::Standing(s) => match (&s.seal, &s.text, s.unseal.len()) {
            (Some(_), ..) => "sealed".to_owned(),
            (None, Some(text), _) => format!("open, {} lines", text.lines().count()),
            (None, None, 0) => "withdrawn".to_owned(),
            (None, None, n) => format!("{n} seal opened"),
        },
        Kind::Reveal(r) => {
            let dice: Vec<String> =
                r.rolls.iter().flatten().map(|d| format!("{} {}", d.label, d.face)).collect();
            let link = format!("link {}", r.index);
            if dice.is_empty() { link } else { format!("{link}: {}", dice.join(", ")) }
        }
        Kind::Reject(r) => r.reason.clone(),
        Kind::Propose(p) => match p.to {
            Some(to) => format!("{} to event {to}", p.what.word()),
            None => p.what.word().to_owned(),
        },
        Kind::Timeout(t) => format!("{} was due at {}: {}", t.side, t.deadline, t.then.word()),
        Kind::Say(say) => say.text.lines().next().unwrap_or_default().to_owned(),
        Kind::Handover(h) => format!("to {} <{}>", h.name, h.address),
        _ => String::new(),
    }
}
