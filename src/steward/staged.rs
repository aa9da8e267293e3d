//! What a steward needs of a game beyond what the table needs.

use chrono::{DateTime, Utc};

use tess_effects::{Game, Question, Seal};
use tess_ledger::{Genesis, Ledger, Role};
use tess_orders::Sealed;
use tess_orders::standing::Ready;
use tess_report::refusal::Words;
use tess_scenario::Library;
use tess_table::{Chapter, Wait};

use super::{Beat, StewardError};

/// A game that can be set up from a genesis and reported in words.
pub trait Staged: Words {
    /// Everything that this game ever seals (protocol, section 5). Short words: a seal is opened again by trying them.
    const HIDDEN: &'static [&'static str] = &[];

    /// A sheet as it may be signed, and the hidden choices taken out of it, in the order of their seals. A choice written `#32`
    /// is a number below 32 that nobody chooses ([`secret`]).
    ///
    /// # Errors
    /// When it leaves a hidden choice open; the text says where.
    fn seal_up(sheet: &str) -> Result<Sealed, String> {
        Ok(Sealed { sheet: sheet.to_owned(), values: Vec::new() })
    }

    /// The seals of a side that a sheet has to open, because its orders show what they hide.
    ///
    /// # Errors
    /// When it would have to show what the side has not got; the text says what it has.
    fn to_show(
        _position: &Self::Position,
        _side: &str,
        _lines: &[Self::Line],
        _known: &dyn Fn(Seal) -> Option<String>,
    ) -> Result<Vec<Seal>, String> {
        Ok(Vec::new())
    }

    /// Tells a copy of the position, which only this side will see, what the side has sealed.
    fn confide(_position: &mut Self::Position, _side: &str, _known: &dyn Fn(Seal) -> Option<String>) {}

    /// Does what has been opened so far bear out all that was done under seals? At the end of a battle everything is open.
    ///
    /// # Errors
    /// Whose hidden choice was not as the rules have it.
    fn borne_out(_position: &Self::Position, _opened: &dyn Fn(Seal) -> Option<String>) -> Result<(), String> {
        Ok(())
    }

    /// The sheet that standing orders give for what a side has to do now, or nothing: then the player is asked.
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn standing_sheet(
        _position: &Self::Position,
        _side: &str,
        _orders: &str,
    ) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// The sheet of a side that has no choice in what it has to do now, or nothing. Its program sends it by itself.
    fn only_sheet(_position: &Self::Position, _side: &str) -> Option<String> {
        None
    }

    /// What a battle of this scenario is made of, for its genesis.
    ///
    /// # Errors
    /// All faults of its files.
    fn offered(library: &Library, scenario: &str) -> Result<Offered, StewardError>;

    /// The position in which a battle begins, with files checked against the genesis by their hashes.
    ///
    /// # Errors
    /// When a file is missing or differs, or an option is unknown.
    fn set_up(genesis: &Genesis, library: &Library) -> Result<Self::Position, StewardError>;

    /// The report for a mail.
    fn report(bulletin: &Bulletin<'_, Self>) -> String
    where
        Self: Sized;

    /// What standing orders answer to a question: the key of one of its choices, or nothing.
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn standing_answer(
        position: &Self::Position,
        orders: &str,
        question: &Question,
    ) -> Result<Option<String>, String>;

    /// The sheets prepared in standing orders for those leaders of a side whose turn has come, from the top.
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn prepared(position: &Self::Position, side: &str, orders: &str) -> Result<Vec<Ready>, String>;

    /// What a happening is for the count of mails.
    fn beat(happening: &Self::Happening) -> Option<Beat>;
}

/// What is sealed with a salt for a hidden choice: itself, or for `#32` a number below 32 that follows from the salt.
#[must_use]
pub fn secret(choice: &str, salt: &[u8; 32]) -> String {
    match choice.strip_prefix('#').and_then(|n| n.parse().ok()) {
        Some(below) if below > 0 => tess_dice::number(salt, below).to_string(),
        _ => choice.to_owned(),
    }
}

/// What genesis says of the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    /// The book whose rules are played.
    pub book: String,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// Name and hash of the scenario file.
    pub scenario: (String, String),
    /// Names and hashes of all other files that it rests on.
    pub charts: Vec<(String, String)>,
}

impl Offered {
    /// Are the files of a genesis those that lie here?
    ///
    /// # Errors
    /// The first one that differs or is missing.
    pub fn check(&self, genesis: &Genesis) -> Result<(), StewardError> {
        let wanted = std::iter::once(&genesis.scenario).chain(&genesis.charts);
        let have = std::iter::once(&self.scenario).chain(&self.charts);
        for file in wanted {
            let found = have.clone().find(|(name, _)| *name == file.name);
            if found.is_none_or(|(_, sha256)| *sha256 != file.sha256.to_string()) {
                return Err(StewardError::refused(
                    format!(
                        "the file {} here is not the one of the battle ({}..)",
                        file.name,
                        &file.sha256.to_string()[..16]
                    ),
                    "get the file from the other side and name its folder as `library` in seat.toml",
                ));
            }
        }
        Ok(())
    }
}

/// What a report is made of.
pub struct Bulletin<'a, G: Game> {
    /// The log.
    pub ledger: &'a Ledger,
    /// The field as it stands, an interrupted action as far as it has got included.
    pub position: &'a G::Position,
    /// What has happened since the last report, the action in hand last.
    pub chapters: &'a [Chapter<G::Happening, G::Refusal>],
    /// What comes next.
    pub wait: &'a Wait,
    /// For whom.
    pub reader: &'a Role,
    /// When the decision in hand is due, RFC 3339; `None` without deadlines.
    pub due: Option<String>,
    /// Things that the reader should know about mail and log, a line each.
    pub notices: &'a [String],
    /// Every happening in a sentence of its own, every question with its answer.
    pub full: bool,
}

impl<G: Game> Bulletin<'_, G> {
    /// How many links each side has left.
    #[must_use]
    pub fn links(&self) -> Vec<(Role, u32)> {
        self.ledger.players().iter().map(|p| (p.role.clone(), p.chain.left())).collect()
    }

    /// When the decision in hand is due.
    #[must_use]
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        let due = DateTime::parse_from_rfc3339(self.due.as_deref()?).ok()?;
        Some(due.with_timezone(&Utc))
    }
}
