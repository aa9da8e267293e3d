//! Fields: every scenario with its picture.

use serde_json::json;

use super::super::SiteError;
use super::super::files::{Files, digest};
use super::super::html::{link, table, text};
use super::super::site::Site;
use super::battles;
use tess_game::{Part, Shown};

/// A scenario's name as that of a file.
pub(super) fn stem(scenario: &str) -> String {
    scenario.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' }).collect()
}

pub(in super::super) fn write(site: &Site<'_>, files: &mut Files) -> Result<(), SiteError> {
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for listed in site.library.list().into_iter().filter(|listed| listed.good) {
        let here: Vec<_> =
            site.counted.shown.iter().rev().filter(|s| s.sound.record.scenario == listed.name).collect();
        let page = format!("{}.html", stem(&listed.name));
        rows.push(vec![link(&page, &listed.title), text(&listed.name), here.len().to_string()]);
        all.push(json!({ "name": listed.name, "title": listed.title, "page": page, "battles": here.len() }));
        let Ok(game) = tess_game::of_scenario(site.library, &listed.name) else { continue };
        let Ok(offered) = game.offered(site.library, &listed.name) else { continue };
        let picture = format!("fields/{}.svg", stem(&listed.name));
        let made_from = digest(
            format!("{:?} {:?} {}", offered.scenario, offered.charts, env!("CARGO_PKG_VERSION")).as_bytes(),
        );
        if files.is_due(&picture, &made_from) {
            let drawn = game
                .opening(site.library, &listed.name, &[].into())
                .and_then(|opening| opening.picture(&Part::default(), Shown::default(), None));
            let drawn = drawn.map_err(|e| SiteError::file(std::path::Path::new(&listed.name), e))?;
            let drawn = tess_picture::plain(&drawn);
            let size = super::super::files::write(files.out(), &picture, drawn.as_bytes())?;
            files.stands(&picture, &made_from, size);
        }
        let about = game.about(site.library, &listed.name).unwrap_or_default();
        let lines: String = about.lines().map(|line| text(line) + "\n").collect();
        let fought: Vec<Vec<String>> = here.iter().map(|shown| battles::row(site, "../", shown)).collect();
        let body = format!(
            "<p><img src=\"{}.svg\" alt=\"The field, and who stands where\" /></p>\n<pre>{lines}</pre>\n\
             <h2>Battles</h2>\n{}",
            stem(&listed.name),
            table(&battles::HEADS, &fought)
        );
        let games: Vec<&str> = here.iter().map(|shown| shown.sound.record.game.as_str()).collect();
        let json = json!({
            "name": listed.name, "title": listed.title, "sides": offered.sides, "book": offered.book,
            "scenario": offered.scenario, "charts": offered.charts, "games": games,
        });
        super::put(site, files, &format!("fields/{}", stem(&listed.name)), &listed.title, &body, &json)?;
    }
    super::put(
        site,
        files,
        "fields/index",
        "Fields",
        &table(&["field", "name", "#battles"], &rows),
        &json!(all),
    )
}
