//! Some hexes of the map, a bit for each: what hangs together among them is found a column at a time.

use crate::position::Hexes;
use crate::state::presence::rows_touched;
use tess_hex::Hex;

/// Columns of the map that lie beside each other, as numbers; the rows are their bits. What is made of a
/// patch has the same columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Patch {
    first: usize,
    columns: Vec<u128>,
}

impl Patch {
    /// All of these hexes.
    pub(crate) fn of(places: impl Iterator<Item = Hexes> + Clone) -> Patch {
        let (mut first, mut last) = (usize::MAX, 0);
        for at in places.clone() {
            for hex in at.iter() {
                (first, last) = (first.min(hex.col().into()), last.max(hex.col().into()));
            }
        }
        let mut patch = Patch { first, columns: vec![0; (last + 1_usize).saturating_sub(first)] };
        for at in places {
            at.iter().for_each(|hex| patch.put_in(hex));
        }
        patch
    }

    /// None of the hexes of the same columns.
    pub(crate) fn none(&self) -> Patch {
        Patch { first: self.first, columns: vec![0; self.columns.len()] }
    }

    /// Adds a hex in one of the columns.
    pub(crate) fn put_in(&mut self, hex: Hex) {
        self.columns[usize::from(hex.col()) - self.first] |= 1 << hex.row();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.columns.iter().all(|&rows| rows == 0)
    }

    #[inline]
    pub(crate) fn holds(&self, hex: Hex) -> bool {
        let rows = usize::from(hex.col()).checked_sub(self.first).and_then(|n| self.columns.get(n));
        rows.is_some_and(|&rows| rows & (1 << hex.row()) != 0)
    }

    /// Each of them, column by column.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        let mut columns = (self.first..).zip(self.columns.iter().copied());
        let (mut col, mut rows) = (0, 0);
        std::iter::from_fn(move || {
            while rows == 0 {
                (col, rows) = columns.next()?;
            }
            let row = rows.trailing_zeros();
            rows &= rows - 1;
            Some(Hex::new(col as u8, row as u8))
        })
    }

    pub(crate) fn add(&mut self, others: &Patch) {
        self.columns.iter_mut().zip(&others.columns).for_each(|(rows, more)| *rows |= more);
    }

    /// Those only that are among others, too.
    pub(crate) fn keep(&mut self, others: &Patch) {
        self.columns.iter_mut().zip(&others.columns).for_each(|(rows, others)| *rows &= others);
    }

    /// Takes out what hangs together with one of them, hex beside hex.
    pub(crate) fn take_around(&mut self, hex: Hex) -> Patch {
        let mut taken = self.none();
        taken.put_in(hex);
        // There and back, until nothing is added any more.
        let last = self.columns.len() - 1;
        for back in [false, true].into_iter().cycle() {
            let mut more = false;
            for n in 0..=last {
                more |= self.spread(&mut taken, if back { last - n } else { n });
            }
            if !more {
                break;
            }
        }
        self.columns.iter_mut().zip(&taken.columns).for_each(|(rows, taken)| *rows &= !taken);
        taken
    }

    /// Adds to what is taken the hexes of one column that hang together with it. Is it more now?
    fn spread(&self, taken: &mut Patch, n: usize) -> bool {
        let (own, before) = (self.columns[n], taken.columns[n]);
        if own == before {
            return false;
        }
        let mut rows = (before | taken.beside(n)) & own;
        loop {
            let more = (rows | rows << 1 | rows >> 1) & own;
            if more == rows {
                break;
            }
            rows = more;
        }
        taken.columns[n] = rows;
        rows != before
    }

    /// The hexes of a column that touch one of these in the columns beside it.
    #[inline]
    fn beside(&self, n: usize) -> u128 {
        let west = if n > 0 { self.columns[n - 1] } else { 0 };
        rows_touched(self.is_odd(n), west | self.columns.get(n + 1).copied().unwrap_or(0))
    }

    /// Do the hexes of this column lie half a hex down?
    #[inline]
    fn is_odd(&self, n: usize) -> bool {
        (self.first + n) % 2 == 1
    }

    /// Adds the hexes of the same columns that lie within so many of one of these.
    pub(crate) fn grow(&mut self, by: u8) {
        for _ in 0..by {
            let mut west = 0;
            for n in 0..self.columns.len() {
                let own = self.columns[n];
                let east = self.columns.get(n + 1).copied().unwrap_or(0);
                self.columns[n] = own | own << 1 | own >> 1 | rows_touched(self.is_odd(n), west | east);
                west = own;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proving_ground::{Chance, hex};

    /// Held against distances, pair by pair.
    #[test]
    fn a_patch_knows_what_touches_and_what_is_near() {
        let mut chance = Chance(11);
        for most in [20, 60, 120] {
            let some: Vec<Hex> = (0..most)
                .map(|_| hex((20 + chance.below(14)) as u16 * 100 + chance.below(14) as u16))
                .collect();
            let all = Patch::of(some.iter().map(|&h| Hexes::one(h)));
            let mut sorted = some.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(all.hexes().collect::<Vec<_>>(), sorted);
            assert!(sorted.iter().all(|&h| all.holds(h)) && !all.holds(hex(9999)) && !all.holds(hex(0)));
            let mut left = all.clone();
            let mut parts: Vec<Patch> = Vec::new();
            for &hex in &sorted {
                if left.holds(hex) {
                    parts.push(left.take_around(hex));
                }
            }
            assert!(left.is_empty());
            for (n, part) in parts.iter().enumerate() {
                let mut reached: Vec<Hex> = part.hexes().take(1).collect();
                let mut at = 0;
                while let Some(&here) = reached.get(at) {
                    let near = sorted.iter().filter(|h| h.touches(here));
                    let new: Vec<Hex> = near.copied().filter(|h| !reached.contains(h)).collect();
                    reached.extend(new);
                    at += 1;
                }
                reached.sort_unstable();
                assert_eq!(part.hexes().collect::<Vec<_>>(), reached);
                for by in 1..4 {
                    let mut grown = part.clone();
                    grown.grow(by);
                    for other in &parts[n..] {
                        let mut near = other.clone();
                        near.keep(&grown);
                        let by_distance = |h: &Hex| reached.iter().any(|r| r.distance(*h) <= by);
                        let expected: Vec<Hex> = other.hexes().filter(by_distance).collect();
                        assert_eq!(near.hexes().collect::<Vec<_>>(), expected, "{by}");
                    }
                }
            }
        }
    }
}
