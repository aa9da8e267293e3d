//! The picture of the field in mails: where it lies in them, how large it is, and what it must not change.

use mail_parser::{MessageParser, MimeHeaders as _};

use crate::seats::{self, hour, new_mails, role};
use tesserarius::game::{Part, Shown};
use tesserarius::ledger::Mode;
use tesserarius::raster::png;
use tesserarius::scenario::Library;
use tesserarius::steward::Settings;

/// What a PNG begins with.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

#[test]
fn a_mail_shows_the_field_where_its_writer_wants_it() {
    let room = seats::quick_room();
    let dir = room.path();
    seats::begin(dir, Mode::Direct, seats::no_deadlines());
    let before = new_mails(dir, &role("carthage")).len();
    let place = dir.join("rome");
    let own = Settings { maps: true, ..Settings::read(&place).expect("settings") };
    own.write(&place).expect("written");
    seats::pass(dir, &role("rome"), &mut seats::Steady, hour(1));
    let mails = new_mails(dir, &role("carthage"));
    assert!(mails.len() > before, "rome has written");
    let bytes = &mails.last().expect("a mail").bytes;
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
    assert!(bytes.split(|b| *b == b'\n').all(|line| line.len() <= 79), "a line is too long for some server");
    let mail = MessageParser::default().parse(bytes.as_slice()).expect("a mail");
    let html = mail.body_html(0).expect("a page");
    assert_eq!(html.matches("<img src=\"cid:field@tess\"").count(), 1);
    assert!(!html.contains("http"), "nothing is fetched");
    let picture = mail.parts.iter().find(|part| part.content_id() == Some("field@tess")).expect("a picture");
    assert!(picture.contents().starts_with(PNG) && picture.is_content_type("image", "png"));
    let text = mail.body_text(0).expect("a text");
    assert!(text.contains("THE FIELD") && !text.contains("cid:"), "the text is whole, and the same as ever");

    // who wants no HTML gets no picture either
    let own = Settings { pictures: false, ..own };
    own.write(&place).expect("written");
    seats::pass(dir, &role("carthage"), &mut seats::Steady, hour(2));
    seats::pass(dir, &role("rome"), &mut seats::Steady, hour(3));
    let mails = new_mails(dir, &role("carthage"));
    let last = mails.last().expect("a mail").bytes.clone();
    assert!(!last.windows(9).any(|w| w == b"image/png"), "pictures are off");
}

#[test]
fn a_picture_of_any_field_fits_into_a_mail() {
    let library = Library::embedded();
    for name in
        ["spqr/cannae-216bc", "alexander/gaugamela-331bc", "cataphract/dara-530", "legion/teutoburg-ad9"]
    {
        let game = tesserarius::game::of_scenario(&library, name).expect("a game");
        let opening = game.opening(&library, name, &[].into()).expect("an opening");
        let shown = Shown { peopled: true, ..Shown::default() };
        let svg = opening.picture(&Part::default(), shown, None).expect("a picture");
        let bytes = png(&svg, 640).expect("drawn");
        assert!(bytes.starts_with(PNG) && bytes.len() < 110 * 1024, "{name}: {} bytes", bytes.len());
        println!("{name}: {} bytes", bytes.len());
    }
}
