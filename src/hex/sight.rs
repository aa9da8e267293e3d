//! Which hexes a straight line between two hex centres crosses, exactly.
//!
//! Crossing is kept by affine maps, so the test runs in axial coordinates times
//! three, where hex centres and corners alike are whole numbers: a line enters a
//! hex when corners lie strictly on both sides of it, and runs along a side when
//! two corners lie on it and none beyond.

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

/// What the line from `from` to `to` meets, without the two ends themselves,
/// nearest to `from` first.
#[must_use]
pub fn crossings(from: Hex, to: Hex) -> Vec<Crossing> {
    let reach = i32::from(from.distance(to));
    if reach < 2 {
        return Vec::new();
    }
    let (fq, fr) = from.axial();
    let (tq, tr) = to.axial();
    let (dq, dr) = (tq - fq, tr - fr);
    // Twice the scalar product of the hex plane, so that it stays whole.
    let dot = |q: i32, r: i32| 2 * q * dq + 2 * r * dr + q * dr + r * dq;
    let whole = dot(dq, dr);
    let mut met: Vec<(i32, Hex, bool)> = Vec::new();
    for q in fq.min(tq) - 1..=fq.max(tq) + 1 {
        for r in fr.min(tr) - 1..=fr.max(tr) + 1 {
            let along = dot(q - fq, r - fr);
            if along <= 0 || along >= whole || (q, r) == (fq, fr) || (q, r) == (tq, tr) {
                continue;
            }
            let (mut left, mut right, mut on) = (false, false, 0);
            for (cq, cr) in CORNERS {
                let (x, y) = (3 * (q - fq) + cq, 3 * (r - fr) + cr);
                match (x * dr - y * dq).signum() {
                    -1 => left = true,
                    1 => right = true,
                    _ => on += 1,
                }
            }
            let through = left && right;
            if (through || on == 2)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(n: u16) -> Hex {
        Hex::from_number(n).expect("a hex")
    }

    fn line(a: u16, b: u16) -> Vec<Crossing> {
        crossings(hex(a), hex(b))
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
