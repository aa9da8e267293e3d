//! The battle in the terminal: what has happened is told, what is asked is asked, what is typed is tried.

use std::io::{BufRead as _, IsTerminal as _};
use std::path::PathBuf;

use clap::Parser as _;

use super::FINE;
use super::draft::Draft;
use super::typed::{DEEDS, OF_SHEET, Typed};
use crate::battle::open;
use crate::{Cli, Done, Failure, clock, settings, terminal, verify};
use tess_diagnostic::{WIDTH, wrap};
use tess_effects::Question;
use tess_game::{Section, Style, Voice};
use tess_ledger::Role;
use tess_play::Home;
use tess_steward::{Deed, Look, archive_bytes};
use tess_table::Wait;

const HELP: &str = "\
Orders are typed a line at a time, as docs/orders.md has them: each is tried
out at once, as far as the first die, and a line that the rules forbid is not
taken. When the sheet is as you want it:
  send            sign it, and see what comes of it
  show            the sheet so far
  undo, clear     take back its last line, or all of it
What helps you to decide:
  legal [UNIT]    what may be ordered now; of a unit, every hex it can reach
  map [HEX]       the field, or what is around a hex or unit
  report [--full] what has happened, and both armies
  check           what lies behind the sheet's first die
  odds            what the sheet will come to, by many trials
  measure A B     the distance; forecast  who will win; log  every event
  propose take-back N, propose draw; agree, decline
And:
  resign          give the battle up
  quit            leave; `tess play` goes on
";

/// A player at his table.
pub struct Talk {
    home: Home,
    you: Role,
    seat: PathBuf,
    draft: Draft,
    /// The first event that has not been told of.
    since: Option<u64>,
    /// Has the field been shown since the player sat down?
    welcomed: bool,
}

/// What comes after a line that was typed.
enum Next {
    /// Another line.
    More,
    /// Something was decided.
    Decided,
    /// He leaves.
    Leave,
}

impl Talk {
    pub fn open(home: Home) -> Result<Talk, Failure> {
        let (you, seat) = (home.terms().you.clone(), home.seat());
        let draft = Draft::open(seat.clone());
        Ok(Talk { home, you, seat, draft, since: None, welcomed: false })
    }

    /// Until the battle is over or he leaves.
    pub fn run(mut self) -> Done {
        loop {
            let wait = self.settle()?;
            let mut look = self.look()?;
            let next = match &wait {
                Wait::Over(_) => {
                    self.tell(
                        &mut look,
                        &[Section::Head, Section::Story, Section::Field, Section::Score, Section::Notices],
                    )?;
                    return self.end();
                }
                Wait::Orders(_) => {
                    self.tell_task(&mut look)?;
                    self.draft.fit(&self.you, &look)?;
                    self.orders(&look)?
                }
                Wait::Answer { question, .. } => {
                    self.tell(&mut look, &[Section::Head, Section::Story])?;
                    self.asked(question)?
                }
                other => {
                    return Err(Failure::new(
                        format!("the battle stands still: {}", crate::say::wait(other, &self.you)),
                        "this is a fault of the program; please report it with the folder of the battle",
                    ));
                }
            };
            if matches!(next, Next::Leave) {
                settings::remark("the battle waits; `tess play` goes on with it");
                return FINE;
            }
        }
    }

    /// The commander decides, and mail goes to and fro.
    fn settle(&self) -> Result<Wait, Failure> {
        let shown = terminal::can_rewrite();
        let mut progress = |events: usize| {
            if shown {
                terminal::over(&format!("{} thinks ... {events} events", self.home.terms().foe));
            }
        };
        let wait = self.home.settle(&mut clock::now, &mut progress)?;
        if shown {
            terminal::over("");
            terminal::drawn("\r");
        }
        Ok(wait)
    }

    fn look(&self) -> Result<Look, Failure> {
        Ok(Look::own(&self.seat, &self.you, &self.home.library())?)
    }

