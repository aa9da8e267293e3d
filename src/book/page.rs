//! The page itself: what is read without a script, the data, the script, and the policy that forbids others.

use std::fmt::Write as _;

use data_encoding::BASE64;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::BookError;
use super::luck::Luck;
use super::pack::{Packed, packed};
use super::states::{After, States, states};
use super::tables::tables;
use tess_diagnostic::tame;
use tess_game::{AnyPosition, Part, Shown};
use tess_ledger::{Entry, Event, Kind, Ledger, Word};
use tess_picture::STYLE as PICTURE;
use tess_scenario::Files;

/// The modules that prove, in the order in which each needs those before it.
const PROOF: [&str; 7] = [
    include_str!("page/bytes.js"),
    include_str!("page/dice.js"),
    include_str!("page/signature.js"),
    include_str!("page/canonical.js"),
    include_str!("page/lines.js"),
    include_str!("page/log.js"),
    include_str!("page/proof.js"),
];

/// The modules that draw and play.
const PLAY: [&str; 4] = [
    include_str!("page/field.js"),
    include_str!("page/luck.js"),
    include_str!("page/rules.js"),
    include_str!("page/player.js"),
];

/// The looks of the page, and those of the picture.
const STYLE: &str = include_str!("page/style.css");

/// The part of the page's script that proves, without what draws: for tests, and for whoever wants to check
/// an archive in another page.
#[must_use]
pub fn proof_script() -> String {
    PROOF.concat()
}

/// The whole script of a page.
pub(super) fn script() -> String {
    format!("(() => {{\n\"use strict\";\n{}{}}})();\n", PROOF.concat(), PLAY.concat())
}

/// What a book may have in it beside the battle.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extras<'a> {
    /// What was found out about luck and judgement.
    pub luck: Option<&'a Luck>,
    /// The rules, built for a browser, and the files of the battle, which they have not in them.
    pub engine: Option<(&'a Packed, &'a Files)>,
    /// What was said to all beside the log.
    pub words: &'a [Word],
}

/// The page of a battle: the log, the bytes of its archive, the position in which it begins, and what else
/// is to be in it.
///
/// # Errors
/// When the rules do not bear out the log.
pub fn book(
    ledger: &Ledger,
    archive: &[u8],
    opening: &dyn AnyPosition,
    extras: Extras<'_>,
) -> Result<String, BookError> {
    let states = states(ledger, opening)?;
    let printed = opening.printed();
    let mut facts = facts(&states, &printed, tables(opening.game().family())?);
    if let Some(luck) = extras.luck {
        facts["luck"] = luck.facts();
    }
    facts["engine"] = extras.engine.is_some().into();
    let title = plain(printed["title"].as_str().unwrap_or("A battle"));
    let (script, mut out) = (script(), String::with_capacity(1 << 20));
    head(&mut out, &title, &script, extras.engine.is_some());
    let part = Part { whole: true, ..Part::default() };
    let field =
        opening.picture(&part, Shown::default(), None)?.replace(&format!("<style>{PICTURE}</style>"), "");
    opened(&mut out, &title, ledger, &field);
    for (entry, after) in ledger.entries().iter().zip(&states.after) {
        let said = extras.words.iter().filter(|word| word.words().after == entry.seq() + 1);
        article(&mut out, entry, after, said);
    }
    out.push_str("</section>\n</div>\n</main>\n");
    for (name, kind, data) in [
        ("facts", "application/json", facts.to_string().replace('<', "\\u003c")),
        ("states", "application/octet-stream", packed(&states.bytes)),
        ("archive", "application/octet-stream", packed(archive)),
    ] {
        let _ = writeln!(out, "<script type=\"{kind}\" id=\"{name}\">{data}</script>");
    }
    if let Some((engine, files)) = extras.engine {
        let files = packed(json!(files).to_string().as_bytes());
        for (name, data) in [("engine", engine.text()), ("files", files)] {
            let _ = writeln!(out, "<script type=\"application/octet-stream\" id=\"{name}\">{data}</script>");
        }
    }
    let _ = write!(out, "<script>{script}</script>\n</body>\n</html>\n");
    Ok(out)
}

/// What the script needs besides the bytes. By event: which position stands after it, which end of the
/// battle, the turn, the points and the units lost.
fn facts(states: &States, printed: &Value, tables: Value) -> Value {
    let mut ends: Vec<&str> = Vec::new();
    let after: Vec<[u64; 7]> = states
        .after
        .iter()
        .map(|after| {
            if !ends.contains(&after.end.as_str()) {
                ends.push(&after.end);
            }
            let end = ends.iter().position(|end| *end == after.end).unwrap_or(0);
            let [[one, other], [fallen, lost]] = [after.points, after.lost].map(|pair| pair.map(u64::from));
            [after.state as u64, end as u64, after.turn.into(), one, other, fallen, lost]
        })
        .collect();
    json!({ "printed": printed, "tables": tables, "lengths": states.lengths, "after": after, "ends": ends })
}

/// The head, with a policy that lets nothing in but this script, this style, and the engine if there is one.
fn head(out: &mut String, title: &str, script: &str, engine: bool) {
    let style = format!("{PICTURE}{STYLE}");
    let hash = |text: &str| BASE64.encode(&Sha256::digest(text));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'{}; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(script),
        if engine { " 'wasm-unsafe-eval'" } else { "" },
        hash(&style)
    );
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n"
    );
}

