//! `movement.toml`: points and hits of movement (spqr 6.27).

use crate::read::Block;
use tess_gboh::variant::charts::{Going, MovementChart};

const TREADS: [&str; 5] = ["heavy", "medium", "cavalry", "elephant", "chariot"];

pub(super) fn read(root: &Block<'_>) -> Option<MovementChart> {
    let ([clear, woods, broken, marsh], [camp]) =
        section(root, "terrain", ["clear", "woods", "broken", "marsh"], ["camp"], going);
    let ([stream], [rampart]) = section(root, "hexside", ["stream"], ["rampart"], going);
    let ([up_one, up_more, down], []) = section(root, "level", ["up_one", "up_more", "down"], [], going);
    let points = |block: &Block<'_>, key: &str| block.int::<u8>(key, 0..=9);
    let facing = root.table("facing").and_then(|block| {
        let keys = ["mp", "roman_infantry_mp", "skirmisher_mp", "elephant_mp", "chariot_mp"];
        let mp = keys.map(|key| points(&block, key));
        // Sets for books without such units leave these out.
        let special = [
            block.may("shock_skirmisher_mp").map_or(Some(0), |v| v.int::<u8>(0..=9)),
            block.may("cataphract_mp").map_or(Some(1), |v| v.int::<u8>(0..=9)),
        ];
        let rough = block.table("rough_hits").and_then(|b| {
            let hits = TREADS.map(|tread| points(&b, tread));
            b.close();
            all(hits)
        });
        block.close();
        Some((all(mp)?, all(special)?, rough?))
    });
    let special = root.table("special").and_then(|block| {
        let keys = ["reverse_mp", "column_mp", "column_bonus", "double_depth_mp", "extension_mp"];
        let mp = keys.map(|key| points(&block, key));
        let leader = block.int::<u8>("leader_ma", 1..=30);
        let joins = block.may("leader_joins_mp").map_or(Some(0), |v| v.int::<u8>(0..=9));
        block.close();
        Some((all(mp)?, leader?, joins?))
    });
    let ([mp, roman, skirmisher, elephant, chariot], [shock_skirmisher, cataphract], rough_facing_hits) =
        facing?;
    let ([reverse_mp, column_mp, column_bonus, double_depth_mp, extension_mp], leader_ma, leader_joins_mp) =
        special?;
    Some(MovementChart {
        clear: clear?,
        woods: woods?,
        broken: broken?,
        marsh: marsh?,
        camp,
        stream: stream?,
        rampart,
        up_one: up_one?,
        up_more: up_more?,
        down: down?,
        facing_mp: mp,
        roman_facing_mp: roman,
        skirmisher_facing_mp: skirmisher,
        elephant_facing_mp: elephant,
        chariot_facing_mp: chariot,
        shock_skirmisher_facing_mp: shock_skirmisher,
        cataphract_facing_mp: cataphract,
        rough_facing_hits,
        reverse_mp,
        column_mp,
        column_bonus,
        double_depth_mp,
        extension_mp,
        leader_ma,
        leader_joins_mp,
    })
}

/// The rows of a section: those it must have and those it may have.
fn section<T, const N: usize, const M: usize>(
    root: &Block<'_>,
    name: &str,
    must: [&str; N],
    may: [&str; M],
    read: impl Fn(&Block<'_>) -> Option<T>,
) -> ([Option<T>; N], [Option<T>; M]) {
    let Some(block) = root.table(name) else { return (must.map(|_| None), may.map(|_| None)) };
    let found = (
        must.map(|key| read(&block.table(key)?)),
        may.map(|key| read(&block.may(key).and_then(|v| v.block())?)),
    );
    block.close();
    found
}

fn going(block: &Block<'_>) -> Option<Going> {
    let mp = block.int("mp", 0..=9);
    // -1 means that such troops may not enter; of the other numbers `u8` is what remains.
    let hits = TREADS.map(|tread| block.int::<i8>(tread, -1..=9).map(|h| u8::try_from(h).ok()));
    let column = block.flag_or("column", false);
    block.close();
    Some(Going { mp: mp?, hits: all(hits)?, column })
}

fn all<T, const N: usize>(cells: [Option<T>; N]) -> Option<[T; N]> {
    let cells: Option<Vec<T>> = cells.into_iter().collect();
    cells?.try_into().ok()
}
