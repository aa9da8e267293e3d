//! `shock-crt.toml`: cohesion hits (spqr 8.74) and column shifts (8.46).

use super::rows::numbers;
use crate::read::Block;
use tess_gboh::variant::charts::{Shifts, ShockTable};

pub(super) fn read(root: &Block<'_>) -> Option<(ShockTable, Shifts)> {
    let (attacker, defender) = (table(root, "attacker"), table(root, "defender"));
    let shifts = root.table("shifts").and_then(|block| {
        let shift = |key: &str| block.int::<i8>(key, -12..=12);
        let read = (
            [shift("defenders_in_cover"), shift("any_defender_higher"), shift("all_defenders_higher")],
            [shift("all_defenders_lower"), shift("attacker_depleted"), shift("defender_depleted")],
            [shift("phalanx_defence"), shift("phalanx_defence_vs_heavy"), shift("indian_elephants")],
        );
        let behind_rampart = block.int_or("behind_rampart", -12..=12, 0);
        block.close();
        let ([cover, any, all], [lower, attacker, defender], [phalanx, heavy, indian]) = read;
        Some(Shifts {
            defenders_in_cover: cover?,
            behind_rampart,
            any_defender_higher: any?,
            all_defenders_higher: all?,
            all_defenders_lower: lower?,
            attacker_depleted: attacker?,
            defender_depleted: defender?,
            phalanx_defence: phalanx?,
            phalanx_defence_vs_heavy: heavy?,
            indian_elephants: indian?,
        })
    });
    Some((ShockTable { attacker: attacker?, defender: defender? }, shifts?))
}

fn table(root: &Block<'_>, name: &str) -> Option<[[u8; 13]; 10]> {
    let block = root.table(name)?;
    let rows: [Option<[u8; 13]>; 10] =
        std::array::from_fn(|die| numbers(&block.need(&die.to_string(), "[...]")?, 9));
    block.close();
    let rows: Option<Vec<[u8; 13]>> = rows.into_iter().collect();
    rows?.try_into().ok()
}
