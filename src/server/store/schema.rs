//! The tables.

use super::{Db, refused};
use tess_steward::StewardError;

/// The number of this form of the tables.
const FORM: i64 = 3;
/// Says that a file is a store of ours (`TESS`).
const MARK: i64 = 0x5445_5353;

/// From the form before to this one.
const TO_FORM_2: &str = "
ALTER TABLE battle ADD COLUMN checked BLOB;
ALTER TABLE chain ADD COLUMN ladder BLOB;
PRAGMA user_version = 2;
";

/// Columns that came with the third form: table, column, and what it is.
const COLUMNS_OF_FORM_3: [(&str, &str, &str); 7] = [
    ("battle", "begun", "INTEGER NOT NULL DEFAULT 1"),
    ("journal", "sender", "TEXT NOT NULL DEFAULT ''"),
    ("journal", "rank", "INTEGER NOT NULL DEFAULT 2"),
    ("journal", "turn", "INTEGER NOT NULL DEFAULT 0"),
    ("journal", "share", "TEXT NOT NULL DEFAULT ''"),
    ("journal", "battle", "INTEGER"),
    ("journal", "packed", "INTEGER NOT NULL DEFAULT 0"),
];

/// What else came with it.
const REST_OF_FORM_3: &str = "
DROP INDEX IF EXISTS journal_waiting;
CREATE INDEX IF NOT EXISTS journal_next ON journal(rank, turn, number, due) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS journal_by_sender ON journal(sender) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS journal_by_share ON journal(share) WHERE state = 'waiting' AND share <> '';
CREATE INDEX IF NOT EXISTS journal_by_battle ON journal(battle) WHERE battle IS NOT NULL;
CREATE INDEX IF NOT EXISTS letter_refused ON letter(number) WHERE state = 'refused';
CREATE INDEX IF NOT EXISTS letter_by_battle ON letter(battle, number);
CREATE TABLE IF NOT EXISTS signer(
    battle INTEGER NOT NULL REFERENCES battle,
    role TEXT NOT NULL,
    key BLOB NOT NULL,
    PRIMARY KEY (battle, role)
) WITHOUT ROWID;
PRAGMA user_version = 3;
";

const TABLES: &str = "
CREATE TABLE battle(
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    tag TEXT NOT NULL,
    role TEXT NOT NULL,
    scenario TEXT NOT NULL,
    events INTEGER NOT NULL,
    waits TEXT NOT NULL,
    over INTEGER NOT NULL,
    due INTEGER,
    checked BLOB,
    UNIQUE (game, role)
);
CREATE INDEX battle_by_tag ON battle(tag);
CREATE INDEX battle_by_due ON battle(due) WHERE due IS NOT NULL;
CREATE TABLE event(
    battle INTEGER NOT NULL REFERENCES battle,
    seq INTEGER NOT NULL,
    line BLOB NOT NULL,
    PRIMARY KEY (battle, seq)
) WITHOUT ROWID;
CREATE TABLE paper(
    battle INTEGER NOT NULL REFERENCES battle,
    drawer TEXT NOT NULL,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (battle, drawer, name)
) WITHOUT ROWID;
CREATE TABLE chain(
    battle INTEGER NOT NULL REFERENCES battle,
    nth INTEGER NOT NULL,
    id TEXT NOT NULL,
    seed TEXT NOT NULL,
    ladder BLOB,
    PRIMARY KEY (battle, nth)
) WITHOUT ROWID;
CREATE TABLE link(
    battle INTEGER NOT NULL REFERENCES battle,
    chain TEXT NOT NULL,
    place INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (battle, chain, place)
) WITHOUT ROWID;
CREATE TABLE journal(
    number INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    came INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL DEFAULT 0,
    why TEXT NOT NULL DEFAULT ''
);
CREATE INDEX journal_old ON journal(state, came);
CREATE TABLE letter(
    number INTEGER PRIMARY KEY,
    battle INTEGER REFERENCES battle,
    id TEXT NOT NULL UNIQUE,
    bytes BLOB NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    first INTEGER,
    due INTEGER NOT NULL DEFAULT 0,
    why TEXT NOT NULL DEFAULT ''
);
CREATE INDEX letter_waiting ON letter(due, number) WHERE state = 'waiting';
CREATE TABLE player(
    battle INTEGER NOT NULL REFERENCES battle,
    role TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (battle, role)
) WITHOUT ROWID;
CREATE INDEX player_by_address ON player(address);
CREATE TABLE thing(
    name TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE rate(
    who TEXT NOT NULL,
    hour INTEGER NOT NULL,
    mails INTEGER NOT NULL,
    PRIMARY KEY (who, hour)
) WITHOUT ROWID;
";

/// From the second form, or from nothing, to the third.
fn to_form_3(db: &Db) -> Result<(), StewardError> {
    for (table, column, what) in COLUMNS_OF_FORM_3 {
        let sql = "SELECT COUNT(*) FROM pragma_table_info(?1) WHERE name = ?2";
        let there: Option<i64> = db.row(sql, [table, column], |row| row.get(0))?;
        if there == Some(0) {
            db.plain(&format!("ALTER TABLE {table} ADD COLUMN {column} {what}"))?;
        }
    }
    db.plain(REST_OF_FORM_3)
}

/// Makes the tables in a new file, and checks an old one.
pub(super) fn prepare(db: &Db) -> Result<(), StewardError> {
    let number = |what: &str| {
        let asked = db.sql.query_row(&format!("PRAGMA {what}"), [], |row| row.get::<_, i64>(0));
        asked.map_err(|e| db.fault("open the store", &e))
    };
    let mode = db.sql.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0));
    mode.map_err(|e| db.fault("open the store", &e))?;
    db.plain("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000;")?;
    db.as_one(|| match (number("application_id")?, number("user_version")?) {
        (0, 0) if number("page_count")? <= 1 => {
            db.plain(TABLES)?;
            to_form_3(db)?;
            db.plain(&format!("PRAGMA application_id = {MARK}; PRAGMA user_version = {FORM};"))
        }
        (MARK, FORM) => Ok(()),
        (MARK, 1) => {
            db.plain(TO_FORM_2)?;
            to_form_3(db)
        }
        (MARK, 2) => to_form_3(db),
        (MARK, form) => Err(refused(
            format!("{} has form {form}, and this program knows form {FORM}", db.path.display()),
            "use the release that made it, or a newer one",
        )),
        _ => Err(refused(
            format!("{} is no store of tess", db.path.display()),
            "name another folder with --store",
        )),
    })
}
