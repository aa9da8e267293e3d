//! Draws complaints under the lines they are about.

use std::fmt;

use anstyle::{AnsiColor, Style};

use super::wrap::{WIDTH, plain_ascii, wrap};
use super::{Diagnostic, Place, Severity};

/// Complaints about one text, ready to be drawn in order of their places.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The text they are about.
    pub source: &'a str,
    /// The complaints.
    pub diagnostics: &'a [Diagnostic],
}

impl Report<'_> {
    /// For mail: plain ASCII, at most 78 columns.
    #[must_use]
    pub fn plain(&self) -> String {
        self.draw(&|_, text| text.to_owned())
    }

    /// For a terminal: the same text with colours.
    #[must_use]
    pub fn coloured(&self) -> String {
        self.draw(&|part, text| {
            let style = part.style();
            format!("{}{text}{}", style.render(), style.render_reset())
        })
    }

    /// `1 error, 2 warnings`; empty when there are neither.
    #[must_use]
    pub fn tally(&self) -> String {
        let count = |s: Severity| self.diagnostics.iter().filter(|d| d.severity == s).count();
        [Severity::Error, Severity::Warning]
            .into_iter()
            .filter_map(|s| match count(s) {
                0 => None,
                1 => Some(format!("1 {s}")),
                n => Some(format!("{n} {s}s")),
            })
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn draw(&self, paint: &dyn Fn(Part, &str) -> String) -> String {
        let lines: Vec<&str> = self.source.lines().collect();
        let mut sorted: Vec<&Diagnostic> = self.diagnostics.iter().collect();
        sorted.sort_by_key(|d| d.place);
        sorted.iter().map(|d| draw_one(d, &lines, paint)).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.plain())
    }
}

/// What is being drawn.
#[derive(Clone, Copy)]
enum Part {
    Head(Severity),
    Margin,
    Underline(Severity),
    Help,
}

impl Part {
    fn style(self) -> Style {
        let colour = |s: Severity| match s {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Note => AnsiColor::Cyan,
        };
        match self {
            Part::Head(s) => colour(s).on_default().bold(),
            Part::Underline(s) => colour(s).on_default(),
            Part::Margin => AnsiColor::Blue.on_default(),
            Part::Help => AnsiColor::Green.on_default(),
        }
    }
}

fn draw_one(d: &Diagnostic, lines: &[&str], paint: &dyn Fn(Part, &str) -> String) -> String {
    let head = match &d.rule {
        Some(rule) => format!("{}[{}]:", d.severity, plain_ascii(rule)),
        None => format!("{}:", d.severity),
    };
    let mut out = headed(&head, &d.message, Part::Head(d.severity), paint);
    if let Some(place) = d.place
        && let Some(line) = (place.line as usize).checked_sub(1).and_then(|i| lines.get(i))
    {
        out.push_str(&excerpt(place, line, d.severity, paint));
    }
    if let Some(help) = &d.help {
        out.push_str(&headed("help:", help, Part::Help, paint));
    }
    out
}

/// A head such as `help:` and its text, wrapped; the head is painted.
fn headed(head: &str, text: &str, part: Part, paint: &dyn Fn(Part, &str) -> String) -> String {
    let wrapped = wrap(&plain_ascii(text), WIDTH, &format!("{head} "), "  ");
    let body = wrapped.strip_prefix(head).unwrap_or(&wrapped);
    format!("{}{}\n", paint(part, head), body.trim_end())
}

/// The line with a margin, and waves under the place.
fn excerpt(place: Place, line: &str, severity: Severity, paint: &dyn Fn(Part, &str) -> String) -> String {
    let margin = format!("{:>3} |", place.line);
    let blank = format!("{:>1$}", "|", margin.len());
    let (shown, from, to) = window(place, line, WIDTH.saturating_sub(margin.len() + 1));
    format!(
        "{} {}\n{} {}{}\n",
        paint(Part::Margin, &margin),
        shown.trim_end(),
        paint(Part::Margin, &blank),
        " ".repeat(from),
        paint(Part::Underline(severity), &"~".repeat(to - from)),
    )
}

