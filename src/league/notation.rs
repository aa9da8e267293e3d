//! A ladder as JSON.

use serde_json::{Value, json};

use super::{Counted, Ladder, Statutes};

impl Ladder {
    /// The ladders with every battle behind every number, and what was left out.
    #[must_use]
    pub fn json(&self, counted: &Counted, statutes: &Statutes) -> Value {
        let start = &statutes.start;
        json!({
            "league": statutes.name,
            "method": "Glicko-2",
            "period": statutes.period.to_string(),
            "start": {
                "rating": start.rating, "deviation": start.deviation, "volatility": start.volatility,
                "tau": start.tau,
            },
            "battles": counted.fought.len(),
            "open": counted.open,
            "left_out": counted.left_out,
            "books": self.books,
        })
    }

    /// What is known of one person, in every book.
    #[must_use]
    pub fn why_json(&self, who: usize) -> Value {
        let books = self.books.iter().filter_map(|book| {
            let standing = book.standings.iter().find(|standing| standing.who == who)?;
            Some(json!({ "book": book.book, "standing": standing }))
        });
        books.collect()
    }
}
