//! Rough ground, and who minds it (6.26).

use crate::field::Terrain;
use crate::movement::march::tread;
use crate::piece::{UnitId, UnitType};
use crate::position::Position;
use crate::variant::movement::RoughGround;
use tess_hex::Hex;

impl Position {
    /// **spqr 6.26, cataphract 6.27, alexander 6.28, 9.21.** Is the hex rough for this unit? Chariots mind
    /// in the one book whose rough ground depends on the unit what is closed to them too.
    #[must_use]
    pub fn is_rough_for(&self, unit: UnitId, hex: Hex) -> bool {
        self.is_rough_to(self.spec(unit).kind, hex)
    }

    /// **cataphract 6.27.** Is it clear ground? Where woods and broken ground alone are rough, everything
    /// else is clear.
    #[must_use]
    pub fn is_clear(&self, hex: Hex) -> bool {
        let ground = self.set.field.cell(hex).terrain;
        match self.set.variant.choices.movement.rough {
            RoughGround::WoodsAndBroken => !matches!(ground, Terrain::Woods | Terrain::Broken),
            RoughGround::Listed | RoughGround::ByHits => ground == Terrain::Clear,
        }
    }

    /// Is it rough ground for any unit of a type? For one unit ask [`is_rough_for`](Position::is_rough_for).
    pub(crate) fn is_rough_to(&self, kind: UnitType, hex: Hex) -> bool {
        let ground = self.set.field.cell(hex).terrain;
        match self.set.variant.choices.movement.rough {
            RoughGround::Listed => ground.is_rough(),
            RoughGround::WoodsAndBroken => matches!(ground, Terrain::Woods | Terrain::Broken),
            RoughGround::ByHits => {
                let row = self.set.variant.charts.movement.ground(ground);
                row.is_some_and(|r| r.hits[tread(kind) as usize] != Some(0))
            }
        }
    }
}
