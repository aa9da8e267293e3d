//! What a reader sees.

use super::field::field;
use crate::gboh::proving_ground::hex;
use crate::report::{Window, overview, rosters, window};

#[test]
fn the_window_shows_what_stands_there() {
    let pos = field();
    println!("{}", window(&pos, Window::around(hex(2109), 3)));
    println!("{}", window(&pos, Window::around(hex(2411), 3)));
    println!("{}", window(&pos, Window { cols: (20, 26), rows: (2, 8) }));
    println!("{}", overview(&pos));
    println!("{}", rosters(&pos));
}
