//! The readable text of an HTML mail, good enough to find blocks and hand-typed orders in it.

/// Elements that begin a new line of text.
const BLOCKS: [&str; 22] = [
    "address",
    "article",
    "blockquote",
    "body",
    "dd",
    "div",
    "dl",
    "dt",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "header",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "table",
    "tr",
    "ul",
];
/// Marks of quotation before a line at most; with one for each of many a small page would become a large
/// text.
const MARKS: usize = 5;
/// Elements whose content is never shown.
const HIDDEN: [&str; 5] = ["head", "script", "style", "template", "title"];

/// Text with the tags taken out: a line for every block element and `<br>`, white space joined
/// outside `<pre>`, entities replaced, and `> ` before each line of a blockquote, so that quoted
/// text is known as such in HTML too. Takes time in proportion to the input, whatever it is.
#[must_use]
pub fn text_of(html: &str) -> String {
    let mut page = Page::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        page.words(&rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let body = &rest[1..];
        if !body.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            page.words("<");
            rest = body;
            continue;
        }
        let Some(end) = body.find('>') else {
            page.words(rest);
            return page.out;
        };
        page.tag(&body[..end]);
        rest = &body[end + 1..];
    }
    page.words(rest);
    page.out
}

#[derive(Default)]
struct Page {
    out: String,
    hidden: Option<&'static str>,
    pre: usize,
    quotes: usize,
    blank: bool,
}

impl Page {
    fn tag(&mut self, tag: &str) {
        let closes = tag.starts_with('/');
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .take(16)
            .collect::<String>()
            .to_ascii_lowercase();
        if let Some(hidden) = self.hidden {
            // a head without an end must not hide the whole mail
            if name == "body" || (closes && name == hidden) {
                self.hidden = None;
            }
            if name != "body" {
                return;
            }
        }
        if !closes
            && !tag.ends_with('/')
            && let Some(hidden) = HIDDEN.iter().find(|h| **h == name)
        {
            self.hidden = Some(hidden);
            return;
        }
        if name == "br" {
            self.line();
        } else if BLOCKS.contains(&name.as_str()) {
            if !self.out.is_empty() && !self.out.ends_with('\n') {
                self.line();
            }
            let step = |depth: usize| {
                if closes { depth.saturating_sub(1) } else { depth + 1 }
            };
            match name.as_str() {
                "pre" => self.pre = step(self.pre),
                "blockquote" => self.quotes = step(self.quotes).min(50),
                _ => {}
            }
        } else if matches!(name.as_str(), "td" | "th") {
            self.blank = true;
        }
    }

    fn words(&mut self, raw: &str) {
        if self.hidden.is_some() {
            return;
        }
        let mut rest = raw;
        while let Some(c) = rest.chars().next() {
            let (shown, length) = entity(rest).unwrap_or((c, c.len_utf8()));
            rest = &rest[length..];
            match shown {
                '\r' => {}
                '\n' if self.pre > 0 => self.line(),
                ' ' | '\t' | '\n' if self.pre == 0 && length == 1 => self.blank = true,
                _ => self.put(shown),
            }
        }
    }

    fn put(&mut self, c: char) {
        let starts_line = self.out.is_empty() || self.out.ends_with('\n');
        if starts_line {
            for _ in 0..self.quotes.min(MARKS) {
                self.out.push_str("> ");
            }
        } else if self.blank {
            self.out.push(' ');
        }
        self.blank = false;
        self.out.push(c);
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.blank = false;
    }
}

/// The character of the entity at the start of `text`, and its length in bytes.
fn entity(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('&')?;
    let end = body.bytes().take(12).position(|b| b == b';')?;
    let name = &body[..end];
    let shown = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "shy" => '\u{ad}',
        "mdash" => '\u{2014}',
        "ndash" => '\u{2013}',
        "lsquo" => '\u{2018}',
        "rsquo" => '\u{2019}',
        "ldquo" => '\u{201c}',
        "rdquo" => '\u{201d}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((shown, end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::armour;
    use proptest::prelude::*;

    #[test]
    fn lines_quotes_and_entities_are_kept() {
        let html = "<html><head><title>no</title><style>p{}</style></head><body>\
            <div>move&nbsp;HA-1 2213 &gt; 2214</div><p>rally  B<br/>pass</p>\n\
            <!-- <p>not this --><blockquote type=\"cite\"><p>old</p><pre>a\n  b</pre></blockquote>\
            1 < 2 &#65;&#x42; &bogus; <td>x</td></body></html>";
        assert_eq!(
            text_of(html),
            "move\u{a0}HA-1 2213 > 2214\nrally B\npass\n> old\n> a\n>   b\n1 < 2 AB &bogus; x\n"
        );
    }

    #[test]
    fn a_block_in_html_is_found() {
        let lines = vec![br#"{"event":{"seq":1},"sig":"x"}"#.to_vec()];
        let block = armour::wrap(&lines);
        let rows: Vec<&str> = block.lines().collect();
        for html in [
            format!("<pre>{block}</pre>"),
            format!("<div>{}</div>", rows.join("</div><div>")),
            format!("<blockquote>{}</blockquote>", rows.join("<br>\n")),
            format!("<div>{}</div><p>{}</p>", rows[..rows.len() - 1].join("<wbr>"), armour::END),
        ] {
            let harvest = armour::collect(&text_of(&html));
            assert_eq!(harvest.complaints, [], "{html}");
            assert_eq!(harvest.lines(), lines);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn no_html_panics(html in "(<|>|&|;|#|!--|-->|/|pre|blockquote|head|body|br|é|\\n| |[a-z0-9]{1,3}){0,60}") {
            let _ = text_of(&html);
        }
    }
}
