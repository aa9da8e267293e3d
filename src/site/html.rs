//! A page: plain HTML, written so that it is XML too.

use tess_diagnostic::tame_line;

/// Text as it stands in a page, whatever it says.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in tame_line(text).chars() {
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

/// A link to a page of the site.
pub(super) fn link(to: &str, words: &str) -> String {
    format!("<a href=\"{}\">{}</a>", text(to), text(words))
}

/// The day of a time.
pub(super) fn day(at: &str) -> String {
    let day = at.get(..10).unwrap_or(at);
    format!("<time datetime=\"{}\">{}</time>", text(at), text(day))
}

/// A table: its headings, and its rows, each cell markup already. Columns whose heading begins with `#` are
/// numbers.
pub(super) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return "<p>None yet.</p>\n".to_owned();
    }
    let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    let class = |head: &str| if head.starts_with('#') { " class=\"n\"" } else { "" };
    for head in heads {
        let shown = head.strip_prefix('#').unwrap_or(head);
        out.push_str(&format!("<th scope=\"col\"{}>{}</th>", class(head), text(shown)));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (cell, head) in row.iter().zip(heads) {
            out.push_str(&format!("<td{}>{cell}</td>", class(head)));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n");
    out
}

/// Facts by name.
pub(super) fn facts(facts: &[(&str, String)]) -> String {
    let mut out = String::from("<dl>\n");
    for (name, fact) in facts {
        out.push_str(&format!("<dt>{}</dt><dd>{fact}</dd>\n", text(name)));
    }
    out + "</dl>\n"
}

/// A page with its frame. `root` leads from the page to the top of the site.
pub(super) fn page(site: &str, root: &str, title: &str, json: &str, body: &str) -> String {
    let nav: String = [
        ("battles", "Battles"),
        ("players", "Players"),
        ("ladder", "Ladder"),
        ("tournaments", "Tournaments"),
        ("fields", "Fields"),
        ("archives", "Archives"),
    ]
    .map(|(folder, word)| format!("<li><a href=\"{root}{folder}/index.html\">{word}</a></li>"))
    .concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
         <title>{title} - {site}</title>\n<link rel=\"stylesheet\" href=\"{root}style.css\" />\n\
         <link rel=\"alternate\" type=\"application/atom+xml\" title=\"Battles\" href=\"{root}feed.atom\" />\n\
         <link rel=\"alternate\" type=\"application/json\" href=\"{json}\" />\n</head>\n<body>\n\
         <header><p><a href=\"{root}index.html\">{site}</a></p>\n<nav><ul>{nav}</ul></nav></header>\n\
         <main>\n<h1>{title}</h1>\n{body}</main>\n\
         <footer><p>Made from archives that verify, and from nothing else. <a href=\"{json}\">This page as JSON</a>.\
         </p></footer>\n</body>\n</html>\n",
        title = text(title),
        site = text(site),
        json = text(json),
    )
}
