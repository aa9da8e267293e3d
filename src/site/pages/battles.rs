//! Battles.

use serde_json::json;

use super::super::SiteError;
use super::super::books;
use super::super::files::Files;
use super::super::html::{day, facts, link, table, text};
use super::super::site::{Site, stem};
use super::fields;
use tess_league::{Outcome, Shown};

/// A row of a list of battles.
pub(super) fn row(site: &Site<'_>, root: &str, shown: &Shown) -> Vec<String> {
    let record = &shown.sound.record;
    let result = match &record.outcome {
        Outcome::Open { .. } => "not over".to_owned(),
        Outcome::Over { winner, how, .. } => {
            let won = winner.map_or("a draw".to_owned(), |side| format!("{} wins", record.sides[side].role));
            text(&format!("{won} {}", how.word()))
        }
    };
    vec![
        day(&record.last),
        link(&format!("{root}battles/{}.html", stem(&record.game)), &record.scenario),
        site.person(root, shown.who[0]),
        site.person(root, shown.who[1]),
        result,
        record.turn.to_string(),
    ]
}

/// The headings of such a list.
pub(super) const HEADS: [&str; 6] = ["ended", "field", "first side", "second side", "result", "#turns"];

pub(in super::super) fn write(site: &Site<'_>, files: &mut Files) -> Result<(), SiteError> {
    let newest = || site.counted.shown.iter().rev();
    let rows: Vec<Vec<String>> = newest().map(|shown| row(site, "../", shown)).collect();
    let all: Vec<_> = newest()
        .map(|shown| {
            let record = &shown.sound.record;
            json!({
                "game": record.game, "page": format!("{}.html", stem(&record.game)), "scenario": record.scenario,
                "last": record.last, "outcome": record.outcome, "summary": site.summary(shown),
            })
        })
        .collect();
    super::put(site, files, "battles/index", "Battles", &table(&HEADS, &rows), &json!(all))?;
    for shown in &site.counted.shown {
        one(site, files, shown)?;
    }
    Ok(())
}

fn one(site: &Site<'_>, files: &mut Files, shown: &Shown) -> Result<(), SiteError> {
    let record = &shown.sound.record;
    let (book, archive) = books::paths(shown);
    let points = |side: usize| format!("{} {}", record.points[side], text(&record.points_called));
    let side = |side: usize| {
        let mut said = site.person("../", shown.who[side]);
        let holders = &record.sides[side].holders;
        if holders.len() > 1 {
            let names: Vec<String> = holders.iter().map(|h| text(&h.name)).collect();
            said.push_str(&format!(" (held by {})", names.join(", then ")));
        }
        format!("{said}, {}", points(side))
    };
    let outcome = match &record.outcome {
        Outcome::Open { accepted: true } => "not over yet".to_owned(),
        Outcome::Open { accepted: false } => "not accepted by both".to_owned(),
        Outcome::Over { text: why, .. } => text(&format!("{}: {why}", site.summary(shown))),
    };
    let field = link(&format!("../fields/{}.html", fields::stem(&record.scenario)), &record.scenario);
    let mut all = vec![
        ("result", outcome),
        (record.sides[0].role.as_str(), side(0)),
        (record.sides[1].role.as_str(), side(1)),
        ("field", field),
        ("fought", format!("{} to {}", day(&record.began), day(&record.last))),
        ("turns", record.turn.to_string()),
        ("actions", record.actions.to_string()),
        ("dice", format!("{}, each made again from its links", record.dice)),
    ];
    if let Some(umpire) = &record.umpire {
        all.push(("umpire", text(&umpire.name)));
    }
    if !record.options.is_empty() {
        all.push(("options", text(&record.options.join(", "))));
    }
    if let Some(why) = &shown.left_out {
        all.push(("not rated", text(why)));
    }
    all.push(("game", format!("<code>{}</code>", text(&record.game))));
    all.push((
        "archive",
        format!(
            "{}, SHA-256 <code>{}</code>",
            link(&format!("../{archive}"), "the archive"),
            shown.sound.sha256
        ),
    ));
    let name = book.rsplit('/').next().unwrap_or_default();
    let body = format!("<p>{}</p>\n{}", link(name, "Play it and see it proved"), facts(&all));
    let title = format!("{}, {}", record.scenario, site.summary(shown));
    let json = json!({
        "record": record, "sha256": shown.sound.sha256, "left_out": shown.left_out, "book": name,
        "archive": format!("../{archive}"),
    });
    super::put(site, files, &format!("battles/{}", stem(&record.game)), &title, &body, &json)
}
