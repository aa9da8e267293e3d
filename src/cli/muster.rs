//! `tess muster`: an army counted.

use std::path::PathBuf;

use super::{Code, Done, settings, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_scenario::{Muster, Post, Rank};

/// Check an army of Legion and Empire against its list and its points
///
/// The format stands in docs/armies.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess muster flaminius.toml")]
pub struct Args {
    /// The army
    #[arg(value_name = "FILE")]
    army: PathBuf,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let text = settings::read_text(&self.army, "name a file with an army; docs/armies.md shows one")?;
        let library = settings::library(self.library.as_deref());
        let muster = library.muster(&self.army.display().to_string(), &text)?;
        terminal::out(&page(&muster))?;
        Ok(Code::Fine)
    }
}

/// The army as a page, 78 columns.
fn page(army: &Muster) -> String {
    let stands: u32 = army.commands.iter().map(Post::count).sum();
    let mut out = format!("{}\n", wrap(&army.title, WIDTH, "", "  "));
    let head = format!(
        "{} ({}): {} of {} points, {stands} stands",
        army.list.1,
        army.list.0,
        army.points(),
        army.agreed
    );
    out.push_str(&format!("{}\n", wrap(&head, WIDTH, "", "  ")));
    for post in &army.commands {
        out.push_str(&command(post));
    }
    out
}

fn command(post: &Post) -> String {
    let (count, points) = (post.count(), post.points());
    let head = format!(
        "{} {} ({}): {points} points, {count} stands, lost with {}, {} VP",
        post.code,
        post.name,
        post.kind.word(),
        count.div_ceil(2),
        post.worth()
    );
    let mut out = format!("\n{}\n", wrap(&head, WIDTH, "", "   "));
    let (code, name, rating, chief) = &post.leader;
    let chief = if *chief { ", commander in chief" } else { "" };
    let leader = format!("{name}, rating {rating}{chief}, heard {} inches", post.radius);
    out.push_str(&row(code, &leader, post.cost));
    for unit in &post.units {
        out.push_str(&row(&unit.code, &told(unit), unit.points()));
    }
    out
}

/// Code, words and points; what does not fit goes on in the lines below.
fn row(code: &str, words: &str, points: u32) -> String {
    let folded = wrap(words, WIDTH - 6, &format!("  {code:<7}"), "         ");
    let mut lines = folded.lines();
    let mut out = format!("{:<72}{points:>6}\n", lines.next().unwrap_or_default());
    for line in lines {
        out.push_str(&format!("{line}\n"));
    }
    out
}

fn told(unit: &Rank) -> String {
    let stands: Vec<String> = unit.stands.iter().map(|(line, n)| format!("{n} {}", line.troop.id)).collect();
    let guard = if unit.bodyguard { ", bodyguard" } else { "" };
    let men = unit.strength().map(|(count, of)| format!(" (about {count} {of})")).unwrap_or_default();
    let mut text = format!("{}: {}{guard}{men};", unit.name, stands.join(" + "));
    for (line, _) in &unit.stands {
        let numbers = &line.troop.close;
        text.push_str(&format!(
            " move {} combat {} break {}",
            numbers.base_move, numbers.combat, numbers.break_value
        ));
        if numbers.range.0 > 0 {
            text.push_str(&format!(" range {}", numbers.range));
        }
        text.push(',');
    }
    text.trim_end_matches(',').to_owned()
}

#[cfg(test)]
mod tests {
    use super::page;
    use tess_scenario::Library;

    #[test]
    fn an_army_is_a_page_of_78_columns() {
        let text = include_str!("../../docs/armies.md");
        let army = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an army");
        let long =
            army.replacen("name = \"Velites\"", &format!("name = \"{}\"", "Velites of Rome ".repeat(9)), 1);
        let page = page(&Library::embedded().muster("army.toml", &long).expect("it is sound"));
        assert!(page.lines().all(|line| line.len() <= 78 && line.is_ascii()), "{page}");
        assert!(
            page.contains("Rome in the Punic Wars (rome-punic): 256 of 320 points, 18 stands\n"),
            "{page}"
        );
        assert!(page.contains("C2 The horse (cavalry): 68 points, 4 stands, lost with 2, 2 VP\n"), "{page}");
        assert!(page.lines().any(|l| l.trim_start().starts_with("T1 ") && l.ends_with("    28")), "{page}");
        assert!(page.contains("Equites: 4 equites (about 600 riders); move"), "{page}");
    }
}
