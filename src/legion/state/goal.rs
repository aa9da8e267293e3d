//! What has become of an objective.

use super::unit::UnitId;
use crate::measure::Stance;
use crate::setup::Goal;
use tess_effects::Side;

/// What has become of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalState {
    /// Who has it: at first its owner.
    pub holder: Option<Side>,
    /// There is nothing more to win by it.
    pub spent: bool,
    /// A herd: the unit that drives it.
    pub driver: Option<UnitId>,
    /// A herd that has been driven: where it was when its driver was last looked at.
    pub rests: Option<Stance>,
    /// A town: who loots it.
    pub looter: Option<UnitId>,
}

impl GoalState {
    /// As it is set out.
    #[must_use]
    pub fn of(goal: &Goal) -> GoalState {
        GoalState { holder: goal.owner, spent: false, driver: None, rests: None, looter: None }
    }
}
