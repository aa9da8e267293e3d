use std::fmt::Debug;

use super::note::{self, Document, Fault, Names, Note, Noted, Unreadable, write};
use super::{Bytes, Canon, Malformed, choice, number, record};

#[derive(Clone, PartialEq, Debug)]
struct Piece(u16);

#[derive(Clone, PartialEq, Debug)]
struct Thing {
    number: i32,
    piece: Option<Piece>,
    derived: bool,
}

#[derive(Clone, PartialEq, Debug)]
enum One {
    Nothing,
    Parts { yes: bool, many: Vec<u8> },
    Of(Piece, [u16; 2]),
}

number!(Piece);
record!(Thing { number, piece } but { derived: true });
choice!(One { 0 => Nothing, 1 => Parts { yes, many }, 2 => Of(piece, two) });

fn bytes(thing: &impl Canon) -> Vec<u8> {
    let mut out = Vec::new();
    thing.write(&mut out);
    out
}

fn read<T: Canon>(all: &[u8]) -> Result<T, Malformed> {
    let mut from = Bytes::new(all);
    let thing = T::read(&mut from)?;
    from.end().map(|()| thing)
}

fn there_and_back<T: Canon + PartialEq + Debug>(thing: &T, written: &[u8]) {
    assert_eq!(bytes(thing), written, "{thing:?}");
    assert_eq!(read::<T>(written).as_ref(), Ok(thing));
}

#[test]
fn numbers_are_written_as_the_page_says() {
    there_and_back(&300_u16, &[0xac, 0x02]);
    there_and_back(&u16::MAX, &[0xff, 0xff, 0x03]);
    there_and_back(&u64::MAX, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    for (number, written) in [(0, vec![0]), (-1, vec![1]), (1, vec![2]), (-2, vec![3]), (-150, vec![0xab, 2])]
    {
        there_and_back::<i32>(&number, &written);
    }
    there_and_back(&i32::MIN, &[0xff, 0xff, 0xff, 0xff, 0x0f]);
    there_and_back(&-3_i8, &[0xfd]);
}

#[test]
fn things_are_their_parts_in_order_and_choices_begin_with_their_number() {
    there_and_back(&Thing { number: 2, piece: Some(Piece(130)), derived: true }, &[4, 1, 0x82, 1]);
    there_and_back(&One::Nothing, &[0]);
    there_and_back(&One::Parts { yes: true, many: vec![7, 200] }, &[1, 1, 2, 7, 200]);
    there_and_back(&One::Of(Piece(1), [2, 3]), &[2, 1, 2, 3]);
}

#[test]
fn what_is_not_canonical_is_refused_with_its_place() {
    assert_eq!(read::<u16>(&[0x80, 0x00]), Err(Malformed::Number(1)), "two bytes for one");
    assert_eq!(read::<u16>(&[0xff, 0xff, 0x04]), Err(Malformed::Number(2)), "17 bits");
    assert_eq!(read::<u16>(&[0x80, 0x80, 0x80]), Err(Malformed::Number(2)), "no end");
    assert_eq!(read::<u16>(&[0x80]), Err(Malformed::Short(1)));
    assert_eq!(read::<bool>(&[2]), Err(Malformed::Choice(0)));
    assert_eq!(read::<One>(&[3]), Err(Malformed::Choice(0)));
    assert_eq!(read::<bool>(&[1, 1]), Err(Malformed::Long(1)));
    assert_eq!(
        read::<Vec<u8>>(&[0xff, 0xff, 0xff, 0x7f]),
        Err(Malformed::Short(4)),
        "no memory is asked for"
    );
    assert_eq!(read::<[u8; 32]>(&[0; 31]), Err(Malformed::Short(31)));
}

struct Called;

impl Names for Called {
    fn name(&self, kind: &str, number: i128) -> Option<String> {
        (kind == "Piece").then(|| format!("P{number}"))
    }

    fn number(&self, kind: &str, name: &str) -> Option<i128> {
        (kind == "Piece").then(|| name.strip_prefix('P')?.parse().ok()).flatten()
    }
}

const PLAIN: Document = Document { keyed: &[], always: &[], short: &[] };

fn line(note: &Note) -> String {
    write(&[("thing".to_owned(), note.clone())], &PLAIN)
}

fn noted<T: Noted + PartialEq + Debug>(thing: &T, text: &str) {
    let note = thing.note(&Called);
    assert_eq!(line(&note), text);
    let (said, _) = note::read(text, &PLAIN).unwrap_or_else(|fault| panic!("{fault}: {text}"));
    assert_eq!(T::noted(&said[0].1, &Called).as_ref(), Ok(thing), "{text}");
    assert_eq!(T::noted(&note, &Called).as_ref(), Ok(thing), "{text}");
}

#[test]
fn things_are_noted_and_read_back() {
    let thing = |number, piece| Thing { number, piece, derived: true };
    noted(&thing(-7, Some(Piece(3))), "thing number=-7 piece=P3\n");
    noted(&thing(0, None), "thing number=0 piece=-\n");
    noted(&One::Nothing, "thing Nothing\n");
    noted(&One::Parts { yes: true, many: vec![7, 200] }, "thing Parts(yes many=[7 200])\n");
    noted(&One::Parts { yes: false, many: vec![] }, "thing Parts(yes=no many=[])\n");
    noted(&One::Of(Piece(1), [2, 3]), "thing Of(piece=P1 two=[2 3])\n");
}

#[test]
fn what_a_patch_says_makes_the_other_of_the_one() {
    let choices = [
        One::Nothing.note(&Called),
        One::Parts { yes: true, many: vec![1] }.note(&Called),
        One::Parts { yes: false, many: vec![1] }.note(&Called),
        One::Of(Piece(1), [2, 3]).note(&Called),
        Note::None,
    ];
    let records = [
        Thing { number: 1, piece: None, derived: true }.note(&Called),
        Thing { number: 1, piece: Some(Piece(2)), derived: true }.note(&Called),
        Note::None,
    ];
    for all in [&choices[..], &records[..]] {
        for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (from, to))) {
            match note::patch::between(from, to) {
                None => assert_eq!(from, to),
                Some(patch) => assert_eq!(note::patch::patched(from, &patch), *to, "{from:?}"),
            }
        }
    }
    let patch = note::patch::between(&choices[1], &choices[2]).expect("one part differs");
    assert_eq!(line(&patch), "thing yes=no\n", "the same of several, in a part");
}

