//! A seat's things in memory, on a disk that may be cut off after any of its writes, and be put back to an
//! old copy.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use tesserarius::ledger::{Anchor, ChainId, ChainKeeper, Id, Key, LedgerError, LinkJournal, Salts, Signed};
use tesserarius::mail::{Composed, MessageId, Put, RawMail, Sent};
use tesserarius::steward::{Section, StewardError, Storage, WayOut};

/// What survives a crash.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    pub log: Vec<u8>,
    pub papers: BTreeMap<(Section, String), Vec<u8>>,
    /// The seed file of each chain, and what its links were opened for.
    pub chains: Vec<(ChainId, String, Vec<Id>)>,
    pub waiting: BTreeMap<String, Vec<u8>>,
    pub sent: BTreeMap<String, Vec<u8>>,
    /// Mails that were taken in, and where the log ended when each was begun.
    pub journal: BTreeMap<String, u64>,
    /// Mails handed to the post, which it takes from here.
    pub posted: Vec<Vec<u8>>,
    /// Writes until the power fails.
    pub power: Option<u32>,
}

/// A disk that a seat and the tests look at together.
#[derive(Debug, Clone, Default)]
pub struct Memory(pub Rc<RefCell<Disk>>);

/// What a write says when the power is gone.
const CUT: &str = "the power failed";

/// Is this the error of a write when the power was gone?
pub fn is_cut(error: &StewardError) -> bool {
    error.to_string().contains(CUT)
}

impl Disk {
    /// One write; not done when the power fails before it.
    fn write(&mut self) -> Result<&mut Disk, StewardError> {
        match &mut self.power {
            Some(0) => {
                Err(StewardError::File { path: "disk".into(), what: CUT.into(), help: "start again".into() })
            }
            Some(left) => {
                *left -= 1;
                Ok(self)
            }
            None => Ok(self),
        }
    }
}

#[derive(Debug)]
struct Journal(Memory, ChainId);

impl LinkJournal for Journal {
    fn note(&mut self, index: u32, action: &Id) -> Result<(), LedgerError> {
        let mut disk = self.0.0.borrow_mut();
        let io = |_| LedgerError::Io {
            what: "write the journal",
            path: PathBuf::from(CUT),
            source: std::io::Error::other(CUT),
        };
        let disk = disk.write().map_err(io)?;
        let chain = disk.chains.iter_mut().find(|(id, ..)| *id == self.1).expect("a chain");
        assert_eq!(chain.2.len() + 1, index as usize, "a link out of order");
        chain.2.push(*action);
        Ok(())
    }
}

impl Storage for Memory {
    fn place(&self) -> &Path {
        Path::new("memory")
    }

    /// Nobody looks at the pictures of a storm.
    fn draws_later(&self) -> bool {
        true
    }

    fn log(&self) -> Result<Vec<u8>, StewardError> {
        Ok(self.0.borrow().log.clone())
    }

    fn append(&mut self, signed: &Signed) -> Result<(), StewardError> {
        let mut disk = self.0.borrow_mut();
        let disk = disk.write()?;
        disk.log.extend(signed.line().into_bytes());
        disk.log.push(b'\n');
        Ok(())
    }

    fn replace_from(&mut self, signed: &Signed) -> Result<(), StewardError> {
        let mut disk = self.0.borrow_mut();
        let disk = disk.write()?;
        let kept = disk.log.split_inclusive(|b| *b == b'\n').take(signed.event().seq as usize);
        disk.log = kept.flatten().copied().chain(signed.line().into_bytes()).chain([b'\n']).collect();
        Ok(())
    }

    fn paper(&self, section: Section, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        Ok(self.0.borrow().papers.get(&(section, name.to_owned())).cloned())
    }

    fn put_paper(&mut self, section: Section, name: &str, bytes: &[u8]) -> Result<(), StewardError> {
        self.0.borrow_mut().write()?.papers.insert((section, name.to_owned()), bytes.to_vec());
        Ok(())
    }

    fn drop_paper(&mut self, section: Section, name: &str) -> Result<(), StewardError> {
        self.0.borrow_mut().write()?.papers.remove(&(section, name.to_owned()));
        Ok(())
    }

    fn names(&self, section: Section) -> Result<Vec<String>, StewardError> {
        Ok(self.0.borrow().papers.keys().filter(|(d, _)| *d == section).map(|(_, n)| n.clone()).collect())
    }

    fn chain(&self, id: &ChainId) -> Result<Option<ChainKeeper>, StewardError> {
        let disk = self.0.borrow();
        let Some((_, text, opened)) = disk.chains.iter().find(|(found, ..)| found == id) else {
            return Ok(None);
        };
        let journal = Box::new(Journal(self.clone(), *id));
        Ok(Some(ChainKeeper::of(text, Path::new("memory"), opened.clone(), journal)?))
    }

    fn new_chain(
        &mut self,
        key: Key,
        id: ChainId,
        links: u32,
        seed: &[u8; 32],
    ) -> Result<Anchor, StewardError> {
        let text = ChainKeeper::seed_text(key, id, links, seed)?.to_string();
        self.0.borrow_mut().write()?.chains.push((id, text, Vec::new()));
        let made = self.chain(&id)?;
        Ok(made.expect("the chain that was made").anchor())
    }

    fn salts(&self) -> Result<Vec<Salts>, StewardError> {
        let disk = self.0.borrow();
        let salts = disk.chains.iter().map(|(_, text, _)| Salts::in_text(text, Path::new("memory")));
        salts.map(|s| Ok(s?)).collect()
    }

    fn keep_mail(&mut self, raw: &RawMail, next: u64) -> Result<u64, StewardError> {
        let mut disk = self.0.borrow_mut();
        let kept = disk.journal.get(&raw.id.short()).copied();
        kept.map_or_else(
            || {
                disk.write()?.journal.insert(raw.id.short(), next);
                Ok(next)
            },
            Ok,
        )
    }

    fn put_mail(&mut self, mail: &Composed) -> Result<Put, StewardError> {
        let mut disk = self.0.borrow_mut();
        let id = mail.id.to_string();
        if disk.sent.contains_key(&id) {
            return Ok(Put::Sent);
        }
        if disk.waiting.contains_key(&id) {
            return Ok(Put::Waiting);
        }
        disk.write()?.waiting.insert(id, mail.bytes.clone());
        Ok(Put::Written)
    }

    fn mail_again(&mut self, id: &MessageId) -> Result<(), StewardError> {
        let mut disk = self.0.borrow_mut();
        let disk = disk.write()?;
        if let Some(bytes) = disk.sent.remove(&id.to_string()) {
            disk.waiting.insert(id.to_string(), bytes);
        }
        Ok(())
    }

    fn send(&mut self, _: &WayOut<'_>) -> Result<Vec<Sent>, StewardError> {
        let mut disk = self.0.borrow_mut();
        let mut out = Vec::new();
        for (name, bytes) in disk.waiting.clone() {
            // two steps: a mail may go out and not be noted as gone
            disk.write()?.posted.push(bytes.clone());
            let disk = disk.write()?;
            disk.waiting.remove(&name);
            disk.sent.insert(name.clone(), bytes);
            out.push(Sent { name, result: Ok(tesserarius::mail::Left::Mailed) });
        }
        Ok(out)
    }
}
