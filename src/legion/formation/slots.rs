//! Where each stand of a formation stands.

use super::Formation;
use crate::measure::{Length, Stance};

/// Where a stand stands in its unit's frame: the middle of its own front edge, and quarter turns clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slot {
    /// To the right of the unit's anchor.
    pub right: Length,
    /// Behind the unit's anchor.
    pub back: Length,
    /// Quarter turns, 0 to 3: 1 faces the unit's right.
    pub quarter: u8,
}

impl Slot {
    /// Where that is on the table, of a unit that stands so.
    #[must_use]
    pub fn seen_from(self, stance: Stance) -> Stance {
        let heading = stance.heading.turned(i32::from(self.quarter) * 9_000);
        Stance { anchor: stance.at(self.right.0, -self.back.0), heading }
    }
}

/// The slots of stands of these sizes (width, depth), the front ones first. The anchor is the middle of the
/// front.
#[must_use]
pub fn slots(formation: Formation, sizes: &[(Length, Length)]) -> Vec<Slot> {
    let width = sizes.iter().map(|s| s.0.0).max().unwrap_or(0);
    match formation {
        Formation::Orbis => orbis(sizes, width),
        Formation::Quincunx => rows(sizes, sizes.len(), width, width * 2),
        _ => {
            let mut found = rows(sizes, formation.files(sizes.len()).max(1), width, width);
            if formation == Formation::Testudo
                && found.len() > 1
                && let (Some(last), Some(size)) = (found.last_mut(), sizes.last())
            {
                last.back = last.back + size.1;
                last.quarter = 2;
            }
            found
        }
    }
}

/// Rows of so many files, this far from middle to middle; a last row that is not full stands about the
/// middle files.
fn rows(sizes: &[(Length, Length)], files: usize, width: i32, pitch: i32) -> Vec<Slot> {
    let mut found = Vec::with_capacity(sizes.len());
    let whole = pitch * (files as i32 - 1) + width;
    let mut back = 0;
    for row in sizes.chunks(files) {
        let first = ((files - row.len()) / 2) as i32;
        for file in 0..row.len() as i32 {
            let right = pitch * (first + file) + width / 2 - whole / 2;
            found.push(Slot { right: Length(right), back: Length(back), quarter: 0 });
        }
        back += row.iter().map(|s| s.1.0).max().unwrap_or(0);
    }
    found
}

/// A square: front and rear rows, between them files that face right and left.
fn orbis(sizes: &[(Length, Length)], width: i32) -> Vec<Slot> {
    let n = sizes.len() as i32;
    let depth = sizes.iter().map(|s| s.1.0).max().unwrap_or(0);
    // Front and rear take what does not divide, then the right.
    let (front, rear, right, left) = ((n + 3) / 4, (n + 2) / 4, (n + 1) / 4, n / 4);
    let half = (front.max(rear) * width).max(2 * depth) / 2;
    let long = right.max(left) * width;
    let across = |count: i32, i: i32| width * i + width / 2 - count * width / 2;
    let along = |i: i32| Length(depth + width * i + width / 2);
    let mut found = Vec::new();
    found.extend((0..front).map(|i| Slot { right: Length(across(front, i)), back: Length(0), quarter: 0 }));
    found.extend((0..right).map(|i| Slot { right: Length(half), back: along(i), quarter: 1 }));
    let end = Length(2 * depth + long);
    found.extend((0..rear).map(|i| Slot { right: Length(across(rear, i)), back: end, quarter: 2 }));
    found.extend((0..left).map(|i| Slot { right: Length(-half), back: along(i), quarter: 3 }));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Base, Stance};

    const SIZE: (Length, Length) = (Length(1_600), Length(1_200));

    fn bases(formation: Formation, stands: usize) -> Vec<Base> {
        let unit = Stance::default();
        let made = slots(formation, &vec![SIZE; stands]);
        assert_eq!(made.len(), stands);
        let stance = |s: &Slot| {
            let heading = unit.heading.turned(i32::from(s.quarter) * 9_000);
            Stance { anchor: unit.at(s.right.0, -s.back.0), heading }
        };
        made.iter().map(|s| Base::new(stance(s), SIZE.0, SIZE.1)).collect()
    }

    #[test]
    fn a_line_stands_about_its_anchor() {
        let rights = |n| slots(Formation::Line, &vec![SIZE; n]).iter().map(|s| s.right.0).collect::<Vec<_>>();
        assert_eq!(rights(3), [-1_600, 0, 1_600]);
        assert_eq!(rights(2), [-800, 800]);
    }

    #[test]
    fn a_double_line_of_five_has_three_before_two() {
        let made = slots(Formation::Double, &[SIZE; 5]);
        let ranks: Vec<i32> = made.iter().map(|s| s.back.0).collect();
        assert_eq!(ranks, [0, 0, 0, 1_200, 1_200]);
        assert_eq!(Formation::Double.files(5), 3);
    }

    #[test]
    fn stands_touch_and_never_overlap() {
        let all = [
            Formation::Line,
            Formation::Double,
            Formation::Column,
            Formation::Files(3),
            Formation::Orbis,
            Formation::Testudo,
        ];
        for formation in all {
            for n in 1..=12 {
                let bases = bases(formation, n);
                for (i, one) in bases.iter().enumerate() {
                    let others = || bases.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, b)| b);
                    assert!(others().all(|o| !one.overlaps(o)), "{formation:?} of {n}: {i} overlaps");
                    assert!(
                        n == 1 || others().any(|o| one.touches(o)),
                        "{formation:?} of {n}: {i} stands alone"
                    );
                }
            }
        }
    }

    #[test]
    fn the_gaps_of_a_quincunx_are_as_wide_as_a_base() {
        let bases = bases(Formation::Quincunx, 4);
        assert!(bases.windows(2).all(|w| w[0].distance(&w[1]) == SIZE.0));
    }

    #[test]
    fn a_testudo_looks_back_and_an_orbis_all_round() {
        assert_eq!(
            slots(Formation::Testudo, &[SIZE; 3]).last().map(|s| (s.back.0, s.quarter)),
            Some((3_600, 2))
        );
        let quarters: Vec<u8> = slots(Formation::Orbis, &[SIZE; 8]).iter().map(|s| s.quarter).collect();
        assert_eq!(quarters, [0, 0, 1, 1, 2, 2, 3, 3]);
    }
}
