//! What must hold for every map and list: ASCII, at most 78 columns, no panic.

use std::sync::Arc;

use proptest::prelude::*;

use super::field::field;
use crate::{WIDTH, Window, overview, rosters, window};
use tess_gboh::Position;
use tess_gboh::field::{Edge, Field};
use tess_gboh::piece::{BySide, Side, UnitType};
use tess_gboh::proving_ground::{setup, unit};
use tess_hex::{Facing, Hex};

pub fn fits(text: &str) {
    for line in text.lines() {
        assert!(line.len() <= WIDTH && line.bytes().all(|b| (b' '..=b'~').contains(&b)), "{line}");
        assert_eq!(line, line.trim_end(), "blanks at the end");
    }
    assert!(text.ends_with('\n'));
}

/// A battle on a sheet of this size with a unit in every fifth hex.
pub fn crowd(cols: (u8, u8), rows: (u8, u8), seed: usize) -> Position {
    let mut set = setup(Vec::new(), Vec::new());
    set.field = Field::clear(cols, rows, Facing::NE, BySide([Edge::North, Edge::South]));
    for (n, hex) in set.field.hexes().enumerate().filter(|(n, _)| (n + seed).is_multiple_of(5)) {
        let kind = UnitType::ALL[(n + seed) % 15];
        let side = Side::BOTH[n % 2];
        let facing = Facing::ALL[(n / 5 + seed) % 6];
        set.units.push(unit(&format!("u{:04}", n % 9999), side, kind, (10, 9, 9), hex.number(), facing));
    }
    Position::new(Arc::new(set))
}

#[test]
fn every_window_of_the_field_fits_a_mail() {
    let pos = field();
    for number in (0..10_000).step_by(7).filter_map(Hex::from_number) {
        for radius in [0, 1, 3] {
            fits(&window(&pos, Window::around(number, radius)));
        }
    }
    fits(&window(&pos, Window::around(Hex::new(25, 15), 255)));
}

#[test]
fn every_hex_in_a_window_has_its_number() {
    let pos = field();
    let text = window(&pos, Window::around(Hex::new(23, 10), 3));
    for col in 20..=26 {
        for row in 7..=13 {
            assert!(text.contains(&Hex::new(col, row).to_string()), "{col:02}{row:02}");
        }
    }
}

#[test]
fn everybody_on_the_field_is_in_a_window_of_all_of_it() {
    let pos = field();
    let text = window(&pos, Window { cols: (0, 99), rows: (0, 99) }).to_ascii_lowercase();
    for id in pos.unit_ids().filter(|&u| pos.hex(u).is_some()) {
        let code = pos.spec(id).code.to_ascii_lowercase();
        let hexes = if pos.spec(id).two_hex { 2 } else { 1 };
        assert_eq!(text.matches(&format!("{code} ")).count(), hexes, "{code}");
    }
    for id in pos.leader_ids() {
        assert!(text.contains(&format!("*{}", pos.leader_spec(id).code.to_ascii_lowercase())));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn fields_of_any_size_fit_a_mail(
        first in 0u8..60, wide in 0u8..40, top in 0u8..60, high in 0u8..39, seed in 0usize..30
    ) {
        let pos = crowd((first, first + wide), (top, top + high), seed);
        fits(&overview(&pos));
        fits(&rosters(&pos));
        fits(&window(&pos, Window::around(Hex::new(first + wide / 2, top), 4)));
    }
}

#[test]
fn the_largest_field_fits_a_mail() {
    let pos = crowd((0, 99), (0, 99), 2);
    fits(&overview(&pos));
    fits(&window(&pos, Window { cols: (0, 255), rows: (90, 255) }));
}

#[test]
fn a_wide_field_comes_in_as_few_sheets_as_the_terminal_allows() {
    let pos = crowd((1, 60), (1, 6), 3);
    let sheets = |across| crate::map::overview_within(&pos, across).matches("further right").count() + 1;
    assert_eq!([78, 100, 200].map(sheets), [2, 2, 1]);
    for across in [78, 100, 200] {
        let text = crate::map::overview_within(&pos, across);
        assert!(text.lines().all(|line| line.len() <= across), "{across}: {text}");
        let first = pos.set.field.first_col;
        for column in first..=pos.set.field.last_col {
            assert!(text.contains(&format!("{column:02}")), "{column} in {text}");
        }
    }
    let whole = Window { cols: (0, 99), rows: (0, 99) };
    let pieces = |across| crate::map::window_within(&pos, whole, across).matches("further right").count() + 1;
    assert!(pieces(160) < pieces(78));
}
