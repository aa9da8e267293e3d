//! What somebody asks for in his own words.

use super::super::Card;
use super::super::greeting::greets;
use tess_ledger::{Role, is_word};
use tess_mail::{Envelope, parse_address};

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
    /// To look on at a battle, named by digits or by its game word.
    Watch {
        /// The name.
        battle: String,
        /// With the battle book as well.
        book: bool,
    },
    /// To look on no longer, at one battle or at all.
    Unwatch(Option<String>),
    /// Nothing that is understood; the first line.
    Unclear(String),
}

impl Wish {
    /// Reads a mail: its text, or its subject where the text is empty. A card may be attached as well.
    #[must_use]
    pub fn of(envelope: &Envelope) -> Wish {
        let text = match envelope.draft.trim() {
            "" => bare_subject(&envelope.subject),
            text => text,
        };
        let attached = || envelope.enclosed.iter().find_map(|file| card_in(file));
        if let Some(card) = card_in(text).or_else(attached) {
            return Wish::Card(Box::new(card), side_in(text));
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
        while lines.next_if(|line| greets(line)).is_some() {}
        let Some(first) = lines.next() else { return Wish::Help };
        let mut words = first.split_whitespace();
        let command = words.next().unwrap_or_default().trim_end_matches(['.', '!', ',', ':']);
        match command.to_ascii_lowercase().as_str() {
            "help" | "?" => Wish::Help,
            "status" => Wish::Status,
            "scenarios" | "battles" => Wish::Scenarios,
            "decline" | "withdraw" | "no" => Wish::Decline,
            "watch" => {
                let (battle, book) = named(words.collect(), lines);
                Wish::Watch { battle: battle.unwrap_or_default(), book }
            }
            "unwatch" | "unsubscribe" => {
                Wish::Unwatch(named(words.collect(), lines).0.or_else(|| tagged(envelope)))
            }
            "challenge" => match words.find_map(address) {
                Some(to) => Wish::Challenge(to, lines.map(str::to_owned).collect()),
                None => Wish::Unclear(first.to_owned()),
            },
            _ => Wish::Unclear(first.to_owned()),
        }
    }
}

/// Words of a game word.
const GAME_WORDS: usize = 10;

/// What a spectator says who wants the battle book.
const BOOK: &str = "book";

/// The right line that is nearest to one which is none.
pub(super) fn meant(line: &str) -> Option<String> {
    const WORDS: [&str; 7] = ["challenge", "help", "status", "scenarios", "decline", "watch", "unwatch"];
    let to = line.split_whitespace().find_map(address);
    let first = line.split_whitespace().next()?.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    match (tess_orders::nearest(&first.to_ascii_lowercase(), WORDS), to) {
        (None | Some("challenge"), Some(to)) => Some(format!("challenge {to}")),
        (Some("challenge"), None) => Some("challenge NAME@HOST".to_owned()),
        (near, _) => near.map(str::to_owned),
    }
}

fn address(word: &str) -> Option<String> {
    let word = word
        .trim_start_matches("mailto:")
        .trim_matches(['<', '>', ',', ';', '"', '(', ')', '!', '?', '.', ':']);
    let mailbox = parse_address(word).ok()?;
    Some(mailbox.email.to_string().to_ascii_lowercase())
}

/// The digits of a game.
fn digits(word: &str) -> Option<String> {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    (word.len() >= 8 && word.bytes().all(|b| b.is_ascii_hexdigit())).then(|| word.to_ascii_lowercase())
}

/// A battle as a spectator names it, by digits or by the ten words of its game word, however those are
/// joined, and folded into the lines below; and does `book` follow? What else those lines say is no name.
fn named<'a>(first: Vec<&'a str>, below: impl Iterator<Item = &'a str>) -> (Option<String>, bool) {
    if let Some(at) = first.iter().position(|word| digits(word).is_some()) {
        let book = first.get(at + 1).is_some_and(|word| plain(word) == BOOK);
        return (digits(first[at]), book);
    }
    // a game word with a slip in it names a battle as well, though none that there is
    let slip = first.first().map(|word| plain(word)).filter(|word| word.split('-').count() == GAME_WORDS);
    let all = first.into_iter().chain(below.flat_map(str::split_whitespace)).flat_map(|word| word.split('-'));
    let all: Vec<String> =
        all.map(plain).filter(|word| !word.is_empty()).take_while(|word| is_word(word)).collect();
    match all.split_at_checked(GAME_WORDS) {
        Some((ten, rest)) => (Some(ten.join("-")), rest.first().is_some_and(|word| word == BOOK)),
        None => (slip, false),
    }
}

