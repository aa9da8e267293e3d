//! What a person typed: the text of a mail without blocks, quotations and signature.
//!
//! Orders typed by hand are a draft without a signature; the answer to it is the canonical sheet
//! to sign. So what is done here may be generous: nothing counts before it was signed.

use super::armour;
use super::compose::READING_LINE;

/// What was typed into a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// The words.
    pub words: String,
    /// Is another mail quoted beside them, marked or below its head?
    pub quotes: bool,
}

/// What was typed into a plain text. `flowed` when the part says `format=flowed` (RFC 3676).
#[must_use]
pub fn of_text(text: &str, flowed: bool) -> Typed {
    let outside = armour::outside(text);
    let mut lines: Vec<String> = Vec::new();
    let all: Vec<&str> = outside.lines().map(|raw| raw.trim_end_matches('\r')).collect();
    let (mut joins, mut quotes) = (false, false);
    for (at, &raw) in all.iter().enumerate() {
        let rest = &all[at + 1..];
        if begins_original(raw, rest) {
            quotes = true;
            break;
        }
        if raw == "-- " || raw == "--" || begins_footer(raw) {
            quotes |=
                (at + 1..all.len()).any(|at| is_quoted(all[at]) || begins_original(all[at], &all[at + 1..]));
            break;
        }
        if is_of_a_phone(raw) {
            joins = false;
            continue;
        }
        if raw.trim() == READING_LINE {
            // a mail of ours whose quotation is not marked: what stands above is the report
            lines.clear();
            joins = false;
            continue;
        }
        if is_quoted(raw) {
            drop_attribution(&mut lines);
            (joins, quotes) = (false, true);
            continue;
        }
        // RFC 3676 4.4: a blank before the line was stuffed
        let line = if flowed { raw.strip_prefix(' ').unwrap_or(raw) } else { raw };
        let next = rest.first().and_then(|l| l.split_whitespace().next());
        let soft = flowed && line.ends_with(' ') && next.is_some_and(|w| wraps(line, w));
        let plain = straighten(line);
        match lines.last_mut() {
            Some(last) if joins => {
                last.push(' ');
                last.push_str(plain.trim());
            }
            // what was cut out leaves one empty line, not many
            Some(last) if last.is_empty() && plain.trim().is_empty() => {}
            _ => lines.push(plain.trim_end().to_owned()),
        }
        joins = soft;
    }
    let text = lines.join("\n");
    Typed { words: text.trim_matches('\n').to_owned(), quotes }
}

/// Is a line quoted: behind `>`, or the initials of whoever wrote it and `>`?
fn is_quoted(line: &str) -> bool {
    let line = line.trim_start();
    let initials = line.bytes().take_while(u8::is_ascii_uppercase).count();
    initials <= 3 && line[initials..].starts_with('>')
}

/// A soft break counts only where a wrapping program would have broken: many people and editors
/// leave a blank at the end of a short line, and two orders must not become one.
fn wraps(line: &str, next_word: &str) -> bool {
    line.chars().count() + next_word.chars().count() > 66
}

/// `On Tuesday Scipio wrote:` in front of a quotation, also wrapped to two lines.
fn drop_attribution(lines: &mut Vec<String>) {
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let Some(last) = lines.last() else { return };
    if !last.ends_with(':') || !(last.contains('@') || last.contains("wrote") || last.contains(',')) {
        return;
    }
    let whole = last.starts_with("On ") || last.contains('@');
    lines.pop();
    if !whole && lines.last().is_some_and(|l| l.starts_with("On ")) {
        lines.pop();
    }
}

/// Programs that quote without marks put the old mail below such a line, in the language of their user.
fn begins_original(line: &str, rest: &[&str]) -> bool {
    const MARKED: [&str; 7] = [
        "original message",
        "forwarded message",
        "begin forwarded message",
        "urspr\u{fc}ngliche nachricht",
        "message d'origine",
        "mensaje original",
        "messaggio originale",
    ];
    let line = line.trim();
    if line.len() > LONGEST {
        return false;
    }
    let bare = || line.trim_matches(['-', ' ', ':']).to_lowercase();
    let marked = line.starts_with("---") || line.ends_with(':');
    (marked && MARKED.contains(&bare().as_str()))
        || begins_header(std::iter::once(line).chain(rest.iter().copied()))
        || line.len() >= 20 && line.bytes().all(|b| b == b'_') && begins_header(rest.iter().copied())
        || is_attribution(line, rest)
}

