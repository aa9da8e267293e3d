//! Size ratio (8.46 step 2).

/// **spqr 8.46 step 2, size ratio.** The ratio as printed, attackers first, one of the two being 1. It is
/// rounded for the attacker when one of the attackers moved, else for the defender. Sizes of nothing count
/// as 1.
#[must_use]
pub fn ratio(attackers: u16, defenders: u16, moved: bool) -> (u16, u16) {
    let (a, d) = (attackers.max(1), defenders.max(1));
    if a >= d {
        (if moved { a.div_ceil(d) } else { a / d }, 1)
    } else {
        (1, if moved { d / a } else { d.div_ceil(a) })
    }
}

/// **spqr 8.46 step 2.** Columns for a ratio, positive in favour of the attacker.
#[must_use]
pub fn columns((a, d): (u16, u16)) -> i8 {
    let step = |n: u16| i8::try_from(n.saturating_sub(1)).unwrap_or(i8::MAX);
    step(a) - step(d)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spqr-8.46-note.
    #[test]
    fn the_ratio_is_rounded_for_the_side_with_momentum() {
        let cases = [(5, 4, true), (4, 5, true), (2, 5, true), (5, 4, false), (4, 5, false)];
        let ratios = cases.map(|(a, d, m)| ratio(a, d, m));
        assert_eq!(ratios, [(2, 1), (1, 1), (1, 2), (1, 1), (1, 2)]);
        assert_eq!(ratios.map(columns), [1, 0, -1, 0, -1]);
    }

    /// spqr-8.46-ex1.
    #[test]
    fn eleven_against_five_is_three_to_one_when_moving_else_two() {
        assert_eq!((ratio(11, 5, true), columns(ratio(11, 5, true))), ((3, 1), 2));
        assert_eq!((ratio(11, 5, false), columns(ratio(11, 5, false))), ((2, 1), 1));
    }

    #[test]
    fn equal_sizes_shift_nothing_and_nothing_divides_by_nothing() {
        for moved in [true, false] {
            assert_eq!(columns(ratio(7, 7, moved)), 0);
            assert_eq!(columns(ratio(0, 0, moved)), 0);
        }
        assert_eq!(columns(ratio(u16::MAX, 1, true)), i8::MAX);
    }
}
