//! One door for all mail that comes in.

use std::io;
use std::path::{Path, PathBuf};

use super::eml;
use super::error::MailError;
use super::maildir::Maildir;
use super::mbox::Mbox;
use super::raw::{Origin, RawMail};

/// Where mail comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// What was not yet seen in a Maildir; `acknowledge` marks it as seen.
    Maildir(Maildir),
    /// All mails of an mbox file, which is only read.
    Mbox(PathBuf),
    /// The one mail in a file.
    Eml(PathBuf),
    /// The one mail on standard input.
    Stdin,
    /// Several places, one after another.
    Several(Vec<Source>),
}

impl Source {
    /// What a person names on the command line: `-`, a Maildir, an mbox file (it begins with
    /// `From ` and holds more than one mail, or is named `.mbox`), or a file with one mail.
    ///
    /// # Errors
    /// `MailError::NotAMaildir` for another directory, `MailError::Io`.
    pub fn named(name: &str) -> Result<Self, MailError> {
        if name == "-" {
            return Ok(Self::Stdin);
        }
        let path = PathBuf::from(name);
        if path.is_dir() {
            let files = files_in(&path)?;
            return match Maildir::open(&path) {
                Err(MailError::NotAMaildir(_)) if !files.is_empty() => Ok(Self::Several(files)),
                maildir => Ok(Self::Maildir(maildir?)),
            };
        }
        let is_mbox = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("mbox"))
            || (eml::read_file(&path, Origin::Memory)?.bytes.starts_with(b"From ")
                && Mbox::open(&path)?.take(2).count() > 1);
        Ok(if is_mbox { Self::Mbox(path) } else { Self::Eml(path) })
    }

    /// Several places that a person names; nothing when he names none.
    ///
    /// # Errors
    /// As [`Source::named`].
    pub fn all(names: &[String]) -> Result<Option<Self>, MailError> {
        let mut all = names.iter().map(|name| Self::named(name)).collect::<Result<Vec<Self>, MailError>>()?;
        Ok(if all.len() > 1 { Some(Self::Several(all)) } else { all.pop() })
    }

    /// Does it hold one mail, which somebody has named?
    #[must_use]
    pub fn is_one_mail(&self) -> bool {
        matches!(self, Self::Eml(_) | Self::Stdin)
    }

    /// The mails, in a stable order. One that cannot be read is an error of its own and hides no
    /// other.
    ///
    /// # Errors
    /// `MailError::Io` when the source itself cannot be opened.
    pub fn mails(&self) -> Result<Mails, MailError> {
        Ok(Mails(match self {
            Self::Maildir(maildir) => Inner::Maildir(maildir.clone(), maildir.list(false)?.into_iter()),
            Self::Mbox(path) => Inner::Mbox(Mbox::open(path)?),
            Self::Eml(path) => {
                let mail = eml::read_file(path, Origin::Eml(path.clone()))?;
                Inner::One(Some(mail))
            }
            Self::Stdin => {
                let mail = eml::read(io::stdin().lock(), Origin::Stdin)
                    .map_err(MailError::io("read", "standard input".as_ref()))?;
                Inner::One(Some(mail))
            }
            Self::Several(sources) => {
                let mut mails = Vec::new();
                for source in sources {
                    match source.mails() {
                        Ok(found) => mails.extend(found),
                        Err(error) => mails.push(Err(error)),
                    }
                }
                Inner::Several(mails.into_iter())
            }
        }))
    }

    /// Says that a mail was dealt with and is safe in our own journal. Only a Maildir acts on it.
    ///
    /// # Errors
    /// `MailError::Io`; the mail will then come once more, which does no harm.
    pub fn acknowledge(&self, mail: &RawMail) -> Result<(), MailError> {
        match (self, &mail.origin) {
            (Self::Maildir(maildir), Origin::Maildir(path)) if maildir.holds(path) => maildir.mark_seen(path),
            (Self::Several(sources), _) => sources.iter().try_for_each(|source| source.acknowledge(mail)),
            _ => Ok(()),
        }
    }
}

/// The mails of a source.
#[derive(Debug)]
pub struct Mails(Inner);

#[derive(Debug)]
enum Inner {
    Maildir(Maildir, std::vec::IntoIter<PathBuf>),
    Mbox(Mbox),
    One(Option<RawMail>),
    Several(std::vec::IntoIter<Result<RawMail, MailError>>),
}