/// At most `room` columns of the line about the place, and the columns of the place in it.
fn window(place: Place, line: &str, room: usize) -> (String, usize, usize) {
    const DOTS: usize = 3;
    let column = |byte: usize| line.char_indices().take_while(|(at, _)| *at < byte).count();
    let text: Vec<char> = plain_ascii(line).chars().collect();
    let from = column(place.span.start);
    let to = column(place.span.end).max(from + 1);
    if text.len().max(to) <= room {
        return (text.into_iter().collect(), from, to);
    }
    let skip = if to + DOTS <= room { 0 } else { from.saturating_sub(room / 3) };
    let (lead, space) = if skip > 0 { (DOTS, room - DOTS) } else { (0, room) };
    let rest = &text[skip.min(text.len())..];
    let mut shown = ".".repeat(lead);
    if rest.len() > space {
        shown.extend(&rest[..space - DOTS]);
        shown.push_str("...");
    } else {
        shown.extend(rest);
    }
    let (from, to) = (from - skip + lead, (to - skip + lead).min(room));
    (shown, from.min(room - 1), to.max(from.min(room - 1) + 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Span;
    use super::*;

    #[test]
    fn a_complaint_stands_under_its_word() {
        let source = "# north wing\nactivate REG\nmove HA-IIIa 2213 2214\n";
        let d = Diagnostic::error("Hastati III-a has 1 MP left, woods 2214 costs 2")
            .rule("6.25")
            .at(3, Span::new(18, 22))
            .help("stop in 2213, or go round by 2313");
        let golden = "\
error[6.25]: Hastati III-a has 1 MP left, woods 2214 costs 2
  3 | move HA-IIIa 2213 2214
    |                   ~~~~
help: stop in 2213, or go round by 2313
";
        assert_eq!(Report { source, diagnostics: &[d] }.plain(), golden);
    }

    #[test]
    fn tabs_and_foreign_letters_take_one_column_each() {
        let source = "\tmove \u{c9}l\u{e9}phant 2213";
        let start = source.find("2213").expect("there");
        let d = Diagnostic::warning("odd").at(1, Span::new(start, start + 4));
        let golden = "warning: odd\n  1 |  move ?l?phant 2213\n    |                ~~~~\n";
        assert_eq!(Report { source, diagnostics: &[d] }.plain(), golden);
    }

    #[test]
    fn a_long_line_is_cut_about_the_place() {
        let source = format!("move {} 9999 {}", "2213 ".repeat(30), "2214 ".repeat(30));
        let start = source.find("9999").expect("there");
        let d = Diagnostic::error("x").at(1, Span::new(start, start + 4));
        let plain = Report { source: &source, diagnostics: &[d] }.plain();
        let lines: Vec<&str> = plain.lines().collect();
        assert!(lines.iter().all(|l| l.len() <= WIDTH), "{plain}");
        let at = lines[2].find('~').expect("waves");
        assert_eq!(&lines[1][at..at + 4], "9999");
        assert!(lines[1].starts_with("  1 | ...") && lines[1].ends_with("..."), "{plain}");
    }

    #[test]
    fn complaints_come_in_the_order_of_the_text_with_a_tally() {
        let d = [
            Diagnostic::error("second").at(2, Span::new(0, 1)),
            Diagnostic::warning("first").at(1, Span::new(0, 1)),
            Diagnostic::error("whole"),
        ];
        let report = Report { source: "a\nb", diagnostics: &d };
        let plain = report.plain();
        assert!(plain.find("whole") < plain.find("first") && plain.find("first") < plain.find("second"));
        assert_eq!(report.tally(), "2 errors, 1 warning");
    }

    #[test]
    fn colours_add_nothing_but_colours() {
        let d = [Diagnostic::error("no").rule("5.1").at(1, Span::new(0, 2)).help("yes")];
        let report = Report { source: "no", diagnostics: &d };
        let mut bare = String::new();
        let mut escape = false;
        for c in report.coloured().chars() {
            match (escape, c) {
                (false, '\u{1b}') => escape = true,
                (false, c) => bare.push(c),
                (true, 'm') => escape = false,
                (true, _) => {}
            }
        }
        assert_ne!(report.coloured(), report.plain());
        assert_eq!(bare, report.plain());
    }

    proptest! {
        #[test]
        fn any_complaint_about_any_text_is_drawn_in_78_columns(
            source in "(?s).{0,200}", message in "(?s).{0,200}", line in 0u32..6,
            start in 0usize..250, length in 0usize..250,
        ) {
            let d = Diagnostic::error(message.clone()).rule("8.46")
                .at(line, Span::new(start, start + length)).help(message);
            let plain = Report { source: &source, diagnostics: &[d] }.plain();
            for l in plain.lines() {
                prop_assert!(l.len() <= WIDTH && l.is_ascii(), "{l}");
            }
        }
    }
}
