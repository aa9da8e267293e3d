//! The push of shields (alexander 8.37).

use crate::events::hit_cause::HitCause;
use crate::events::shock::ShockEvent;
use crate::piece::UnitId;
use crate::position::Position;
use crate::shock::fight::Fight;
use crate::{Flow, Happening, Oracle, rout};

/// **alexander 8.37.** After the struggle of all combats: a unit with three or more times the hits of an
/// enemy in its combat takes two more. No hits count as one.
pub(crate) fn breakthrough(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &[Fight]) -> Flow<()> {
    if !pos.set.variant.choices.shock.breakthrough {
        return Ok(());
    }
    let mut pushed: Vec<(UnitId, UnitId)> = Vec::new();
    for fight in fights.iter().filter(|f| !f.over && f.bout.is_some()) {
        let attackers: Vec<UnitId> = fight.attacking(pos).collect();
        let defenders: Vec<UnitId> = fight.defending(pos).collect();
        pushed.extend(outdone(pos, &attackers, &defenders));
        pushed.extend(outdone(pos, &defenders, &attackers));
    }
    for (unit, by) in pushed {
        let (hits, theirs) = (pos.hits(unit), pos.hits(by));
        oracle.tell(|| Happening::Shock(ShockEvent::Breakthrough { unit, hits, by, theirs }));
        rout::hit(pos, oracle, unit, 2, HitCause::Breakthrough)?;
    }
    Ok(())
}

/// Units that are pushed back, each with the enemy who has fewest hits.
fn outdone(pos: &Position, units: &[UnitId], enemies: &[UnitId]) -> Vec<(UnitId, UnitId)> {
    let fit = |u: &&UnitId| !pos.is_routed(**u);
    let Some(&by) = enemies.iter().filter(fit).min_by_key(|&&e| (pos.hits(e), e)) else { return Vec::new() };
    let least = u16::from(pos.hits(by).max(1)) * 3;
    units.iter().filter(fit).filter(|&&u| u16::from(pos.hits(u)) >= least).map(|&u| (u, by)).collect()
}
