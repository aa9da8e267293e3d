//! Batches agree with strict checks.

use super::api::*;
use super::theatre::{Theatre, orders, small_battle};

#[test]
fn a_sound_archive_passes_both_checks() {
    let archive = small_battle().archive();
    for checks in [Checks::Strict, Checks::Batch] {
        let ledger = Ledger::verify_all(read_lines(&archive).unwrap(), checks).unwrap();
        assert_eq!(ledger.next_seq(), archive.iter().filter(|b| **b == b'\n').count() as u64);
        assert_eq!(ledger.ended(), Some(&Ended::Resigned("rome".parse().unwrap())));
        assert_eq!(ledger.unopened_seals().count(), 0);
        assert_eq!(ledger.actions().len(), 3);
    }
}

#[test]
fn a_forged_line_in_a_long_log_is_named() {
    let mut t = Theatre::open(Mode::Direct);
    for n in 0..600 {
        t.say("rome", orders(&format!("pass {n}"))).unwrap();
    }
    let mut lines: Vec<Vec<u8>> = read_lines(&t.archive()).unwrap().map(<[u8]>::to_vec).collect();
    let verify = |lines: &[Vec<u8>]| {
        let lines = lines.iter().map(Vec::as_slice);
        Ledger::verify_all(lines, Checks::Batch).map(drop)
    };
    verify(&lines).unwrap();
    // The signature of line 400 under the event of line 401.
    let end = |line: &[u8]| line[line.len() - 90..].to_vec();
    let other = end(&lines[399]);
    let length = lines[400].len();
    lines[400][length - 90..].copy_from_slice(&other);
    // One more, which another core may come to first.
    lines[560][length - 90..].copy_from_slice(&other);
    let error = verify(&lines).unwrap_err().told();
    assert!(error.starts_with("archive line 401:\nthe signature is not that of rome"), "{error}");
    for checks in [Checks::Batch, Checks::Strict] {
        for _ in 0..8 {
            let lines = lines.iter().map(Vec::as_slice);
            let beside = Ledger::verify_beside(lines, checks, Ledger::next_seq);
            assert_eq!(beside.map(drop).unwrap_err().told(), error);
        }
    }
}

#[test]
fn an_empty_archive_is_refused() {
    let none = Vec::new();
    let error = Ledger::verify_all(read_lines(&none).unwrap(), Checks::Strict).unwrap_err();
    assert!(error.told().contains("begins with genesis"));
}
