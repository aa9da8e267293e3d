//! Chances and means with what they may be off by, in whole numbers.

use serde::Serialize;

/// Chances are told in parts of so many.
pub const PARTS: u32 = 10_000;

/// Means are told in parts of one.
pub const MILLI: u128 = 1_000;

/// The square of 1.96, in ten-thousandths: 95 of 100 intervals hold the truth.
pub(super) const Z_SQUARED: u128 = 38_416;

/// The parts in which it is.
pub(super) const Z_PARTS: u128 = 10_000;

/// A chance in ten-thousandths, with its interval; of an exact one all three are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Chance {
    /// What was found.
    pub share: u32,
    /// The truth lies hardly below this.
    pub low: u32,
    /// Nor above this.
    pub high: u32,
}

impl Chance {
    /// So much of the whole, known exactly.
    #[must_use]
    pub fn exact(part: u128, whole: u128) -> Chance {
        let share = rounded(part * u128::from(PARTS), whole) as u32;
        Chance { share, low: share, high: share }
    }

    /// So many of so many runs, with Wilson's interval of 95 %.
    #[must_use]
    pub fn sampled(part: u128, runs: u128) -> Chance {
        if runs == 0 {
            return Chance { share: 0, low: 0, high: PARTS };
        }
        let scale = u128::from(PARTS);
        let below = runs * Z_PARTS + Z_SQUARED;
        let middle = scale * (2 * part * Z_PARTS + Z_SQUARED);
        let spread = Z_SQUARED * Z_PARTS * part * (runs - part) / runs + Z_SQUARED * Z_SQUARED / 4;
        let half = 2 * (scale * scale * spread).isqrt();
        let low = middle.saturating_sub(half) / (2 * below);
        let high = (middle + half).div_ceil(2 * below).min(scale);
        Chance { share: rounded(part * scale, runs) as u32, low: low as u32, high: high as u32 }
    }

    /// `12.3 %`, as a number with one decimal.
    #[must_use]
    pub fn percent(parts: u32) -> String {
        let tenths = (parts + 5) / 10;
        format!("{}.{}", tenths / 10, tenths % 10)
    }

    /// The number with its interval, `12.3 (11.7-12.9)`; without one when it is exact.
    #[must_use]
    pub fn text(&self) -> String {
        let share = Chance::percent(self.share);
        if self.low == self.high {
            return share;
        }
        format!("{share} ({}-{})", Chance::percent(self.low), Chance::percent(self.high))
    }
}

/// A mean in thousandths, with what it may be off by either way (95 %).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Mean {
    /// What was found.
    pub mean: u64,
    /// 0 of an exact one.
    pub off: u64,
}

impl Mean {
    /// `1.82+-0.03`; without the second number when it is exact or would be nought.
    #[must_use]
    pub fn text(&self) -> String {
        if self.off == 0 {
            return self.bare();
        }
        format!("{}+-{}", self.bare(), hundredths(self.off.next_multiple_of(10)))
    }

    /// `1.82`.
    #[must_use]
    pub fn bare(&self) -> String {
        hundredths(self.mean)
    }
}

/// Thousandths as a number with two decimals.
fn hundredths(milli: u64) -> String {
    let hundredths = (milli + 5) / 10;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Numbers with their weights, added up.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    weight: u128,
    ones: u128,
    squares: u128,
}

impl Sum {
    /// Adds one.
    pub fn add(&mut self, number: u128, weight: u128) {
        self.weight += weight;
        self.ones += number * weight;
        self.squares += number * number * weight;
    }

    /// Adds to numbers whose weights have been added, or will be: for exact means.
    pub fn raise(&mut self, number: u128, weight: u128) {
        self.ones += number * weight;
    }

    /// All weights.
    #[must_use]
    pub fn weight(&self) -> u128 {
        self.weight
    }

    /// Their mean, which is exact or was sampled with weights of one.
    #[must_use]
    pub fn mean(&self, exact: bool) -> Mean {
        let Sum { weight: n, ones, squares } = *self;
        if n == 0 {
            return Mean::default();
        }
        let mean = rounded(ones * MILLI, n) as u64;
        if exact || n < 2 {
            return Mean { mean, off: 0 };
        }
        let spread = (n * squares).saturating_sub(ones * ones);
        let square = Z_SQUARED * (MILLI * MILLI / Z_PARTS) * spread / (n * n * (n - 1));
        Mean { mean, off: square.isqrt() as u64 + u64::from(spread > 0) }
    }
}

/// A quotient rounded to the nearest; half is rounded up.
fn rounded(above: u128, below: u128) -> u128 {
    (2 * above + below) / (2 * below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_books() {
        // Wilson, 95 %: 10 of 100 is 5.52 % to 17.44 %, none of 50 is 0 to 7.13 %
        let found = Chance::sampled(10, 100);
        assert_eq!((found.share, found.low, found.high), (1000, 552, 1744));
        assert_eq!(found.text(), "10.0 (5.5-17.4)");
        let none = Chance::sampled(0, 50);
        assert_eq!((none.share, none.low, none.high), (0, 0, 714));
        let all = Chance::sampled(50, 50);
        assert_eq!((all.share, all.low, all.high), (PARTS, PARTS - 714, PARTS));
        assert_eq!(Chance::exact(1, 3).text(), "33.3");
    }

    #[test]
    fn a_mean_comes_with_what_it_may_be_off_by() {
        let mut sum = Sum::default();
        (0..1000_u128).for_each(|n| sum.add(n % 10, 1));
        // deviation 2.874: 1.96 * 2.874 / sqrt(1000) = 0.178
        assert_eq!(sum.mean(false), Mean { mean: 4500, off: 179 });
        assert_eq!(sum.mean(true).text(), "4.50");
    }
}
