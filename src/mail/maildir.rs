//! A Maildir: `tmp` to write in, `new` for what came, `cur` for what was seen.
//!
//! No lock is needed, since every step is one rename (D. J. Bernstein, maildir(5)).

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::eml;
use super::error::MailError;
use super::raw::{MailId, Origin, RawMail};
use tess_disk::durable;

/// A Maildir that was there when it was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maildir {
    root: PathBuf,
}

impl Maildir {
    /// Opens an existing Maildir.
    ///
    /// # Errors
    /// `MailError::NotAMaildir`.
    pub fn open(root: &Path) -> Result<Self, MailError> {
        if ["cur", "new", "tmp"].iter().all(|d| root.join(d).is_dir()) {
            Ok(Self { root: root.to_path_buf() })
        } else {
            Err(MailError::NotAMaildir(root.to_path_buf()))
        }
    }

    /// Opens a Maildir and makes what is missing of it.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn create(root: &Path) -> Result<Self, MailError> {
        for name in ["cur", "new", "tmp"] {
            let dir = root.join(name);
            fs::create_dir_all(&dir).map_err(MailError::io("make", &dir))?;
        }
        Self::open(root)
    }

    /// Where it is.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Delivers a mail: whole in `new` or not there at all. The name is made of `at` (seconds of
    /// the epoch, so that names sort by time), the hash, and a number that no other mail has.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn deliver(&self, bytes: &[u8], at: i64) -> Result<PathBuf, MailError> {
        let stem = format!("{:010}.H{}", at.max(0), MailId::of(bytes).short());
        let taken: Vec<String> = ["tmp", "new", "cur"]
            .iter()
            .map(|d| durable::names(&self.root.join(d), |n| n.starts_with(&stem)))
            .collect::<Result<Vec<_>, _>>()?
            .concat();
        for number in 1_u32.. {
            let name = format!("{stem}Q{number}.tess");
            if taken.iter().any(|t| unique(t) == name) {
                continue;
            }
            let part = self.root.join("tmp").join(&name);
            let opened = OpenOptions::new().write(true).create_new(true).open(&part);
            let mut file = match opened {
                // another process took this number just now
                Err(e) if e.kind() == ErrorKind::AlreadyExists => continue,
                other => other.map_err(MailError::io("write", &part))?,
            };
            file.write_all(bytes).and_then(|()| file.sync_all()).map_err(MailError::io("write", &part))?;
            let target = self.root.join("new").join(&name);
            durable::relocate(&part, &target)?;
            return Ok(target);
        }
        Err(MailError::io("write", &self.root)(ErrorKind::AlreadyExists.into()))
    }

    /// The mails in `new` and `cur`, those marked as seen, trashed or drafts left out, unless
    /// `seen` asks for the seen ones too. Sorted by name, which sorts by time.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn list(&self, seen: bool) -> Result<Vec<PathBuf>, MailError> {
        self.list_in(&["new", "cur"], seen)
    }

    /// As [`Maildir::list`], in `new` alone, where mail comes in. It costs nothing that mail which was seen
    /// lies in `cur`.
    pub(crate) fn list_new(&self) -> Result<Vec<PathBuf>, MailError> {
        self.list_in(&["new"], false)
    }

    /// Does a mail lie in `cur`?
    pub(crate) fn is_old(&self, path: &Path) -> bool {
        path.parent() == Some(&self.root.join("cur"))
    }

    fn list_in(&self, dirs: &[&str], seen: bool) -> Result<Vec<PathBuf>, MailError> {
        let mut found = Vec::new();
        for dir in dirs {
            let dir = self.root.join(dir);
            let wanted = |name: &str| {
                let flags = name.rsplit_once(":2,").map_or("", |(_, flags)| flags);
                !flags.contains(['T', 'D']) && (seen || !flags.contains('S'))
            };
            for name in durable::names(&dir, wanted)? {
                found.push((unique(&name).to_owned(), dir.join(&name)));
            }
        }
        found.sort_unstable();
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// Reads one mail of the list.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn read(&self, path: &Path) -> Result<RawMail, MailError> {
        eml::read_file(path, Origin::Maildir(path.to_path_buf()))
    }

    /// Is this one of its files?
    #[must_use]
    pub fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// Marks a mail as seen: into `cur`, flag `S` added. A mail that is gone, because another
    /// program moved it, is looked for under its unique name and no error. The mark need not outlive a
    /// failing of the power: the mail is then seen once more.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn mark_seen(&self, path: &Path) -> Result<(), MailError> {
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
            return Ok(());
        };
        let stem = unique(name);
        let flags = name.rsplit_once(":2,").map_or("", |(_, flags)| flags);
        let mut flags: Vec<char> = flags.chars().chain(['S']).collect();
        flags.sort_unstable();
        flags.dedup();
        let flags: String = flags.into_iter().collect();
        let target = self.root.join("cur").join(format!("{stem}:2,{flags}"));
        if target == path {
            return Ok(());
        }
        if path.exists() {
            return fs::rename(path, &target).map_err(MailError::io("move", path));
        }
        let moved = self
            .list(true)?
            .into_iter()
            .find(|p| p.file_name().and_then(|n| n.to_str()).is_some_and(|n| unique(n) == stem));
        match moved {
            Some(other) => self.mark_seen(&other),
            None => Ok(()),
        }
    }
}

