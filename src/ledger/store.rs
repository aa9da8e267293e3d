//! The archive file: one line an event, only ever appended to; but for events of its own that a seat takes
//! back, since nobody has taken them into his log.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::{Checks, Ledger, LedgerError, Signed};
use tess_disk::{durable, private_file};

/// An archive opened for appending. While it lives, no other process can
/// open it so.
#[derive(Debug)]
pub struct Archive {
    file: File,
    path: PathBuf,
    /// Bytes of all whole lines.
    length: u64,
    /// A write failed and what it left could not be taken away.
    broken: bool,
}

/// Lets go of the lock by name: a program that another thread is just starting has a copy of the descriptor
/// until it is its own (fork(2), flock(2)), and would hold it for that long.
impl Drop for Archive {
    fn drop(&mut self) {
        // closing lets go of it, too, if only later
        let _ = self.file.unlock();
    }
}

/// What opening an archive had to mend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repair {
    /// The last line was whole but for its LF, which was added.
    AddedLineEnd {
        /// Its number.
        line: usize,
    },
    /// The last line was cut; its bytes were moved to the file named.
    MovedAside {
        /// Its number.
        line: usize,
        /// Where its bytes are now.
        to: PathBuf,
    },
}

impl std::fmt::Display for Repair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Repair::AddedLineEnd { line } => {
                write!(f, "archive line {line} lacked its line end, which was added")
            }
            Repair::MovedAside { line, to } => {
                writeln!(f, "archive line {line} was cut off; its bytes are now in")?;
                write!(f, "  {}", to.display())
            }
        }
    }
}

