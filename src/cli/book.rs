//! `tess book`: a battle as one page that plays and proves itself.

use std::path::PathBuf;

use super::{Code, Done, Failure, settings, terminal};
use tess_book::{Extras, Luck, Packed};
use tess_ledger::{Checks, Ledger, Word, read_lines};
use tess_odds::Analysis;
use tess_steward::{archive_bytes, check_genesis, words_beside};

/// Make one page of a battle, which opens in any browser, plays it, and proves it
///
/// The page needs no network and nothing installed. It checks every signature, link and die in its reader's
/// browser, and that each position it draws is the one that was signed. Nothing that is sealed is in it.
/// With an engine it checks the rules too, and says what may be ordered at any place of the battle.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess book bagradas/archive.tess -o battle.html")]
pub struct Args {
    /// The archive, or the folder of a seat
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// The page to be written
    #[arg(short, long, value_name = "FILE", default_value = "battle.html")]
    output: PathBuf,
    /// Up to this event, as if the battle had got no further
    #[arg(long, value_name = "SEQ")]
    to: Option<u64>,
    /// Draw the chance to win above the board, from what `tess analyse` keeps or writes with --json
    #[arg(long, value_name = "FILE")]
    analysis: Option<PathBuf>,
    /// Put the rules in, built for a browser: the page then carries every event through them again
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// What was said to all beside the log, if it is not the folder of a seat that is named: its press.jsonl
    #[arg(long, value_name = "FILE")]
    press: Option<PathBuf>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let whole = archive_bytes(&self.archive)?;
        let bytes = self.cut(&whole)?;
        let ledger = Ledger::verify_all(read_lines(bytes)?, Checks::Strict)?;
        let library = settings::library(self.library.as_deref());
        let opening = check_genesis(ledger.genesis(), &library)?;
        let (luck, engine) = (self.luck(&ledger)?, self.engine()?);
        let words = self.words(&ledger)?;
        let files = library.needed(&ledger.genesis().scenario.name).map_err(|faults| {
            Failure::new(library.draw(&faults, false), "mend the file, or leave --library out")
        })?;
        let extras = Extras {
            luck: luck.as_ref(),
            engine: engine.as_ref().map(|engine| (engine, &files)),
            words: &words,
        };
        let page = tess_book::book(&ledger, bytes, &*opening, extras)
            .map_err(|error| Failure::new(error.to_string(), "tess verify says more of this archive"))?;
        std::fs::write(&self.output, &page)
            .map_err(|e| Failure::file(&self.output, &e, "name another file with -o"))?;
        let (events, size) = (ledger.next_seq(), page.len().div_ceil(1024));
        terminal::out(&format!("{}: {events} events, {size} KiB\n", self.output.display()))?;
        Ok(Code::Fine)
    }

    /// The rules for a browser, as `.ci/engine` builds them.
    fn engine(&self) -> Result<Option<Packed>, Failure> {
        let Some(path) = &self.engine else { return Ok(None) };
        let help = "build it with .ci/engine, or take the one of the release";
        let bytes = std::fs::read(path).map_err(|e| Failure::file(path, &e, help))?;
        let engine = Packed::read(&bytes);
        engine.map(Some).ok_or_else(|| Failure::new(format!("{} is no engine", path.display()), help))
    }

    /// What was said to all beside the log, as far as the log bears it out.
    fn words(&self, ledger: &Ledger) -> Result<Vec<Word>, Failure> {
        let beside = self.archive.join("press.jsonl");
        let path = match &self.press {
            Some(path) => path,
            None if beside.is_file() => &beside,
            None => return Ok(Vec::new()),
        };
        let bytes = settings::read_bytes(path, "name the file press.jsonl of a seat")?;
        Ok(words_beside(ledger, &bytes))
    }

    /// What was found out about luck and judgement.
    fn luck(&self, ledger: &Ledger) -> Result<Option<Luck>, Failure> {
        let Some(path) = &self.analysis else { return Ok(None) };
        let text = std::fs::read_to_string(path)
            .map_err(|e| Failure::file(path, &e, "make it with `tess analyse --json`"))?;
        let json = match Analysis::read(&text) {
            Some(kept) => kept.json(),
            None => serde_json::from_str(&text).unwrap_or_default(),
        };
        let Some(mut luck) = Luck::read(&json) else {
            return Err(Failure::new(
                format!("{} is no analysis", path.display()),
                "make it with `tess analyse --json`",
            ));
        };
        if json["head"]["game"] != ledger.game().to_string() {
            return Err(Failure::new(
                format!("{} is the analysis of another battle", path.display()),
                "name the one that was made of this archive",
            ));
        }
        luck.actions.retain(|(event, _)| *event < ledger.next_seq());
        luck.points.retain(|event| *event < ledger.next_seq());
        Ok(Some(luck))
    }

    /// The lines of the archive that go into the page: whatever was said later is not in it at all.
    fn cut<'a>(&self, whole: &'a [u8]) -> Result<&'a [u8], Failure> {
        let Some(to) = self.to else { return Ok(whole) };
        let ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let ends: Vec<usize> = ends.collect();
        let end = usize::try_from(to).ok().and_then(|to| ends.get(to));
        end.map(|end| &whole[..*end]).ok_or_else(|| {
            let last = ends.len().saturating_sub(1);
            Failure::new(format!("there is no event {to}"), format!("the last one is {last}"))
        })
    }
}
