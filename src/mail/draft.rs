//! What a person typed: the text of a mail without blocks, quotations and signature.
//!
//! Orders typed by hand are a draft without a signature; the answer to it is the canonical sheet
//! to sign. So what is done here may be generous: nothing counts before it was signed.

use super::armour;
use super::compose::READING_LINE;

/// The draft in a plain text. `flowed` when the part says `format=flowed` (RFC 3676).
#[must_use]
pub fn of_text(text: &str, flowed: bool) -> String {
    let outside = armour::outside(text);
    let mut lines: Vec<String> = Vec::new();
    let all: Vec<&str> = outside.lines().map(|line| line.trim_end_matches('\r')).collect();
    let mut joins = false;
    for (at, raw) in all.iter().copied().enumerate() {
        if raw == "-- " || raw == "--" || begins_original(&all, at) || begins_footer(raw) {
            break;
        }
        if raw.trim() == READING_LINE {
            // a mail of ours whose quotation is not marked: what stands above is the report
            lines.clear();
            joins = false;
            continue;
        }
        if is_quoted(raw) {
            drop_attribution(&mut lines);
            joins = false;
            continue;
        }
        if is_sent_from(raw) {
            joins = false;
            continue;
        }
        // RFC 3676 4.4: a blank before the line was stuffed
        let line = if flowed { raw.strip_prefix(' ').unwrap_or(raw) } else { raw };
        let next = all.get(at + 1).and_then(|l| l.split_whitespace().next());
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
    text.trim_matches('\n').to_owned()
}

/// Does a text quote a mail, marked or below the head of one?
#[must_use]
pub fn quotes(text: &str) -> bool {
    let outside = armour::outside(text);
    let all: Vec<&str> = outside.lines().map(|line| line.trim_end_matches('\r')).collect();
    (0..all.len()).any(|at| is_quoted(all[at]) || all[at].trim() != "" && begins_original(&all, at))
}

/// Is a line quoted: behind `>` or `|`, or the initials of whoever wrote it and `>`?
fn is_quoted(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if line.starts_with('>') || line.starts_with("| ") {
        return true;
    }
    let initials = line.bytes().take_while(u8::is_ascii_uppercase).count();
    (1..=3).contains(&initials) && line[initials..].starts_with('>')
}

/// What programs and firms write below a mail, in the languages that players write in: the beginning of such a
/// line, in small letters.
const FOOTERS: [&str; 26] = [
    "confidentiality notice",
    "confidential:",
    "disclaimer",
    "legal notice",
    "privileged and confidential",
    "this e-mail and any",
    "this email and any",
    "this e-mail is confidential",
    "this email is confidential",
    "this message and any",
    "this message is intended",
    "this e-mail is intended",
    "this email is intended",
    "this e-mail may contain",
    "this email may contain",
    "this message may contain",
    "the information contained in this",
    "the information in this",
    "the contents of this",
    "please consider the environment",
    "this email has been checked for viruses",
    "this email has been scanned",
    "virus-free.",
    "diese e-mail enth",
    "der inhalt dieser e-mail",
    "ce message et",
];

/// Does what stands from here on come from a firm, a scanner or a list, and not from a hand?
fn begins_footer(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    FOOTERS.iter().any(|footer| line.starts_with(footer))
}

/// The line that a telephone or a program for mail adds.
fn is_sent_from(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let short = line.chars().count() <= 78;
    let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
    short
        && (begins(&[
            "sent from my ",
            "sent from mail for",
            "sent from outlook",
            "sent from yahoo",
            "sent from gmail",
            "sent with ",
            "sent via ",
            "sent using ",
        ]) || begins(&[
            "get outlook for ",
            "von meinem ",
            "gesendet von ",
            "gesendet mit ",
            "diese nachricht wurde von mein",
            "envoy\u{e9} de ",
            "enviado desde ",
            "inviato da ",
            "verstuurd vanaf ",
        ]))
}

/// A soft break counts only where a wrapping program would have broken: many people and editors
/// leave a blank at the end of a short line, and two orders must not become one.
fn wraps(line: &str, next_word: &str) -> bool {
    line.chars().count() + next_word.chars().count() > 66
}

/// `On Tuesday Scipio wrote:` in front of a quotation, also wrapped to two or three lines.
fn drop_attribution(lines: &mut Vec<String>) {
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let Some(last) = lines.last() else { return };
    let says = ["wrote", "writes", "schrieb", "crit", "escribi", "scritto", "schreef"];
    if !last.ends_with(':')
        || !(last.contains('@') || last.contains(',') || says.iter().any(|word| last.contains(word)))
    {
        return;
    }
    let begins =
        |line: &str| ["On ", "Am ", "Le ", "El ", "Il ", "Op "].iter().any(|word| line.starts_with(word));
    let from = (lines.len().saturating_sub(3)..lines.len()).rev().find(|at| begins(&lines[*at]));
    let from = from.unwrap_or(lines.len() - 1);
    // what stands in between is of the same sentence only without an empty line
    let from = if lines[from..].iter().any(String::is_empty) { lines.len() - 1 } else { from };
    lines.truncate(from);
}

/// Programs that quote without marks put the old mail below such a line: Outlook its rule or header block, others
/// `On ... wrote:`.
fn begins_original(all: &[&str], at: usize) -> bool {
    let line = all[at].trim();
    let rule = line.len() >= 20 && line.bytes().all(|b| b == b'_');
    let dashes = line.starts_with("---") && line.ends_with("---");
    let named = line.trim_matches(['-', ' ']).to_ascii_lowercase();
    let original =
        ["original message", "forwarded message", "original appointment", "urspr\u{fc}ngliche nachricht"];
    rule || (dashes && original.contains(&named.as_str()))
        || is_header_block(&all[at..])
        || is_bare_attribution(all, at)
}

/// `From:`, and within the next lines two more fields of a mail: Outlook's header block, in a few languages.
fn is_header_block(rest: &[&str]) -> bool {
    let field = |line: &str| {
        let line = line.trim_start_matches(['*', ' ', '\t']);
        let name = line.split(':').next().filter(|name| name.len() < line.len());
        name.unwrap_or_default().trim_end_matches(['*', ' ', '\u{a0}']).to_lowercase()
    };
    let first = rest.first().map(|line| field(line)).unwrap_or_default();
    if !matches!(first.as_str(), "from" | "von" | "de" | "da" | "van") {
        return false;
    }
    let others = [
        "sent",
        "date",
        "to",
        "cc",
        "subject",
        "gesendet",
        "datum",
        "an",
        "betreff",
        "envoy\u{e9}",
        "\u{e0}",
        "objet",
    ];
    rest.iter()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .take(4)
        .filter(|line| others.contains(&field(line).as_str()))
        .count()
        >= 2
}

/// `On Tuesday Scipio wrote:`, on one line or two, above a quotation that is not marked.
fn is_bare_attribution(all: &[&str], at: usize) -> bool {
    let line = all[at].trim();
    if !["On ", "Am ", "Le ", "El ", "Il ", "Op "].iter().any(|word| line.starts_with(word))
        || line.len() > 200
    {
        return false;
    }
    let ends = |line: &str| {
        let line = line.trim_end();
        [
            "wrote:",
            "writes:",
            "schrieb:",
            "a \u{e9}crit :",
            "a \u{e9}crit:",
            "escribi\u{f3}:",
            "ha scritto:",
            "schreef:",
        ]
        .iter()
        .any(|word| line.ends_with(word))
            || line.starts_with("Am ") && line.contains("schrieb ") && line.ends_with(':')
    };
    let Some(end) = (at..all.len().min(at + 3)).find(|line| ends(all[*line])) else { return false };
    let below = all[end + 1..].iter().find(|line| !line.trim().is_empty());
    below.is_some_and(|line| !is_quoted(line))
}

/// Curled quotes, long dashes and hard blanks as a phone makes them, back to ASCII.
fn straighten(line: &str) -> String {
    line.chars()
        .filter(|c| !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'))
        .map(|c| match c {
            '\u{2018}' | '\u{2019}' | '\u{201a}' => '\'',
            '\u{201c}' | '\u{201d}' | '\u{201e}' => '"',
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            c if c.is_whitespace() => ' ',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_and_signatures_are_left_out() {
        let text = "Here are my orders.\r\n\r\nmove HA-1 2213 2214\r\n\r\n\
            On Tue, 3 Mar 2026 Scipio <s@rome.example> wrote:\r\n> your turn\r\n\
            >> older\r\npass\r\n-- \r\nHannibal\r\n";
        assert_eq!(of_text(text, false), "Here are my orders.\n\nmove HA-1 2213 2214\npass");
        assert_eq!(of_text("pass\n\n-----Original Message-----\nFrom: x\nold", false), "pass");
    }

    #[test]
    fn whatever_a_program_quotes_with_the_hand_is_found() {
        let report = format!("TURN 3\nmove nobody\n\n{READING_LINE}\n\n{}", armour::wrap(&[b"{}".to_vec()]));
        let marked: String = report.lines().map(|line| format!("> {line}\n")).collect();
        for (name, text) in [
            (
                "top, marked",
                format!("pass\n\nOn Tue, 3 Mar 2026 at 10:00, Umpire <game@x.example> wrote:\n\n{marked}"),
            ),
            (
                "top, wrapped",
                format!(
                    "pass\n\nOn Tue, 3 Mar 2026 at 10:00, The Umpire\n<game@x.example> wrote:\n\n{marked}"
                ),
            ),
            ("bottom, marked", format!("On Tue, 3 Mar 2026, Umpire wrote:\n{marked}\npass\n")),
            ("between", format!("> TURN 3\n\npass\n\n{marked}")),
            ("German", format!("pass\n\nAm 03.03.26 um 10:00 schrieb Umpire:\n{marked}")),
            (
                "Outlook",
                format!(
                    "pass\n\nFrom: Umpire <game@x.example>\nSent: Tuesday\nTo: Anna\nSubject: x\n\n{report}"
                ),
            ),
            ("Outlook, bold", format!("pass\n\n*From:* Umpire\n*Sent:* Tuesday\n*To:* Anna\n\n{report}")),
            (
                "Outlook, German",
                format!("pass\n\nVon: Umpire\nGesendet: Dienstag\nAn: Anna\nBetreff: x\n\n{report}"),
            ),
            ("rule", format!("pass\n________________________________\nFrom: Umpire\n{report}")),
            ("not marked", format!("pass\n\nOn Tue, 3 Mar 2026, Umpire <game@x.example> wrote:\n\n{report}")),
            ("below, not marked", format!("{report}\npass\n")),
            ("initials", "HB> TURN 3\nHB> move\npass\n".to_owned()),
        ] {
            assert_eq!(of_text(&text, false), "pass", "{name}");
        }
    }

    #[test]
    fn telephones_signatures_and_lawyers_give_no_orders() {
        for below in [
            "Sent from my iPhone",
            "Von meinem iPhone gesendet",
            "Get Outlook for Android<https://aka.ms/x>",
            "-- \nAnna\nmove H31 fwd 2",
            "CONFIDENTIALITY NOTICE: this mail\nmove H31",
            "This e-mail and any attachments are confidential.\n\nIf you are not meant, delete it.",
            "_______________________________________________\nlist mailing list",
        ] {
            assert_eq!(of_text(&format!("pass\n\n{below}\n"), false), "pass");
        }
        assert_eq!(of_text("pass\nSent from my iPhone\n\n> old\nrally H1\n", false), "pass\nrally H1");
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
