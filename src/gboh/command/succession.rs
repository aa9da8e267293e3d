//! Whether a proconsul follows a dead overall commander (4.56).

use crate::Refusal;
use crate::piece::{LeaderId, Rank, Side};
use crate::position::Position;
use crate::refusal::order::{Led, Unfollowed};
use tess_effects::Rule;

/// **spqr 4.56, alexander 4.76.** His player says whether this proconsul is to follow the overall commander
/// if he falls or has fallen; who says nothing has the first who lives follow. Whoever has taken the command
/// over keeps it.
///
/// # Errors
/// Why he cannot.
pub(crate) fn settle(
    pos: &mut Position,
    side: Side,
    proconsul: LeaderId,
    follows: bool,
) -> Result<(), Refusal> {
    let spec = pos.leader_spec(proconsul);
    let no = |why| Err(Refusal::new(Rule("4.56"), Led::DoesNotFollow(proconsul, why)));
    if spec.side != side || spec.rank != Rank::Proconsul || pos.leader(proconsul).killed {
        return no(Unfollowed::NoProconsul);
    }
    if let Some(boss) = pos.overall(side).filter(|&l| pos.leader_spec(l).rank == Rank::Proconsul) {
        return no(Unfollowed::Settled(boss));
    }
    pos.leader_mut(proconsul).stands_aside = !follows;
    Ok(())
}
