//! What somebody asks for in his own words.

use super::super::Card;
use super::super::greeting::spoken;
use tess_ledger::Role;
use tess_mail::{Envelope, parse_address};
use tess_orders::nearest;

/// What somebody asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// How this works.
    Help,
    /// How his challenges and battles stand.
    Status,
    /// What can be fought.
    Scenarios,
    /// To challenge an address; the lines below say on which terms.
    Challenge(String, Vec<String>),
    /// To play: the card, and the side if he names one.
    Card(Box<Card>, Option<Role>),
    /// Not to play.
    Decline,
    /// What looks like a card and cannot be read as one.
    NearlyCard,
    /// Nothing that is understood: the first line, and the line that was meant, as far as can be guessed.
    Unclear(String, Option<String>),
}

impl Wish {
    /// Reads a mail: the first line that asks for something, or its subject where the text asks for nothing.
    /// Greetings are overlooked. A card may be attached as well.
    #[must_use]
    pub fn of(envelope: &Envelope) -> Wish {
        let text = envelope.draft.trim();
        let attached = || envelope.enclosed.iter().find_map(|file| card_in(file));
        if let Some(card) = card_in(text).or_else(attached) {
            return Wish::Card(Box::new(card), side_in(text));
        }
        if text.contains('{') && text.contains("\"key\"") {
            return Wish::NearlyCard;
        }
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let found = lines.iter().enumerate().find_map(|(at, line)| asked(line, at == 0, &lines[at + 1..]));
        if let Some(wish) = found {
            return wish;
        }
        let bare = bare_subject(&envelope.subject);
        let spoken = spoken(text);
        if let Some(wish) = asked(bare, true, &spoken) {
            return wish;
        }
        match spoken.first() {
            None => Wish::Help,
            Some(first) => Wish::Unclear((*first).to_owned(), spoken.iter().find_map(|line| meant(line))),
        }
    }
}

/// What can be asked for.
const COMMANDS: [&str; 8] =
    ["help", "status", "scenarios", "challenge", "decline", "withdraw", "battles", "card"];

/// The wish of a line. What asks for nothing is prose when it stands further down, so there the word has to stand nearly alone.
fn asked(line: &str, first: bool, below: &[&str]) -> Option<Wish> {
    let mut words = line.split_whitespace();
    let command =
        words.next().unwrap_or_default().trim_matches(['.', '!', ',', ':', ';', '"', '\'', '`', '*']);
    let more = words.clone().count();
    let alone = first || more <= 1;
    match command.to_ascii_lowercase().as_str() {
        "help" | "?" if alone => Some(Wish::Help),
        "status" if alone => Some(Wish::Status),
        "scenarios" | "battles" if alone => Some(Wish::Scenarios),
        "decline" | "withdraw" if alone => Some(Wish::Decline),
        "no" if more <= 1 => Some(Wish::Decline),
        "challenge" => {
            let to = words.find_map(address)?;
            Some(Wish::Challenge(to, below.iter().map(|line| (*line).to_owned()).collect()))
        }
        _ => None,
    }
}

/// The line that was meant by one that is none: a command misspelt, a challenge without an address.
fn meant(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let word = words.first()?.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let command = nearest(word, COMMANDS)?;
    Some(match command {
        "challenge" => {
            let to = words.iter().find_map(|word| address(word));
            format!("challenge {}", to.unwrap_or_else(|| "NAME@HOST".to_owned()))
        }
        "battles" => "scenarios".to_owned(),
        other => other.to_owned(),
    })
}

fn address(word: &str) -> Option<String> {
    let word = word.trim_start_matches("mailto:").trim_matches(['<', '>', ',', ';', '"', '(', ')']);
    let mailbox = parse_address(word).ok()?;
    Some(mailbox.email.to_string().to_ascii_lowercase())
}

