use std::fmt::Debug;

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
