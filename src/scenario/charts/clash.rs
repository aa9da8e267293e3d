//! `clash.toml`: the base column (spqr 8.73).

use super::rows::{Table, columns, rows, short};
use crate::read::Block;

/// By [angle][defender][attacker].
pub(super) fn read(root: &Block<'_>) -> Option<[Table<u8>; 3]> {
    let short = short(root)?;
    let angle = |name: &str| {
        let block = root.table(name)?;
        let columns = columns(&block, &short)?;
        let table = rows(&block, &short, columns, 0, |v| v.int(0..=13));
        block.close();
        table
    };
    let (front, flank, rear) = (angle("front"), angle("flank"), angle("rear"));
    Some([front?, flank?, rear?])
}
