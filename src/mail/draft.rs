//! What a person typed: the text of a mail without blocks, quotations and signature.
//!
//! Orders typed by hand are a draft without a signature; the answer to it is the canonical sheet
//! to sign. So what is done here may be generous: nothing counts before it was signed.

use super::armour;

/// The draft in a plain text. `flowed` when the part says `format=flowed` (RFC 3676).
#[must_use]
pub fn of_text(text: &str, flowed: bool) -> String {
    let outside = armour::outside(text);
    let mut lines: Vec<String> = Vec::new();
    let mut all = outside.lines().peekable();
    let mut joins = false;
    while let Some(raw) = all.next() {
        let raw = raw.trim_end_matches('\r');
        if raw == "-- " || raw == "--" || begins_original(raw, all.peek().copied()) {
            break;
        }
        if raw.trim_start().starts_with('>') {
            drop_attribution(&mut lines);
            joins = false;
            continue;
        }
        // RFC 3676 4.4: a blank before the line was stuffed
        let line = if flowed { raw.strip_prefix(' ').unwrap_or(raw) } else { raw };
        let next = all.peek().and_then(|l| l.split_whitespace().next());
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

/// Programs that quote without marks put the old mail below such a line.
fn begins_original(line: &str, next: Option<&str>) -> bool {
    let line = line.trim();
    let rule = line.len() >= 20 && line.bytes().all(|b| b == b'_');
    line.eq_ignore_ascii_case("-----Original Message-----")
        || line.eq_ignore_ascii_case("---------- Forwarded message ---------")
        || (rule && next.is_some_and(|n| n.trim_start().starts_with("From:")))
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
