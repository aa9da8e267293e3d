//! What the lobby writes, in 78 columns; each mail says what to do next.

use super::address::quoted;
use super::battles::Standing;
use super::challenge::Stage;
use super::watch::End;
use super::{Challenge, Host, LAPSE_DAYS, MOST_A_DAY, MOST_ANSWERS, Person, Share, Words};
use tess_diagnostic::{WIDTH, counted, wrap};
use tess_ledger::{Mode, Role, Setting, Watching};
use tess_mail::RawMail;
use tess_scenario::Library;

/// Letters of a reason, which may quote what somebody wrote.
const MOST_QUOTED: usize = 500;

fn paragraph(text: &str) -> String {
    wrap(text, WIDTH, "", "") + "\n\n"
}

/// A command or a line to be copied.
fn line(text: &str) -> String {
    format!("    {text}\n")
}

/// A name and a value below one another.
fn row(name: &str, text: &str) -> String {
    wrap(text, WIDTH, &format!("  {name:<12}"), &" ".repeat(14)) + "\n"
}

fn about(challenge: &Challenge, person: &Person, kind: &'static str, step: u64, text: String) -> Words {
    Words {
        to: person.address.clone(),
        thread: challenge.id.clone(),
        step,
        kind,
        subject: format!("[tess lobby {}] {} {}", person.word, challenge.tag(), challenge.terms.scenario),
        text,
        unsubscribe: None,
        enclosed: None,
    }
}

/// The terms, as one of the two sees them.
fn terms(challenge: &Challenge, challenger: bool) -> String {
    let terms = &challenge.terms;
    let [first, second] = &challenge.sides;
    let side = if challenger { terms.side.as_ref() } else { challenge.opponents_side() };
    let side = match (side, challenger) {
        (Some(side), _) => side.to_string(),
        (None, true) => format!("{first} or {second}, as your opponent chooses"),
        (None, false) => format!("choose {first} or {second}"),
    };
    let mode = match terms.mode {
        Mode::Umpire => "umpire: the umpire alone opens the dice",
        Mode::Both => "both: your opponent and the umpire open the dice together",
        Mode::Direct => "direct: you open each other's dice, without an umpire",
    };
    let hours = match terms.hours {
        0 => "none".to_owned(),
        hours if terms.default => {
            format!(
                "{} for a decision; whoever is late does what the rules have by default",
                counted(hours, "hour")
            )
        }
        hours => {
            format!("{} for a decision, {}", counted(hours, "hour"), counted(terms.extensions, "extension"))
        }
    };
    let mut text = row("scenario", &terms.scenario) + &row("your side", &side) + &row("mode", mode);
    text.push_str(&row("deadlines", &hours));
    let watching = terms.options.get("watch");
    let delay = watching.and_then(Watching::of).and_then(delay);
    text.push_str(&row("spectators", &delay.unwrap_or_else(|| "none".to_owned())));
    for (name, setting) in terms.options.iter().filter(|(name, _)| *name != "watch") {
        let shown = match setting {
            Setting::Switch(true) => "on".to_owned(),
            Setting::Switch(false) => "off".to_owned(),
            other => other.to_string(),
        };
        text.push_str(&row("option", &format!("{name} {shown}")));
    }
    text.push('\n');
    text
}

/// When spectators are told, if there may be any.
pub(super) fn delay(watching: Watching) -> Option<String> {
    match watching {
        Watching::No => None,
        Watching::Hours(0) => Some("are told at the end of each turn".to_owned()),
        Watching::Hours(hours) if hours % 24 == 0 => {
            Some(format!("are told {} after the end of each turn", counted(hours / 24, "day")))
        }
        Watching::Hours(hours) => {
            Some(format!("are told {} after the end of each turn", counted(hours, "hour")))
        }
        Watching::AtTheEnd => Some("are told when the battle is over".to_owned()),
    }
}

/// To whoever looks on from now on.
pub(super) fn watching(scenario: &str, tag: &str, delay: &str, book: bool) -> String {
    let mut text = paragraph(&format!(
        "You look on at the battle {tag}, {scenario}. By what its founders have agreed on spectators {delay}."
    ));
    text.push_str(&if book {
        paragraph("With each report comes the battle book, a page for your browser.")
    } else {
        paragraph("To get the battle book with each report, a page for your browser, mail here:")
            + &line(&format!("watch {tag} book"))
            + "\n"
    });
    text + &paragraph("To look on no longer, mail here:") + &line(&format!("unwatch {tag}"))
}

