//! Elephants on the rampage (9.14). Pass-thru stands with shock, screens and riders with missiles.

use super::Oracle;
use super::piece::UnitId;
use super::position::Position;
use crate::effects::Flow;

/// **spqr 9.14.** A whole rampage, to its end; `by` is the unit that caused it.
pub fn rampage(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _elephant: UnitId,
    _by: Option<UnitId>,
) -> Flow<()> {
    todo!()
}