/// What stands above the events, and the controls, which only show when the script runs.
fn opened(out: &mut String, title: &str, ledger: &Ledger, field: &str) {
    let players: Vec<String> =
        ledger.players().iter().map(|p| format!("{}: {}", p.role, plain(&p.name))).collect();
    let _ = write!(
        out,
        "<body>\n<header>\n<h1>{title}</h1>\n<div>{}</div>\n<p id=\"proof\" role=\"status\">Without its script this page \
         shows the words and proves nothing. <code>tess verify</code> checks the archive.</p>\n</header>\n",
        players.join(" · ")
    );
    out.push_str(&CONTROLS.replace("<!--field-->", field));
}

const CONTROLS: &str = "<main>
<div id=\"desk\">
<div id=\"luck\"></div>
<div id=\"board\"><!--field--></div>
<div class=\"tools\">
<button id=\"first\" title=\"Home\">First</button> <button id=\"back\" title=\"Left\">Back</button>
<button id=\"run\" title=\"Space\">Play</button> <button id=\"next\" title=\"Right\">Next</button>
<button id=\"last\" title=\"End\">Last</button> <button id=\"change\" title=\"n\">Next player</button>
<input id=\"slider\" type=\"range\" min=\"0\" list=\"turns\" aria-label=\"Event\"><datalist id=\"turns\"></datalist>
<span id=\"where\"></span> <button id=\"flip\" title=\"f\">Turn the board</button>
<button id=\"follow\" title=\"w\">Follow the action</button>
</div>
<div id=\"score\"></div>
<div id=\"chart\"></div>
<div id=\"pieces\" class=\"hidden\" role=\"grid\" aria-label=\"The pieces\"></div>
<div id=\"live\" class=\"hidden\" aria-live=\"polite\"></div>
</div>
<div id=\"side\">
<details id=\"rules\"><summary>Ask the rules</summary>
<div class=\"tools\"><select id=\"whose\" aria-label=\"Side\"></select>
<input id=\"piece\" placeholder=\"A unit, or nothing for all\" aria-label=\"Unit\">
<button id=\"legal\">What may be ordered</button></div>
<textarea id=\"orders\" rows=\"3\" placeholder=\"A sheet\" aria-label=\"A sheet\"></textarea>
<button id=\"check\">Try the sheet</button>
<pre id=\"answer\"></pre></details>
<div class=\"tools\"><input id=\"seek\" type=\"search\" placeholder=\"Search the words\" aria-label=\"Search\">
<a id=\"save\">Save the archive</a></div>
<ol id=\"found\"></ol>
<div id=\"life\"></div>
<div id=\"dice\"></div>
<pre id=\"bytes\"></pre>
<section id=\"words\">
";

/// An event in words, with the field as text where a turn begins.
fn article<'a>(out: &mut String, entry: &Entry, after: &After, said: impl Iterator<Item = &'a Word>) {
    let event = entry.event();
    let side = event.kind.delegation().map_or_else(|| event.by.clone(), |(side, _)| side.clone());
    let (seq, kind) = (event.seq, event.kind.name());
    let back = if entry.taken_back.is_some() { ", taken back" } else { "" };
    let _ = write!(
        out,
        "<article id=\"e{seq}\" data-by=\"{side}\">\n<h2>Event {seq}, turn {}: {kind} of {}{back}</h2>\n",
        after.turn, event.by
    );
    let _ = writeln!(out, "<div>{}</div>\n<pre class=\"sheet\">{}</pre>", event.at, plain(&sent(event)));
    if let Some(told) = after.told_at.filter(|told| *told != seq) {
        let _ = writeln!(out, "<p>What came of it: <a href=\"#e{told}\">event {told}</a></p>");
    }
    if let Some(tale) = &after.tale {
        let _ = writeln!(out, "<pre class=\"tale\">{}</pre>", plain(tale));
    }
    if let Some(field) = &after.field {
        let _ = writeln!(out, "<pre class=\"map\">{}</pre>", plain(field));
    }
    for word in said {
        let words = word.words();
        let _ = writeln!(
            out,
            "<blockquote class=\"said\"><p>{} says, {}:</p>\n<pre>{}</pre></blockquote>",
            words.by,
            words.at,
            plain(&words.text)
        );
    }
    // who lets the script run has the board, and the browser does not even read this
    if let Some(pieces) = &after.pieces {
        let _ = writeln!(out, "<noscript>{pieces}</noscript>");
    }
    out.push_str("</article>\n");
}

/// What an event says, as its author sent it.
fn sent(event: &Event) -> String {
    match &event.kind {
        Kind::Orders(orders) => match &orders.note {
            Some(note) => format!("{}\n# {note}", orders.sheet),
            None => orders.sheet.clone(),
        },
        Kind::Answer(answer) => format!("{}: {}", answer.question, answer.answer),
        Kind::Say(say) => say.text.clone(),
        kind => {
            let body = serde_json::to_value(kind).unwrap_or_default();
            let texts = body.as_object().into_iter().flatten();
            let digest = |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            let said = texts.filter_map(|(key, value)| Some((key, value.as_str()?)));
            let each = said.filter(|(_, text)| !digest(text)).map(|(key, text)| format!("{key}: {text}"));
            each.collect::<Vec<_>>().join("\n")
        }
    }
}

/// A text, tamed, in which nothing is markup.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in tame(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
