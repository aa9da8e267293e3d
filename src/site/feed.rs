//! Atom feeds: battles that have ended, all of them and those of each player. The times are those of the
//! logs, not of the day on which the site was made.

use atom_syndication::{Entry, Feed, FixedDateTime, Generator, Link, Person, Text};

use super::SiteError;
use super::files::Files;
use super::site::{Site, stem};
use tess_diagnostic::tame_line;
use tess_league::Shown;

/// Battles in a feed.
const MOST: usize = 50;

pub(super) fn write(site: &Site<'_>, files: &mut Files) -> Result<(), SiteError> {
    let over = || site.counted.shown.iter().rev().filter(|shown| shown.sound.record.is_over());
    let all: Vec<&Shown> = over().take(MOST).collect();
    let text = feed(site, "", "feed.atom", "urn:tesserarius:battles", site.name(), &all);
    files.put("feed.atom", text.as_bytes())?;
    for (who, person) in site.counted.persons.iter() {
        let his: Vec<&Shown> = over().filter(|shown| shown.who.contains(&Some(who))).take(MOST).collect();
        if his.is_empty() {
            continue;
        }
        let path = format!("players/{}.atom", stem(&person.key));
        let name = format!("{}: {}", site.name(), site.counted.persons.shown(who));
        let text = feed(site, "../", &path, &format!("urn:tesserarius:key:{}", person.key), &name, &his);
        files.put(&path, text.as_bytes())?;
    }
    Ok(())
}

fn at(time: &str) -> FixedDateTime {
    FixedDateTime::parse_from_rfc3339(time).unwrap_or_default()
}

/// A link: whole where it is known where the site stands, else from the feed.
fn href(site: &Site<'_>, root: &str, path: &str) -> String {
    match site.url {
        Some(url) => format!("{}/{path}", url.trim_end_matches('/')),
        None => format!("{root}{path}"),
    }
}

fn feed(site: &Site<'_>, root: &str, path: &str, id: &str, title: &str, battles: &[&Shown]) -> String {
    let entries = battles.iter().map(|shown| {
        let record = &shown.sound.record;
        let to = href(site, root, &format!("battles/{}.html", stem(&record.game)));
        Entry {
            title: Text::plain(tame_line(&format!("{}, {}", record.scenario, site.summary(shown)))),
            id: format!("urn:tesserarius:game:{}", record.game),
            updated: at(&record.last),
            published: Some(at(&record.last)),
            links: vec![Link { href: to, rel: "alternate".to_owned(), ..Link::default() }],
            ..Entry::default()
        }
    });
    let feed = Feed {
        title: Text::plain(tame_line(title)),
        id: id.to_owned(),
        updated: battles.first().map_or_else(FixedDateTime::default, |shown| at(&shown.sound.record.last)),
        authors: vec![Person { name: tame_line(site.name()), ..Person::default() }],
        generator: Some(Generator { value: "tess".to_owned(), ..Generator::default() }),
        links: vec![Link { href: href(site, root, path), rel: "self".to_owned(), ..Link::default() }],
        entries: entries.collect(),
        ..Feed::default()
    };
    feed.to_string()
}
