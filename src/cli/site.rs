//! `tess site`: a league as a static site.

use std::path::PathBuf;

use super::ladder::Heap;
use super::{Code, Done, Failure, terminal};
use tess_league::tournament::Diary;
use tess_league::{Counted, Ladder};
use tess_site::{Cup, Site, SiteError};

/// Make a static site of a league: battles, players, ladder, tournaments, fields, feeds, archives
///
/// Plain pages that read without a script, each with its JSON beside it; a battle book for every battle, and
/// all archives with an index. The same command again writes only what has changed, each file whole or not
/// at all. Put the folder where a web server finds it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess site archives --out public
  tess site /var/lib/tess --out /var/www/league --league league.toml --tournament cup --url https://example.org/league")]
pub struct Args {
    #[command(flatten)]
    pile: Heap,
    /// Folder of the site: new, empty, or a site already
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Folder of a tournament; may be said again
    #[arg(long = "tournament", value_name = "DIR")]
    tournaments: Vec<PathBuf>,
    /// Where the site will stand, for the links in feeds
    #[arg(long, value_name = "URL")]
    url: Option<String>,
}

impl Args {
    pub fn run(&self) -> Done {
        let statutes = self.pile.statutes()?;
        let counted = Counted::of(self.pile.pile()?, &statutes);
        let ladder = Ladder::of(&counted, &statutes);
        let cups = self.tournaments.iter().map(|dir| {
            let tournament = Diary::open(dir)?.tournament;
            let path = dir.join("tournament.jsonl");
            let lines = std::fs::read(&path).map_err(|e| Failure::file(&path, &e, "name a tournament"))?;
            Ok(Cup { tournament, lines })
        });
        let cups = cups.collect::<Result<Vec<Cup>, Failure>>()?;
        let library = self.pile.library();
        let site = Site {
            statutes: &statutes,
            counted: &counted,
            ladder: &ladder,
            cups: &cups,
            library: &library,
            url: self.url.as_deref(),
        };
        let mut progress = |done: usize, all: usize| {
            if all > 100 {
                terminal::err(&format!("{done} of {all} books\n"));
            }
        };
        let done = site.write(&self.out, &mut progress)?;
        for left in counted.left_out.iter().filter(|left| left.game.is_empty()) {
            terminal::err(&format!("{}: {}\n", left.file, left.why));
        }
        terminal::out(&format!(
            "{}: {} battles; {} files written, {} gone\n",
            self.out.display(),
            counted.shown.len(),
            done.written,
            done.gone
        ))?;
        Ok(Code::Fine)
    }
}

impl From<SiteError> for Failure {
    fn from(error: SiteError) -> Failure {
        Failure::new(&error, error.help)
    }
}
