//! What an event says: one body type for each kind of protocol section 3.

use serde::{Deserialize, Serialize};

use super::{Anchor, At, Digest, Genesis, Id, Key, Link, Proof, Role, Salt};

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident($body:ty) = $text:literal;)*) => {
        /// The kind of an event with its body.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$doc])* $name($body),)*
        }

        impl Kind {
            /// Every kind's name in an archive.
            pub const NAMES: &'static [&'static str] = &[$($text),*];

            /// Its name in an archive.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Kind::$name(_) => $text,)*
                }
            }

            /// Reads the body of the kind with that name; nothing when there
            /// is no such kind.
            pub(super) fn read(
                name: &str,
                body: &str,
            ) -> Option<Result<Kind, serde_json::Error>> {
                match name {
                    $($text => Some(serde_json::from_str(body).map(Kind::$name)),)*
                    _ => None,
                }
            }
        }

        impl Serialize for Kind {
            /// Writes the body alone; the name stands in the event.
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Kind::$name(body) => body.serialize(s),)*
                }
            }
        }
    };
}

kinds! {
    /// The battle is offered.
    Genesis(Box<Genesis>) = "genesis";
    /// A side accepts it.
    Accept(Accept) = "accept";
    /// The side to decide acts.
    Orders(Orders) = "orders";
    /// The side asked decides.
    Answer(Answer) = "answer";
    /// A side prepares decisions, or opens seals.
    Standing(Standing) = "standing";
    /// An opener shows a link for an action.
    Reveal(Reveal) = "reveal";
    /// The first opener sends an illegal sheet back.
    Reject(Reject) = "reject";
    /// A side proposes a draw, a pause or a take-back.
    Propose(Propose) = "propose";
    /// The other side agrees.
    Agree(Reply) = "agree";
    /// The other side declines.
    Decline(Reply) = "decline";
    /// A side gives the battle up.
    Resign(Resign) = "resign";
    /// A deadline has passed.
    Timeout(Timeout) = "timeout";
    /// A role goes on with another key.
    Rekey(Rekey) = "rekey";
    /// A substitute takes a side over.
    Handover(Handover) = "handover";
    /// A role goes on with another chain.
    Reanchor(Reanchor) = "reanchor";
    /// The first opener has lost his chain.
    Void(Void) = "void";
    /// A side says something to everybody.
    Say(Say) = "say";
}

impl Kind {
    /// Whether dice can be made for it: `orders` and `answer`.
    pub fn is_action(&self) -> bool {
        matches!(self, Kind::Orders(_) | Kind::Answer(_))
    }

    /// The side in whose name an umpire acts, where he does.
    pub fn for_side(&self) -> Option<&Role> {
        self.authority().0
    }

    /// That side, and the event by which he may: its standing orders, or the word that its deadline has
    /// passed.
    pub fn delegation(&self) -> Option<(&Role, &Id)> {
        let (side, by) = self.authority();
        side.zip(by)
    }

    fn authority(&self) -> (Option<&Role>, Option<&Id>) {
        match self {
            Kind::Orders(orders) => (orders.for_side.as_ref(), orders.standing.as_ref()),
            Kind::Answer(answer) => (answer.for_side.as_ref(), answer.standing.as_ref()),
            _ => (None, None),
        }
    }
}

/// The body of `accept`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accept {
    /// The game once more.
    pub game: Id,
}

/// The body of `orders`. Empty lists and missing values are not written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// The order sheet.
    pub sheet: String,
    /// Hidden choices made now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seal: Vec<Digest>,
    /// Hidden choices shown now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseal: Vec<Unseal>,
    /// Words to the other side, without effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The side in whose name an umpire signs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_side: Option<Role>,
    /// The id of that side's `standing`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Id>,
}

impl Orders {
    /// A sheet that its own side signs, without hidden choices.
    pub fn of(sheet: String, note: Option<String>) -> Orders {
        Orders { sheet, seal: Vec::new(), unseal: Vec::new(), note, for_side: None, standing: None }
    }
}

/// A hidden choice shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unseal {
    /// The salt of its seal.
    pub salt: Salt,
    /// The choice.
    pub value: String,
}

impl Unseal {
    /// The seal this opens.
    pub fn seal(&self) -> Digest {
        Digest(tess_dice::seal(&self.salt.0, &self.value))
    }
}

