//! One battle on the desk: a seat, its log as it was read last, and its sheet.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::after::After;
use super::deed::Preview;
use super::hands::Hands;
use super::page::bare;
use super::stamp::Stamp;
use super::trouble::Trouble;
use super::{draft, marks, standing, state, words};
use tess_game::{AnyPosition, Part, Section, Shown};
use tess_ledger::Role;
use tess_play::Home;
use tess_scenario::Library;
use tess_steward::{Look, Nobody, Settings};

/// What goes on behind the page: mail that is sent, the program's commander who thinks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Work {
    /// Nothing.
    #[default]
    Rest,
    /// It is under way.
    Busy,
    /// It is done, and this is to be said of it.
    Said(String),
}

/// A battle.
pub(crate) struct Battle {
    pub(crate) dir: PathBuf,
    pub(crate) role: Role,
    library: Library,
    look: Option<(Stamp, Look)>,
    after: Option<(String, After)>,
    /// The sheet as it was tried out before: mostly a line less.
    last: Option<(String, After)>,
    pub(crate) preview: Option<Preview>,
    work: Arc<Mutex<Work>>,
}

impl Battle {
    /// A seat's.
    pub(crate) fn open(dir: &Path) -> Result<Battle, Trouble> {
        let own = Settings::read(dir)?;
        let library = own.library.as_deref().map(|library| dir.join(library));
        let library = library.as_deref().map_or_else(Library::embedded, Library::with_dir);
        let (dir, work) = (dir.to_owned(), Arc::default());
        let (after, last) = (None, None);
        Ok(Battle { dir, role: own.role, library, look: None, after, last, preview: None, work })
    }

    /// The scenarios.
    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// Is it against the program's own commander?
    pub(crate) fn home(&self) -> Option<Home> {
        Home::of_seat(&self.dir)
    }

    /// The log as it lies there now.
    pub(crate) fn look(&mut self) -> Result<&mut Look, Trouble> {
        let stamp = Stamp::of(&self.dir.join("archive.tess"));
        if self.look.as_ref().is_none_or(|(old, _)| *old != stamp) {
            let look = Look::own(&self.dir, &self.role, &self.library)?;
            (self.look, self.after, self.last) = (Some((stamp, look)), None, None);
        }
        match &mut self.look {
            Some((_, look)) => Ok(look),
            None => Err(Trouble::nowhere()),
        }
    }

    /// The sheet as it is written, tried out.
    pub(crate) fn after(&mut self) -> Result<&After, Trouble> {
        let sheet = draft::read(&self.dir);
        let standing = standing::read(&self.dir);
        let (role, key) = (self.role.clone(), draft::version(&format!("{sheet}\0{standing}")));
        self.look()?;
        if self.after.as_ref().is_none_or(|(old, _)| *old != key)
            && let Some((_, look)) = &self.look
        {
            let after = After::of(&sheet, &role, look, &standing);
            self.last = self.after.replace((key, after));
        }
        self.after.as_ref().map(|(_, after)| after).ok_or_else(Trouble::nowhere)
    }

    /// The sheet and what it would do, for the page.
    pub(crate) fn sheet(&mut self) -> Result<Value, Trouble> {
        let text = draft::read(&self.dir);
        let tried = self.after()?.json();
        Ok(json!({ "text": text, "version": draft::version(&text), "tried": tried }))
    }

    /// What a line more would do, which nobody has written yet: what happens from there on, and what stops
    /// it.
    pub(crate) fn would(&mut self, line: &str) -> Result<Value, Trouble> {
        let known = self.after()?.told.len();
        let sheet = format!("{}\n{line}\n", draft::read(&self.dir).trim_end());
        let (role, standing) = (self.role.clone(), standing::read(&self.dir));
        let Some((_, look)) = &self.look else { return Err(Trouble::nowhere()) };
        let after = After::of(&sheet, &role, look, &standing);
        let mut value = after.json();
        value["told"] = json!(after.told.get(known..).unwrap_or_default());
        Ok(value)
    }

    /// The last line of the sheet, and what may stand in its place: the same order with a word more.
    pub(crate) fn further(&mut self) -> Result<Value, Trouble> {
        let sheet = draft::read(&self.dir);
        let (before, line) = sheet.trim_end().rsplit_once('\n').unwrap_or(("", sheet.trim_end()));
        if line.is_empty() {
            return Ok(json!({ "line": line, "orders": [] }));
        }
        let before = if before.is_empty() { String::new() } else { format!("{before}\n") };
        let (role, standing) = (self.role.clone(), standing::read(&self.dir));
        let key = draft::version(&format!("{before}\0{standing}"));
        self.after()?;
        if self.last.as_ref().is_none_or(|(old, _)| *old != key)
            && let Some((_, look)) = &self.look
        {
            self.last = Some((key, After::of(&before, &role, look, &standing)));
        }
        let orders = self.last.as_ref().map(|(_, before)| before.next().further(role.as_str(), line));
        Ok(json!({ "line": line, "orders": orders.unwrap_or_default() }))
    }