/// To whoever looks on no longer.
pub(super) fn unwatched(games: &[String]) -> String {
    paragraph(&match games {
        [] => "You look on at no such battle, and get no reports.".to_owned(),
        games => format!("You look on no longer at {}, and get no more reports.", games.join(", ")),
    })
}

/// The subject of a report to a spectator, who answers it in the lobby.
pub(super) fn watch_subject(words: &str, tag: &str, scenario: &str, end: &End) -> String {
    let what =
        if end.over { "the battle is over".to_owned() } else { format!("turn {} has ended", end.turn) };
    format!("[tess lobby {words}] {tag} {scenario}: {what}")
}

/// A report to a spectator.
pub(super) fn watch_report(
    tag: &str,
    end: &End,
    said: &[String],
    report: &str,
    book: Option<bool>,
) -> String {
    let until = if end.over { "the end of the battle" } else { "the end of a turn" };
    let mut text = paragraph(&format!(
        "You look on at the battle {tag}. This is how it stood at {until}, with event {}, as everybody may know it. To look \
         on no longer, answer with the word `unwatch`.",
        end.seq
    ));
    match book {
        Some(true) => text.push_str(&paragraph(
            "The battle book so far is enclosed: open it in a browser, step through the battle, and see it \
             prove itself.",
        )),
        Some(false) => text.push_str(&paragraph("The battle book has grown too long for a mail.")),
        None => {}
    }
    for words in said {
        text.push_str(&paragraph(words));
    }
    text + report
}

/// The command that makes a card.
fn card_line(challenge: &Challenge, person: &Person) -> String {
    line(&format!("tess card --battle {} \\", quoted(&challenge.folder())))
        + &line(&format!("    --name \"Your Name\" --address {}", quoted(&person.address)))
}

/// How to make and send a card.
fn send_card(challenge: &Challenge, person: &Person) -> String {
    let mut text = paragraph("Make your card:");
    text.push_str(&line("tess key new                  (once; not if you have a key already)"));
    text.push_str(&card_line(challenge, person));
    text.push('\n');
    text.push_str(&paragraph(
        "Copy what it prints, from { to }, into an answer to this mail, or attach the file card.json that it makes, and leave \
         the subject as it is: the four words in it show that this address is yours. There is no secret in the card.",
    ));
    text
}

/// How it all works.
pub(super) fn help(address: &str) -> String {
    let mut text = paragraph(&format!("This is {address}, where battles by mail begin (program tess)."));
    text.push_str("Write one of these as the first line of a mail:\n\n");
    for (what, meaning) in [
        ("help", "this page"),
        ("scenarios", "the battles that can be fought here"),
        ("status", "your challenges and battles"),
        ("challenge NAME@HOST", "challenge somebody, with lines below it:"),
        ("  scenario NAME", "what to fight"),
        ("  side NAME", "your side; `side any` lets the other choose"),
        ("  mode both", "who opens the dice: both, umpire or direct"),
        ("  hours 72", "time for a decision; 0 for no deadline"),
        ("  extensions 0", "how often one may be late without losing"),
        ("  late forfeit", "or `late default`: the umpire does the least for him"),
        ("  option NAME", "an optional rule; off with NAME=false"),
        ("  watch 48", "hours after a turn for spectators; 0, end, no"),
        ("  press beside", "words to all: beside the log, in the log, or no"),
        ("watch 5fa2c0ff", "look on at a battle that may be watched"),
        ("unwatch 5fa2c0ff", "look on no longer; without digits: at none"),
    ] {
        text.push_str(&format!("    {what:<22}{meaning}\n"));
    }
    text.push_str("\nFor example\n\n");
    for words in ["challenge bodo@example.org", "scenario spqr/skirmish", "side rome"] {
        text.push_str(&line(words));
    }
    text.push('\n');
    text.push_str(&paragraph(&format!(
        "Leave the words in the subject, which show that the address is yours. Nobody hears of a challenge before you have confirmed \
         it. In a battle only signed mail counts: `tess send`, `tess \
         answer`, `tess propose`. Questions are answered {MOST_ANSWERS} times a day, and as many mistakes; \
         {MOST_A_DAY} challenges a day are taken from one address."
    )));
    text.push_str("The players' page is docs/playing-by-mail.md of the program.\n");
    text
}

