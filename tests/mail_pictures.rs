//! The picture of the field in mails: where it lies in them, how large it is, and what it must not change.

use std::fs;
use std::process::Command;

use data_encoding::BASE64;
use mail_parser::{MessageParser, MimeHeaders as _};

use crate::seats::served::{Witness, adopt, opened, serve, stored};
use crate::seats::{self, hour, new_mails, role};
use tesserarius::game::{AnyPosition, Part, Shown};
use tesserarius::ledger::{Checks, Mode};
use tesserarius::raster::png;
use tesserarius::scenario::{Library, Listed};
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

/// `tess report --html`: one file that holds its pictures, runs nothing and fetches nothing, and in which
/// what players wrote is text.
#[test]
fn a_report_is_written_as_one_page_with_its_pictures() {
    let room = seats::quick_room();
    let dir = room.path();
    seats::begin(dir, Mode::Direct, seats::no_deadlines());
    seats::fight(dir, Mode::Direct, 20);
    let report = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tess"));
        command.current_dir(dir).env("TESS_HOME", dir.join("home")).env_remove("TESS_BATTLE");
        let made = command.args(["report", "--battle", "rome"]).args(more).output().expect("tess runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8(made.stdout).expect("text")
    };
    let text = report(&["--since", "3"]);
    assert_eq!(report(&["--since", "3", "--html", "report.html"]), "");
    let page = fs::read_to_string(dir.join("report.html")).expect("a page");
    assert!(page.contains("content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\""));
    for forbidden in ["<script", "http:", "https:", "javascript:", "<iframe", "<link", "onload", "cid:"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    let pictures: Vec<&str> = page.split("<img src=\"data:image/svg+xml;base64,").skip(1).collect();
    assert_eq!(pictures.len(), 2, "the field now, and as it was");
    let drawn = pictures.iter().map(|rest| {
        let packed = rest.split('"').next().unwrap_or_default();
        String::from_utf8(BASE64.decode(packed.as_bytes()).expect("base64")).expect("text")
    });
    let drawn: Vec<String> = drawn.collect();
    assert!(drawn.iter().all(|svg| svg.starts_with("<svg ")) && drawn[0] != drawn[1], "two fields");
    // every line that the text has stands in the page, folded otherwise
    let words = |text: &str| {
        text.split_whitespace()
            .filter(|word| word.len() > 4 && word.chars().all(char::is_lowercase))
            .map(str::to_owned)
            .collect()
    };
    let said: Vec<String> = words(&text);
    let missing: Vec<&String> =
        said.iter().filter(|word| !page.contains(word.replace('\'', "&#39;").as_str())).collect();
    assert!(said.len() > 4 && missing.len() * 20 < said.len(), "{missing:?} are not in the page");
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
    adopt(&opened(&dir.join("store")).expect("a store"), &umpire);
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
