//! The deck: 32 cards of 29 kinds.

use Moment::{Acting, Eve, Orders, Rally};
use tess_effects::Rule;

/// When a card may be played by its owner's own sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// Before the first turn.
    Eve,
    /// When the side gives its orders at the start of a turn.
    Orders,
    /// While one of its Commands has the initiative.
    Acting,
    /// In its rally phase.
    Rally,
}

/// At any time in a turn: by sheets, and in the window that opens when an enemy Command takes the
/// initiative.
const ANY: &[Moment] = &[Orders, Acting, Rally];

/// The same, as long as anybody may shoot or fight.
const BEFORE_THE_RALLY: &[Moment] = &[Orders, Acting];

/// A kind of card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Card {
    /// Two Commands change places.
    Redeploy,
    /// A Command comes over a side edge.
    FlankMarch,
    /// A Command lies hidden.
    Ambush,
    /// A Command comes over its own edge.
    HiddenReserves,
    /// A Command fights like demons.
    BattleFrenzy,
    /// Those who hear a commander take heart.
    RousingSpeech,
    /// The gods smile.
    GoodOmens,
    /// The gods frown, on the enemy.
    BadOmens,
    /// Troops begin farther forward, and tired.
    ForcedMarch,
    /// Troops are fed, and the enemy moves first.
    HotMeal,
    /// The choice of the side of the table.
    SuperiorScouting,
    /// The enemy begins in disorder.
    SurpriseAttack,
    /// A Command begins on the enemy's flank.
    NightMarch,
    /// Ditches or palisades.
    DigIn,
    /// The enemy shoots badly.
    Weather,
    /// A Command rallies.
    InspiringCommander,
    /// A standard bearer leads a charge.
    Aquilifer,
    /// A broken unit rallies.
    LegendaryCenturion,
    /// A unit does as its owner wishes.
    Tribune,
    /// A disordered unit stands in order for a turn.
    Optio,
    /// A Command has the highest initiative.
    Legate,
    /// A Command moves at twice its rate.
    Quaestor,
    /// The order of all Commands.
    Caesar,
    /// A leader's misfortune is undone.
    CaesarsLuck,
    /// An enemy leader is hit.
    IllFortune,
    /// An enemy leader is replaced by a lesser man.
    PoliticalEnemies,
    /// The units of an enemy Command may lose their order.
    Panic,
    /// The hits of a volley count twice.
    DevastatingVolley,
    /// An enemy unit loses its order.
    TreacherousTerrain,
}

/// What is printed on a card.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Which.
    pub card: Card,
    /// Its name in orders.
    pub word: &'static str,
    /// The rule of the book that has it.
    pub rule: Rule,
    /// Its name in full.
    pub name: &'static str,
    /// How it is written.
    pub form: &'static str,
    /// When a sheet may hold it.
    pub when: &'static [Moment],
}

macro_rules! face {
    ($card:ident, $word:literal, $name:literal, $form:literal, $when:expr $(,)?) => {
        Face {
            card: Card::$card,
            word: $word,
            rule: Rule(concat!("card.", $word)),
            name: $name,
            form: $form,
            when: $when,
        }
    };
}