/// The files with a mail each in a folder, by name.
fn files_in(dir: &Path) -> Result<Vec<Source>, MailError> {
    let read = || -> io::Result<Vec<PathBuf>> {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        files.retain(|file| file.extension().is_some_and(|e| e.eq_ignore_ascii_case("eml")));
        files.sort_unstable();
        Ok(files)
    };
    Ok(read().map_err(MailError::io("read", dir))?.into_iter().map(Source::Eml).collect())
}

impl Iterator for Mails {
    type Item = Result<RawMail, MailError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Inner::Maildir(maildir, paths) => Some(maildir.read(&paths.next()?)),
            Inner::Mbox(mbox) => mbox.next(),
            Inner::One(mail) => mail.take().map(Ok),
            Inner::Several(mails) => mails.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn subjects(source: &Source) -> Vec<String> {
        source.mails().unwrap().map(|m| crate::Envelope::open(&m.unwrap()).unwrap().subject).collect()
    }

    #[test]
    fn every_kind_of_source_is_told_by_its_looks() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
        let maildir = Maildir::create(dir.path().join("md").as_ref()).unwrap();
        maildir.deliver(b"Subject: m\n\nx\n", 1).unwrap();
        fs::write(at("two"), "From a\nSubject: 1\n\nx\n\nFrom b 04:05\nSubject: 2\n\ny\n").unwrap();
        fs::write(at("piped"), "From a\nSubject: p\n\nx\n").unwrap();
        fs::write(at("one.eml"), "Subject: e\n\nx\n").unwrap();
        for (name, kind, found) in [
            ("md", "Maildir", vec!["m"]),
            ("two", "Mbox", vec!["1", "2"]),
            ("piped", "Eml", vec!["p"]),
            ("one.eml", "Eml", vec!["e"]),
        ] {
            let source = Source::named(&at(name)).unwrap();
            assert!(format!("{source:?}").starts_with(kind), "{source:?}");
            assert_eq!(subjects(&source), found);
        }
        assert_eq!(Source::named("-").unwrap(), Source::Stdin);
        assert!(Source::named(&at("none")).is_err());
        assert!(Source::named(maildir_of_nothing(dir.path()).to_str().unwrap()).is_err());
    }

    /// A folder without any mail.
    fn maildir_of_nothing(dir: &Path) -> PathBuf {
        let empty = dir.join("empty");
        fs::create_dir(&empty).unwrap();
        empty
    }

    #[test]
    fn several_files_and_a_folder_of_them_are_one_source() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
        fs::create_dir(at("saved")).unwrap();
        for (name, subject) in
            [("saved/b.eml", "b"), ("saved/a.EML", "a"), ("saved/c.txt", "no"), ("d.eml", "d")]
        {
            fs::write(at(name), format!("Subject: {subject}\n\nx\n")).unwrap();
        }
        let maildir = Maildir::create(at("md").as_ref()).unwrap();
        maildir.deliver(b"Subject: m\n\nx\n", 1).unwrap();
        assert_eq!(subjects(&Source::named(&at("saved")).unwrap()), ["a", "b"]);
        let all = Source::all(&[at("d.eml"), at("saved"), at("md")]).unwrap().unwrap();
        assert_eq!(subjects(&all), ["d", "a", "b", "m"]);
        for mail in all.mails().unwrap() {
            all.acknowledge(&mail.unwrap()).unwrap();
        }
        assert_eq!(subjects(&all), ["d", "a", "b"], "the Maildir marks what was taken");
        assert_eq!(Source::all(&[]).unwrap(), None);
        assert!(Source::all(&[at("d.eml"), at("none")]).is_err());
    }

    #[test]
    fn an_acknowledged_mail_comes_no_more() {
        let dir = tempfile::tempdir().unwrap();
        let maildir = Maildir::create(dir.path()).unwrap();
        maildir.deliver(b"Subject: a\n\nx\n", 1).unwrap();
        maildir.deliver(b"Subject: b\n\nx\n", 2).unwrap();
        let source = Source::Maildir(maildir);
        let first = source.mails().unwrap().next().unwrap().unwrap();
        source.acknowledge(&first).unwrap();
        source.acknowledge(&first).unwrap();
        assert_eq!(subjects(&source), ["b"]);
    }
}
