//! Which hexes a straight line between two hex centres crosses, exactly.
//!
//! Crossing is kept by affine maps, so the test runs in axial coordinates times
//! three, where hex centres and corners alike are whole numbers: a line enters a
//! hex when corners lie strictly on both sides of it, and runs along a side when
//! two corners lie on it and none beyond.

use std::ops::Deref;

use super::Hex;

/// What a line meets between its two ends, in order from the first end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// The line enters this hex.
    Through(Hex),
    /// The line runs along the side that these two hexes share.
    Along(Hex, Hex),
}

/// Corners of a hex about its centre, in axial coordinates times three.
const CORNERS: [(i32, i32); 6] = [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)];

/// What a line meets in order: often one thing or nothing, for which no list is needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Crossings {
    /// One thing.
    One(Crossing),
    /// Several, or nothing.
    Several(Vec<Crossing>),
}

impl Crossings {
    const NONE: Crossings = Crossings::Several(Vec::new());
}

impl Deref for Crossings {
    type Target = [Crossing];

    fn deref(&self) -> &[Crossing] {
        match self {
            Crossings::One(it) => std::slice::from_ref(it),
            Crossings::Several(list) => list,
        }
    }
}

/// What the line from `from` to `to` meets, without the two ends themselves,
/// nearest to `from` first.
#[must_use]
pub fn crossings(from: Hex, to: Hex) -> Crossings {
    match from.distance(to) {
        0 | 1 => Crossings::NONE,
        2 => over_one(from, to),
        reach => Crossings::Several(search(from, to, reach)),
    }
}

/// What a line between two hexes with one between them crosses: it goes through that, or between two.
fn over_one(from: Hex, to: Hex) -> Crossings {
    let ((fq, fr), (tq, tr)) = (from.axial(), to.axial());
    let (dq, dr) = (tq - fq, tr - fr);
    let beyond = |(q, r): (i32, i32)| Hex::from_axial(fq + q, fr + r);
    if dq % 2 == 0 && dr % 2 == 0 {
        let between = beyond((dq / 2, dr / 2));
        return between.map_or(Crossings::NONE, |hex| Crossings::One(Crossing::Through(hex)));
    }
    let (q, r) = if dr.abs() == 2 { (0, dr / 2) } else { (dq.signum(), 0) };
    match (beyond((q, r)), beyond((dq - q, dr - r))) {
        (Some(a), Some(b)) => Crossings::One(Crossing::Along(a.min(b), a.max(b))),
        (Some(a), None) | (None, Some(a)) => Crossings::One(Crossing::Along(a, a)),
        (None, None) => Crossings::NONE,
    }
}

/// What a line of any length crosses.
fn search(from: Hex, to: Hex, reach: u8) -> Vec<Crossing> {
    let (fq, fr) = from.axial();
    let (tq, tr) = to.axial();
    let (dq, dr) = (tq - fq, tr - fr);
    // Twice the scalar product of the hex plane, so that it stays whole.
    let dot = |q: i32, r: i32| 2 * q * dq + 2 * r * dr + q * dr + r * dq;
    let whole = dot(dq, dr);
    // How far each corner lies to the left or right of its centre, seen along the line, and the farthest of
    // them.
    let beside = CORNERS.map(|(cq, cr)| cq * dr - cr * dq);
    let (leftmost, rightmost) = beside.iter().fold((0, 0), |(l, r), &b| (b.min(l), b.max(r)));
    let mut met: Vec<(i32, Hex, bool)> = Vec::with_capacity(2 * usize::from(reach));
    // A hex reaches two thirds of a column and a row beyond its centre: the line meets none beyond those of
    // its ends.
    let rows = (fr.min(tr), fr.max(tr));
    for q in fq.min(tq)..=fq.max(tq) {
        let (first, last) = near_line(3 * (q - fq) * dr, (leftmost, rightmost), 3 * dq)
            .map_or(rows, |(first, last)| (rows.0.max(fr + first), rows.1.min(fr + last)));
        for r in first..=last {
            let along = dot(q - fq, r - fr);
            if along <= 0 || along >= whole || (q, r) == (fq, fr) || (q, r) == (tq, tr) {
                continue;
            }
            let centre = 3 * ((q - fq) * dr - (r - fr) * dq);
            let through = centre + leftmost < 0 && centre + rightmost > 0;
            let on = || beside.iter().filter(|&&b| centre + b == 0).count();
            if (through || on() == 2)
                && let Some(hex) = Hex::from_axial(q, r)
            {
                met.push((along, hex, through));
            }
        }
    }
    met.sort_unstable();
    let mut out = Vec::with_capacity(met.len());
    let mut rest = met.into_iter().peekable();
    while let Some((along, hex, through)) = rest.next() {
        if through {
            out.push(Crossing::Through(hex));
            continue;
        }
        // The other hex of the shared side lies level with this one.
        match rest.next_if(|&(a, other, t)| !t && a == along && other.touches(hex)) {
            Some((_, other, _)) => out.push(Crossing::Along(hex, other)),
            None => out.push(Crossing::Along(hex, hex)),
        }
    }
    out
}