/// Bytes of a line that may begin a quotation or a signature.
const LONGEST: usize = 200;

/// Lines that are looked at below one that may begin a quoted mail.
const LOOKED: usize = 12;

/// The four fields that Outlook puts over a mail which it quotes: who, when, to whom, about what.
fn begins_header<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    const FROM: [&str; 5] = ["from", "von", "de", "da", "van"];
    const SENT: [&str; 9] =
        ["sent", "date", "gesendet", "datum", "envoy\u{e9}", "enviado", "fecha", "inviato", "verzonden"];
    const ABOUT: [&str; 6] = ["subject", "betreff", "objet", "asunto", "oggetto", "onderwerp"];
    let mut lines = lines.peekable();
    let first = lines.peek().map_or("", |line| line.trim_start_matches(['*', ' ']));
    if !first.starts_with(['F', 'f', 'V', 'v', 'D', 'd']) && !first.is_empty() {
        return false;
    }
    let names: Vec<String> = lines
        .take(LOOKED)
        .map(|line| line.trim().trim_matches('*'))
        .filter(|line| !line.is_empty())
        .take(6)
        .map(|line| {
            line.split(':').next().unwrap_or_default().trim_matches([' ', '*', '\u{a0}']).to_lowercase()
        })
        .collect();
    let has = |words: &[&str]| names.iter().skip(1).any(|name| words.contains(&name.as_str()));
    names.first().is_some_and(|name| FROM.contains(&name.as_str())) && has(&SENT) && has(&ABOUT)
}

/// `On Tuesday Scipio wrote:` over a mail that is quoted without marks.
fn is_attribution(line: &str, rest: &[&str]) -> bool {
    const ENDS: [&str; 6] =
        ["wrote:", "schrieb:", "a \u{e9}crit :", "escribi\u{f3}:", "ha scritto:", "schreef:"];
    const BEGINS: [&str; 6] = ["On ", "Am ", "Le ", "El ", "Il ", "Op "];
    let dated = line.bytes().any(|b| b.is_ascii_digit());
    let said = BEGINS.iter().any(|word| line.starts_with(word))
        && ENDS.iter().any(|word| line.replace('\u{a0}', " ").ends_with(word));
    let mut below = rest.iter().take(LOOKED).map(|line| line.trim_start()).filter(|line| !line.is_empty());
    dated && said && below.next().is_none_or(|line| !line.starts_with('>'))
}

/// `Sent from my iPhone`, as telephones and their programs put it below a mail.
fn is_of_a_phone(line: &str) -> bool {
    const SAID: [&str; 9] = [
        "sent from my ",
        "sent from mail for ",
        "sent from outlook",
        "sent from proton",
        "sent via ",
        "get outlook for ",
        "von meinem ",
        "gesendet von ",
        "envoy\u{e9} de mon ",
    ];
    let line = line.trim();
    if line.len() > LONGEST || !line.starts_with(['S', 's', 'G', 'g', 'V', 'v', 'E', 'e']) {
        return false;
    }
    let line = line.to_lowercase();
    SAID.iter().any(|said| line.starts_with(said))
}

/// What a company's server writes below every mail.
fn begins_footer(line: &str) -> bool {
    const SAID: [&str; 12] = [
        "this e-mail and any",
        "this email and any",
        "this e-mail is confidential",
        "this email is confidential",
        "this e-mail message",
        "this email message",
        "this message and any",
        "this message is intended",
        "this message (including",
        "the information contained in this",
        "confidentiality notice",
        "diese e-mail enth\u{e4}lt",
    ];
    let line = line.trim().trim_start_matches(['*', '_', ' ']);
    if !line.starts_with(['T', 't', 'C', 'c', 'D', 'd']) {
        return false;
    }
    let line: String = line.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
    line == "disclaimer" || line.starts_with("disclaimer:") || SAID.iter().any(|said| line.starts_with(said))
}

