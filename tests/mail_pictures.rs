//! The picture of the field in mails: where it lies in them, how large it is, and what it must not change.

use mail_parser::{MessageParser, MimeHeaders as _};

use crate::seats::served::{Witness, adopt, serve, stored};
use crate::seats::{self, hour, new_mails, role};
use tesserarius::game::{AnyPosition, Part, Shown};
use tesserarius::ledger::{Checks, Mode};
use tesserarius::raster::png;
use tesserarius::scenario::{Library, Listed};
use tesserarius::server::Store;
use tesserarius::steward::{Look, Settings};

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

/// The picture of a mail.
fn picture_of(mail: &[u8]) -> Vec<u8> {
    let mail = MessageParser::default().parse(mail).expect("a mail");
    let picture = mail.parts.iter().find(|part| part.content_id() == Some("field@tess")).expect("a picture");
    picture.contents().to_vec()
}

/// A position as mails show it.
fn shown(position: &dyn AnyPosition) -> Vec<u8> {
    let small = Shown { small: true, ..Shown::default() };
    png(&position.picture(&Part::default(), small, None).expect("a picture"), 640).expect("drawn")
}

#[test]
fn an_umpires_store_draws_when_a_mail_leaves_and_the_same_for_both() {
    let room = seats::quick_room();
    let dir = room.path();
    seats::begin(dir, Mode::Umpire, seats::no_deadlines());
    let umpire = dir.join("umpire");
    let own = Settings { maps: true, ..Settings::read(&umpire).expect("settings") };
    own.write(&umpire).expect("written");
    adopt(&Store::open(&dir.join("store")).expect("a store"), &umpire);
    let mut pictures = Vec::new();
    for n in 1..12 {
        for side in ["rome", "carthage"] {
            seats::pass(dir, &role(side), &mut seats::Steady, hour(n));
        }
        serve(dir, Witness::new(hour(n)));
        let last = |side| new_mails(dir, &role(side)).pop().map(|mail| mail.bytes);
        if let (Some(rome), Some(carthage)) = (last("rome"), last("carthage")) {
            for mail in [rome, carthage] {
                assert!(!mail.windows(7).any(|w| w == b"undrawn"), "what is not drawn must not leave");
                pictures.push(picture_of(&mail));
            }
            break;
        }
    }
    assert!(pictures[0] == pictures[1] && pictures[0].starts_with(PNG));
    let log = stored(dir);
    let look = Look::of(&log, &Library::embedded(), Checks::Batch, None).expect("a battle");
    assert!(pictures[0] == shown(&*look.table().view()), "another field than the one that stands");
}

/// What has a name in a picture is as many pixels wide as it is, whatever the name says.
#[test]
fn names_in_a_picture_are_letters() {
    let library = Library::embedded();
    let opening = tesserarius::game::of_scenario(&library, "spqr/skirmish").expect("a game");
    let opening = opening.opening(&library, "spqr/skirmish", &[].into()).expect("an opening");
    let svg = opening.picture(&Part::default(), Shown::default(), None).expect("a picture");
    let evil = "&lt;image href=&quot;file:///etc/passwd&quot;/&gt;&lt;/text&gt;";
    let told = svg.replacen("Foragers at the stream", evil, 2);
    assert!(told != svg && png(&told, 640).is_ok());
    // a picture fetches nothing, even where markup should get into it
    let wanted = svg.replace("</svg>", "<image href=\"/etc/hostname\" width=\"9\" height=\"9\"/></svg>");
    assert!(png(&wanted, 640).expect("drawn") == png(&svg, 640).expect("drawn"));
}

#[test]
fn a_picture_of_any_field_fits_into_a_mail() {
    let library = Library::embedded();
    for Listed { name, .. } in library.list() {
        let game = tesserarius::game::of_scenario(&library, &name).expect("a game");
        let opening = game.opening(&library, &name, &[].into()).expect("an opening");
        let bytes = shown(&*opening);
        assert!(bytes.starts_with(PNG) && bytes.len() < 110 * 1024, "{name}: {} bytes", bytes.len());
        println!("{name}: {} bytes", bytes.len());
        if let Ok(dir) = std::env::var("TESS_PICTURES") {
            std::fs::write(format!("{dir}/{}.png", name.replace('/', "-")), bytes).expect("written");
        }
    }
}
