//! Hoplites who do not stop once they go (alexander 6.14).

use crate::Refusal;
use crate::movement::ahead::front_hexes;
use crate::movement::bar::Bar;
use crate::movement::march::{Body, March};
use crate::movement::stacking;
use crate::movement::step::step;
use crate::order::Step;
use crate::position::Position;

/// **alexander 6.14.** A step ahead that this mover could take from there, and so has to; the side it went
/// by last comes first. It need not go through friends, nor turn or swing.
pub(crate) fn onward(pos: &Position, body: &Body, march: &March, last: Option<Step>) -> Option<Step> {
    if !pos.set.presses_on(pos.spec(body.unit)) {
        return None;
    }
    let mut ahead: Vec<Step> = if march.is_abreast() {
        vec![Step::AheadLeft, Step::AheadRight]
    } else {
        front_hexes(pos, body, march).into_iter().map(Step::Enter).collect()
    };
    ahead.sort_by_key(|s| Some(*s) != last);
    ahead.into_iter().find(|&s| {
        step(pos, body, march, s, false)
            .is_ok_and(|taken| taken.through == 0 && stacking::may_end(pos, body, &taken.march))
    })
}

/// **alexander 6.14.** May the move end there?
///
/// # Errors
/// It could go on.
pub(crate) fn may_rest(pos: &Position, body: &Body, march: &March) -> Result<(), Refusal> {
    match onward(pos, body, march, None) {
        Some(_) => Err(Bar::GoesOn.refusal(pos, body, march)),
        None => Ok(()),
    }
}
