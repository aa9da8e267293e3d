mod clicker;
mod deeds;
mod orders;
mod safe;
mod words;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Asked, Desk, Gate, Given, Hands, Trouble};
use tess_bot::Level;
use tess_ledger::{At, Role};
use tess_play::{Choice, Home};
use tess_scenario::Library;
use tess_steward::{Entropy, Seat};

/// Somebody with a clock that counts seconds.
#[derive(Default)]
struct Own {
    second: AtomicU64,
}

impl Hands for Own {
    fn open(&self, dir: &Path) -> Result<Seat, Trouble> {
        Ok(Seat::open(dir, &Library::embedded(), None, Entropy::System)?)
    }

    fn now(&self) -> At {
        let second = self.second.fetch_add(1, Ordering::Relaxed);
        let text = format!("2026-01-01T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60);
        text.parse().expect("a time")
    }
}

/// A desk with one battle at home.
struct Table {
    _room: TempDir,
    home: Home,
    desk: Desk,
}

impl Table {
    fn founded(scenario: &str, side: Option<&str>, name: &str) -> Table {
        let room = tempfile::tempdir().expect("a folder");
        let own = Arc::new(Own::default());
        let choice = Choice {
            scenario: scenario.to_owned(),
            side: side.map(|side| side.parse::<Role>().expect("a role")),
            name: name.to_owned(),
            level: Level::Easy,
            options: Default::default(),
            library: None,
        };
        let home = Home::found(&room.path().join("battle"), &choice, &mut || own.now()).expect("a battle");
        let desk = Desk::new(Gate::new(4711), &[home.seat()], own).expect("a desk");
        desk.begin();
        let table = Table { _room: room, home, desk };
        table.rest();
        table
    }

    /// Until nothing is under way beside the page.
    fn rest(&self) {
        while self.desk.is_busy() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn asked(&self, method: &str, path: &str, body: &Value) -> Asked {
        let address = self.desk.address();
        let secret = address.rsplit('/').nth(1).expect("a secret");
        let posts = method == "POST";
        Asked {
            method: method.to_owned(),
            target: format!("/{secret}/{path}"),
            host: Some("127.0.0.1:4711".to_owned()),
            origin: posts.then(|| "http://127.0.0.1:4711".to_owned()),
            site: Some("same-origin".to_owned()),
            goal: Some("empty".to_owned()),
            kind: posts.then(|| "application/json".to_owned()),
            body: if posts { body.to_string().into_bytes() } else { Vec::new() },
        }
    }

    fn given(&mut self, method: &str, path: &str, body: &Value) -> Given {
        let asked = self.asked(method, path, body);
        self.desk.answer(&asked)
    }

    fn text(&mut self, path: &str) -> String {
        let given = self.given("GET", path, &Value::Null);
        let text = String::from_utf8(given.body).expect("text");
        assert_eq!(given.status, 200, "{path}: {text}");
        text
    }

    fn get(&mut self, path: &str) -> Value {
        serde_json::from_str(&self.text(path)).expect("JSON")
    }

    fn post(&mut self, path: &str, body: &Value) -> Value {
        let given = self.given("POST", path, body);
        let text = String::from_utf8(given.body).expect("text");
        assert_eq!(given.status, 200, "{path}: {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    /// What is wrong with it.
    fn refused(&mut self, path: &str, body: &Value) -> (u16, String) {
        let given = self.given("POST", path, body);
        let told: Value = serde_json::from_slice(&given.body).expect("JSON");
        (given.status, told["error"].as_str().unwrap_or_default().to_owned())
    }

    /// Writes a sheet over whatever lies there.
    fn write(&mut self, text: &str) -> Value {
        let base = self.get("battle/0/sheet")["version"].clone();
        self.post("battle/0/sheet", &json!({ "text": text, "base": base }))
    }

    /// Looks a deed over, and signs it.
    fn sign(&mut self, wanted: &Value) {
        let shown = self.post("battle/0/preview", wanted);
        self.post("battle/0/sign", &json!({ "code": shown["code"] }));
        self.rest();
    }

    fn send(&mut self) {
        let version = self.get("battle/0/sheet")["version"].clone();
        self.sign(&json!({ "deed": "orders", "version": version }));
    }
}
