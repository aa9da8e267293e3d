//! A mail that is worth opening: what its first lines say, in which order it goes on, how long it is.
//!
//! Whole demonstrations are played by mail, and every mail to a side is read. The lines of a mail at the
//! median, by turn, and how many mails a side got in each, are printed: `cargo test --test house breakfast
//! -- --nocapture`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use mail_parser::MessageParser;

/// A mail to a side.
struct Read {
    /// Who gets it.
    side: String,
    subject: String,
    /// Without the signed block.
    text: String,
    /// The page of HTML.
    html: String,
    turn: u16,
}

/// All mails to the sides of a demonstration.
fn mails(scenario: &str, turns: u16) -> Vec<Read> {
    let dir = tempfile::tempdir().expect("a folder");
    let run = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(["demo", "--dir", "d", "--scenario", scenario, "--turns", &turns.to_string()])
        .current_dir(dir.path())
        .output()
        .expect("tess runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let mut out = Vec::new();
    for side in fs::read_dir(dir.path().join("d/mail")).expect("mail").flatten() {
        if side.file_name() != "umpire" {
            let name = side.file_name().to_string_lossy().into_owned();
            out.extend(["cur", "new"].iter().flat_map(|part| read(&name, &side.path().join(part))));
        }
    }
    assert!(out.len() > 20, "{scenario}: {} mails", out.len());
    out
}

fn read(side: &str, dir: &Path) -> Vec<Read> {
    let files = fs::read_dir(dir).into_iter().flatten().flatten();
    files
        .map(|file| {
            let bytes = fs::read(file.path()).expect("a mail");
            let mail = MessageParser::default().parse(&bytes).expect("a mail");
            let html = mail.body_html(0).expect("a page").into_owned();
            let text = mail.body_text(0).expect("a text").replace("\r\n", "\n");
            let text = text.split("Only the block below counts").next().unwrap_or_default().to_owned();
            let turn = text.split(", turn ").nth(1).expect("a title");
            let turn = turn.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok());
            let subject = mail.subject().unwrap_or_default().to_owned();
            Read { side: side.to_owned(), subject, text, html, turn: turn.expect("a turn") }
        })
        .collect()
}

/// Lines of a mail at the median, by turn.
fn medians(mails: &[Read]) -> BTreeMap<u16, usize> {
    let mut turns: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for mail in mails {
        turns.entry(mail.turn).or_default().push(mail.text.trim_end().lines().count());
    }
    let median = |mut all: Vec<usize>| {
        all.sort_unstable();
        all[all.len() / 2]
    };
    turns.into_iter().map(|(turn, all)| (turn, median(all))).collect()
}

/// How many mails each side got in each turn.
fn counts(mails: &[Read]) -> BTreeMap<(u16, &str), usize> {
    let mut counts = BTreeMap::new();
    for mail in mails {
        *counts.entry((mail.turn, mail.side.as_str())).or_default() += 1;
    }
    counts
}

/// What a battle's mails must be like, and how many lines they may have at the median of any full turn.
fn is_worth_opening(scenario: &str, most: usize) {
    let mails = mails(scenario, 2);
    let medians = medians(&mails);
    println!("{scenario}: lines of a mail at the median, by turn: {medians:?}");
    for ((turn, side), mails) in counts(&mails) {
        println!("{scenario}: turn {turn}: {mails} mails to {side}");
    }
    for (turn, median) in medians.iter().filter(|(turn, _)| (1..=2).contains(*turn)) {
        assert!(*median <= most, "{scenario}: {median} lines in turn {turn}");
    }
    let (mut told, mut charges) = (0, 0);
    for mail in &mails {
        let text = &mail.text;
        // a side's offer begins with how to enter
        let (head, rest) = text.split_once("\n\n").expect("a head");
        assert!(head.lines().count() <= 5, "{head}");
        assert!(head.ends_with('.') && !head.contains("  "), "{head}");
        assert!(rest.lines().nth(1).is_some_and(|rule| rule.starts_with("===")), "{rest}");
        is_a_page(&mail.html, head);
        let mut at = 0;
        for part in
            ["WHAT IS NEXT", "WHAT HAPPENED", "THE FIELD", "THE TABLE", "TO CHECK THIS REPORT", "game "]
        {
            if let Some(found) = text.find(&format!("\n{part}")) {
                assert!(found > at, "{part} comes too early:\n{text}");
                at = found;
            }
        }
        assert!(text.contains("\nTO CHECK THIS REPORT\n"), "{text}");
        if head.contains("charged") {
            charges += 1;
            assert!(mail.subject.contains("charge"), "{}: {head}", mail.subject);
        }
        told += usize::from(text.contains("WHO HAS CHANGED"));
        assert!(mail.subject.split_whitespace().count() <= 16, "{}", mail.subject);
    }
    assert!(charges > 3 && told * 10 > mails.len() * 8, "{charges} charges, {told} of {} short", mails.len());
}

/// The page says what the text says, in elements of its own, and fetches nothing.
fn is_a_page(html: &str, head: &str) {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let first = html.split("<p class=\"head\">").nth(1).and_then(|rest| rest.split("</p>").next());
    let first = first.expect("a head").replace("&#39;", "'").replace("&amp;", "&");
    assert_eq!(words(&first), words(head), "{html}");
    assert!(
        html.contains("<h2>To check this report</h2>") && html.contains("prefers-color-scheme:dark"),
        "{html}"
    );
    assert!(!html.contains("WHO HAS CHANGED") && !html.contains("http"), "{html}");
    if html.contains("<h2>Who has changed</h2>") && !html.contains("<p>Nobody.</p>") {
        assert!(html.contains("<table>") && html.contains("<tr>"), "{html}");
    }
}

#[test]
fn a_mail_of_cannae_is_worth_opening() {
    is_worth_opening("spqr/cannae-216bc", 215);
}

#[test]
fn a_mail_of_dara_is_worth_opening() {
    is_worth_opening("cataphract/dara-530", 205);
}

#[test]
fn a_mail_of_the_granicus_is_worth_opening() {
    is_worth_opening("alexander/granicus-334bc", 225);
}

#[test]
fn a_mail_of_the_trebia_is_worth_opening() {
    is_worth_opening("legion/trebbia-218bc", 110);
}