/// Curled quotes, long dashes and hard blanks as a phone makes them, and wide digits, back to ASCII.
fn straighten(line: &str) -> String {
    tess_diagnostic::straightened(line).text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_text(text: &str, flowed: bool) -> String {
        super::of_text(text, flowed).words
    }

    #[test]
    fn quotations_and_signatures_are_left_out() {
        let text = "Here are my orders.\r\n\r\nmove HA-1 2213 2214\r\n\r\n\
            On Tue, 3 Mar 2026 Scipio <s@rome.example> wrote:\r\n> your turn\r\n\
            >> older\r\npass\r\n-- \r\nHannibal\r\n";
        assert_eq!(of_text(text, false), "Here are my orders.\n\nmove HA-1 2213 2214\npass");
        assert_eq!(of_text("pass\n\n-----Original Message-----\nFrom: x\nold", false), "pass");
    }

    #[test]
    fn what_is_quoted_without_marks_is_left_out() {
        for (name, below) in [
            (
                "Outlook",
                "________________________________\nFrom: Umpire <g@pbem.test>\nSent: Tuesday\nTo: A\nSubject: x\n\nmove old",
            ),
            (
                "Outlook's telephone",
                "Get Outlook for iOS\n\nFrom: Umpire\nDate: Tuesday\nTo: A\nSubject: x\nmove old",
            ),
            ("Outlook in German", "Von: Umpire\nGesendet: Dienstag\nAn: A\nBetreff: x\n\nmove old"),
            ("marked up", "*From:* Umpire\n*Sent:* Tuesday\n*To:* A\n*Subject:* x\nmove old"),
            ("a page's text", "On Tue, 3 Mar 2026 at 10:00, Umpire <g@pbem.test> wrote:\n\nmove old"),
            ("French", "Le 3 mars 2026 \u{e0} 10:00, Umpire a \u{e9}crit :\nmove old"),
            ("forwarded", "Begin forwarded message:\n\nmove old"),
            ("a telephone", "Sent from my iPhone\n\n> move old"),
            ("a company", "This email and any files are confidential.\nmove old"),
            ("a notice", "CONFIDENTIALITY NOTICE: read nothing.\nmove old"),
        ] {
            assert_eq!(of_text(&format!("status\n\n{below}\n"), false), "status", "{name}");
        }
        // below a quotation with marks somebody may answer, and a telephone's words end nothing
        let text = "Sent from my iPhone\n\nOn 3 Mar 2026, Umpire wrote:\n> old\n\nstatus\n";
        assert_eq!(of_text(text, false), "status");
    }

    #[test]
    fn a_report_that_is_quoted_without_marks_is_none_of_the_words() {
        let block = armour::wrap(&[b"{}".to_vec()]);
        let report = format!("TURN 3\nmove nobody\n\n{READING_LINE}\n\n{block}");
        assert_eq!(of_text(&format!("{report}\npass\n"), false), "pass");
        assert_eq!(of_text(&report, false), "");
        for quoting in ["pass\n> old", "pass\n-- \nAnna\nOn 3 March 2026 Bodo wrote:\nold"] {
            assert!(super::of_text(quoting, false).quotes, "{quoting}");
        }
        assert!(!super::of_text("pass\n-- \nAnna", false).quotes);
        assert_eq!(of_text("HB> TURN 3\nHB> move\npass\n", false), "pass");
    }

    #[test]
    fn an_order_that_ends_with_a_colon_is_no_attribution() {
        assert_eq!(of_text("group A:\n> old", false), "group A:");
    }

    #[test]
    fn flowed_orders_stay_apart_and_wrapped_prose_is_joined() {
        let short = "move HA-1 2213 2214 \n move HA-2 2313 2314 \nFrom here \n";
        assert_eq!(of_text(short, true), "move HA-1 2213 2214\nmove HA-2 2313 2314\nFrom here");
        let long = format!("{} \nlonger\nnext\n", "word ".repeat(13).trim_end());
        assert_eq!(of_text(&long, true), format!("{} longer\nnext", "word ".repeat(13).trim_end()));
    }

    #[test]
    fn phones_are_forgiven() {
        assert_eq!(
            of_text("say \u{201c}ave\u{201d} \u{2013} don\u{2019}t\u{a0}halt", false),
            "say \"ave\" - don't halt"
        );
    }
}