/// All kinds, in the order of the book.
pub const FACES: [Face; 29] = [
    face!(Redeploy, "redeploy", "Redeploy", "card redeploy C1 C2", &[Eve]),
    face!(FlankMarch, "flank-march", "Flank March", "card flank-march C2 west 20", &[Orders]),
    face!(Ambush, "ambush", "Ambush", "card ambush C2 facing 90", &[Orders]),
    face!(HiddenReserves, "hidden-reserves", "Hidden Reserves", "card hidden-reserves C2", &[Orders]),
    face!(BattleFrenzy, "battle-frenzy", "Battle Frenzy", "card battle-frenzy C1", BEFORE_THE_RALLY),
    face!(RousingSpeech, "rousing-speech", "Rousing Speech", "card rousing-speech C1", ANY),
    face!(GoodOmens, "good-omens", "Good Omens", "card good-omens", &[Eve, Orders, Acting, Rally]),
    face!(BadOmens, "bad-omens", "Bad Omens", "card bad-omens", &[Eve, Orders, Acting, Rally]),
    face!(ForcedMarch, "forced-march", "Forced March", "card forced-march 6 C1 (or army)", &[Eve]),
    face!(HotMeal, "hot-meal", "Hot Meal", "card hot-meal", &[Eve]),
    face!(
        SuperiorScouting,
        "superior-scouting",
        "Superior Scouting",
        "card superior-scouting swap (or stay)",
        &[Eve],
    ),
    face!(SurpriseAttack, "surprise-attack", "Surprise Attack", "card surprise-attack", &[Eve]),
    face!(NightMarch, "night-march", "Night March", "card night-march C2 east 20", &[Eve]),
    face!(DigIn, "dig-in", "Dig In", "card dig-in palisade 10,8 16,8", &[Eve]),
    face!(Weather, "weather", "Weather", "card weather", &[Orders]),
    face!(
        InspiringCommander,
        "inspiring-commander",
        "Inspiring Commander",
        "card inspiring-commander C1",
        &[Rally],
    ),
    face!(Aquilifer, "aquilifer", "The Aquilifer", "card aquilifer H1", &[Acting]),
    face!(
        LegendaryCenturion,
        "legendary-centurion",
        "Legendary Centurion",
        "card legendary-centurion H1",
        ANY,
    ),
    face!(Tribune, "tribune", "The Tribune", "card tribune H1 hold", &[Acting]),
    face!(Optio, "optio", "The Optio", "card optio H1", ANY),
    face!(Legate, "legate", "The Legate", "card legate C1", &[Orders]),
    face!(Quaestor, "quaestor", "The Quaestor", "card quaestor", &[Acting]),
    face!(Caesar, "caesar", "Caesar", "card caesar C1 G1 C2 G2", &[Orders]),
    face!(CaesarsLuck, "caesars-luck", "Caesar's Luck", "answer the question caesars-luck", &[]),
    face!(IllFortune, "ill-fortune", "Ill-Fortune", "card ill-fortune HAN", ANY),
    face!(PoliticalEnemies, "political-enemies", "Political Enemies", "card political-enemies HAN", &[Eve]),
    face!(Panic, "panic", "Panic", "card panic G1", ANY),
    face!(
        DevastatingVolley,
        "devastating-volley",
        "Devastating Volley",
        "card devastating-volley V1",
        BEFORE_THE_RALLY,
    ),
    face!(
        TreacherousTerrain,
        "treacherous-terrain",
        "Treacherous Terrain",
        "card treacherous-terrain W1",
        ANY,
    ),
];

/// **legion card.deal.** Cards in the deck.
pub const DECK: u8 = 32;

/// The three kinds of which the deck holds two.
const TWICE: [Card; 3] = [Card::LegendaryCenturion, Card::Tribune, Card::Optio];

impl Card {
    /// What is printed on it.
    #[must_use]
    pub const fn face(self) -> &'static Face {
        &FACES[self as usize]
    }

    /// The rule of the book that has it.
    #[must_use]
    pub const fn rule(self) -> Rule {
        self.face().rule
    }

    /// The card at a place of the deck, counted round from 0: each kind once, then the three that are there
    /// twice.
    #[must_use]
    pub fn at(place: usize) -> Card {
        let place = place % usize::from(DECK);
        FACES.get(place).map_or_else(|| TWICE[place - FACES.len()], |face| face.card)
    }

    /// The card of this name in orders, in either case.
    #[must_use]
    pub fn parse(word: &str) -> Option<Card> {
        FACES.iter().find(|f| f.word.eq_ignore_ascii_case(word)).map(|f| f.card)
    }
}

impl Card {
    /// Does it hide a Command until it is shown?
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        matches!(self, Card::FlankMarch | Card::Ambush | Card::HiddenReserves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_stands_at_its_card_and_the_deck_holds_thirty_two() {
        for face in &FACES {
            assert_eq!(face.card.face().word, face.word);
            assert_eq!(Card::parse(face.word), Some(face.card));
        }
        let copies = |card| (0..usize::from(DECK)).filter(|&n| Card::at(n) == card).count();
        assert_eq!(FACES.iter().map(|f| copies(f.card)).sum::<usize>(), 32);
        assert!(FACES.iter().all(|f| copies(f.card) == if TWICE.contains(&f.card) { 2 } else { 1 }));
    }
}
