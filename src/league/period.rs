//! Rating periods: all battles of one are rated as if they had been fought at once.

use chrono::{Datelike as _, Days, Months, NaiveDate};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How long a period is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Every {
    /// A calendar month.
    Month,
    /// A week, from Monday on.
    Week,
    /// A calendar year.
    Year,
    /// So many days, counted from 2000-01-01.
    Days(u32),
}

/// A period: its first day, and the first day after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Period {
    /// Its first day.
    #[serde(serialize_with = "said")]
    pub first: NaiveDate,
    /// The first day of the next one.
    #[serde(serialize_with = "said")]
    pub next: NaiveDate,
}

impl Period {
    /// A day, from the beginning of a time or as it is.
    #[must_use]
    pub fn day(text: &str) -> Option<NaiveDate> {
        NaiveDate::parse_from_str(text.get(..10)?, "%Y-%m-%d").ok()
    }

    /// The period in which a day lies.
    #[must_use]
    pub fn of(day: NaiveDate, every: Every) -> Period {
        let first = match every {
            Every::Month => day.with_day(1),
            Every::Week => day.checked_sub_days(Days::new(day.weekday().num_days_from_monday().into())),
            Every::Year => day.with_ordinal(1),
            Every::Days(days) => {
                let epoch = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap_or_default();
                let since = (day - epoch).num_days().rem_euclid(days.max(1).into());
                day.checked_sub_days(Days::new(since.unsigned_abs()))
            }
        };
        let first = first.unwrap_or(day);
        Period { first, next: after(first, every) }
    }

    /// The one after it.
    #[must_use]
    pub fn following(self, every: Every) -> Period {
        Period { first: self.next, next: after(self.next, every) }
    }

    /// In words: its first and its last day.
    #[must_use]
    pub fn shown(&self) -> String {
        let last = self.next.pred_opt().unwrap_or(self.next);
        if last == self.first { self.first.to_string() } else { format!("{} to {last}", self.first) }
    }
}

fn after(first: NaiveDate, every: Every) -> NaiveDate {
    let next = match every {
        Every::Month => first.checked_add_months(Months::new(1)),
        Every::Week => first.checked_add_days(Days::new(7)),
        Every::Year => first.checked_add_months(Months::new(12)),
        Every::Days(days) => first.checked_add_days(Days::new(days.max(1).into())),
    };
    next.unwrap_or(NaiveDate::MAX)
}

fn said<S: Serializer>(day: &NaiveDate, s: S) -> Result<S::Ok, S::Error> {
    s.collect_str(day)
}

impl<'de> Deserialize<'de> for Every {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Every, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = Every;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("\"month\", \"week\", \"year\", or 1 to 3660 days")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Every, E> {
                match text {
                    "month" => Ok(Every::Month),
                    "week" => Ok(Every::Week),
                    "year" => Ok(Every::Year),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }

            fn visit_i64<E: de::Error>(self, days: i64) -> Result<Every, E> {
                let wrong = || E::invalid_value(de::Unexpected::Signed(days), &self);
                let days = u32::try_from(days).ok().filter(|days| (1..=3660).contains(days));
                days.map(Every::Days).ok_or_else(wrong)
            }
        }
        d.deserialize_any(Word)
    }
}

impl std::fmt::Display for Every {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Every::Month => f.write_str("month"),
            Every::Week => f.write_str("week"),
            Every::Year => f.write_str("year"),
            Every::Days(days) => write!(f, "{days} days"),
        }
    }
}