/// A word in small letters, without what stands around it.
fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_lowercase()
}

/// The digits of a game in the subject of a report to a spectator that is answered: right behind the words.
fn tagged(envelope: &Envelope) -> Option<String> {
    let (_, rest) = envelope.subject.split_once("[tess lobby ")?;
    let (_, rest) = rest.split_once(']')?;
    digits(rest.split_whitespace().find(|word| *word != "unwatch")?)
}

/// A subject without `Re:` and the like, and without the words of its sender.
fn bare_subject(subject: &str) -> &str {
    let mut rest = subject.trim();
    if let Some((_, tail)) = rest.strip_prefix("[tess lobby ").and_then(|rest| rest.split_once(']')) {
        rest = tail.trim();
    }
    while let Some((head, tail)) = rest.split_once(':') {
        if !matches!(head.trim().to_ascii_lowercase().as_str(), "re" | "aw" | "fwd" | "fw" | "sv") {
            break;
        }
        rest = tail.trim();
    }
    rest
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
        assert_eq!(wish("x", "Good evening"), Wish::Help);
        assert_eq!(wish("x", "Hello umpire,\n\nstatus\n"), Wish::Status);
        assert_eq!(wish("x", "Dear Sir or Madam\nhow are you?"), Wish::Unclear("how are you?".to_owned()));
        assert!(matches!(wish("x", "Hi!\nchallenge bodo@example.org"), Wish::Challenge(..)));
        let asked = wish("x", "challenge <Bodo@Example.org>\nscenario spqr/skirmish\n");
        assert_eq!(asked, Wish::Challenge("bodo@example.org".into(), vec!["scenario spqr/skirmish".into()]));
        assert!(matches!(wish("x", "challenge bodo"), Wish::Unclear(_)));
        let watch = |battle: &str, book| Wish::Watch { battle: battle.to_owned(), book };
        assert_eq!(wish("x", "watch 5FA2C0FF, please"), watch("5fa2c0ff", false));
        assert_eq!(wish("x", "watch 5fa2c0ff book"), watch("5fa2c0ff", true));
        let ten = "actor-arch-arrow-book-basin-barn-bear-bell-berry-book";
        for text in [
            format!("watch {ten}"),
            format!("Watch {}.", ten.replace('-', " ")),
            format!("watch {}-\n{}", &ten[..16], &ten[17..]),
        ] {
            assert_eq!(wish("x", &text), watch(ten, false), "{text}");
        }
        assert_eq!(wish("x", &format!("watch {ten} book")), watch(ten, true));
        assert_eq!(wish("x", "watch that one"), watch("", false));
        assert_eq!(wish("x", &format!("unwatch {ten}")), Wish::Unwatch(Some(ten.to_owned())));
        // what else is said in the mail names nothing
        assert_eq!(wish("x", &format!("watch {ten}\n\nAnna\n+49 15112345678")), watch(ten, false));
        assert_eq!(wish("x", "watch that one\n\nAnna\n+49 15112345678"), watch("", false));
        let thanks = "unwatch\n\nThank you for the reports; they were a pleasure to read, all of them.";
        assert_eq!(wish("x", thanks), Wish::Unwatch(None));
        let slip = ten.replace("arrow", "arow");
        assert_eq!(wish("x", &format!("unwatch {slip}")), Wish::Unwatch(Some(slip.clone())));
        let one = Wish::Unwatch(Some("5fa2c0ff".to_owned()));
        assert_eq!(wish("[tess lobby ax-ba-ce-do] unwatch 5fa2c0ff", ""), one);
        assert_eq!(wish("Re: [tess lobby ax-ba-ce-do] 5fa2c0ff spqr/skirmish: turn 2", "unwatch"), one);
        assert_eq!(wish("x", "unwatch"), Wish::Unwatch(None));
    }

    #[test]
    fn a_line_that_is_none_has_a_right_one_near_it() {
        assert_eq!(meant("chalenge bodo@example.org").as_deref(), Some("challenge bodo@example.org"));
        assert_eq!(meant("I challange Bodo@example.org!").as_deref(), Some("challenge bodo@example.org"));
        assert_eq!(meant("challenge bodo").as_deref(), Some("challenge NAME@HOST"));
        assert_eq!(meant("scenarious").as_deref(), Some("scenarios"));
        assert_eq!(meant("how are you?"), None);
    }
}
