//! The steps that a pass takes on the disk, as they follow from what it has left behind.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tesserarius::ledger::{Role, Signed};
use tesserarius::mail::Envelope;

use super::seats::{new_mails, open, tree};

/// A step on the disk; paths are from the folder of all seats.
#[derive(Debug, Clone)]
pub enum DiskStep {
    /// A whole file comes into being, by way of a part that nobody looks at.
    Write(PathBuf, Vec<u8>),
    /// A line is added to a file.
    Append(PathBuf, Vec<u8>),
    /// A file is moved.
    Move(PathBuf, PathBuf),
}

impl DiskStep {
    pub fn take(&self, dir: &Path) {
        match self {
            DiskStep::Write(path, bytes) => {
                let path = dir.join(path);
                fs::create_dir_all(path.parent().expect("a folder")).expect("made");
                fs::write(path, bytes).expect("written");
            }
            DiskStep::Append(path, bytes) => append(&dir.join(path), bytes),
            DiskStep::Move(from, to) => {
                let to = dir.join(to);
                fs::create_dir_all(to.parent().expect("a folder")).expect("made");
                fs::rename(dir.join(from), to).expect("moved");
            }
        }
    }

    /// Leaves the step half done, if it can be.
    pub fn tear(&self, dir: &Path) -> bool {
        match self {
            DiskStep::Write(path, bytes) => {
                let path = dir.join(path);
                let folder = path.parent().expect("a folder");
                fs::create_dir_all(folder).expect("made");
                // a Maildir has its own place for parts
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                let part = if folder.ends_with("new") {
                    folder.with_file_name("tmp").join(name)
                } else {
                    folder.join(format!(".{name}.1.part"))
                };
                fs::write(part, &bytes[..bytes.len() / 2]).expect("written");
                true
            }
            DiskStep::Append(path, bytes) => {
                append(&dir.join(path), &bytes[..bytes.len() / 2]);
                true
            }
            DiskStep::Move(..) => false,
        }
    }
}

pub fn append(path: &Path, bytes: &[u8]) {
    let mut file = fs::OpenOptions::new().append(true).open(path).expect("opened");
    file.write_all(bytes).expect("written");
}

/// Files by their paths.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// The steps by which a pass of a role has led from one folder to another, in their order.
pub fn steps(before: &Path, after: &Path, role: &Role) -> Vec<DiskStep> {
    let seat = PathBuf::from(role.as_str());
    let (old, new) = (tree(before), tree(after));
    let mut steps = Vec::new();
    // the new lines of the log, those first that came by mail
    let log = seat.join("archive.tess");
    let added = &new[&log][old[&log].len()..];
    let mut lines = added.split_inclusive(|b| *b == b'\n').peekable();
    for mail in new_mails(before, role) {
        let hash = seat.join("journal").join(mail.id.short()).to_string_lossy().into_owned();
        let kept = new.keys().find(|path| path.to_string_lossy().starts_with(&hash)).expect("in the journal");
        if !old.contains_key(kept) {
            steps.push(DiskStep::Write(kept.clone(), mail.bytes.clone()));
        }
        let carried = Envelope::open(&mail).expect("a mail").lines;
        while let Some(line) = lines.next_if(|l| carried.iter().any(|c| *c == l[..l.len() - 1])) {
            steps.push(DiskStep::Append(log.clone(), line.to_vec()));
        }
        for unseal in carried.iter().filter_map(|line| tesserarius::steward::private(line)) {
            let kept = seat.join("standing").join(format!("{}.json", unseal.seal()));
            steps.push(DiskStep::Write(kept.clone(), new[&kept].clone()));
        }
        let tesserarius::mail::Origin::Maildir(path) = &mail.origin else { panic!("a maildir") };
        let from = path.strip_prefix(before).expect("below").to_owned();
        let name = from.file_name().expect("a name").to_string_lossy().into_owned();
        let to = from.parent().expect("new").with_file_name("cur").join(format!("{name}:2,S"));
        steps.push(DiskStep::Move(from, to));
    }
    // then what was signed here, the journal of the chain before each link
    let opened = seat.join("chain.seed.opened");
    let mut links = new[&opened][old[&opened].len()..].split_inclusive(|b| *b == b'\n');
    for line in lines {
        let signed = Signed::parse(&line[..line.len() - 1]).expect("an event");
        assert_eq!(signed.event().by, *role, "an event that came from nowhere");
        if signed.event().kind.name() == "reveal" {
            steps.push(DiskStep::Append(opened.clone(), links.next().expect("a link").to_vec()));
        }
        steps.push(DiskStep::Append(log.clone(), line.to_vec()));
    }
    assert!(links.next().is_none(), "a link without its event");
    let heard = seat.join("heard.json");
    if new.get(&heard) != old.get(&heard) {
        steps.push(DiskStep::Write(heard.clone(), new[&heard].clone()));
    }
    for report in come(&seat.join("reports"), &old, &new) {
        steps.push(DiskStep::Write(report.clone(), new[&report].clone()));
    }
    steps.extend(sending(before, role, &old, &new));
    steps
}