    /// Tells what is new.
    fn tell(&mut self, look: &mut Look, parts: &[Section]) -> Result<(), Failure> {
        look.in_style(Style { voice: Voice::Plain, whole: !self.welcomed });
        let page = look.page(&self.you, self.since)?;
        self.since = Some(look.ledger().next_seq());
        // what is to be decided stands last, where it is typed
        let next = page.only(&[Section::Next]).text();
        let next = if parts.contains(&Section::Next) { next.as_str() } else { "" };
        let others: Vec<Section> = parts.iter().copied().filter(|part| *part != Section::Next).collect();
        terminal::out(&format!("\n{}{next}", page.only(&others).text()))
    }

    /// What is new, the field, and what is to be decided; who sits down sees his whole army first.
    fn tell_task(&mut self, look: &mut Look) -> Result<(), Failure> {
        let armies = if self.welcomed { None } else { Some(Section::Armies) };
        let mut parts = vec![Section::Head, Section::Story, Section::Field];
        parts.extend(armies);
        parts.extend([Section::Score, Section::Cards, Section::Next]);
        self.tell(look, &parts)?;
        if !self.welcomed {
            terminal::out("\nType orders; `help` tells what else you can say.\n")?;
        }
        self.welcomed = true;
        Ok(())
    }

    /// Takes lines of a sheet until it is sent.
    fn orders(&mut self, look: &Look) -> Result<Next, Failure> {
        if !self.draft.is_empty() {
            terminal::out(&format!("\nYour sheet so far:\n{}", self.draft.shown()))?;
        }
        loop {
            let Some(line) = self.typed("")? else { return Ok(Next::Leave) };
            let next = match Typed::read(&line) {
                Typed::Line(line) => self.draft.add(line, &self.you, look).map(|()| Next::More),
                Typed::Send if self.draft.is_empty() => Err(Failure::new(
                    "nothing is written yet",
                    "type orders first; `legal` shows what may be ordered",
                )),
                Typed::Send => self.send(),
                other => self.other(other),
            };
            match next {
                Ok(Next::More) => {}
                Ok(next) => return Ok(next),
                Err(failure) => tell_of(failure),
            }
        }
    }

    /// Takes the answer to a question.
    fn asked(&mut self, question: &Question) -> Result<Next, Failure> {
        let list = listed(question);
        terminal::out(&list)?;
        loop {
            let Some(line) = self.typed(&question.window)? else { return Ok(Next::Leave) };
            let next = match Typed::read(&line) {
                Typed::Nothing => self.answer(question, &question.default),
                Typed::Line(word) => match chosen(question, word) {
                    Some(key) => self.answer(question, &key),
                    None => Err(Failure::new(
                        format!("`{word}` is no answer to it"),
                        format!("type a number from 1 to {}, or press Enter", question.choices.len()),
                    )),
                },
                Typed::Show => terminal::out(&list).map(|()| Next::More),
                Typed::Send | Typed::Undo | Typed::Clear => {
                    Err(Failure::new("a question is open", "answer it first"))
                }
                other => self.other(other),
            };
            match next {
                Ok(Next::More) => {}
                Ok(next) => return Ok(next),
                Err(failure) => tell_of(failure),
            }
        }
    }

    /// What can be said at any time.
    fn other(&mut self, typed: Typed<'_>) -> Result<Next, Failure> {
        match typed {
            Typed::Help => terminal::out(HELP)?,
            Typed::Show => terminal::out(&self.draft.shown())?,
            Typed::Undo => {
                let gone = self.draft.undo()?;
                terminal::out(if gone {
                    "the last line is taken back\n"
                } else {
                    "nothing is written yet\n"
                })?;
            }
            Typed::Clear => self.draft.clear()?,
            Typed::Quit => return Ok(Next::Leave),
            Typed::Resign => return self.resign(),
            Typed::Command(words) => return self.command(&words),
            Typed::Nothing | Typed::Send | Typed::Line(_) => {}
        }
        Ok(Next::More)
    }

    fn send(&mut self) -> Result<Next, Failure> {
        open(&self.seat)?.act(Deed::Orders(self.draft.text(), None), clock::now())?;
        self.draft.clear()?;
        Ok(Next::Decided)
    }

