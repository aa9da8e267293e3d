//! What may be asked of a battle.

use std::any::Any;

use super::beat::Beats;
use super::bulletin::{Bulletin, Telling};
use super::playable::Playable;
use super::position::AnyPosition;
use super::walk::Walk;
use tess_dice::RollKey;
use tess_effects::Recorded;
use tess_ledger::{Digest, Ledger, Role, Roll};
use tess_report::refusal::Told;
use tess_report::{Layout, Style};
use tess_table::{ChapterOf, Silence, Table, TableError, Wait};

/// A battle of any game, as its log has it: a [`Table`] without the type of its game.
pub trait AnyTable: Any + Walk {
    /// See [`Table::follow`].
    ///
    /// # Errors
    /// The first event that the rules do not bear out; the table then stands before it.
    fn follow(&mut self, ledger: &Ledger) -> Result<(), TableError>;

    /// See [`Table::follow_to`].
    ///
    /// # Errors
    /// The first event that the rules do not bear out; the table then stands before it.
    fn follow_to(&mut self, ledger: &Ledger, end: u64) -> Result<(), TableError>;

    /// See [`Table::wait`]; a refusal comes in words.
    ///
    /// # Errors
    /// When the action in hand does not bear out the log.
    fn wait(&mut self, ledger: &Ledger) -> Result<Wait, TableError>;

    /// See [`Table::state`].
    ///
    /// # Errors
    /// When the action in hand does not bear out the log.
    fn state(&mut self, ledger: &Ledger) -> Result<Digest, TableError>;

    /// See [`Table::silence`].
    ///
    /// # Errors
    /// When the action in hand does not bear out the log.
    fn silence(&mut self, ledger: &Ledger, side: &Role, before: u64) -> Result<Option<Silence>, TableError>;

    /// See [`Table::claims`].
    fn claims(&self, key: &RollKey) -> Option<(Vec<Roll>, Option<String>)>;

    /// How many actions have been carried out.
    fn actions(&self) -> u64;

    /// The place of the `orders` of the last action that came to an end.
    fn last_action(&self) -> Option<u64>;

    /// What came of the last action that came to an end, in words, without its sheet.
    fn last_tale(&self) -> Option<String>;

    /// The position that the log has settled: all finished actions.
    fn position(&self) -> &dyn AnyPosition;

    /// The field as a player would see it now, see [`Table::view`].
    fn view(&self) -> Box<dyn AnyPosition>;

    /// Phases and trumps so far, those of the action in hand included.
    fn beats(&self) -> Beats;

    /// The report for a mail, before it is text or HTML.
    fn page(&self, telling: &Telling<'_>) -> Layout;

    /// The report as text.
    fn report(&self, telling: &Telling<'_>) -> String {
        self.page(telling).text()
    }

    /// What has changed for a reader since an event, in about six words; nothing where nothing has.
    fn headline(&self, reader: &Role, since: u64) -> Option<String>;
}

impl dyn AnyTable {
    /// The battle of one game; nothing when it is of another.
    #[must_use]
    pub fn of<G: Playable>(&self) -> Option<&Table<G>> {
        let table: &dyn Any = self;
        table.downcast_ref()
    }
}

impl<G: Playable> AnyTable for Table<G> {
    fn follow(&mut self, ledger: &Ledger) -> Result<(), TableError> {
        Table::follow(self, ledger)
    }

    fn follow_to(&mut self, ledger: &Ledger, end: u64) -> Result<(), TableError> {
        Table::follow_to(self, ledger, end)
    }

    fn wait(&mut self, ledger: &Ledger) -> Result<Wait, TableError> {
        let wait = Table::wait(self, ledger)?;
        Ok(wait.worded(&Told::<G>(Table::position(self))))
    }

    fn state(&mut self, ledger: &Ledger) -> Result<Digest, TableError> {
        Table::state(self, ledger)
    }

    fn silence(&mut self, ledger: &Ledger, side: &Role, before: u64) -> Result<Option<Silence>, TableError> {
        Table::silence(self, ledger, side, before)
    }

    fn claims(&self, key: &RollKey) -> Option<(Vec<Roll>, Option<String>)> {
        Table::claims(self, key)
    }

    fn actions(&self) -> u64 {
        Table::actions(self)
    }

    fn last_action(&self) -> Option<u64> {
        self.chapters().last().map(|chapter| chapter.seq)
    }

    fn last_tale(&self) -> Option<String> {
        let last = self.chapters().last()?;
        Some(G::tale(Table::position(self), last))
    }

    fn position(&self) -> &dyn AnyPosition {
        Table::position(self)
    }

    fn view(&self) -> Box<dyn AnyPosition> {
        Box::new(Table::view(self))
    }

    fn beats(&self) -> Beats {
        let hand = self.in_hand().map(|(chapter, _)| chapter);
        let mut beats = Beats::default();
        for told in self.chapters().iter().chain(&hand).flat_map(|chapter| &chapter.record) {
            let Recorded::Happened(happening) = told else { continue };
            if let Some(beat) = G::beat(happening) {
                beats.count(beat);
            }
        }
        beats
    }

    fn page(&self, telling: &Telling<'_>) -> Layout {
        let (chapters, mut position) = since(self, telling.since);
        if let Some((side, known)) = telling.confided {
            G::confide(&mut position, side, known);
        }
        // who has had no report yet has not seen the armies
        let style = Style { whole: telling.style.whole || telling.since == 0, ..telling.style };
        G::page(&Bulletin {
            ledger: telling.ledger,
            position: &position,
            chapters: &chapters,
            wait: telling.wait,
            reader: telling.reader,
            due: telling.due.clone(),
            notices: telling.notices,
            style,
        })
    }

    fn headline(&self, reader: &Role, from: u64) -> Option<String> {
        let (chapters, position) = since(self, from);
        G::headline(&position, &chapters, reader.as_str())
    }
}

/// What has come about since an event, the action in hand last, and the field as it stands now.
fn since<G: Playable>(table: &Table<G>, from: u64) -> (Vec<ChapterOf<G>>, G::Position) {
    let mut chapters: Vec<_> = table.chapters().iter().filter(|c| c.last >= from).cloned().collect();
    match table.in_hand() {
        Some((chapter, view)) => {
            chapters.push(chapter);
            (chapters, view)
        }
        None => (chapters, Table::position(table).clone()),
    }
}
