//! A seat's folder into the store, and out of it again.

use std::fs;
use std::path::Path;

use super::values::params;
use super::{Battle, Store, TableStorage, file, refused};
use tess_disk::{durable, private_folder};
use tess_ledger::{ChainKeeper, Ledger, Signed};
use tess_mail::route::Route;
use tess_mail::{Composed, Outbox, parse_address};
use tess_steward::{Folder, Section, Settings, StewardError, Storage as _};

/// Files that are no papers: the log and the secrets have tables of their own.
fn is_paper(name: &str) -> bool {
    !name.starts_with("archive.tess") && !name.starts_with("chain") && name != "card.json"
}

impl Store {
    /// Takes the folder of a seat into the store, and the mail that waits in its outbox. The folder's
    /// settings are then renamed to `seat.toml.adopted`, so that nobody signs there any more. Cut off in
    /// between and done again, it goes on.
    ///
    /// # Errors
    /// When the folder is no seat, another process has it, a mail in its outbox cannot be read, or the
    /// store holds another log of the battle.
    pub fn adopt(&self, dir: &Path) -> Result<Battle, StewardError> {
        let battle = self.take(dir)?;
        durable::relocate(&dir.join("seat.toml"), &dir.join("seat.toml.adopted"))?;
        Ok(battle)
    }

    /// Is the battle of this folder in the store?
    pub(crate) fn holds(&self, dir: &Path) -> Result<bool, StewardError> {
        let Ok(archive) = fs::read(dir.join("archive.tess")) else { return Ok(false) };
        let first = Signed::parse(archive.split(|b| *b == b'\n').next().unwrap_or_default());
        let Ok(first) = first else { return Ok(false) };
        Ok(!self.battles_of(&first.id())?.is_empty())
    }

    /// As [`Store::adopt`], but the folder is left as it is.
    pub(crate) fn take(&self, dir: &Path) -> Result<Battle, StewardError> {
        let dir = std::path::absolute(dir).map_err(|e| file(dir, e, "name a folder"))?;
        let mut settings = Settings::read(&dir)?;
        settings.key = dir.join(&settings.key);
        settings.library = settings.library.map(|library| dir.join(library));
        let (folder, ledger, _) = Folder::open(&dir)?;
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
        Ok(battle)
    }

    /// Notes who plays, so that a player's battles are found by his address, and what is his by his key.
    pub(crate) fn note_players(&self, battle: i64, ledger: &Ledger) -> Result<(), StewardError> {
        let sql = "INSERT INTO player(battle, role, address) VALUES (?1, ?2, ?3)
            ON CONFLICT (battle, role) DO UPDATE SET address = excluded.address";
        for player in ledger.players().iter().filter(|p| !p.role.is_umpire()) {
            let address = parse_address(&player.address)?.email.to_string().to_ascii_lowercase();
            self.db.run("note a player", sql, params![battle, player.role.as_str(), address])?;
        }
        let sql = "INSERT INTO signer(battle, role, key) VALUES (?1, ?2, ?3)
            ON CONFLICT (battle, role) DO UPDATE SET key = excluded.key";
        for player in ledger.players() {
            self.db.run("note a player", sql, params![battle, player.role.as_str(), player.key.0])?;
        }
        Ok(())
    }

    fn take_folder(
        &self,
        dir: &Path,
        folder: &Folder,
        ledger: &Ledger,
        settings: &Settings,
    ) -> Result<Battle, StewardError> {
        let game = ledger.game().to_string();
        let tag = &game[..8];
        let scenario = &ledger.genesis().scenario.name;
        let sql = "INSERT INTO battle(game, tag, role, scenario, events, waits, over, due, begun)
            VALUES (?1, ?2, ?3, ?4, ?5, '', 0, 0, 0) RETURNING number";
        let role = settings.role.as_str();
        let events = ledger.next_seq().cast_signed();
        let what = params![game, tag, role, scenario, events];
        let number: Option<i64> = self.db.row(sql, what, |row| row.get(0))?;
        let battle = self.battle(number.unwrap_or_default())?;
        let mut storage = TableStorage::new(self.db.clone(), battle.number, &battle.tag());
        for entry in ledger.entries() {
            storage.append(&entry.signed)?;
        }
        take_chains(&mut storage, dir)?;
        for section in Section::ALL {
            for name in folder.names(section)?.into_iter().filter(|name| is_paper(name)) {
                let bytes = folder.paper(section, &name)?.unwrap_or_default();
                storage.put_paper(section, &name, &bytes)?;
            }
        }
        storage.put_paper(Section::Seat, "seat.toml", settings.text()?.as_bytes())?;
        let outbox = Outbox::open(&dir.join("outbox"))?;
        for name in outbox.waiting()? {
            let bytes = outbox.read(&name)?;
            storage.put_mail(&Composed { id: Route::of(&bytes)?.id, bytes })?;
        }
        self.note_players(battle.number, ledger)?;
        Ok(battle)
    }

