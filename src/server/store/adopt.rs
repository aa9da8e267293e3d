//! A seat's folder into the store, and out of it again.

use std::fs;
use std::path::Path;

use rusqlite::params;

use super::{Battle, Store, TableShelf, file, refused};
use crate::ledger::{ChainKeeper, Ledger, Signed};
use crate::mail::durable;
use crate::steward::{Drawer, Folder, Settings, Shelf as _, StewardError};

/// Files that are no papers: the log and the secrets have tables of their own.
fn is_paper(name: &str) -> bool {
    !name.starts_with("archive.tess") && !name.starts_with("chain") && name != "card.json"
}

impl Store {
    /// Takes the folder of a seat into the store. The folder's settings are then renamed to `seat.toml.adopted`, so
    /// that nobody signs there any more. Cut off in between and done again, it goes on.
    ///
    /// # Errors
    /// When the folder is no seat, another process has it, mail waits in its outbox, or the store holds the battle.
    pub fn adopt(&self, dir: &Path) -> Result<Battle, StewardError> {
        let dir = std::path::absolute(dir).map_err(|e| file(dir, e, "name a folder"))?;
        let mut settings = Settings::read(&dir)?;
        settings.key = dir.join(&settings.key);
        settings.library = settings.library.map(|library| dir.join(library));
        let (folder, ledger, _) = Folder::open(&dir)?;
        if !crate::mail::Outbox::open(&dir.join("outbox"))?.waiting()?.is_empty() {
            return Err(refused(
                format!("{}: mail waits in its outbox", dir.display()),
                "send it first: tess process --battle DIR",
            ));
        }
        let known = self.battles_of(&ledger.game())?.into_iter().find(|b| b.role == settings.role);
        let battle = match known {
            // cut off before the folder's settings were renamed
            Some(battle) if self.archive(&battle)?.starts_with(&folder.log()?) => battle,
            Some(battle) => {
                return Err(refused(
                    format!("battle {} is in the store already, with another log", battle.tag()),
                    "keep the longer one of the two, and never play both",
                ));
            }
            None => self.as_one(|| self.take_folder(&dir, &folder, &ledger, &settings))?,
        };
        durable::relocate(&dir.join("seat.toml"), &dir.join("seat.toml.adopted"))?;
        Ok(battle)
    }

    fn take_folder(
        &self,
        dir: &Path,
        folder: &Folder,
        ledger: &Ledger,
        settings: &Settings,
    ) -> Result<Battle, StewardError> {
        let game = ledger.game().to_string();
        let scenario = &ledger.genesis().scenario.name;
        let sql = "INSERT INTO battle(game, tag, role, scenario, events, waits, over, due)
            VALUES (?1, ?2, ?3, ?4, ?5, '', 0, 0)";
        let role = settings.role.as_str();
        let events = ledger.next_seq().cast_signed();
        self.db.run("keep a battle", sql, params![game, &game[..8], role, scenario, events])?;
        let battle = self.battle(self.db.sql.last_insert_rowid())?;
        let mut shelf = TableShelf::new(self.db.clone(), battle.number, &battle.tag());
        for entry in ledger.entries() {
            shelf.append(&entry.signed)?;
        }
        take_chains(&mut shelf, dir)?;
        for drawer in Drawer::ALL {
            for name in folder.names(drawer)?.into_iter().filter(|name| is_paper(name)) {
                let bytes = folder.paper(drawer, &name)?.unwrap_or_default();
                shelf.put_paper(drawer, &name, &bytes)?;
            }
        }
        shelf.put_paper(Drawer::Seat, "seat.toml", settings.text()?.as_bytes())?;
        Ok(battle)
    }

    /// The archive of a battle, as a file holds it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn archive(&self, battle: &Battle) -> Result<Vec<u8>, StewardError> {
        TableShelf::new(self.db.clone(), battle.number, &battle.tag()).log()
    }

    /// The first event of a battle.
    ///
    /// # Errors
    /// When the store fails or the event is damaged.
    pub fn first_event(&self, battle: &Battle) -> Result<Signed, StewardError> {
        let sql = "SELECT line FROM event WHERE battle = ?1 AND seq = 0";
        let line: Option<Vec<u8>> = self.db.row(sql, params![battle.number], |row| row.get(0))?;
        Ok(Signed::parse(&line.unwrap_or_default())?)
    }
}

fn take_chains(shelf: &mut TableShelf, dir: &Path) -> Result<(), StewardError> {
    for name in durable::names(dir, |n| n.starts_with("chain") && n.ends_with(".seed"))? {
        let path = dir.join(name);
        let chain = ChainKeeper::open(&path)?;
        let id = chain.anchor().id;
        let seed = fs::read_to_string(&path).map_err(|e| file(&path, e, "the seed must be readable"))?;
        shelf.add_chain(&id, &seed)?;
        for index in 1..=chain.last() {
            if let Some(action) = chain.opened_for(index) {
                shelf.add_link(&id, index, action)?;
            }
        }
    }
    Ok(())
}
