//! Shocks that a leader allows: those that promise something.

use std::collections::BTreeMap;

use super::super::plan::Plan;
use super::clash::prospect;
use tess_gboh::order::{Order, ShockOrder};
use tess_gboh::piece::UnitId;
use tess_gboh::play::{Legal, legal};
use tess_gboh::{Position, Side};

/// Combines the attackers of each enemy.
pub(super) fn shocks(plan: &mut Plan<'_>, side: Side) {
    let Legal::Orders(orders) = legal(&plan.now, side) else { return };
    let mut on: BTreeMap<UnitId, Vec<UnitId>> = BTreeMap::new();
    for (unit, foes) in &orders.shock {
        if is_taken(&plan.now, *unit) {
            continue;
        }
        if let Some((worth, foe)) = best(&plan.now, *unit, foes)
            && worth > plan.temper.strike
        {
            on.entry(foe).or_default().push(*unit);
        }
    }
    for (foe, attackers) in on {
        let defenders = vec![foe];
        let order =
            |attackers| Order::Shock(ShockOrder { attackers, defenders: defenders.clone(), with: None });
        if !plan.order(&order(attackers.clone())) && attackers.len() > 1 {
            for attacker in attackers {
                plan.order(&order(vec![attacker]));
            }
        }
    }
}

fn is_taken(pos: &Position, unit: UnitId) -> bool {
    pos.stage.phase().is_some_and(|p| p.combats.iter().any(|c| c.attackers.contains(&unit)))
}

fn best(pos: &Position, unit: UnitId, foes: &[UnitId]) -> Option<(i32, UnitId)> {
    let facing = pos.facing(unit)?;
    let from = pos.hexes(unit);
    foes.iter().filter_map(|&foe| Some((prospect(pos, unit, from, facing, foe)?, foe))).max()
}