/// The files of a folder that were not there before.
fn come(folder: &Path, old: &Tree, new: &Tree) -> Vec<PathBuf> {
    new.keys().filter(|p| p.parent() == Some(folder) && !old.contains_key(*p)).cloned().collect()
}

/// Mails: into the outbox and noted, party by party; then out and put away.
fn sending(before: &Path, role: &Role, old: &Tree, new: &Tree) -> Vec<DiskStep> {
    let seat = PathBuf::from(role.as_str());
    let mut steps = Vec::new();
    let sent = come(&seat.join("outbox/sent"), old, new);
    let noted = seat.join("posted.json");
    let read = |tree: &Tree| -> BTreeMap<String, u64> {
        tree.get(&noted).map(|b| serde_json::from_slice(b).expect("a map")).unwrap_or_default()
    };
    let (mut posted, end) = (read(old), read(new));
    let order: Vec<String> =
        open(before, role).ledger().players().iter().map(|p| p.role.to_string()).collect();
    let mut left = 0;
    for party in order {
        for mail in sent.iter().filter(|p| p.to_string_lossy().contains(&format!("-{party}@"))) {
            let name = mail.file_name().expect("a name");
            steps.push(DiskStep::Write(seat.join("outbox").join(name), new[mail].clone()));
            posted.insert(party.clone(), end[&party]);
            steps.push(DiskStep::Write(noted.clone(), serde_json::to_vec(&posted).expect("json")));
            left += 1;
        }
    }
    assert_eq!(left, sent.len(), "a mail to nobody: {sent:?}");
    for mail in &sent {
        let delivered = new.iter().find(|(path, bytes)| {
            path.starts_with("mail") && !old.contains_key(*path) && **bytes == new[mail]
        });
        let (place, bytes) = delivered.expect("the mail has arrived");
        steps.push(DiskStep::Write(place.clone(), bytes.clone()));
        let name = mail.file_name().expect("a name");
        steps.push(DiskStep::Move(seat.join("outbox").join(name), mail.clone()));
    }
    steps
}

/// The pass itself has taken the steps in this order, as far as the times of its files show it.
#[cfg(unix)]
pub fn taken_in_order(after: &Path, steps: &[DiskStep]) {
    use std::os::unix::fs::MetadataExt as _;
    let mut last = (0, 0);
    for (i, step) in steps.iter().enumerate() {
        let rest = &steps[i + 1..];
        let again = |p: &Path| {
            rest.iter().any(|s| matches!(s, DiskStep::Write(q, _) | DiskStep::Append(q, _) if q == p))
        };
        let time = match step {
            // a file shows the last time it was written only
            DiskStep::Write(path, _) | DiskStep::Append(path, _) if again(path) => continue,
            DiskStep::Write(path, _) | DiskStep::Append(path, _) => {
                let moved = rest.iter().find_map(|s| match s {
                    DiskStep::Move(from, to) if from == path => Some(to),
                    _ => None,
                });
                let found = fs::metadata(after.join(moved.unwrap_or(path))).expect("a file");
                (found.mtime(), found.mtime_nsec())
            }
            DiskStep::Move(_, to) => {
                let found = fs::metadata(after.join(to)).expect("a file");
                (found.ctime(), found.ctime_nsec())
            }
        };
        assert!(time >= last, "step {i} was taken before the one in front of it: {step:?}");
        last = time;
    }
}
