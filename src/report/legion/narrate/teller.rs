//! Who writes the sentences of a battle.

use tess_legion::Position;

/// Writes the sentences of one battle, and remembers which dice it has told.
pub struct Teller<'a> {
    /// Asked for names.
    pub pos: &'a Position,
    dice: Vec<u8>,
}

impl<'a> Teller<'a> {
    /// For the sentences of this battle.
    #[must_use]
    pub const fn new(pos: &'a Position) -> Teller<'a> {
        Teller { pos, dice: Vec::new() }
    }

    /// A die that has been thrown, as its face.
    pub fn die<D: Copy + TryInto<u8>>(&mut self, face: D) -> D {
        self.dice.extend(face.try_into().ok());
        face
    }

    /// Dice of these faces need not be told any more.
    #[must_use]
    pub fn dice(&self) -> &[u8] {
        &self.dice
    }
}
