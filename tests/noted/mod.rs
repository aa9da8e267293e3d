//! Positions in their notation: text and JSON say the same, and lead back to where they came from.

use tesserarius::canon::note::{Note, read, write};
use tesserarius::effects::Game;
use tesserarius::game::{Placed, Playable};

/// The text of a position is read to one with the same bytes; so is its JSON.
pub fn comes_back<P: Placed>(position: &P, opening: &P) {
    let said = P::Game::said(opening, position);
    let text = write(&said, P::Game::DOCUMENT);
    let (from_text, _) = read(&text, P::Game::DOCUMENT).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let json = serde_json::to_string(&Note::Parts(said.clone())).expect("JSON");
    let Ok(Note::Parts(from_json)) = serde_json::from_str(&json) else { panic!("{json}") };
    assert_eq!(from_json, said);
    for read in [from_text, from_json] {
        let back = P::Game::noted(opening, &read).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert!(bytes(&back) == bytes(position), "{text}");
        assert_eq!(P::Game::said(opening, &back), said);
    }
    for line in text.lines() {
        assert!(line.chars().count() <= 78 || !line.trim().contains(' '), "{line}");
    }
}

fn bytes<P: Placed>(position: &P) -> Vec<u8> {
    let mut bytes = Vec::new();
    P::Game::encode(position, &mut bytes);
    bytes
}
