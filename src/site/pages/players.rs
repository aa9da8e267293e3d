//! Players.

use serde_json::json;

use super::super::SiteError;
use super::super::files::Files;
use super::super::html::{facts, link, table, text};
use super::super::site::{Site, stem};
use super::battles;
use tess_league::{Shown, Standing};

pub(in super::super) fn write(site: &Site<'_>, files: &mut Files) -> Result<(), SiteError> {
    let persons = &site.counted.persons;
    let mut his: std::collections::BTreeMap<usize, Vec<&Shown>> = std::collections::BTreeMap::new();
    for shown in site.counted.shown.iter().rev() {
        for who in shown.who.iter().flatten() {
            his.entry(*who).or_default().push(shown);
        }
    }
    let mut all: Vec<usize> = his.keys().copied().collect();
    all.sort_by_key(|who| (persons.shown(*who).to_lowercase(), *who));
    let (mut rows, mut list) = (Vec::new(), Vec::new());
    for who in all {
        let person = persons.get(who);
        let standings: Vec<(&str, &Standing)> = site
            .ladder
            .books
            .iter()
            .filter_map(|book| Some((book.book.as_str(), book.standings.iter().find(|s| s.who == who)?)))
            .collect();
        let ratings: Vec<String> =
            standings.iter().map(|(book, s)| format!("{book} {:.0}", s.now.rating)).collect();
        let page = format!("{}.html", stem(&person.key));
        rows.push(vec![
            link(&page, &persons.shown(who)),
            his[&who].len().to_string(),
            text(&ratings.join(", ")),
            format!("<code>{}</code>", text(person.short())),
        ]);
        list.push(json!({ "name": persons.shown(who), "key": person.key, "page": page, "battles": his[&who].len() }));
        one(site, files, who, &his[&who], &standings)?;
    }
    let body = table(&["player", "#battles", "ratings", "key"], &rows);
    super::put(site, files, "players/index", "Players", &body, &json!(list))
}

fn one(
    site: &Site<'_>,
    files: &mut Files,
    who: usize,
    battles: &[&Shown],
    standings: &[(&str, &Standing)],
) -> Result<(), SiteError> {
    let person = site.counted.persons.get(who);
    let keys: Vec<String> = person.keys.iter().map(|key| format!("<code>{}</code>", text(key))).collect();
    let mut all = vec![("keys", keys.join("<br />"))];
    for (book, standing) in standings {
        let Standing { now, won, drawn, lost, .. } = standing;
        let rating = format!("{:.0} &#177; {:.0}", now.rating, 2.0 * now.deviation);
        all.push((*book, format!("{rating}; {won} won, {drawn} drawn, {lost} lost")));
    }
    let mut body = facts(&all);
    let feed = format!("{}.atom", stem(&person.key));
    if battles.iter().any(|shown| shown.sound.record.is_over()) {
        body.push_str(&format!("<p>{}</p>\n", link(&feed, "These battles as a feed")));
    }
    let rows: Vec<Vec<String>> = battles.iter().map(|shown| battles::row(site, "../", shown)).collect();
    body.push_str(&format!("<h2>Battles</h2>\n{}", table(&battles::HEADS, &rows)));
    for (book, standing) in standings {
        body.push_str(&format!("<h2>How the rating in {} came about</h2>\n", text(book)));
        body.push_str(&steps(site, standing));
    }
    let games: Vec<&str> = battles.iter().map(|shown| shown.sound.record.game.as_str()).collect();
    let json = json!({
        "person": person, "games": games,
        "ratings": standings.iter().map(|(book, s)| json!({ "book": book, "standing": s })).collect::<Vec<_>>(),
    });
    let title = site.counted.persons.shown(who);
    super::put(site, files, &format!("players/{}", stem(&person.key)), &title, &body, &json)
}

fn steps(site: &Site<'_>, standing: &Standing) -> String {
    let mut rows = Vec::new();
    for step in &standing.steps {
        let met: Vec<String> = step
            .battles
            .iter()
            .map(|met| {
                let battle = link(&format!("../battles/{}.html", stem(&met.game)), &met.scenario);
                let other = site.person("", Some(met.who)).replacen("players/", "", 1);
                let what = format!("{:.1} of {:.2} expected", met.points, met.expected);
                format!("{what}: {battle} against {other} ({:.0})", met.other.rating)
            })
            .collect();
        rows.push(vec![
            text(&step.period.shown()),
            format!("{:.0}", step.before.rating),
            format!("{:.0}", step.after.rating),
            format!("{:.0}", 2.0 * step.after.deviation),
            met.join("<br />"),
        ]);
    }
    table(&["period", "#before", "#after", "#\u{b1}", "battles"], &rows)
}
