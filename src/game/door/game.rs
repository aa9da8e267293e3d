//! What may be asked of a game before there is a battle.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::error::GameError;
use super::offered::Offered;
use super::playable::Playable;
use super::position::AnyPosition;
use tess_canon::note::{Document, Schema, Shapes};
use tess_diagnostic::Diagnostic;
use tess_effects::Setting;
use tess_ledger::Genesis;
use tess_orders::Sealed;
use tess_orders::standing::Standing;
use tess_scenario::{Family, Fault, Library};

/// A game, whichever it is.
pub trait AnyGame: Sync {
    /// Which one.
    fn family(&self) -> Family;

    /// See [`Playable::HIDDEN`].
    fn hidden(&self) -> &'static [&'static str];

    /// See [`Playable::seal_up`].
    ///
    /// # Errors
    /// When it leaves a hidden choice open; the text says where.
    fn seal_up(&self, sheet: &str) -> Result<Sealed, String>;

    /// What a battle of this scenario is made of, for its genesis.
    ///
    /// # Errors
    /// All faults of its files.
    fn offered(&self, library: &Library, scenario: &str) -> Result<Offered, GameError>;

    /// The position in which a battle begins, with files checked against the genesis by their hashes.
    ///
    /// # Errors
    /// When a file is missing or differs, or an option is unknown.
    fn set_up(&self, genesis: &Genesis, library: &Library) -> Result<Box<dyn AnyPosition>, GameError>;

    /// The position in which a battle of this scenario begins, with these options.
    ///
    /// # Errors
    /// All faults of its files, or an option that is unknown.
    fn opening(
        &self,
        library: &Library,
        scenario: &str,
        options: &BTreeMap<String, Setting>,
    ) -> Result<Box<dyn AnyPosition>, GameError>;

    /// How a position is laid out in its notation.
    fn document(&self) -> &'static Document;

    /// What positions look like in JSON.
    fn schema(&self) -> (Schema, Shapes);

    /// What there is to say of a scenario before it is played.
    ///
    /// # Errors
    /// All faults of its files.
    fn about(&self, library: &Library, scenario: &str) -> Result<String, Vec<Fault>>;

    /// How many orders and how many prepared sheets a text of standing orders holds, and what is wrong with
    /// it.
    fn read_standing(&self, text: &str) -> ((usize, usize), Vec<Diagnostic>);
}

/// The options that a book knows; what founders agree on beside its rules is checked and left out.
fn of_the_rules(options: &BTreeMap<String, Setting>) -> Result<BTreeMap<String, Setting>, GameError> {
    tess_ledger::without_agreements(options).map_err(|(what, help)| GameError::refused(what, help))
}

/// A game at the door.
pub(crate) struct Of<G>(PhantomData<fn(&G)>);

impl<G: Playable> Of<G> {
    /// The one there is of each.
    pub(crate) const DOOR: &'static dyn AnyGame = &Of::<G>(PhantomData);
}

impl<G: Playable> AnyGame for Of<G> {
    fn family(&self) -> Family {
        G::FAMILY
    }

    fn hidden(&self) -> &'static [&'static str] {
        G::HIDDEN
    }

    fn seal_up(&self, sheet: &str) -> Result<Sealed, String> {
        G::seal_up(sheet)
    }

    fn offered(&self, library: &Library, scenario: &str) -> Result<Offered, GameError> {
        G::offered(library, scenario)
    }

    fn set_up(&self, genesis: &Genesis, library: &Library) -> Result<Box<dyn AnyPosition>, GameError> {
        let options = of_the_rules(&genesis.options)?;
        Ok(Box::new(G::set_up(&Genesis { options, ..genesis.clone() }, library)?))
    }

    fn opening(
        &self,
        library: &Library,
        scenario: &str,
        options: &BTreeMap<String, Setting>,
    ) -> Result<Box<dyn AnyPosition>, GameError> {
        Ok(Box::new(G::opening(library, scenario, &of_the_rules(options)?)?))
    }

    fn document(&self) -> &'static Document {
        G::DOCUMENT
    }

    fn schema(&self) -> (Schema, Shapes) {
        G::schema()
    }

    fn about(&self, library: &Library, scenario: &str) -> Result<String, Vec<Fault>> {
        G::about(library, scenario)
    }

    fn read_standing(&self, text: &str) -> ((usize, usize), Vec<Diagnostic>) {
        let (standing, complaints) = Standing::<G::Prepared>::parse(text);
        ((standing.rules.len(), standing.prepared.len()), complaints)
    }
}