/// What can be fought.
pub(super) fn scenarios(library: &Library) -> String {
    let mut text = "Battles that can be fought here:\n\n".to_owned();
    for entry in library.list().iter().filter(|entry| entry.good) {
        text.push_str(&wrap(&entry.title, WIDTH, &format!("  {:<32}", entry.name), &" ".repeat(34)));
        text.push('\n');
    }
    text.push_str("\n`tess scenarios NAME` says more of one. To fight it, mail here:\n\n");
    text.push_str(&line("challenge bodo@example.org"));
    text.push_str(&line("scenario spqr/skirmish"));
    text
}

/// How things stand for a sender.
pub(super) fn status(
    sender: &str,
    challenges: &[Challenge],
    battles: &[Standing],
    watched: &[String],
) -> String {
    let mut text = format!("How things stand for {sender}:\n\n");
    if challenges.is_empty() && battles.is_empty() && watched.is_empty() {
        text.push_str(&paragraph(
            "Nothing here: no challenge, no battle. A mail with the word `help` says how to begin.",
        ));
    }
    for challenge in challenges {
        let own = challenge.challenger.address == sender;
        let other = if own { &challenge.opponent.address } else { &challenge.challenger.address };
        let next = match (challenge.stage(), own) {
            (Stage::Unconfirmed, _) => "your card is awaited, in answer to the mail about it",
            (Stage::Asked, true) => "your opponent's card is awaited",
            (Stage::Asked, false) => {
                "your card is awaited, or the word `decline`, in answer to the mail about it"
            }
            (Stage::Agreed, _) => "the battle is being founded",
        };
        text.push_str(&row("challenge", &format!("{}, with {other}", challenge.terms.scenario)));
        text.push_str(&row("", &format!("{next}; it lapses on {}", challenge.lapses())));
    }
    for battle in battles {
        text.push_str(&row("battle", &format!("{}, you are {}", battle.scenario, battle.side)));
        text.push_str(&row("", &format!("game {}", battle.game)));
        text.push_str(&row("", &battle.next));
    }
    for game in watched {
        text.push_str(&row("you watch", game));
    }
    if !battles.is_empty() {
        text.push_str("\nThe whole report is in the last mail of the battle, and at home:\n\n");
        text.push_str(&line("tess report --battle DIR"));
    }
    text
}

/// To the challenger: was it you?
pub(super) fn confirm(challenge: &Challenge) -> Words {
    let to = &challenge.opponent.address;
    let mut text = paragraph(&format!("You challenge {to}, or somebody does so in your name:"));
    text.push_str(&terms(challenge, true));
    text.push_str(&paragraph(&format!(
        "Nothing has been sent to {to} yet. If it was you, confirm it with your card."
    )));
    text.push_str(&send_card(challenge, &challenge.challenger));
    text.push_str(&paragraph(&format!(
        "If it was not you, do nothing: it lapses on {}, and nobody hears of it.",
        challenge.lapses()
    )));
    about(challenge, &challenge.challenger, "confirm", 1, text)
}

/// In answer to a mail about a challenge that neither brings a card nor says anything else.
pub(super) fn no_card(challenge: &Challenge, sender: &str) -> String {
    let people = [&challenge.challenger, &challenge.opponent];
    let Some(person) = people.into_iter().find(|person| person.address == sender) else { return no_word() };
    if person.card.is_some() {
        return paragraph(&format!(
            "Your card has come already, and {} is awaited: there is nothing to do. To take the challenge back, answer \
             with the word `withdraw`.",
            challenge.opponent.address
        ));
    }
    paragraph("There is no card in your mail, and without it nothing begins. Nothing has changed.")
        + &send_card(challenge, person)
        + &paragraph("If you do not want to fight, answer with the word `decline`.")
}

/// To the challenger: the other has been asked.
pub(super) fn asked(challenge: &Challenge) -> Words {
    let mut text =
        paragraph(&format!("Your card has come, and {} has been asked:", challenge.opponent.address));
    text.push_str(&terms(challenge, true));
    text.push_str(&paragraph(&format!(
        "There is nothing to do until he answers; the challenge lapses on {}. To take it back, answer this mail with the \
         word",
        challenge.lapses()
    )));
    text.push_str(&line("withdraw"));
    about(challenge, &challenge.challenger, "asked", 2, text)
}

