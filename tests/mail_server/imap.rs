//! A small IMAP server in this process, which can be told to behave badly.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};

/// What the server has, and what it does wrong.
pub struct Hall {
    pub capabilities: &'static str,
    pub validity: u32,
    pub folders: BTreeMap<String, BTreeMap<u32, Letter>>,
    /// Commands that are answered by hanging up, each once: `UID FETCH 2` for example.
    pub hang_up: Vec<String>,
    /// Mails for which the server says nonsense.
    pub nonsense: BTreeSet<u32>,
    /// Every command that came, without its tag.
    pub heard: Vec<String>,
    next: u32,
}

#[derive(Clone, Default)]
pub struct Letter {
    pub bytes: Vec<u8>,
    pub flags: BTreeSet<String>,
}

#[derive(Clone)]
pub struct Imap {
    hall: Arc<Mutex<Hall>>,
    pub port: u16,
}

impl Imap {
    /// Begins to serve a mailbox; it ends with the process.
    pub fn start(capabilities: &'static str) -> Imap {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let folders = BTreeMap::from([("INBOX".to_owned(), BTreeMap::new())]);
        let hall = Hall {
            capabilities,
            validity: 1,
            folders,
            hang_up: Vec::new(),
            nonsense: BTreeSet::new(),
            heard: Vec::new(),
            next: 1,
        };
        let imap = Imap { hall: Arc::new(Mutex::new(hall)), port };
        let server = imap.clone();
        std::thread::spawn(move || {
            for caller in listener.incoming().flatten() {
                let server = server.clone();
                std::thread::spawn(move || server.talk(caller));
            }
        });
        imap
    }

    pub fn hall(&self) -> MutexGuard<'_, Hall> {
        self.hall.lock().expect("no panic elsewhere")
    }

    /// Puts a mail into a folder; gives its number.
    pub fn put(&self, folder: &str, bytes: &[u8], flags: &[&str]) -> u32 {
        let mut hall = self.hall();
        let uid = hall.next;
        hall.next += 1;
        let flags = flags.iter().map(|f| (*f).to_owned()).collect();
        hall.folders
            .entry(folder.to_owned())
            .or_default()
            .insert(uid, Letter { bytes: bytes.to_vec(), flags });
        uid
    }

    fn talk(&self, caller: TcpStream) {
        let mut out = caller.try_clone().expect("a wire");
        let mut lines = BufReader::new(caller).lines();
        let mut folder = "INBOX".to_owned();
        let _ = out.write_all(b"* OK ready\r\n");
        while let Some(Ok(line)) = lines.next() {
            let (tag, command) = line.split_once(' ').unwrap_or((&line, ""));
            let mut hall = self.hall();
            hall.heard.push(command.to_owned());
            if let Some(at) = hall.hang_up.iter().position(|one| command.starts_with(one.as_str())) {
                hall.hang_up.remove(at);
                return;
            }
            let answer = hall.answer(command, &mut folder, tag);
            drop(hall);
            if out.write_all(&answer).is_err() {
                return;
            }
        }
    }
}

impl Hall {
    fn answer(&mut self, command: &str, folder: &mut String, tag: &str) -> Vec<u8> {
        let words: Vec<&str> = command.split(' ').collect();
        let named = |n: usize| words.get(n).map_or("", |w| w.trim_matches('"')).to_owned();
        let uid: u32 = words.get(2).and_then(|w| w.parse().ok()).unwrap_or_default();
        let mut said = Vec::new();
        match (words[0], words.get(1).copied().unwrap_or_default()) {
            ("CAPABILITY", _) => {
                said.extend(format!("* CAPABILITY IMAP4rev1 {}\r\n", self.capabilities).bytes());
            }
            ("SELECT", _) if !self.folders.contains_key(&named(1)) => {
                return format!("{tag} NO there is no such folder\r\n").into_bytes();
            }
            ("SELECT", _) => {
                *folder = named(1);
                let count = self.folders[folder].len();
                said.extend(
                    format!("* {count} EXISTS\r\n* OK [UIDVALIDITY {}] numbers\r\n", self.validity).bytes(),
                );
            }
            ("LIST", _) if self.folders.contains_key(&named(2)) => {
                said.extend(format!("* LIST () \"/\" \"{}\"\r\n", named(2)).bytes());
            }
            ("CREATE", _) => drop(self.folders.entry(named(1)).or_default()),
            ("UID", "SEARCH") => {
                let fresh = |l: &Letter| !l.flags.contains("\\Seen") && !l.flags.contains("\\Deleted");
                let found = self.folders[folder].iter().filter(|(_, l)| fresh(l));
                let found: Vec<String> = found.map(|(uid, _)| uid.to_string()).collect();
                said.extend(format!("* SEARCH {}\r\n", found.join(" ")).bytes());
            }
            ("UID", "FETCH") if self.nonsense.contains(&uid) => said.extend(b"* 1 FETCH (UID oops\r\n"),
            ("UID", "FETCH") => {
                if let Some(letter) = self.folders[folder].get(&uid) {
                    let most =
                        command.rsplit_once("<0.").and_then(|(_, n)| n.trim_end_matches(">)").parse().ok());
                    let part = &letter.bytes[..letter.bytes.len().min(most.expect("how much"))];
                    let head = format!("* 1 FETCH (UID {uid} BODY[]<0> {{{}}}\r\n", part.len());
                    said.extend([head.as_bytes(), part, b")\r\n"].concat());
                }
            }
            ("UID", "STORE") => {
                let flags = words[4..].iter().map(|w| w.trim_matches(['(', ')']).to_owned());
                let letter = self.folders.get_mut(folder).and_then(|all| all.get_mut(&uid));
                letter.expect("a mail").flags.extend(flags);
            }
            ("UID", "EXPUNGE") => drop(self.folders.get_mut(folder).map(|all| all.remove(&uid))),
            ("UID", kind @ ("COPY" | "MOVE")) => {
                let letter = self.folders[folder].get(&uid).expect("a mail").clone();
                self.folders.get_mut(&named(3)).expect("a folder").insert(uid, letter);
                if kind == "MOVE" {
                    self.folders.get_mut(folder).expect("a folder").remove(&uid);
                }
            }
            ("LOGIN" | "LIST", _) => {}
            _ => return format!("{tag} BAD what?\r\n").into_bytes(),
        }
        said.extend(format!("{tag} OK done\r\n").bytes());
        said
    }
}