    fn answer(&self, question: &Question, key: &str) -> Result<Next, Failure> {
        let deed = Deed::Answer { question: Some(question.id.clone()), choice: key.to_owned() };
        open(&self.seat)?.act(deed, clock::now())?;
        Ok(Next::Decided)
    }

    fn resign(&self) -> Result<Next, Failure> {
        terminal::out("Do you give the battle up? yes or no\n")?;
        let sure = self.typed("resign")?.is_some_and(|word| word.trim().eq_ignore_ascii_case("yes"));
        if !sure {
            return Ok(Next::More);
        }
        open(&self.seat)?.act(Deed::Resign, clock::now())?;
        Ok(Next::Decided)
    }

    /// A command of the program, about this battle.
    fn command(&self, words: &[&str]) -> Result<Next, Failure> {
        let name = words[0].to_ascii_lowercase();
        let mut line: Vec<std::ffi::OsString> = vec!["tess".into(), name.clone().into()];
        line.extend(words[1..].iter().map(Into::into));
        let of_sheet = OF_SHEET.contains(&name.as_str());
        if of_sheet && words[1..].iter().all(|word| word.starts_with('-')) {
            if self.draft.is_empty() {
                return Err(Failure::new("nothing is written yet", "type orders first"));
            }
            line.push(self.draft.path().into());
        }
        let archive = ["analyse", "audit", "book", "verify"].contains(&name.as_str());
        if archive {
            line.push(self.seat.clone().into());
        } else {
            line.extend(["--battle".into(), self.seat.clone().into()]);
        }
        match Cli::try_parse_from(line) {
            Ok(cli) => cli.command.run()?,
            Err(error) => {
                terminal::err(&error.to_string());
                return Ok(Next::More);
            }
        };
        Ok(if DEEDS.contains(&name.as_str()) { Next::Decided } else { Next::More })
    }

    /// The next line that is typed; nothing at the end of it all.
    fn typed(&self, about: &str) -> Result<Option<String>, Failure> {
        let stdin = std::io::stdin();
        if stdin.is_terminal() {
            let about = if about.is_empty() { String::new() } else { format!(" {about}") };
            terminal::out(&format!("{}{about}> ", self.you))?;
        }
        let mut line = String::new();
        let read = stdin.lock().read_line(&mut line);
        let read = read.map_err(|e| Failure::new(format!("cannot read: {e}"), "type plain text"))?;
        Ok((read > 0).then(|| tess_diagnostic::straightened(&line).text))
    }

    /// The battle is over: its proof, and what can be done with it.
    fn end(&self) -> Done {
        let verified = tess_steward::verify(&archive_bytes(&self.seat)?, &self.home.library())?;
        terminal::out(&format!(
            "\n{}\nThe archive is {}\nGo on, in its folder, with:\n\
             \x20 tess book archive.tess -o battle.html   step through it in a browser\n\
             \x20 tess analyse archive.tess               what was luck, and what judgement\n\
             \x20 tess play --new                         another battle\n",
            verify::summary(&verified),
            self.seat.join("archive.tess").display(),
        ))?;
        FINE
    }
}

/// A failure is told, and the next line asked for.
fn tell_of(failure: Failure) {
    failure.print();
}

/// The choices of a question with their numbers.
fn listed(question: &Question) -> String {
    let head = format!("{} (rule {})", question.text, question.rule);
    let mut out = format!("\n{}\n", wrap(&head, WIDTH, "", "  "));
    for (number, choice) in (1..).zip(&question.choices) {
        let usual = if choice.key == question.default { " (Enter)" } else { "" };
        let line = format!("{number:>3}  {}{usual}: {}", choice.key, choice.text);
        out.push_str(&(wrap(&line, WIDTH, "", "     ") + "\n"));
    }
    out
}

/// The key of a choice, by its number or by itself.
fn chosen(question: &Question, word: &str) -> Option<String> {
    let word = word.trim().to_ascii_lowercase();
    if question.allows(&word) {
        return Some(word);
    }
    let number: usize = word.parse().ok()?;
    Some(question.choices.get(number.checked_sub(1)?)?.key.clone())
}
