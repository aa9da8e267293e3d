//! Luck: what fair dice would give against what the dice of a log gave. Integers only.

use std::collections::{BTreeMap, BTreeSet};

use tess_ledger::{Kind, Ledger, Role};

/// All dice of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tray {
    /// Faces of a die: 6 or 10; others draw one of so many things.
    pub sides: u8,
    /// How often each face came, the lowest first.
    pub faces: Vec<u64>,
    /// How many were thrown in each side's actions, and their sum.
    pub by: BTreeMap<Role, (u64, u64)>,
}

/// How likely fair dice are to fall as unevenly as these, or more so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Too few to say.
    TooFew,
    /// More even than 99 in 100 lots of fair dice.
    TooEven,
    /// As fair dice fall.
    Usual,
    /// Fair dice do this once in 20 lots.
    Uneven,
    /// Once in 100.
    VeryUneven,
    /// Once in 1000.
    Doubtful,
}

/// The dice of a log by purpose and faces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Luck {
    /// By what the die was for and its faces.
    pub kinds: BTreeMap<(String, u8), Tray>,
}

/// Chi-square in hundredths that fair dice exceed 99, 5, 1 and 0.1 times in a hundred lots (5 and 9 degrees
/// of freedom: six and ten faces).
const EXCEEDED: [(u8, [u64; 4]); 2] = [(6, [55, 1107, 1509, 2052]), (10, [209, 1692, 2167, 2788])];
/// Where the normal curve has as much beyond it, in thousandths: for dice of other sorts.
const DEVIATES: [i128; 4] = [-2326, 1645, 2326, 3090];
/// The test needs so many of each face to be expected.
const EACH_FACE: u64 = 5;

impl Luck {
    /// Counts every die thrown, those of actions taken back or void included.
    #[must_use]
    pub fn of(ledger: &Ledger) -> Luck {
        let mut luck = Luck::default();
        for entry in ledger.entries() {
            let Kind::Reveal(reveal) = &entry.event().kind else { continue };
            let Some(action) = ledger.action(&reveal.action) else { continue };
            for roll in reveal.rolls.iter().flatten() {
                let purpose = roll.label.split([':', '#']).next().unwrap_or_default().to_owned();
                let tray = luck.kinds.entry((purpose, roll.sides));
                tray.or_insert_with(|| Tray::new(roll.sides)).add(roll.face, &action.side);
            }
        }
        luck
    }

    /// The sorts of dice that were thrown, by their faces, the most first.
    #[must_use]
    pub fn sorts(&self) -> Vec<u8> {
        let sorts: BTreeSet<u8> = self.kinds.values().map(|tray| tray.sides).collect();
        sorts.into_iter().rev().collect()
    }

    /// All dice with so many faces together.
    #[must_use]
    pub fn all(&self, sides: u8) -> Tray {
        let mut all = Tray::new(sides);
        for tray in self.kinds.values().filter(|tray| tray.sides == sides) {
            all.faces.iter_mut().zip(&tray.faces).for_each(|(sum, n)| *sum += n);
            for (role, (n, sum)) in &tray.by {
                let total = all.by.entry(role.clone()).or_default();
                *total = (total.0 + n, total.1 + sum);
            }
        }
        all
    }
}

impl Tray {
    /// An empty one.
    #[must_use]
    pub fn new(sides: u8) -> Tray {
        Tray { sides, faces: vec![0; usize::from(sides)], by: BTreeMap::new() }
    }

    /// The lowest face: a die of ten begins with 0.
    fn lowest(&self) -> u8 {
        u8::from(self.sides != 10)
    }

    fn add(&mut self, face: u8, side: &Role) {
        let place = usize::from(face.saturating_sub(self.lowest()));
        if let Some(count) = self.faces.get_mut(place) {
            *count += 1;
        }
        let own = self.by.entry(side.clone()).or_default();
        *own = (own.0 + 1, own.1 + u64::from(face));
    }

    /// How many were thrown.
    #[must_use]
    pub fn thrown(&self) -> u64 {
        self.faces.iter().sum()
    }

    /// The sum of all faces that came.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.by.values().map(|(_, sum)| sum).sum()
    }

    /// The mean that fair dice tend to, in hundredths.
    #[must_use]
    pub fn expected(&self) -> u64 {
        50 * (u64::from(self.sides) - 1) + 100 * u64::from(self.lowest())
    }

    /// Chi-square of the faces against equal numbers, in hundredths, rounded down; nothing when none was
    /// thrown.
    #[must_use]
    pub fn chi_square(&self) -> Option<u64> {
        let thrown = self.thrown();
        let squares: u64 = self.faces.iter().map(|n| n * n).sum();
        let spread = u64::from(self.sides) * squares - thrown * thrown;
        (spread * 100).checked_div(thrown)
    }

    /// What chi-square means.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let enough = self.thrown() >= EACH_FACE * u64::from(self.sides);
        let (Some(chi), true) = (self.chi_square(), enough) else { return Verdict::TooFew };
        match bounds(self.sides).iter().filter(|bound| chi > **bound).count() {
            0 => Verdict::TooEven,
            1 => Verdict::Usual,
            2 => Verdict::Uneven,
            3 => Verdict::VeryUneven,
            _ => Verdict::Doubtful,
        }
    }
}

