//! The few doors to other chapters whose signatures are young.

use crate::effects::{Flow, Outcome, Refusal, Rule};
use crate::gboh::Oracle;
use crate::gboh::piece::{Side, UnitId};
use crate::gboh::position::Position;
use crate::hex::{Facing, Hex};

/// Regrouping (8.64).
pub(super) fn regroup(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _side: Side,
    _returns: &[(UnitId, Hex, Facing)],
) -> Flow<Outcome> {
    Err(Refusal::new(Rule("8.64"), "regrouping is not carried out yet").into())
}
