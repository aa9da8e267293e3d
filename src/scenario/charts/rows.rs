//! Tables by unit type: rows for defenders, columns for attackers, some reading another's.

use crate::read::{Block, Value};
use tess_gboh::piece::UnitType;

/// The words for the unit types.
pub(crate) fn type_words() -> [(&'static str, UnitType); 15] {
    UnitType::ALL.map(|kind| (kind.letters(), kind))
}

/// A list of unit types.
pub(super) fn types(value: &Value<'_>) -> Option<Vec<UnitType>> {
    let words = type_words();
    value.list()?.iter().map(|v| v.word(&words)).collect()
}

/// Cells by defender, attacker; who never attacks has `empty` in his column.
pub(super) type Table<T> = [[T; 15]; 15];

/// How the file shortens its tables.
pub(super) struct Short {
    reads_as: [Option<UnitType>; 15],
    never: Vec<UnitType>,
}

/// Reads `reads_as` and `never_attack`.
pub(super) fn short(root: &Block<'_>) -> Option<Short> {
    let words = type_words();
    let mut reads_as = [None; 15];
    let table = root.table("reads_as")?;
    for (letters, kind) in words {
        if let Some(value) = table.may(letters) {
            reads_as[kind as usize] = value.word(&words);
        }
    }
    table.close();
    let never = types(&root.need("never_attack", "[\"SK\"]")?)?;
    Some(Short { reads_as, never })
}

/// The columns as the `attackers` key names them: for each type its place in a row.
pub(super) fn columns(block: &Block<'_>, short: &Short) -> Option<([Option<usize>; 15], usize)> {
    let value = block.need("attackers", "[\"PH\", ...]")?;
    let named = types(&value)?;
    let place = |kind: UnitType| named.iter().position(|&n| n == kind);
    let mut columns = [None; 15];
    for kind in UnitType::ALL {
        if short.never.contains(&kind) {
            continue;
        }
        let read = short.reads_as[kind as usize];
        columns[kind as usize] = place(kind).or_else(|| place(read?));
        if columns[kind as usize].is_none() {
            let letters = kind.letters();
            value.refuse(
                format!("no column for {letters}"),
                "name it here or in `reads_as` or `never_attack`",
            );
        }
    }
    if let Some(twice) = named.iter().enumerate().find(|(i, n)| named[..*i].contains(n)) {
        value.refuse(format!("{} stands here twice", twice.1.letters()), "name each column once");
    }
    Some((columns, named.len()))
}

/// Reads the rows below a line of columns.
pub(super) fn rows<T: Copy>(
    block: &Block<'_>,
    short: &Short,
    (columns, width): ([Option<usize>; 15], usize),
    empty: T,
    cell: impl Fn(&Value<'_>) -> Option<T>,
) -> Option<Table<T>> {
    let mut table = [[empty; 15]; 15];
    let mut whole = true;
    for kind in UnitType::ALL {
        let own = block.may(kind.letters());
        let row = match (own, short.reads_as[kind as usize]) {
            (Some(row), _) => Some(row),
            (None, Some(other)) => block.may(other.letters()),
            (None, None) => block.need(kind.letters(), "[...]"),
        };
        let Some(cells) = row.and_then(|row| cells(&row, width, &cell)) else {
            whole = false;
            continue;
        };
        for attacker in UnitType::ALL {
            if let Some(column) = columns[attacker as usize] {
                table[kind as usize][attacker as usize] = cells[column];
            }
        }
    }
    whole.then_some(table)
}

/// A row of so many cells.
pub(super) fn cells<T>(
    row: &Value<'_>,
    width: usize,
    cell: impl Fn(&Value<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let list = row.list()?;
    if list.len() != width {
        row.refuse(format!("this row has {} cells, not {width}", list.len()), "give one for each column");
        return None;
    }
    // Every cell is looked at, so that all bad ones are told.
    let read: Vec<Option<T>> = list.iter().map(cell).collect();
    read.into_iter().collect()
}

/// A row of so many whole numbers.
pub(super) fn numbers<const N: usize>(row: &Value<'_>, max: i64) -> Option<[u8; N]> {
    cells(row, N, |v| v.int(0..=max))?.try_into().ok()
}