impl Archive {
    /// Makes a new archive with its first line. Cut off anywhere, the file is whole or not there.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn create(path: &Path, genesis: &Signed) -> Result<Archive, LedgerError> {
        let line = genesis.line() + "\n";
        durable::create(path, &line)?;
        let opened = OpenOptions::new().read(true).append(true).open(path);
        let file = opened.map_err(|source| LedgerError::io("open the archive", path, source))?;
        let archive = Archive { file, path: path.to_owned(), length: line.len() as u64, broken: false };
        archive.lock()?;
        Ok(archive)
    }

    /// Opens an archive, mends a cut last line, and verifies everything.
    ///
    /// # Errors
    /// When another process has it, or a line is wrong.
    pub fn open(path: &Path, checks: Checks) -> Result<(Archive, Ledger, Option<Repair>), LedgerError> {
        let opened = OpenOptions::new().read(true).append(true).open(path);
        let file = opened.map_err(|source| LedgerError::io("open the archive", path, source))?;
        let mut archive = Archive { file, path: path.to_owned(), length: 0, broken: false };
        archive.lock()?;
        let mut bytes = Vec::new();
        archive.file.read_to_end(&mut bytes).map_err(archive.io("read the archive"))?;
        let repair = archive.repair(&mut bytes)?;
        archive.length = bytes.len() as u64;
        let ledger = Ledger::verify_all(lines(&bytes), checks)?;
        Ok((archive, ledger, repair))
    }

    /// Adds a line and waits until it is on the disk. Give it only what
    /// [`Ledger::append`] has taken. On an error the file is as it was.
    ///
    /// # Errors
    /// When the line cannot be written.
    pub fn append(&mut self, signed: &Signed) -> Result<(), LedgerError> {
        if self.broken {
            return Err(LedgerError::File {
                path: self.path.clone(),
                what: "an earlier line could not be written".to_owned(),
                help: "make room on the disk, then start again".to_owned(),
            });
        }
        let line = signed.line() + "\n";
        let written = self.file.write_all(line.as_bytes());
        if let Err(source) = written.and_then(|()| self.file.sync_data()) {
            self.broken = self.file.set_len(self.length).is_err();
            return Err(LedgerError::io("write the archive", &self.path, source));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Puts an event in the place of all from its own place on. Cut off anywhere, the file is the old one or
    /// the new one.
    ///
    /// # Errors
    /// When it cannot be written; then nothing has changed.
    pub fn replace_from(&mut self, signed: &Signed) -> Result<(), LedgerError> {
        let bytes = std::fs::read(&self.path).map_err(self.io("read the archive"))?;
        let kept = usize::try_from(signed.event().seq).unwrap_or(usize::MAX);
        let mut text: Vec<u8> = lines(&bytes).take(kept).flat_map(|line| [line, b"\n"].concat()).collect();
        text.extend_from_slice((signed.line() + "\n").as_bytes());
        let new = self.path.with_added_extension("new");
        // What an earlier process has left.
        let _ = std::fs::remove_file(&new);
        let written = self.write_beside(&new, &text);
        let mut archive = written.inspect_err(|_| drop(std::fs::remove_file(&new)))?;
        archive.path.clone_from(&self.path);
        *self = archive;
        Ok(durable::sync_parent(&self.path)?)
    }

    /// Writes the text of a new archive, locked, and gives it this one's name.
    fn write_beside(&self, new: &Path, text: &[u8]) -> Result<Archive, LedgerError> {
        let io = |source| LedgerError::io("write the archive", new, source);
        let mut options = OpenOptions::new();
        private_file::only_owner(&mut options).read(true).append(true).create_new(true);
        let file = options.open(new).map_err(io)?;
        let mut archive = Archive { file, path: new.to_owned(), length: text.len() as u64, broken: false };
        archive.lock()?;
        let mode = self.file.metadata().map_err(io)?.permissions();
        archive.file.set_permissions(mode).map_err(io)?;
        archive.file.write_all(text).and_then(|()| archive.file.sync_all()).map_err(io)?;
        std::fs::rename(new, &self.path).map_err(io)?;
        Ok(archive)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn lock(&self) -> Result<(), LedgerError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                Err(LedgerError::Taken { path: self.path.clone(), what: "archive" })
            }
            Err(TryLockError::Error(source)) => Err(self.io("lock the archive")(source)),
        }
    }

    fn io(&self, what: &'static str) -> impl Fn(std::io::Error) -> LedgerError + use<> {
        let path = self.path.clone();
        move |source| LedgerError::io(what, &path, source)
    }

    fn repair(&mut self, bytes: &mut Vec<u8>) -> Result<Option<Repair>, LedgerError> {
        let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1);
        if whole == bytes.len() {
            return Ok(None);
        }
        let line = lines(&bytes[..whole]).count() + 1;
        if Signed::parse(&bytes[whole..]).is_ok() {
            let written = self.file.write_all(b"\n").and_then(|()| self.file.sync_data());
            written.map_err(self.io("mend the archive"))?;
            bytes.push(b'\n');
            return Ok(Some(Repair::AddedLineEnd { line }));
        }
        let to = self.set_aside(&bytes[whole..])?;
        let cut = self.file.set_len(whole as u64).and_then(|()| self.file.sync_data());
        cut.map_err(self.io("mend the archive"))?;
        bytes.truncate(whole);
        Ok(Some(Repair::MovedAside { line, to }))
    }

    /// Keeps the bytes of a cut line in `NAME.cut`, or `NAME.cut.2` and so on.
    fn set_aside(&self, rest: &[u8]) -> Result<PathBuf, LedgerError> {
        for number in 1.. {
            let mut to = self.path.with_added_extension("cut");
            if number > 1 {
                to.add_extension(number.to_string());
            }
            let opened =
                private_file::only_owner(&mut OpenOptions::new()).write(true).create_new(true).open(&to);
            let mut file = match opened {
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => continue,
                opened => opened.map_err(|source| LedgerError::io("make the file", &to, source))?,
            };
            let written = file.write_all(rest).and_then(|()| file.sync_all());
            written.map_err(|source| LedgerError::io("write the file", &to, source))?;
            durable::sync_parent(&to)?;
            return Ok(to);
        }
        Err(self.io("make the file")(std::io::ErrorKind::AlreadyExists.into()))
    }
}

/// The lines of an archive, for [`Ledger::verify_all`]. A last line without
/// LF is one, too; so is the nothing between two LFs, which is then refused.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let empty = bytes.is_empty();
    whole.split(|b| *b == b'\n').filter(move |_| !empty)
}

/// The lines of an archive that is only to be read. Nothing is locked or
/// mended.
///
/// # Errors
/// When the last line has no LF: the archive is cut, or has been changed.
pub fn read_lines(bytes: &[u8]) -> Result<impl Iterator<Item = &[u8]>, LedgerError> {
    if bytes.last().is_none_or(|last| *last == b'\n') {
        return Ok(lines(bytes));
    }
    let error = LedgerError::strict("has no line end", "every line ends with LF");
    Err(error.at_line(lines(bytes).count()))
}