#[test]
fn notes_that_are_none_are_refused_with_what_would_be_right() {
    let told = |text: &str| -> String {
        let (said, _) = note::read(text, &PLAIN).expect("a note");
        One::noted(&said[0].1, &Called).expect_err(text).to_string()
    };
    assert_eq!(told("thing Many"), "`Many` is none of Nothing, Parts, Of");
    assert_eq!(told("thing Parts(yes)"), "`many` is missing");
    assert_eq!(told("thing Parts(yes many=[1 300])"), "many.2: 300 cannot stand there");
    assert_eq!(told("thing Parts(yes many=[] more)"), "more: there is no `more` here; there is yes, many");
    assert_eq!(told("thing Of(piece=Q two=[1 2])"), "piece: this battle has no piece `Q`");
    assert_eq!(told("thing Of(piece=P1 two=[1])"), "two: 1 things where there are 2");
    let read = |text: &str| note::read(text, &PLAIN).expect_err(text);
    for (text, line, column, what) in [
        ("thing (", 1, 7, Fault::Open),
        ("one 1\nthing [1 2\n  3", 2, 7, Fault::Open),
        ("thing )", 1, 7, Fault::Closed),
        ("thing \"a", 1, 7, Fault::Quote),
        ("thing a=1 a=2", 1, 11, Fault::Twice),
        ("thing a=1\nthing a=1", 2, 1, Fault::Twice),
        ("thing a=", 1, 8, Fault::Value),
        ("thing", 1, 1, Fault::Value),
        ("=", 1, 1, Fault::Name),
    ] {
        assert_eq!(read(text), Unreadable { line, column, what }, "{text}");
    }
    let deep = format!("thing {}{}", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(read(&deep).what, Fault::Deep);
    let dotted = format!("thing {}a=1", "a.".repeat(200_000));
    assert_eq!(read(&dotted).what, Fault::Deep, "parts of parts are brackets inside each other");
}