/// To the opponent: will you fight? He has not asked for this mail, so it is short, and holds nothing that
/// the challenger has put into words: not even his name.
pub(super) fn invite(challenge: &Challenge, host: &Host) -> Words {
    let mut text = paragraph(&format!(
        "{} challenges you to a battle by mail, with {} as umpire's service:",
        challenge.challenger.address, host.address
    ));
    text.push_str(&terms(challenge, false));
    text.push_str(&paragraph(
        "To fight, make a card with the program tess (`tess key new` comes first), and send what it prints in answer, with \
         this subject:",
    ));
    text.push_str(&card_line(challenge, &challenge.opponent));
    text.push('\n');
    if challenge.terms.side.is_none() {
        let [first, second] = &challenge.sides;
        text.push_str(&paragraph(&format!("Above it `side {first}` or `side {second}`; else it is drawn.")));
    }
    text.push_str(&paragraph(&format!(
        "Or answer `decline`, or do nothing: it lapses on {}, and you are not written to again about it.",
        challenge.lapses()
    )));
    about(challenge, &challenge.opponent, "challenge", 3, text)
}

/// To whoever may have written: was it you? Nothing that stood in the mail stands in this one.
pub(super) fn welcome(raw: &RawMail, to: &str, word: &str) -> Words {
    Words {
        to: to.to_owned(),
        thread: raw.id.to_string(),
        step: 0,
        kind: "words",
        subject: format!("[tess lobby {word}] was it you?"),
        text: paragraph(
            "A mail has come here in your name, where battles by mail begin. If it was yours, send it again in answer to \
             this one and leave the subject as it is: its words show that the address is yours. The word `help` brings \
             more.",
        ) + &paragraph("If not, do nothing: nothing was done, and this is the only mail today."),
        unsubscribe: None,
        enclosed: None,
    }
}

/// To a challenger: the other has had his mail today.
pub(super) fn later(to: &str) -> String {
    paragraph(&format!(
        "{to} has had a mail from here today already, and nobody gets more who has not asked for it. Send your card again \
         tomorrow; your challenge waits. Or let him write here himself first."
    ))
}

/// To both, when one of them does not want to.
pub(super) fn declined(challenge: &Challenge, by: &str) -> Vec<Words> {
    let mine = challenge.challenger.address == by;
    let (him, other) = if mine {
        (&challenge.challenger, &challenge.opponent)
    } else {
        (&challenge.opponent, &challenge.challenger)
    };
    let what = if mine { "withdrawn" } else { "declined" };
    let done = |person: &Person| {
        let text = paragraph(&format!(
            "The challenge to {} between {} and {} was {what} by {by}. There is nothing to do. A mail with the word `help` \
             says how to begin another.",
            challenge.terms.scenario, challenge.challenger.address, challenge.opponent.address
        ));
        about(challenge, person, "declined", 4, text)
    };
    // whoever was never asked hears nothing
    let told = challenge.stage() != Stage::Unconfirmed;
    std::iter::once(done(him)).chain(told.then(|| done(other))).collect()
}

/// To the challenger, when the opponent had been asked: time is up. Who confirmed nothing hears nothing.
pub(super) fn lapsed(challenge: &Challenge) -> Vec<Words> {
    let text = paragraph(&format!(
        "The challenge to {} between {} and {} has lapsed: it was not taken up within {LAPSE_DAYS} days. A mail with the \
         word `help` says how to begin another.",
        challenge.terms.scenario, challenge.challenger.address, challenge.opponent.address
    ));
    if challenge.stage() == Stage::Unconfirmed {
        return Vec::new();
    }
    vec![about(challenge, &challenge.challenger, "lapsed", 5, text)]
}

