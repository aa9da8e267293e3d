//! How far troops are a danger to others, as far as the order of battle says.

use crate::piece::{Class, UnitSpec, UnitType};
use crate::setup::Setup;

/// The reach of harassment on horseback, the longest (8.32).
pub(crate) const FARTHEST_HARASSMENT: u8 = 4;

/// **spqr 8.32.** How far this kind of troops harasses, if it does at all.
pub(crate) fn harassment_reach(kind: UnitType) -> u8 {
    if kind == UnitType::LC { FARTHEST_HARASSMENT } else { 2 }
}

/// **spqr 8.16, cataphract 8.16.** The most hexes beyond its reach that a unit shoots downhill in this
/// battle.
pub(crate) fn farthest_beyond(set: &Setup) -> u8 {
    if set.special.wall_tops.is_empty() { 1 } else { set.variant.choices.missile.wall_top_reach }
}

/// May a unit of this kind, which stands on top of its stack, be a danger to somebody more than two hexes
/// off?
pub(crate) fn threatens_from_afar(set: &Setup, spec: &UnitSpec) -> bool {
    let reach = set.variant.charts.missile.reach(&spec.missile_row);
    let shoots =
        reach + farthest_beyond(set) > 2 || harassment_reach(spec.kind) > 2 || spec.class == Class::SC;
    spec.missile.is_some() && shoots
}
