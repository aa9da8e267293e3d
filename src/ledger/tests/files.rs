//! Keys, chains and archives on the disk.

use std::fs;

use tempfile::tempdir;

use super::api::*;
use super::theatre::*;

#[test]
fn a_key_is_read_back_with_and_without_passphrase() {
    let folder = tempdir().unwrap();
    for passphrase in [None, Some("tessera")] {
        let path = folder.path().join(format!("{}.pem", passphrase.is_some()));
        let made = SigningKey::create().unwrap();
        made.save(&path, passphrase).unwrap();
        assert_eq!(SigningKey::load(&path, passphrase).unwrap().public(), made.public());
        assert_eq!(SigningKey::is_encrypted(&path).unwrap(), passphrase.is_some());
        assert!(made.save(&path, None).is_err(), "a key file is never replaced");
        assert!(!format!("{made:?}").contains("PRIVATE"));
    }
    let path = folder.path().join("true.pem");
    for (wrong, part) in [(None, "is encrypted"), (Some("x"), "passphrase is wrong")] {
        let error = SigningKey::load(&path, wrong).unwrap_err().told();
        assert!(error.contains(part), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_secret_that_others_may_read_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempdir().unwrap();
    let path = folder.path().join("key.pem");
    key(1).save(&path, None).unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let error = SigningKey::load(&path, None).unwrap_err().told();
    assert!(error.contains("others may use this secret (mode 640)"), "{error}");
    assert!(error.contains("chmod 600"), "{error}");
}

#[test]
fn a_link_is_written_down_before_it_is_opened_and_never_used_twice() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("rome.chain");
    let t = Theatre::open(Mode::Direct);
    let made = ChainKeeper::create_from(&path, key(1).public(), ChainId([11; 16]), 16, &[11; 32]);
    let mut keeper = made.unwrap();
    let mut state = t.ledger.player(&role("rome")).unwrap().chain.clone();
    (state.id, state.key) = (ChainId([11; 16]), key(1).public());
    let chain = chain(&key(1), 11);
    let (one, two) = (Id([1; 32]), Id([2; 32]));
    let want = (1, Link(chain.link(1).unwrap()));
    assert_eq!(keeper.open_link(&state, &one).unwrap(), want);
    let busy = ChainKeeper::open(&path).unwrap_err().told();
    assert!(busy.contains("another process has this chain"), "{busy}");
    drop(keeper);
    let journal = folder.path().join("rome.chain.opened");
    assert_eq!(fs::read_to_string(&journal).unwrap(), format!("1 {one}\n"));
    // A line that was cut while it was written: the link was not opened.
    let cut = format!("1 {one}\n2 abc");
    fs::write(&journal, cut).unwrap();
    let mut keeper = ChainKeeper::open(&path).unwrap();
    assert_eq!(keeper.last(), 1);
    assert_eq!(keeper.open_link(&state, &one).unwrap(), want, "asked again, the same");
    let error = keeper.open_link(&state, &two).unwrap_err().told();
    assert!(error.contains("link 1 was opened for 0101010101010101"), "{error}");
    (state.last, state.value) = (1, want.1);
    assert_eq!(keeper.open_link(&state, &two).unwrap().0, 2);
    state.last = 5;
    let error = keeper.open_link(&state, &two).unwrap_err().told();
    assert!(error.contains("the log is at link 5, the journal at 2"), "{error}");
    state.last = 16;
    assert!(keeper.open_link(&state, &two).is_err());
    state.id = ChainId([0; 16]);
    assert!(keeper.open_link(&state, &two).is_err());
    assert_eq!(keeper.anchor().links, 16);
    assert!(!format!("{keeper:?}").contains("0b0b"), "no seed in Debug");
}

#[test]
fn a_new_chain_has_a_fresh_seed() {
    let folder = tempdir().unwrap();
    let make = |name: &str| {
        let path = folder.path().join(name);
        ChainKeeper::create(&path, key(1).public(), 8).unwrap().anchor()
    };
    assert_ne!(make("a").anchor, make("b").anchor);
    assert!(ChainKeeper::create(&folder.path().join("a"), key(1).public(), 8).is_err());
    assert!(ChainKeeper::create(&folder.path().join("c"), key(1).public(), 0).is_err());
    // A seed whose journal was lost never gets an empty one.
    let journal = folder.path().join("a.opened");
    fs::remove_file(&journal).unwrap();
    assert!(ChainKeeper::open(&folder.path().join("a")).is_err());
    assert!(ChainKeeper::create(&folder.path().join("a"), key(1).public(), 8).is_err());
    assert!(!journal.exists());
}

#[test]
fn an_archive_grows_line_by_line_and_is_locked() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("battle.tess");
    let t = small_battle();
    let signed = |n: usize| &t.ledger.entries()[n].signed;
    let mut archive = Archive::create(&path, signed(0)).unwrap();
    for n in 1..5 {
        archive.append(signed(n)).unwrap();
    }
    let busy = Archive::open(&path, Checks::Strict).unwrap_err().told();
    assert!(busy.contains("another process has this archive"), "{busy}");
    drop(archive);
    let (mut archive, ledger, repair) = Archive::open(&path, Checks::Batch).unwrap();
    assert_eq!((ledger.next_seq(), repair), (5, None));
    for entry in &t.ledger.entries()[5..] {
        archive.append(&entry.signed).unwrap();
    }
    assert_eq!(fs::read(archive.path()).unwrap(), t.archive());
    assert!(Archive::create(&path, signed(0)).is_err());
}

#[test]
fn a_cut_last_line_is_moved_aside_and_a_whole_one_kept() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("battle.tess");
    let whole = small_battle().archive();
    let lines = whole.iter().filter(|b| **b == b'\n').count();
    let last = whole[..whole.len() - 1].iter().rposition(|b| *b == b'\n').unwrap() + 1;
    for (n, length) in (last + 1..whole.len()).enumerate().step_by(50) {
        fs::write(&path, &whole[..length]).unwrap();
        let (_, ledger, repair) = Archive::open(&path, Checks::Strict).unwrap();
        let Some(Repair::MovedAside { line, to }) = repair else { panic!("{repair:?}") };
        assert_eq!((line, ledger.next_seq()), (lines, lines as u64 - 1), "cut {n}");
        assert_eq!(fs::read(&to).unwrap(), &whole[last..length]);
        assert_eq!(fs::read(&path).unwrap(), &whole[..last]);
    }
    assert!(folder.path().join("battle.tess.cut.2").exists(), "none is overwritten");
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let (.., repair) = Archive::open(&path, Checks::Strict).unwrap();
    assert_eq!(repair, Some(Repair::AddedLineEnd { line: lines }));
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_damaged_archive_names_its_line() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("battle.tess");
    let mut bytes = small_battle().archive();
    let third = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0 + 1;
    bytes[third + 300] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let error = Archive::open(&path, Checks::Batch).unwrap_err().told();
    assert!(error.starts_with("archive line 3:\n"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes, "and is left as it is");
}