/// A subject without `Re:` and the like, and without our own words in brackets.
fn bare_subject(subject: &str) -> &str {
    let mut rest = subject.trim();
    while let Some((head, tail)) = rest.split_once(':') {
        if !matches!(head.trim().to_ascii_lowercase().as_str(), "re" | "aw" | "fwd" | "fw" | "sv") {
            break;
        }
        rest = tail.trim();
    }
    match rest.split_once("[tess ") {
        Some(("", after)) => after.split_once(']').map_or("", |(_, behind)| behind.trim()),
        Some((before, _)) => before.trim(),
        None => rest,
    }
}

/// The card in a text, wherever it stands and however its lines were broken.
fn card_in(text: &str) -> Option<Card> {
    let (from, to) = (text.find('{')?, text.rfind('}')?);
    serde_json::from_str(text.get(from..=to)?).ok()
}

/// A line `side NAME` beside a card.
fn side_in(text: &str) -> Option<Role> {
    text.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        let is_side = words.next()?.trim_end_matches(':').eq_ignore_ascii_case("side");
        words.next().filter(|_| is_side)?.to_ascii_lowercase().parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_mail::{Origin, RawMail};

    fn wish(subject: &str, text: &str) -> Wish {
        let mail = format!("From: Anna <anna@example.org>\r\nSubject: {subject}\r\n\r\n{text}");
        Wish::of(&Envelope::open(&RawMail::new(mail.into_bytes(), Origin::Memory)).expect("a mail"))
    }

    #[test]
    fn the_first_line_or_the_subject_says_what_is_wished() {
        assert_eq!(wish("x", "Help!\n"), Wish::Help);
        assert_eq!(wish("Re: AW: status", ""), Wish::Status);
        assert_eq!(wish("", ""), Wish::Help);
        assert_eq!(wish("Re: [tess lobby]", "\n\n decline\n> old"), Wish::Decline);
        assert_eq!(wish("x", "Move them!"), Wish::Unclear("Move them!".to_owned(), None));
        let asked = wish("x", "challenge <Bodo@Example.org>\nscenario spqr/skirmish\n");
        assert_eq!(asked, Wish::Challenge("bodo@example.org".into(), vec!["scenario spqr/skirmish".into()]));
        assert!(matches!(wish("x", "challenge bodo"), Wish::Unclear(..)));
    }

    #[test]
    fn greetings_are_overlooked() {
        for hello in ["Hello umpire,", "Dear all", "Good evening!", "Hi, I am Anna and new to this."] {
            assert_eq!(wish("x", &format!("{hello}\n\nstatus\n\nThanks, Anna")), Wish::Status, "{hello}");
        }
        assert_eq!(wish("x", "Good evening"), Wish::Help);
        assert_eq!(wish("Re: scenarios [tess lobby a-b-c-d]", "Hello!\nBest regards\n"), Wish::Scenarios);
        assert_eq!(wish("Re: [tess lobby a-b-c-d] was it you?", "Hello!"), Wish::Help);
        let asked = wish("x", "Salve\nchallenge bodo@example.org\nside rome");
        assert_eq!(asked, Wish::Challenge("bodo@example.org".into(), vec!["side rome".into()]));
        // prose further down is no command
        assert_eq!(wish("x", "I have read the page.\nNo idea what comes next\n"), {
            Wish::Unclear("I have read the page.".to_owned(), None)
        });
    }

    #[test]
    fn what_is_nearly_right_is_known() {
        for (line, meant) in [
            ("chalenge bodo@example.org", "challenge bodo@example.org"),
            ("Challenge: Bodo", "challenge NAME@HOST"),
            ("staus", "status"),
            ("scenario", "scenarios"),
        ] {
            let Wish::Unclear(_, guess) = wish("x", &format!("Hello\n{line}\n")) else { panic!("{line}") };
            assert_eq!(guess.as_deref(), Some(meant));
        }
        assert_eq!(wish("x", "{ \"key\": \"ed25519:half of"), Wish::NearlyCard);
    }
}