/// The first and the last `n` with `at + leftmost <= n * step <= at + rightmost`: of a column of hexes those
/// that a line can meet. `None` when there is no step: all or none.
fn near_line(at: i32, (leftmost, rightmost): (i32, i32), step: i32) -> Option<(i32, i32)> {
    let (low, high) = (at + leftmost, at + rightmost);
    let (low, high, step) = if step < 0 { (-high, -low, -step) } else { (low, high, step) };
    (step != 0).then(|| (-(-low).div_euclid(step), high.div_euclid(step)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(n: u16) -> Hex {
        Hex::from_number(n).expect("a hex")
    }

    fn line(a: u16, b: u16) -> Vec<Crossing> {
        crossings(hex(a), hex(b)).to_vec()
    }

    /// What lies between hexes at a distance of two is what a search finds, at the edges of the sheet too.
    #[test]
    fn what_lies_over_one_hex_needs_no_search() {
        for from in [2020, 2121, 2120, 0, 1, 100, 101, 105, 500, 99, 199, 9900, 9999, 9905].map(hex) {
            let two_off = (0..10_000).filter_map(Hex::from_number).filter(|to| to.distance(from) == 2);
            for to in two_off {
                assert_eq!(*crossings(from, to), *search(from, to, 2), "{from} {to}");
            }
        }
    }

    #[test]
    fn a_line_down_a_column_crosses_each_hex_once() {
        assert_eq!(line(2010, 2013), [Crossing::Through(hex(2011)), Crossing::Through(hex(2012))]);
    }

    /// spqr 8.34's picture: the line runs down the side between 2411 and 2412.
    #[test]
    fn the_line_of_the_books_example_runs_along_a_side() {
        assert_eq!(line(2311, 2511), [Crossing::Along(hex(2411), hex(2412))]);
    }

    /// Looking only near the line finds every hex with corners on both sides of it, or with two corners on
    /// it.
    #[test]
    fn every_hex_that_a_line_meets_is_found() {
        let from = hex(2020);
        let (fq, fr) = from.axial();
        for to in (1100..2900).filter_map(Hex::from_number).filter(|to| (2..=9).contains(&to.distance(from)))
        {
            let (dq, dr) = (to.axial().0 - fq, to.axial().1 - fr);
            let met = crossings(from, to);
            for h in (900..3100).filter_map(Hex::from_number).filter(|&h| h != from && h != to) {
                let (q, r) = (h.axial().0 - fq, h.axial().1 - fr);
                let along = |q: i32, r: i32| 2 * q * dq + 2 * r * dr + q * dr + r * dq;
                let sides = CORNERS.map(|(cq, cr)| (3 * q + cq) * dr - (3 * r + cr) * dq);
                let through = sides.iter().any(|&s| s < 0) && sides.iter().any(|&s| s > 0);
                let on = sides.iter().filter(|&&s| s == 0).count() == 2;
                let between = (1..along(dq, dr)).contains(&along(q, r));
                let found = met.iter().any(|c| match *c {
                    Crossing::Through(a) => a == h,
                    Crossing::Along(a, b) => a == h || b == h,
                });
                assert_eq!(found, between && (through || on), "{from} {to}: {h}");
            }
        }
    }

    #[test]
    fn neighbours_have_nothing_between_them() {
        assert!(line(2010, 2011).is_empty());
    }

    #[test]
    fn a_line_is_the_same_read_backwards() {
        for (a, b) in [(2010, 2413), (1111, 1815), (3030, 3537), (2311, 2511), (2211, 2513)] {
            let mut back = line(b, a);
            back.reverse();
            let key = |c: &Crossing| match *c {
                Crossing::Through(h) => (h, h),
                Crossing::Along(x, y) => (x.min(y), x.max(y)),
            };
            assert_eq!(
                line(a, b).iter().map(key).collect::<Vec<_>>(),
                back.iter().map(key).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn what_a_line_meets_hangs_together() {
        for b in [2214, 2615, 1907, 1412, 2020, 2910] {
            let mut last = vec![hex(2010)];
            for c in line(2010, b) {
                let now = match c {
                    Crossing::Through(h) => vec![h],
                    Crossing::Along(x, y) => vec![x, y],
                };
                assert!(now.iter().any(|n| last.iter().any(|l| l.touches(*n))), "{b}: {c:?}");
                last = now;
            }
        }
    }
}
