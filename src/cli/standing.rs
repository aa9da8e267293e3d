//! `tess standing`: standing orders put in place, given to the umpire, withdrawn.

use std::fs;
use std::path::PathBuf;

use super::battle::{Battle, Mailing, finish};
use super::check::show;
use super::{Code, Done, Failure, settings, terminal};
use tess_diagnostic::Severity;
use tess_disk::durable;

/// Check standing orders and put them in place, or into the umpire's hands
///
/// In place as standing.txt they are yours alone: `tess process` answers questions by them and sends the
/// sheets prepared in them when their turn has come. With --give the umpire does that at once, without a
/// mail to you; he gets them sealed, with your next orders, answer or accept, and everybody sees them when
/// the battle is over.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess standing                             (shows what is in force)
  tess standing standing.txt
  tess standing standing.txt --give
  tess standing --withdraw")]
pub struct Args {
    /// The file, or - for standard input; without one, what is in force is shown
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Give them to the umpire, too, so that he answers at once
    #[arg(long)]
    give: bool,
    /// With --give: not sealed, everybody may read them
    #[arg(long, requires = "give")]
    open: bool,
    /// Take back what the umpire holds, and standing.txt away
    #[arg(long, conflicts_with_all = ["file", "give"])]
    withdraw: bool,
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mailing: Mailing,
}

impl Args {
    pub fn run(&self) -> Done {
        let dir = self.battle.dir()?;
        tess_steward::Settings::read(&dir)?;
        if self.withdraw {
            return self.take_back(&dir);
        }
        let Some(file) = &self.file else { return self.in_force(&dir) };
        let text = settings::read_orders(file, "name a file with standing orders")?;
        let ((orders, sheets), complaints) = self.battle.game()?.read_standing(&text);
        show(&text, &complaints);
        if complaints.iter().any(|c| c.severity == Severity::Error) {
            return Ok(Code::Bad);
        }
        let sheets = if sheets == 0 { String::new() } else { format!(", {sheets} sheets prepared") };
        let said = format!("{orders} standing orders in place{sheets}\n");
        if !self.give {
            durable::write(&dir, "standing.txt", text.as_bytes())?;
            terminal::out(&said)?;
            return Ok(Code::Fine);
        }
        self.hand_on(Some(text), &said)
    }

    /// Gives them to the umpire; `tess process` signs them as soon as this side may write.
    fn hand_on(&self, text: Option<String>, said: &str) -> Done {
        let mut seat = self.battle.open()?;
        seat.entrust(text.clone(), self.open)?;
        if let Some(text) = text {
            durable::write(seat.dir(), "standing.txt", text.as_bytes())?;
        }
        terminal::out(said)?;
        let code = finish(&mut seat, &self.mailing, None)?;
        if seat.gives_standing() {
            settings::remark("the umpire gets them with your next accept, orders or answer");
        }
        Ok(code)
    }

    /// Shows what answers for this side now.
    fn in_force(&self, dir: &std::path::Path) -> Done {
        if self.give {
            return Err(Failure::new("no file is named to give", "say: tess standing FILE --give"));
        }
        let (own, look) = self.battle.look()?;
        let path = dir.join("standing.txt");
        match fs::read_to_string(&path) {
            Ok(text) => terminal::out(&format!("# {}\n{}\n", path.display(), text.trim_end()))?,
            Err(_) => terminal::out("no standing orders at this seat: every question is put to you\n")?,
        }
        let player = look.ledger().player(&own.role);
        let given = player.and_then(|player| player.standing).and_then(|id| look.ledger().find(&id));
        terminal::out(&match given {
            Some(entry) => format!("the umpire holds those of event {}\n", entry.seq()),
            None => "the umpire holds none\n".to_owned(),
        })?;
        Ok(Code::Fine)
    }

    fn take_back(&self, dir: &std::path::Path) -> Done {
        let path = dir.join("standing.txt");
        match fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                return Err(Failure::file(&path, &e, "take the file away by hand"));
            }
            _ => {}
        }
        let look = self.battle.look()?.1;
        if look.ledger().player(&tess_ledger::Role::umpire()).is_none() {
            terminal::out("no standing orders are in place\n")?;
            return Ok(Code::Fine);
        }
        self.hand_on(None, "no standing orders are in place; the umpire's end with your next event\n")
    }
}
