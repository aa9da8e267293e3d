//! What a shock promises, by the charts that lie on every player's table.

use super::eye::{is_armed, margin};
use tess_gboh::Position;
use tess_gboh::piece::UnitId;
use tess_gboh::position::Hexes;
use tess_gboh::shock::superiority::{Superiority, by_weapons};
use tess_gboh::variant::charts::{Angle, Weapons};
use tess_gboh::zone::angle_of;
use tess_hex::Facing;

/// What a rout is worth, in tenths of a hit for each size point.
const ROUT: i32 = 6;

/// What this attack promises from that place, in tenths of hits that count: what the defender may expect to suffer less
/// what the attacker may, a rout counting more. `None` where it cannot attack from there.
pub(super) fn prospect(
    pos: &Position,
    attacker: UnitId,
    from: Hexes,
    facing: Facing,
    defender: UnitId,
) -> Option<i32> {
    let (a, d) = (pos.spec(attacker), pos.spec(defender));
    let theirs = pos.hexes(defender);
    let ahead = theirs.iter().any(|h| angle_of(from, facing, h) == Some(Angle::Front));
    if !ahead {
        return None;
    }
    let angle = from.iter().filter_map(|h| pos.angle(defender, h)).max()?;
    if pos.is_routed(defender) {
        return Some(i32::from(d.size) * ROUT);
    }
    let charts = &pos.set.variant.charts;
    let base = i32::from(charts.clash_column(angle, d.kind, a.kind)?);
    let column = (base + size_shift(a.size, d.size)).clamp(1, 13) as usize - 1;
    let (mut suffers, mut pays) = (0, 0);
    for die in 0..10 {
        suffers += i32::from(charts.shock.defender[die][column]);
        pays += i32::from(charts.shock.attacker[die][column]);
    }
    match superiority(pos, attacker, defender, angle) {
        1 => suffers *= 2,
        -1 => pays *= 2,
        _ => {}
    }
    Some(worth(pos, defender, suffers) - worth(pos, attacker, pays))
}

/// So many tenths of hits on a unit: more when they rout it.
fn worth(pos: &Position, unit: UnitId, tenths: i32) -> i32 {
    let left = margin(pos, unit) * 10;
    let rout = i32::from(pos.spec(unit).size) * ROUT;
    if tenths >= left {
        tenths + rout
    } else if tenths + 10 >= left {
        tenths + rout / 2
    } else {
        tenths
    }
}

/// A column for each time that one is larger than the other, beyond the first.
fn size_shift(a: u8, d: u8) -> i32 {
    let (a, d) = (i32::from(a.max(1)), i32::from(d.max(1)));
    if a >= d { a / d - 1 } else { 1 - d / a }
}

/// 1 attack superior, -1 defence superior.
fn superiority(pos: &Position, attacker: UnitId, defender: UnitId, angle: Angle) -> i32 {
    if angle != Angle::Front {
        return 1;
    }
    // Cavalry needs its formation where that is played (alexander 9.71).
    if pos.set.knows_charge_formation() && pos.spec(attacker).kind.is_cavalry() {
        return match by_weapons(pos, attacker, defender) {
            Superiority::Even => 0,
            Superiority::Attack(_) => 1,
            Superiority::Defence => -1,
        };
    }
    match pos.set.variant.charts.weapons(pos.spec(defender).kind, pos.spec(attacker).kind) {
        Weapons::Even => 0,
        Weapons::Attack => 1,
        Weapons::Defence => -1,
        Weapons::DefenceWhileArmed | Weapons::DefenceWhileArmedNotCataphract => {
            let empty = pos.spec(defender).missile.is_some() && !is_armed(pos, defender);
            if empty { 0 } else { -1 }
        }
        Weapons::IndianAttack => i32::from(pos.spec(attacker).indian && !pos.spec(defender).indian),
    }
}
