//! A seat whose things are in a store, and the service over it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use tesserarius::ledger::At;
use tesserarius::mail::{MaildirBox, Transport};
use tesserarius::server::{Battle, Courier, Keys, Line, Milestone, Service, Setting, Store, Watch};
use tesserarius::steward::StewardError;

use super::{inbox, patiently};

/// Keeps what was said, and ends the process after a milestone when it is told to.
pub struct Witness {
    pub at: At,
    pub said: Vec<String>,
    pub milestones: Vec<Milestone>,
    /// The milestone after which this process is killed.
    pub fatal: Option<usize>,
}

impl Witness {
    pub fn new(at: At) -> Witness {
        Witness { at, said: Vec::new(), milestones: Vec::new(), fatal: None }
    }
}

impl Watch for Witness {
    fn now(&mut self) -> At {
        self.at
    }

    fn say(&mut self, line: &Line) {
        self.said.push(line.to_string());
    }

    fn stops(&mut self) -> bool {
        false
    }

    fn reached(&mut self, milestone: Milestone) {
        self.milestones.push(milestone);
        if self.fatal == Some(self.milestones.len()) {
            // as dead as by kill -9: nothing is unwound, nothing is closed
            std::process::abort();
        }
    }
}

/// The server on which the tests of the store are to run, if they are: `TESS_TEST_POSTGRES`, an address
/// whose database may be filled with schemas.
pub fn server() -> Option<String> {
    std::env::var("TESS_TEST_POSTGRES").ok().filter(|address| !address.is_empty())
}

/// Opens a store: in the folder, or in a schema of its own on the server, which the folder then names.
pub fn opened(place: &Path) -> Result<Store, StewardError> {
    if let Some(server) = server()
        && !place.join("store.url").exists()
    {
        schema(&server, place);
    }
    Store::open(place)
}

/// The number that a query finds in a store, past the program.
pub fn counted(place: &Path, sql: &str) -> i64 {
    match fs::read_to_string(place.join("store.url")) {
        Ok(address) => {
            let mut client = postgres::Client::connect(&address, postgres::NoTls).expect("the server");
            client.query_one(sql, &[]).expect("a count").get(0)
        }
        Err(_) => {
            let db = rusqlite::Connection::open(place.join("store.sqlite")).expect("the file");
            db.query_row(sql, [], |row| row.get(0)).expect("a count")
        }
    }
}

/// Changes a store past the program, as somebody may have done by hand; `false` where a server refuses it.
pub fn meddled(place: &Path, sql: &str) -> bool {
    let Ok(address) = fs::read_to_string(place.join("store.url")) else {
        let db = rusqlite::Connection::open(place.join("store.sqlite")).expect("the file");
        db.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).expect("changed");
        return true;
    };
    let mut client = postgres::Client::connect(&address, postgres::NoTls).expect("the server");
    let zeros = |sql: &str, many: usize| {
        sql.replace(&format!("zeroblob({many})"), &format!("'\\x{}'::bytea", "00".repeat(many)))
    };
    let sql = zeros(&zeros(sql, 32), 64).replace("= x'", "= '\\x");
    client.batch_execute(&format!("SET session_replication_role = replica; {sql}")).is_ok()
}

/// Is this a test of the file alone, which says nothing on a server?
pub fn of_the_file() -> bool {
    if server().is_some() {
        eprintln!("left out on a server: it looks into the file");
    }
    server().is_some()
}

/// Makes a schema, and the folder that names it.
fn schema(server: &str, place: &Path) {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let now = std::time::UNIX_EPOCH.elapsed().map_or(0, |d| d.as_nanos());
    let name = format!("s{}_{}_{now}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut client = postgres::Client::connect(server, postgres::NoTls).expect("the server of the tests");
    client.batch_execute(&format!("CREATE SCHEMA {name}")).expect("a schema");
    fs::create_dir_all(place).expect("a folder");
    let url = place.join("store.url");
    fs::write(&url, format!("{server} options='-c search_path={name}'")).expect("written");
    fs::set_permissions(&url, fs::Permissions::from_mode(0o600)).expect("closed");
}

/// Takes a seat from its folder into a store.
pub fn adopt(store: &Store, seat: &Path) -> Battle {
    patiently(|| store.adopt(seat))
}

pub fn service(dir: &Path, setting: Setting, watch: Witness) -> Service<Witness> {
    let store = opened(&dir.join("store")).expect("a store");
    Service::new(store, setting, Keys::new(Box::new(|_| Ok(None))), watch)
}

pub fn courier(dir: &Path) -> Courier {
    Courier::new(Transport::Maildir(dir.join("mail").join("{user}")))
}

/// One round of the service over the first battle of a store: everything that has come for the role it
/// plays.
pub fn serve(dir: &Path, watch: Witness) -> Service<Witness> {
    let mut service = service(dir, Setting::default(), watch);
    let whose = service.store().battles().expect("a list")[0].role.clone();
    let mut letters = MaildirBox::new(inbox(dir, &whose));
    service.take_in(&mut letters, usize::MAX).expect("taken in");
    service.round(&mut courier(dir)).expect("a round");
    service
}

/// The log that the store holds.
pub fn stored(dir: &Path) -> Vec<u8> {
    let store = opened(&dir.join("store")).expect("a store");
    let battles = store.battles().expect("a list");
    store.archive(&battles[0]).expect("an archive")
}
