//! The page of HTML in a mail: right at the width of a telephone, light or dark as its reader has it, with
//! nothing in it that has to be fetched from anywhere.

use super::compose::READING_LINE;

/// The style of every page. Programs that throw it away still show headings, paragraphs and tables.
const STYLE: &str = "\
:root{color-scheme:light dark}
body{margin:0 auto;padding:12px;max-width:44em;font:16px/1.5 Georgia,serif;color:#1c1a17;background:#fbf8f1;\
overflow-wrap:break-word}
h1{font-size:1.25em;line-height:1.25;margin:1em 0 .4em}
h2{font-size:1em;margin:1.6em 0 .4em;border-bottom:1px solid #b9ad96}
p{margin:.4em 0}
.head{font-size:1.1em;font-weight:bold}
.at{margin-left:.6em}
.fight{margin-left:1.2em;padding-left:.6em;border-left:3px solid #b9ad96}
table{border-collapse:collapse;font:13px/1.4 Helvetica,Arial,sans-serif;max-width:100%}
th,td{padding:1px 6px 1px 0;text-align:left;vertical-align:top}
th{color:#6b5f4b}
pre{font:13px/1.3 Menlo,Consolas,monospace}
.lines{white-space:pre-wrap}
.map{overflow-x:auto;font-size:11px;line-height:1.15}
.block{white-space:pre-wrap;overflow-wrap:anywhere;font-size:9px;color:#6b5f4b}
@media(max-width:480px){.map{font-size:6.5px;font-size:min(11px,1.85vw)}table{font-size:12px}}
@media(prefers-color-scheme:dark){body{color:#e9e3d6;background:#1b1a17}h2,.fight{border-color:#5d5544}img{filter:brightness(.82)}\
th,.block{color:#b3a88f}}
";

/// A whole page: what is inside, and below it the block that counts.
pub(super) fn page(inside: &str, block: Option<&str>) -> String {
    let block = block.map_or_else(String::new, |block| {
        format!("<p>{READING_LINE}</p>\n<pre class=\"block\">\n{}</pre>\n", escape(block))
    });
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         {inside}{block}</body>\n</html>\n"
    )
}

/// A page that stands alone in a file, to be opened or mailed: no script can run in it, and of pictures it
/// shows only what it holds itself.
#[must_use]
pub fn handout(title: &str, inside: &str) -> String {
    let head = format!(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         img-src data:; style-src 'unsafe-inline'\">\n<title>{}</title>",
        escape(title)
    );
    page(inside, None).replacen("<meta charset=\"utf-8\">", &head, 1)
}

/// A page of text alone, the block that counts in it: short, since strangers get it too.
pub(super) fn of_text(text: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html><head><meta name=\"color-scheme\" content=\"light dark\"></head>\n\
         <body><pre style=\"white-space:pre-wrap\">\n{}</pre></body></html>\n",
        escape(text)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
