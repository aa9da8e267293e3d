//! Tournaments.

use serde_json::json;

use super::super::SiteError;
use super::super::files::Files;
use super::super::html::{link, table, text};
use super::super::site::{Cup, Site, stem};
use tess_league::tournament::{Round, Settled};

/// The folder of a tournament, by what it announced.
fn folder(cup: &Cup) -> String {
    let commitment = cup.tournament.founded.as_ref().map(|f| f.commitment.clone()).unwrap_or_default();
    stem(&commitment).to_owned()
}

pub(in super::super) fn write(site: &Site<'_>, files: &mut Files) -> Result<(), SiteError> {
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for cup in site.cups {
        let name = cup.tournament.founded.as_ref().map_or("", |f| &f.name);
        let page = format!("{}/index.html", folder(cup));
        rows.push(vec![
            link(&page, name),
            cup.tournament.entrants.len().to_string(),
            format!("{} of {}", cup.tournament.rounds.len(), cup.tournament.rounds_planned()),
        ]);
        all.push(json!({ "name": name, "page": page }));
        one(site, files, cup, name)?;
    }
    let body = table(&["tournament", "#players", "rounds"], &rows);
    super::put(site, files, "tournaments/index", "Tournaments", &body, &json!(all))
}

fn one(site: &Site<'_>, files: &mut Files, cup: &Cup, name: &str) -> Result<(), SiteError> {
    let tournament = &cup.tournament;
    let folder = format!("tournaments/{}", folder(cup));
    let ties: Vec<String> =
        tournament.founded.iter().flat_map(|f| f.ties.iter().map(|tie| format!("#{}", tie.word()))).collect();
    let heads: Vec<&str> =
        ["#place", "player", "#points"].into_iter().chain(ties.iter().map(String::as_str)).collect();
    let rows: Vec<Vec<String>> = tournament
        .table()
        .into_iter()
        .map(|place| {
            let key = tournament.entrant(place.player).and_then(|e| e.key.as_ref());
            let who = key.and_then(|key| site.counted.persons.whose(key));
            let name = who.map_or_else(|| text(&place.name), |who| site.person("../../", Some(who)));
            let points = format!("{}.{}", place.halves / 2, place.halves % 2 * 5);
            let mut row = vec![place.rank.to_string(), name, points];
            row.extend(place.ties.iter().map(|n| format!("{}.{:02}", n / 4, n % 4 * 25)));
            row
        })
        .collect();
    let mut body = format!("<pre>{}</pre>\n", lines(&tournament.heading()));
    body.push_str(&format!(
        "<p>{}, {}</p>\n{}",
        link("tournament.jsonl", "Everything that happened, line by line"),
        link("tournament.trf", "FIDE's report file"),
        table(&heads, &rows)
    ));
    for (at, round) in tournament.rounds.iter().enumerate().rev() {
        body.push_str(&format!("<h2>Round {}</h2>\n{}", at + 1, pairings(cup, round)));
    }
    files.put(&format!("{folder}/tournament.jsonl"), &cup.lines)?;
    files.put(&format!("{folder}/tournament.trf"), tournament.trf().write().as_bytes())?;
    super::put(site, files, &format!("{folder}/index"), name, &body, &tournament.json())
}

/// Several lines of text.
fn lines(all: &str) -> String {
    all.lines().map(|line| text(line) + "\n").collect()
}

fn pairings(cup: &Cup, round: &Round) -> String {
    let name = |player: usize| text(cup.tournament.name(player));
    let mut rows = Vec::new();
    for (at, table) in round.tables.iter().enumerate() {
        let score = table.scores().map_or("-".to_owned(), |s| format!("{} : {}", s[0].word(), s[1].word()));
        let how = match &table.settled {
            Some(Settled::Fought { game, .. }) => {
                link(&format!("../../battles/{}.html", stem(game)), "battle")
            }
            Some(Settled::Ruled { why, .. }) => text(&format!("ruled: {why}")),
            None => String::new(),
        };
        rows.push(vec![
            (at + 1).to_string(),
            name(table.versus.first),
            name(table.versus.second),
            score,
            how,
        ]);
    }
    for bye in &round.byes {
        rows.push(vec![
            "-".to_owned(),
            name(bye.player),
            "rests".to_owned(),
            bye.score.word().to_owned(),
            String::new(),
        ]);
    }
    format!(
        "<p>{}, paired <time datetime=\"{at}\">{at}</time></p>\n{}",
        text(&round.scenario),
        table(&["#table", "first side", "second side", "result", ""], &rows),
        at = text(&round.at)
    )
}
