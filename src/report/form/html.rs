//! A report as HTML: the inside of a page, without its style. Whatever a name or a note says is text there,
//! never markup.

use super::layout::{Block, Layout, Table};

impl Layout {
    /// The parts as HTML elements. Classes: `head` what has changed, `at` prose at a place, `fight` a
    /// combat, `lines` text that may be folded, `map` what is as wide as it is.
    #[must_use]
    pub fn html(&self) -> String {
        self.blocks.iter().map(block).collect()
    }

    /// The same with a picture above the first drawing: `src` says where it is.
    #[must_use]
    pub fn html_with(&self, src: &str) -> String {
        let drawing = self.blocks.iter().position(|part| matches!(part, Block::Drawing(_)));
        let parts = self.blocks.iter().enumerate().map(|(n, part)| match drawing == Some(n) {
            true => format!(
                "<p><img src=\"{}\" alt=\"The field, as the map below has it\" style=\"max-width:100%;height:auto\"></p>\n{}",
                escaped(src),
                block(part)
            ),
            false => block(part),
        });
        parts.collect()
    }
}

fn block(block: &Block) -> String {
    match block {
        Block::Head(text) => format!("<p class=\"head\">{}</p>\n", escaped(text)),
        Block::Title(text) => format!("<h1>{}</h1>\n", escaped(text)),
        Block::Heading(_, text) => format!("<h2>{}</h2>\n", escaped(text)),
        Block::Prose { text, first, .. } => {
            let class = match first.len() {
                0 => "",
                1..=3 => " class=\"at\"",
                _ => " class=\"fight\"",
            };
            format!("<p{class}>{}</p>\n", escaped(text))
        }
        Block::Lines(text) => format!("<pre class=\"lines\">{}</pre>\n", escaped(text.trim_end())),
        Block::Drawing(text) => format!("<pre class=\"map\">{}</pre>\n", escaped(text.trim_end())),
        Block::Table(rows) => table(rows),
        Block::Gap => String::new(),
    }
}

fn table(table: &Table) -> String {
    let mut out = String::from("<table>\n");
    if !table.head.is_empty() {
        let head: String = table.head.iter().map(|cell| format!("<th>{}</th>", escaped(cell))).collect();
        out.push_str(&format!("<tr>{head}</tr>\n"));
    }
    for row in &table.rows {
        if let [title] = row.as_slice() {
            let wide = table.head.len().max(1);
            out.push_str(&format!("<tr><th colspan=\"{wide}\">{}</th></tr>\n", escaped(title)));
        } else {
            let cells: String = row.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
            out.push_str(&format!("<tr>{cells}</tr>\n"));
        }
    }
    out.push_str("</table>\n");
    out
}

/// Text that is nothing but text in HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in super::fold::plain_lines(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::layout::Section;

    #[test]
    fn what_names_say_is_text() {
        let evil = "<script>alert(1)</script>\" onload='x' &lt; \u{202e}\u{0}\u{e9}";
        let mut layout = Layout::default();
        layout.push(Block::Head(evil.to_owned()));
        layout.push(Block::Title(evil.to_owned()));
        layout.push(Block::prose(evil, "    ", ""));
        layout.push(Block::Lines(evil.to_owned()));
        layout.push(Block::Drawing(evil.to_owned()));
        layout.push(Block::Table(Table {
            head: vec!["Code"],
            rows: vec![vec![evil.to_owned()], vec![evil.to_owned(), "x".to_owned()]],
            text: String::new(),
        }));
        layout.part(Section::Story, evil, []);
        let html = layout.html();
        assert!(html.is_ascii(), "{html}");
        assert_eq!(
            html.matches("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&#39;x&#39; &amp;lt; ???")
                .count(),
            8
        );
        assert!(!html.contains("<script") && !html.contains("onload='"), "{html}");
    }

    #[test]
    fn a_combat_is_a_paragraph_of_its_own_and_a_table_has_rows() {
        let mut layout = Layout::default();
        layout.part(Section::Story, "What happened", [Block::prose("H1 fights A2.", "    ", "      ")]);
        layout.push(Block::Table(Table {
            head: vec!["Code", "Hex"],
            rows: vec![vec!["Velites".to_owned()], vec!["V1".to_owned(), "2010".to_owned()]],
            text: "V1 2010\n".to_owned(),
        }));
        assert_eq!(
            layout.html(),
            "<h2>What happened</h2>\n<p class=\"fight\">H1 fights A2.</p>\n<table>\n<tr><th>Code</th><th>Hex</th></tr>\n\
             <tr><th colspan=\"2\">Velites</th></tr>\n<tr><td>V1</td><td>2010</td></tr>\n</table>\n"
        );
        assert_eq!(layout.text(), "\nWHAT HAPPENED\n-------------\n    H1 fights A2.\nV1 2010\n");
    }
}
