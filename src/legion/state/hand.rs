//! Hands: what everybody may know of them, and what their owners do.

use super::hiding::Hiding;
use super::lasting::Lasting;
use super::position::Position;
use crate::setup::{Card, CommandId, DECK};
use tess_effects::{BySide, Seal, Side};

/// A card of a hand: a sealed number that its owner did not choose, and the die that was thrown on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Hides a number below 32.
    pub seal: Seal,
    /// The die of 32 sides, thrown after the number was sealed.
    pub die: u8,
    /// What has become of the card.
    pub used: Used,
}

/// What has become of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Used {
    /// It is in the hand.
    Held,
    /// It has been played openly.
    Shown(Card),
    /// It has been played face down.
    Down,
    /// It lies face down for a Command that is not on the table.
    Under(CommandId),
}

/// Everything about cards that changes in a battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stratagems {
    /// The hands.
    pub hands: BySide<Vec<Slot>>,
    /// What played cards still do.
    pub in_force: Vec<Lasting>,
    /// Commands that are not on the table.
    pub hidden: Vec<Hiding>,
    /// The sides that have still to prepare for the battle, in order.
    pub eve: Vec<Side>,
    /// The sides that make a free move before the first turn.
    pub free_moves: Vec<Side>,
    /// Leaders who have been replaced by lesser men.
    pub lessened: Vec<CommandId>,
    /// What those know who may: never in a log, never encoded.
    pub known: Known,
}

/// What a side knows of what it has sealed itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// The cards of its hand.
    pub cards: Vec<(Seal, Card)>,
    /// Where its Commands lie that are held back, as it was sealed.
    pub places: Vec<(Seal, String)>,
}

impl Slot {
    /// **legion card.deal.** The card, when its seal hides this number: as many places on from the one that
    /// the die shows. Whoever sealed the number did not know the die, and whoever made the die does not
    /// know the number.
    #[must_use]
    pub fn card(&self, number: &str) -> Option<Card> {
        let number: u8 = number.parse().ok().filter(|&n| n < DECK)?;
        Some(Card::at(usize::from(number) + usize::from(self.die)))
    }

    /// The numbers, each as it is sealed, with which this slot holds a card.
    pub fn numbers(&self, card: Card) -> impl Iterator<Item = String> + '_ {
        (0..DECK).map(|n| n.to_string()).filter(move |n| self.card(n) == Some(card))
    }
}

impl Stratagems {
    /// Is this in force?
    #[must_use]
    pub fn has(&self, what: Lasting) -> bool {
        self.in_force.contains(&what)
    }

    /// Cards that a side still has in its hand.
    #[must_use]
    pub fn held(&self, side: Side) -> usize {
        self.hands[side].iter().filter(|s| s.used == Used::Held).count()
    }

    /// What shows that a side holds a card: a seal of its hand and a number that makes it this card, any of
    /// them.
    #[must_use]
    pub fn proofs(&self, side: Side, card: Card) -> Vec<(Seal, String)> {
        let held = self.hands[side].iter().filter(|s| s.used == Used::Held);
        held.flat_map(|s| s.numbers(card).map(|n| (s.seal, n))).collect()
    }

    /// A side plays the card that its answer has shown.
    pub fn spend(&mut self, side: Side, card: Card, unseal: impl Fn(Seal) -> Option<String>) {
        let shows = |s: &Slot| unseal(s.seal).and_then(|n| s.card(&n)) == Some(card);
        let slot = self.hands[side].iter_mut().find(|s| s.used == Used::Held && shows(s));
        debug_assert!(slot.is_some(), "an answer counts only with what it has to show");
        if let Some(slot) = slot {
            slot.used = Used::Shown(card);
        }
    }
}

/// The card of a slot for whoever knows what it hides.
#[must_use]
pub fn known(pos: &Position, slot: &Slot) -> Option<Card> {
    pos.cards.known.cards.iter().find(|(seal, _)| *seal == slot.seal).map(|(_, card)| *card)
}

/// Where a Command lies that is held back, as it was sealed, for whoever knows it.
#[must_use]
pub fn known_place(pos: &Position, hiding: &Hiding) -> Option<String> {
    pos.cards.known.places.iter().find(|(seal, _)| *seal == hiding.place).map(|(_, place)| place.clone())
}

/// Tells a copy of the position what a side knows of its own hand, and where its Commands lie.
pub fn confide(pos: &mut Position, side: &str, open: &dyn Fn(Seal) -> Option<String>) {
    let Some(side) = pos.set.find_side(side) else { return };
    let slots = &pos.cards.hands[side];
    let cards = slots.iter().filter_map(|s| Some((s.seal, s.card(&open(s.seal)?)?))).collect();
    let own = pos.cards.hidden.iter().filter(|h| pos.set.command(h.command).side == side);
    let places = own.filter_map(|h| Some((h.place, open(h.place)?))).collect();
    pos.cards.known = Known { cards, places };
}
