//! The real field: the Bagradas Plains at dawn, and with the lines upon each other.

use std::sync::Arc;

use super::shape::fits;
use crate::{Window, overview, rosters, window};
use tess_gboh::Position;
use tess_gboh::position::{Morale, ShockMark};
use tess_hex::Hex;
use tess_scenario::Library;

fn dawn() -> Position {
    let loaded = Library::embedded().load("spqr/bagradas-255bc").expect("the scenario of the program loads");
    Position::new(Arc::clone(&loaded.setup))
}

/// Carthage's phalanx and elephants have come up to the hastati; some velites have gone back into them.
fn noon() -> Position {
    let mut pos = dawn();
    for id in pos.unit_ids() {
        let Some((hex, facing)) = pos.hex(id).zip(pos.facing(id)) else { continue };
        let code = pos.spec(id).code.clone();
        let back = match code.as_bytes() {
            [b'p' | b'P', _] if pos.spec(id).two_hex => 15,
            [b'e' | b'E', ..] if pos.spec(id).screen && hex.row() < 20 => 10,
            _ => 0,
        };
        if back > 0 {
            pos.put(id, Hex::new(hex.col() - back, hex.row()), facing);
        }
        if code.starts_with('V') {
            let col = hex.col() - if hex.row().is_multiple_of(2) { 2 } else { 4 };
            pos.put(id, Hex::new(col, hex.row()), facing);
            pos.unit_mut(id).morale = Morale::Steady { hits: 2 };
        }
    }
    for (code, morale) in
        [("H32", Morale::Routed), ("H33", Morale::Steady { hits: 5 }), ("P2", Morale::Steady { hits: 3 })]
    {
        if let Some(id) = pos.set.find_unit(code) {
            pos.unit_mut(id).morale = morale;
            pos.unit_mut(id).shock = ShockMark::MustCheck;
        }
    }
    pos
}

#[test]
fn the_bagradas_at_dawn() {
    let pos = dawn();
    let text = format!("{}\n{}", overview(&pos), rosters(&pos));
    fits(&text);
    insta::assert_snapshot!(text);
}

#[test]
fn the_bagradas_at_noon() {
    let pos = noon();
    let text = window(&pos, Window::around(Hex::new(14, 18), 3));
    fits(&text);
    insta::assert_snapshot!(text);
}
