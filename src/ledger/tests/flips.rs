//! No bit of an archive can be changed unseen.

use proptest::prelude::*;

use super::api::*;
use super::theatre::small_battle;

#[test]
fn every_flipped_bit_of_an_archive_is_refused() {
    let archive = small_battle().archive();
    let whole: Vec<&[u8]> = read_lines(&archive).unwrap().collect();
    assert!(whole.len() >= 10);
    let (mut start, mut before) = (0, None::<Ledger>);
    for line in &whole {
        for at in start..=start + line.len() {
            for bit in 0..8 {
                let mut changed = archive.clone();
                changed[at] ^= 1 << bit;
                let moves_lines = archive[at] == b'\n' || changed[at] == b'\n';
                let taken = if moves_lines {
                    let lines = read_lines(&changed);
                    lines.and_then(|lines| Ledger::verify_all(lines, Checks::Strict)).is_ok()
                } else {
                    // The lines before are as they were, so begin with this.
                    let line = Signed::parse(&changed[start..start + line.len()]);
                    line.is_ok_and(|signed| match &before {
                        None => Ledger::found(signed).is_ok(),
                        Some(ledger) => ledger.would_append(&signed).is_ok(),
                    })
                };
                assert!(!taken, "byte {at} bit {bit}");
            }
        }
        let signed = Signed::parse(line).unwrap();
        match &mut before {
            None => before = Some(Ledger::found(signed).unwrap()),
            Some(ledger) => drop(ledger.append(signed).unwrap()),
        }
        start += line.len() + 1;
    }
    assert_eq!(start, archive.len());
}

#[test]
fn batches_refuse_flipped_bits_with_the_same_words() {
    let archive = small_battle().archive();
    for flip in (0..archive.len() * 8).step_by(151) {
        let mut changed = archive.clone();
        changed[flip / 8] ^= 1 << (flip % 8);
        let verify = |checks| {
            let lines = read_lines(&changed)?;
            Ledger::verify_all(lines, checks).map(drop)
        };
        let strict = verify(Checks::Strict).unwrap_err().told();
        assert_eq!(verify(Checks::Batch).unwrap_err().told(), strict, "bit {flip}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, at: prop::sample::Index, cut in 0..90_usize) {
        let _ = Signed::parse(&bytes);
        let mut archive = small_battle().archive();
        let at = at.index(archive.len());
        let end = archive.len().min(at + cut);
        archive.splice(at..end, bytes.iter().copied());
        let _ = read_lines(&archive).and_then(|lines| Ledger::verify_all(lines, Checks::Batch));
        let _ = Fork::verify(&String::from_utf8_lossy(&archive));
    }
}