/// The body of `answer`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The id that the engine gave the question.
    pub question: String,
    /// One of its options.
    pub answer: String,
    /// Hidden choices made now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seal: Vec<Digest>,
    /// Hidden choices shown now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseal: Vec<Unseal>,
    /// The side in whose name an umpire signs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_side: Option<Role>,
    /// The id of that side's `standing`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Id>,
}

impl Answer {
    /// An answer that its own side signs, without hidden choices.
    pub fn of(question: String, answer: String) -> Answer {
        Answer { question, answer, seal: Vec::new(), unseal: Vec::new(), for_side: None, standing: None }
    }
}

/// The body of `standing`: sealed or open standing orders, or neither, which
/// ends the earlier ones. It may open seals, which is how all are opened when
/// the battle is over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The seal of standing orders that only their holder may read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Digest>,
    /// Standing orders that everybody may read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Hidden choices shown now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseal: Vec<Unseal>,
}

/// The body of `reveal`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The id of the action.
    #[serde(rename = "for")]
    pub action: Id,
    /// Place in the opener's chain.
    pub index: u32,
    /// The value there.
    pub link: Link,
    /// Every die of the action in order of use; from its last opener only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolls: Option<Vec<Roll>>,
    /// Where the sheet stopped, when it was not carried out to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_at: Option<String>,
}

/// A die as the last opener claims it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// `purpose:subject`, unique within the action.
    pub label: String,
    /// At least 2.
    pub sides: u8,
    /// 1 to 6, or 0 to 9.
    pub face: u8,
    /// The rule that asked for it.
    pub rule: String,
}

/// The body of `reject`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reject {
    /// The id of the action.
    #[serde(rename = "for")]
    pub action: Id,
    /// Why its first order is illegal.
    pub reason: String,
}

/// The body of `propose`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Propose {
    /// What is proposed.
    pub what: Proposal,
    /// For a take-back and a healing: the last event that shall still count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// Words to the other side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// For a pause: no deadline falls before this time. Without it, the clocks stand until the next orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<At>,
    /// For a healing: the id of the other event that was signed for one of the places given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Id>,
}

/// What two sides can agree on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// Go on from an earlier event.
    TakeBack,
    /// End the battle without a winner.
    Draw,
    /// Stop the clocks for a while.
    Adjourn,
    /// Go on from before a place for which one role has signed two events.
    Heal,
}

impl Proposal {
    /// What is proposed, in words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Proposal::TakeBack => "take back",
            Proposal::Draw => "a draw",
            Proposal::Adjourn => "a pause",
            Proposal::Heal => "to heal a fork",
        }
    }
}

/// The body of `agree` and `decline`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The id of the `propose`.
    pub proposal: Id,
}

/// The body of `resign`: nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resign {}

/// The body of `timeout`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timeout {
    /// The side that was late.
    pub side: Role,
    /// The deadline that passed.
    pub deadline: At,
    /// What follows.
    pub then: Consequence,
    /// For an extension: the new deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<At>,
}

/// What follows from a passed deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Consequence {
    /// The side has lost.
    Forfeit,
    /// The default orders of the rules are carried out.
    Default,
    /// The side gets longer.
    Extension,
}

impl Consequence {
    /// Its name in an archive.
    pub fn word(self) -> &'static str {
        match self {
            Consequence::Forfeit => "forfeit",
            Consequence::Default => "default",
            Consequence::Extension => "extension",
        }
    }
}

/// The body of `rekey`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rekey {
    /// The new key.
    pub key: Key,
    /// Its signature over `"TESSERA/N1\0" || game || key`.
    pub proof: Proof,
}

/// The body of `handover`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handover {
    /// The substitute's key.
    pub key: Key,
    /// The substitute.
    pub name: String,
    /// The substitute's mail address.
    pub address: String,
    /// The substitute's chain, made for the new key.
    pub chain: Anchor,
}

/// The body of `reanchor`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reanchor {
    /// The new chain, made for the role's present key.
    pub chain: Anchor,
}

/// The body of `void`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// The id of the action that cannot get its link.
    #[serde(rename = "for")]
    pub action: Id,
}

/// The body of `say`: words that move nothing, where the founders have agreed that such words stand in the
/// log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// The words.
    pub text: String,
}
