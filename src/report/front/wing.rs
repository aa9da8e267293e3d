//! Left, centre, right: where on a reader's own front something happened.

/// A part of a front, as whoever stands on it and looks at the enemy has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wing {
    /// Its left quarter.
    Left,
    /// The half between.
    Centre,
    /// Its right quarter.
    Right,
}

impl Wing {
    /// From the left to the right.
    pub const ALL: [Wing; 3] = [Wing::Left, Wing::Centre, Wing::Right];

    /// Where a place lies on a front that reaches from its left end to its right end.
    #[must_use]
    pub fn of(place: i32, [left, right]: [i32; 2]) -> Wing {
        let whole = i64::from(right) - i64::from(left);
        let gone = (i64::from(place) - i64::from(left)) * whole.signum();
        match gone * 4 {
            quarters if quarters < whole.abs() => Wing::Left,
            quarters if quarters > whole.abs() * 3 => Wing::Right,
            _ => Wing::Centre,
        }
    }

    /// `on the left`, `in the centre`.
    #[must_use]
    pub const fn there(self) -> &'static str {
        match self {
            Wing::Left => "on the left",
            Wing::Centre => "in the centre",
            Wing::Right => "on the right",
        }
    }

    /// The same, or of somebody: `on Carthage's left`.
    #[must_use]
    pub fn place(self, whose: Option<&str>) -> String {
        match (whose, self) {
            (None, wing) => wing.there().to_owned(),
            (Some(whose), Wing::Centre) => format!("in {whose}'s centre"),
            (Some(whose), wing) => format!("on {whose}'s {}", wing.word()),
        }
    }

    /// `left`, for a subject.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Wing::Left => "left",
            Wing::Centre => "centre",
            Wing::Right => "right",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_half_of_a_front_is_its_centre_whichever_way_it_runs() {
        for (place, wing) in [(0, Wing::Left), (9, Wing::Left), (10, Wing::Centre), (30, Wing::Centre)] {
            assert_eq!(Wing::of(place, [0, 40]), wing, "{place}");
            assert_eq!(Wing::of(40 - place, [40, 0]), wing, "{place}");
        }
        assert_eq!(Wing::of(31, [0, 40]), Wing::Right);
        assert_eq!(Wing::of(-5, [0, 40]), Wing::Left, "beyond its end");
        assert_eq!(Wing::of(7, [7, 7]), Wing::Centre, "a front of one place");
    }
}