    /// How it stands, in short.
    pub(crate) fn state(&mut self) -> Result<Value, Trouble> {
        let (role, work, home) = (self.role.clone(), self.work(), self.home());
        let mut value = state::battle(self.look()?, &role)?;
        value["busy"] = json!(work == Work::Busy);
        value["said"] = match work {
            Work::Said(said) => json!(said),
            _ => Value::Null,
        };
        value["home"] = json!(home.map(|home| home.terms().level.clone()));
        Ok(value)
    }

    /// All that the page needs when it opens a battle.
    pub(crate) fn whole(&mut self) -> Result<Value, Trouble> {
        let mut value = self.state()?;
        value["printed"] = self.look()?.table().position().printed();
        value["sheet"] = self.sheet()?;
        value["marks"] = json!(marks::read(&self.dir));
        value["standing"] = json!(standing::read(&self.dir));
        value["words"] = words::of(value["printed"].get("field").is_some());
        Ok(value)
    }

    /// The report in parts, as HTML.
    pub(crate) fn report(&mut self, sections: &[Section], since: Option<u64>) -> Result<String, Trouble> {
        let role = self.role.clone();
        Ok(self.look()?.page(&role, since)?.only(sections).html())
    }

    /// The field as the sheet would leave it for certain, with its moves.
    pub(crate) fn picture(&mut self, shown: Shown) -> Result<String, Trouble> {
        self.after()?;
        let (Some((_, look)), Some((_, after))) = (&self.look, &self.after) else {
            return Err(Trouble::nowhere());
        };
        let before = look.position();
        let part = Part { whole: true, ..Part::default() };
        Ok(bare(&after.field.picture(&part, shown, Some(&*before))?))
    }

    /// The field from which is told what may be ordered next.
    pub(crate) fn next(&mut self) -> Result<&dyn AnyPosition, Trouble> {
        Ok(self.after()?.next())
    }

    /// What goes on behind the page.
    pub(crate) fn work(&self) -> Work {
        self.work.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// When what lies in the seat was changed, and whether work is under way.
    pub(crate) fn stamp(&self) -> String {
        let files = ["archive.tess", draft::FILE, "marks.json", "standing.txt"];
        format!("{:?} {:?}", files.map(|file| Stamp::of(&self.dir.join(file))), self.work())
    }

    /// Sends what is to be sent and lets the program's commander decide, where he is the other side, beside
    /// the page.
    pub(crate) fn go_on(&self, hands: &Arc<dyn Hands>) {
        let (dir, hands, work) = (self.dir.clone(), Arc::clone(hands), Arc::clone(&self.work));
        *work.lock().unwrap_or_else(PoisonError::into_inner) = Work::Busy;
        std::thread::spawn(move || {
            let mut end = End { work, done: Work::Said(BROKEN.to_owned()) };
            end.done = match settle(&dir, &*hands) {
                Ok(None) => Work::Rest,
                Ok(Some(said)) => Work::Said(said),
                Err(trouble) => Work::Said(
                    trouble.what + &trouble.help.map_or_else(String::new, |help| format!("; {help}")),
                ),
            };
        });
    }
}

/// What is said of work that ended with a fault of the program.
const BROKEN: &str = "a fault of the program stopped it half way; what is signed is signed, and `tess play` or \
                      `tess process` goes on with it";

/// Work under way: however it ends, also by a fault, it is not under way any more.
struct End {
    work: Arc<Mutex<Work>>,
    done: Work,
}

impl Drop for End {
    fn drop(&mut self) {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) = std::mem::take(&mut self.done);
    }
}

/// Mail out, dice, and the commander at home; what is to be said of it.
fn settle(dir: &Path, hands: &dyn Hands) -> Result<Option<String>, Trouble> {
    if let Some(home) = Home::of_seat(dir) {
        hands.commander(&home)?;
        return Ok(None);
    }
    let mut seat = hands.open(dir)?;
    let pass = seat.pass(&[], &mut Nobody, &mut || hands.now(), &mut |_| Ok(()))?;
    let mut said = pass.told;
    for sent in &pass.sent {
        match &sent.result {
            Ok(tess_mail::Left::Mailed) => {}
            Ok(tess_mail::Left::Written { file, .. }) => {
                said.push(format!("not mailed, no way out is set up: written to {}", file.display()));
            }
            Err(error) => said.push(format!("not mailed yet, kept in the outbox: {error}")),
        }
    }
    Ok((!said.is_empty()).then(|| said.join("; ")))
}