    /// Gives a battle back: its seat in a folder, as [`Store::adopt`] took it, and nothing of it in the
    /// store but the names of its mails. Cut off in between and done again, it goes on.
    ///
    /// # Errors
    /// When the folder holds something, or mail of the battle waits to be sent.
    pub fn release(&self, tag: &str, dir: &Path) -> Result<(), StewardError> {
        let (ready, settings) = (dir.join("seat.toml.released"), dir.join("seat.toml"));
        let Some(battle) = self.battles_tagged(tag)?.into_iter().next() else {
            if ready.exists() {
                return Ok(durable::relocate(&ready, &settings)?);
            }
            return Err(refused(format!("no game {tag} in this store"), "see `tess store list`"));
        };
        let sql = "SELECT COUNT(*) FROM letter WHERE battle = ?1 AND state = 'waiting'";
        let waiting: Option<i64> = self.db.row(sql, params![battle.number], |row| row.get(0))?;
        if waiting != Some(0) {
            return Err(refused(
                format!("mail of battle {tag} waits to be sent"),
                "let `tess serve --once` send it first",
            ));
        }
        // what an earlier try has left may go: the store has everything still
        if ready.exists() {
            fs::remove_dir_all(dir).map_err(|e| file(dir, e, "remove the folder"))?;
        }
        private_folder::make(dir).map_err(|e| file(dir, e, "name a folder that can be written"))?;
        private_folder::close(dir);
        if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(refused(format!("{} is not empty", dir.display()), "name a new folder"));
        }
        self.as_one(|| {
            TableStorage::new(self.db.clone(), battle.number, tag).copy_to(dir)?;
            self.forget(battle.number)
        })?;
        Ok(durable::relocate(&ready, &settings)?)
    }

    fn forget(&self, battle: i64) -> Result<(), StewardError> {
        for sql in [
            "UPDATE letter SET battle = NULL WHERE battle = ?1",
            "UPDATE journal SET battle = NULL WHERE battle = ?1",
            "DELETE FROM signer WHERE battle = ?1",
            "DELETE FROM player WHERE battle = ?1",
            "DELETE FROM link WHERE battle = ?1",
            "DELETE FROM chain WHERE battle = ?1",
            "DELETE FROM paper WHERE battle = ?1",
            "DELETE FROM event WHERE battle = ?1",
            "DELETE FROM battle WHERE number = ?1",
        ] {
            self.db.run("give a battle back", sql, params![battle])?;
        }
        Ok(())
    }

    /// The archive of a battle, as a file holds it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn archive(&self, battle: &Battle) -> Result<Vec<u8>, StewardError> {
        TableStorage::new(self.db.clone(), battle.number, &battle.tag()).log()
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

impl TableStorage {
    /// Everything in the storage into an empty folder; the settings are named so that nobody sits there
    /// yet, and come first, so that a copy that was cut off shows.
    fn copy_to(&self, dir: &Path) -> Result<(), StewardError> {
        let settings = self.paper(Section::Seat, "seat.toml")?.unwrap_or_default();
        durable::write(dir, "seat.toml.released", &settings)?;
        durable::write(dir, "archive.tess", &self.log()?)?;
        for (nth, (id, seed)) in (1..).zip(self.seeds()?) {
            let name = if nth == 1 { "chain.seed".to_owned() } else { format!("chain-{nth}.seed") };
            ChainKeeper::restore(&dir.join(name), &seed, &self.opened(&id)?)?;
        }
        for section in Section::ALL {
            let folder = dir.join(section.name());
            private_folder::make(&folder).map_err(|e| file(&folder, e, "the folder must be writable"))?;
            for name in self.names(section)?.into_iter().filter(|name| name != "seat.toml") {
                durable::write(&folder, &name, &self.paper(section, &name)?.unwrap_or_default())?;
            }
        }
        Ok(())
    }
}

fn take_chains(storage: &mut TableStorage, dir: &Path) -> Result<(), StewardError> {
    for name in durable::names(dir, |n| n.starts_with("chain") && n.ends_with(".seed"))? {
        let path = dir.join(name);
        let chain = ChainKeeper::open(&path)?;
        let id = chain.anchor().id;
        let seed = fs::read_to_string(&path).map_err(|e| file(&path, e, "the seed must be readable"))?;
        storage.add_chain(&id, &seed)?;
        for index in 1..=chain.last() {
            if let Some(action) = chain.opened_for(index) {
                storage.add_link(&id, index, action)?;
            }
        }
    }
    Ok(())
}
