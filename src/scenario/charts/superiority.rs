//! `superiority.toml`: who is superior by weapons (spqr 8.72), and who must shock (7.31).

use super::rows::{Table, columns, rows, short, types};
use crate::read::Block;
use tess_gboh::variant::charts::Weapons;

pub(super) struct Superiority {
    pub weapons: Table<Weapons>,
    pub must_shock: [bool; 15],
}

const WORDS: [(&str, Weapons); 6] = [
    ("", Weapons::Even),
    ("AS", Weapons::Attack),
    ("DS", Weapons::Defence),
    ("DS-", Weapons::DefenceWhileArmed),
    ("DS#", Weapons::DefenceWhileArmedNotCataphract),
    ("IA", Weapons::IndianAttack),
];

pub(super) fn read(root: &Block<'_>) -> Option<Superiority> {
    let mut must_shock = [false; 15];
    let named = root.need("must_shock", "[\"PH\", ...]").and_then(|v| types(&v));
    for &kind in named.iter().flatten() {
        must_shock[kind as usize] = true;
    }
    let short = short(root)?;
    let columns = columns(root, &short)?;
    let block = root.table("defender")?;
    let weapons = rows(&block, &short, columns, Weapons::Even, |v| v.word(&WORDS));
    block.close();
    Some(Superiority { weapons: weapons?, must_shock })
}
