//! Sheets with what trying them came to.

/// A sheet with what its trials came to.
pub(super) struct Tried {
    pub(super) sheet: String,
    pub(super) scores: Vec<i64>,
}

impl Tried {
    pub(super) fn of(sheet: String) -> Tried {
        Tried { sheet, scores: Vec::new() }
    }

    fn mean(&self) -> i64 {
        let all = self.scores.len() as i64;
        self.scores.iter().sum::<i64>().checked_div(all).unwrap_or(i64::MIN)
    }
}

/// Keeps so many, the best first; of equals the earlier.
pub(super) fn keep(tried: &mut Vec<Tried>, many: usize) {
    tried.sort_by_key(|t| std::cmp::Reverse(t.mean()));
    tried.truncate(many);
}