/// To both in mode direct: each other's cards, and who founds the battle.
pub(super) fn introduce(challenge: &Challenge) -> Vec<Words> {
    let (Some(own), Some(theirs)) = (&challenge.terms.side, challenge.opponents_side()) else {
        return Vec::new();
    };
    let card = challenge.opponent.card.as_ref();
    let card = card.and_then(|card| serde_json::to_string_pretty(card).ok()).unwrap_or_default();
    let mut text = paragraph(&format!(
        "{} has taken up your challenge. In mode direct there is no umpire, so you found the battle. Save his card, which \
         stands at the end of this mail, as opponent.json, and say:",
        challenge.opponent.address
    ));
    text.push_str(&line(&format!(
        "tess new --battle {} --scenario {} \\",
        quoted(&challenge.folder()),
        quoted(&challenge.terms.scenario)
    )));
    text.push_str(&line(&format!("    --side {own} --mode direct --card {theirs}=opponent.json \\")));
    let options: String = challenge
        .terms
        .options
        .iter()
        .map(|(n, on)| format!(" --option {}", quoted(&format!("{n}={on}"))))
        .collect();
    text.push_str(&line(&format!(
        "    --hours {} --extensions {}{options}",
        challenge.terms.hours, challenge.terms.extensions
    )));
    text.push_str("\nThis service has done its part; from now on you write to each other.\n\n");
    // without indentation, so that the longest line fits
    for part in card.lines() {
        text.push_str(part.trim_start());
        text.push('\n');
    }
    let him = paragraph(&format!(
        "Your card has gone to {}, who founds the battle and mails you the offer himself. You play {theirs}. Save that mail \
         as offer.eml, and say:",
        challenge.challenger.address
    )) + &line(&format!("tess join {} offer.eml", quoted(&challenge.folder())));
    vec![
        about(challenge, &challenge.challenger, "found", 6, text),
        about(challenge, &challenge.opponent, "joined", 6, him),
    ]
}

/// To both, when the battle could not be founded.
pub(super) fn not_founded(challenge: &Challenge, why: &str) -> Vec<Words> {
    let text = paragraph("The battle could not be founded with the card that you sent:")
        + &paragraph(&why.chars().take(MOST_QUOTED).collect::<String>())
        + &send_card(challenge, &challenge.opponent);
    vec![about(challenge, &challenge.opponent, "error", 7, text)]
}

/// To both: the battle is founded, and who enters first.
pub(super) fn founded(challenge: &Challenge, word: &str) -> Vec<Words> {
    let (Some(own), Some(theirs)) = (&challenge.terms.side, challenge.opponents_side()) else {
        return Vec::new();
    };
    let first = &challenge.sides[0];
    let tell = |person: &Person, side: &Role| {
        let mut text = paragraph(&format!("The battle is founded, and you play {side}. Its game word is"));
        text.push_str(&line(word));
        text.push('\n');
        text.push_str(&paragraph(&if side == first {
            "The offer comes in a mail of its own, now. Save that mail as offer.eml, and say:".to_owned()
        } else {
            format!("The offer comes in a mail of its own as soon as {first} has entered. Save that mail as offer.eml, and say:")
        }));
        text.push_str(&line(&format!("tess join {} offer.eml", quoted(&challenge.folder()))));
        text.push('\n');
        text.push_str(&paragraph(
            "Then compare the game word with your opponent, best by telephone: it is made from the battle's first event, \
             with both your keys in it, so if you have the same, nobody stands between you.",
        ));
        about(challenge, person, "founded", 8, text)
    };
    vec![tell(&challenge.challenger, own), tell(&challenge.opponent, theirs)]
}

/// A card or a `decline` without its word.
pub(super) fn no_word() -> String {
    paragraph(
        "Your mail does not say which challenge it is about. Answer the mail about the challenge and leave its subject as \
         it is: the four words in it show that the address is yours. Write from the address that the mail came to.",
    ) + &paragraph("A mail with the word `status` tells which challenges wait for you.")
}

/// Something that cannot be done.
pub(super) fn refused(what: &str, why: &str) -> String {
    let why: String = why.chars().take(MOST_QUOTED).collect();
    // the help of an error is a line of its own
    let why: String = why.lines().map(|line| paragraph(line.trim())).collect();
    format!("Your {what} cannot be used:\n\n")
        + &why
        + &paragraph(
            "Nothing has changed. Mend it and send it again; a mail with the word `help` says how it is written.",
        )
}

/// Words that mean nothing here.
pub(super) fn unclear(first: &str, meant: Option<&str>, address: &str) -> String {
    let shown: String = first.chars().filter(|c| *c == ' ' || c.is_ascii_graphic()).take(50).collect();
    let told = paragraph(&format!("`{shown}` is nothing that can be done here."));
    let meant = meant.map(|meant| format!("Did you mean\n\n{}\n", line(meant))).unwrap_or_default();
    told + &meant + &help(address)
}

/// Under the last mail of a day.
pub(super) fn last_answer(share: Share) -> String {
    paragraph(&format!(
        "This was the last of {} {} that you get today. Whatever you send before midnight UTC that would bring one more is \
         left unanswered and changes nothing: send it tomorrow.",
        share.most(),
        share.word()
    ))
}