/// The name without its flags.
fn unique(name: &str) -> &str {
    name.split_once(":2,").map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[PathBuf]) -> Vec<String> {
        paths.iter().map(|p| p.file_name().unwrap().to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_mail_is_delivered_listed_read_and_marked() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("in");
        assert!(matches!(Maildir::open(&root), Err(MailError::NotAMaildir(_))));
        let maildir = Maildir::create(&root).unwrap();
        let late = maildir.deliver(b"Subject: late\n\n", 1_800_000_000).unwrap();
        let early = maildir.deliver(b"Subject: early\n\n", 1_700_000_000).unwrap();
        assert_eq!(maildir.list(false).unwrap(), [early.clone(), late.clone()]);
        assert_eq!(maildir.read(&early).unwrap().bytes, b"Subject: early\n\n");
        maildir.mark_seen(&early).unwrap();
        maildir.mark_seen(&early).unwrap();
        assert_eq!(maildir.list(false).unwrap(), [late]);
        let all = maildir.list(true).unwrap();
        assert_eq!(all.len(), 2);
        assert!(names(&all)[0].ends_with(":2,S"), "{all:?}");
        assert_eq!(durable::names(&root.join("tmp"), |_| true).unwrap().len(), 0);
    }

    #[test]
    fn the_same_mail_twice_is_two_files() {
        let dir = tempfile::tempdir().unwrap();
        let maildir = Maildir::create(dir.path()).unwrap();
        let first = maildir.deliver(b"x", 7).unwrap();
        maildir.mark_seen(&first).unwrap();
        maildir.deliver(b"x", 7).unwrap();
        maildir.deliver(b"x", 7).unwrap();
        assert_eq!(maildir.list(true).unwrap().len(), 3);
        assert_eq!(maildir.list(false).unwrap().len(), 2);
    }

    #[test]
    fn flags_are_kept_and_trashed_mail_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let maildir = Maildir::create(dir.path()).unwrap();
        let cur = dir.path().join("cur");
        fs::write(cur.join("1.a:2,F"), "x").unwrap();
        fs::write(cur.join("2.b:2,ST"), "x").unwrap();
        fs::write(cur.join("3.c:2,RS"), "x").unwrap();
        fs::write(cur.join(".hidden"), "x").unwrap();
        let open = maildir.list(false).unwrap();
        assert_eq!(names(&open), ["1.a:2,F"]);
        maildir.mark_seen(&open[0]).unwrap();
        assert_eq!(names(&maildir.list(true).unwrap()), ["1.a:2,FS", "3.c:2,RS"]);
    }
}
