//! What a side that stands so much better somewhere on the way is worth in the end: learnt from battles that
//! were fought to their ends.
//!
//! How one battle ends is a coin with two faces. What its losses are like a few actions on hangs on fewer
//! dice, and says nearly as much: the worth of a battle is what those with such losses came to on average.

/// Battles in one step of the scale, at least.
const STEP: usize = 50;

/// Steps of the scale, at most.
const STEPS: usize = 24;

/// What is worth how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Scale {
    /// How much better the first side stood, and what that was worth to it: both rise.
    steps: Vec<(i64, i64)>,
}

impl Scale {
    /// From battles: how much better the first side stood, and what the end was worth to it. Nothing when
    /// there are too few.
    pub(super) fn of(mut battles: Vec<(i32, i64)>) -> Option<Scale> {
        let many = (battles.len() / STEP).min(STEPS);
        if many < 2 {
            return None;
        }
        battles.sort_unstable();
        let all = battles.len();
        // what stood better and came to less is put together with what is below it
        let mut steps: Vec<(i64, i64, i64)> = Vec::new();
        for nth in 0..many {
            let part = &battles[nth * all / many..(nth + 1) * all / many];
            let sum = |of: fn(&(i32, i64)) -> i64| part.iter().map(of).sum::<i64>();
            let mut step = (sum(|b| b.0.into()), sum(|b| b.1), part.len() as i64);
            while let Some(below) = steps.pop_if(|below| below.1 * step.2 >= step.1 * below.2) {
                step = (step.0 + below.0, step.1 + below.1, step.2 + below.2);
            }
            steps.push(step);
        }
        Some(Scale { steps: steps.into_iter().map(|(lean, worth, n)| (lean / n, worth / n)).collect() })
    }

    /// What it is worth to stand so much better: between two steps as far as one is on the way.
    pub(super) fn at(&self, lean: i32) -> i64 {
        let lean = i64::from(lean);
        let next = self.steps.partition_point(|step| step.0 <= lean);
        match (next.checked_sub(1).map(|at| self.steps[at]), self.steps.get(next)) {
            (Some((from, low)), Some(&(to, high))) => low + (high - low) * (lean - from) / (to - from),
            (Some((_, worth)), None) | (None, Some(&(_, worth))) => worth,
            (None, None) => 5_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_stands_better_is_worth_no_less_and_few_battles_teach_nothing() {
        assert_eq!(Scale::of(vec![(0, 5_000); 99]), None);
        // won as often as the lean says, but for a dent in the middle
        let won = |n: i32| (0..100).map(move |nth| (n * 10, if nth < n && n != 50 { 10_000 } else { 0 }));
        let scale = Scale::of((0..100).flat_map(won).collect()).expect("a scale");
        let at: Vec<i64> = (-100..1_100).step_by(25).map(|lean| scale.at(lean)).collect();
        assert!(at.is_sorted(), "{at:?}");
        assert!(at[0] < 500 && at[47] > 9_500, "{at:?}");
        assert!((3_500..6_500).contains(&scale.at(500)), "{at:?}");
    }
}