/// The bounds of chi-square for dice with so many faces.
fn bounds(sides: u8) -> [u64; 4] {
    let known = EXCEEDED.iter().find(|(known, _)| *known == sides);
    known.map_or_else(|| DEVIATES.map(|z| bound(sides, z)), |(_, bounds)| *bounds)
}

/// The bound by the rule of Wilson and Hilferty: the cube root of chi-square is nearly normal. In
/// hundredths, reckoned in millionths.
fn bound(sides: u8, z: i128) -> u64 {
    const ONE: i128 = 1_000_000;
    let degrees = i128::from(sides.saturating_sub(1)).max(1);
    let spread = 2 * ONE / (9 * degrees);
    let root = ONE - spread + z * (spread * ONE).isqrt() / 1000;
    u64::try_from(100 * degrees * root.max(0).pow(3) / ONE.pow(3)).unwrap_or_default()
}

impl Verdict {
    /// In a word or two.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::TooFew => "too few",
            Verdict::TooEven => "too even",
            Verdict::Usual => "usual",
            Verdict::Uneven => "uneven",
            Verdict::VeryUneven => "very uneven",
            Verdict::Doubtful => "DOUBTFUL",
        }
    }

    /// In a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Verdict::TooFew => "too few to judge: five of each face must be expected",
            Verdict::TooEven => "more even than chance: fair dice fall so evenly in 1 battle of 100",
            Verdict::Usual => "as fair dice fall",
            Verdict::Uneven => "uneven: fair dice do this in 1 battle of 20",
            Verdict::VeryUneven => "very uneven: fair dice do this in 1 battle of 100",
            Verdict::Doubtful => "fair dice do this in less than 1 battle of 1000",
        }
    }
}

/// Hundredths as a decimal number.
#[must_use]
pub fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The mean of so many dice with that sum, in hundredths, rounded to the nearest; nothing when there are
/// none.
#[must_use]
pub fn mean(thrown: u64, sum: u64) -> Option<u64> {
    (sum * 100 + thrown / 2).checked_div(thrown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tray(sides: u8, faces: &[u64]) -> Tray {
        Tray { sides, faces: faces.to_vec(), by: BTreeMap::new() }
    }

    #[test]
    fn chi_square_is_that_of_a_worked_example() {
        // 60 throws of a die of six, 10 expected of each: (25 + 4 + 1 + 4 + 0 + 0 + ...)/10
        let tray = tray(6, &[5, 8, 9, 8, 10, 20]);
        assert_eq!((tray.thrown(), tray.chi_square()), (60, Some(1340)));
        assert_eq!(tray.verdict(), Verdict::Uneven);
    }

    #[test]
    fn every_verdict_is_within_reach() {
        let of_ten = |first: u64| {
            let mut faces = [10; 10];
            (faces[0], faces[9]) = (10 + first, 10 - first);
            tray(10, &faces).verdict()
        };
        assert_eq!(of_ten(0), Verdict::TooEven);
        assert_eq!(of_ten(5), Verdict::Usual);
        assert_eq!(of_ten(10), Verdict::Uneven);
        let mut faces = [8; 10];
        faces[3] = 28;
        assert_eq!(tray(10, &faces).verdict(), Verdict::Doubtful);
        (faces[3], faces[4], faces[5]) = (19, 18, 19);
        assert_eq!(tray(10, &faces).verdict(), Verdict::Uneven);
        (faces[3], faces[4], faces[5]) = (22, 18, 19);
        assert_eq!(tray(10, &faces).verdict(), Verdict::VeryUneven);
        assert_eq!(tray(10, &[4; 10]).verdict(), Verdict::TooFew);
        assert_eq!(tray(10, &[0; 10]).chi_square(), None);
    }

    #[test]
    fn dice_of_other_sorts_are_judged_too() {
        // the tables say 15.66, 44.99, 52.19 and 61.10 for 31 degrees of freedom, and 1.24, 14.07, 18.48,
        // 24.32 for 7
        for (sides, table) in [(32, [1566, 4499, 5219, 6110]), (8, [124, 1407, 1848, 2432])] {
            for (bound, exact) in bounds(sides).into_iter().zip(table) {
                assert!(bound.abs_diff(exact) * 20 <= exact, "{sides} faces: {bound} for {exact}");
            }
        }
        assert_eq!(tray(32, &[5; 32]).verdict(), Verdict::TooEven);
        let mut faces = [5; 32];
        (faces[0], faces[1]) = (9, 1);
        assert_eq!(tray(32, &faces).verdict(), Verdict::TooEven, "32 is 6.40");
        faces[2] = 25;
        assert_eq!(tray(32, &faces).verdict(), Verdict::Doubtful);
        assert_eq!(tray(32, &[4; 32]).verdict(), Verdict::TooFew);
    }

    #[test]
    fn means_and_expectations_are_in_hundredths() {
        assert_eq!((tray(10, &[0; 10]).expected(), tray(6, &[0; 6]).expected()), (450, 350));
        assert_eq!((mean(3, 10), mean(0, 0)), (Some(333), None));
        assert_eq!(decimal(1205), "12.05");
    }
}
