//! What each path answers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::asked::{Asked, Given};
use super::battle::{Battle, Work};
use super::deed::Wanted;
use super::gate::Gate;
use super::hands::Hands;
use super::marks::{self, Mark};
use super::page;
use super::trouble::Trouble;
use super::{draft, past, standing, state};
use tess_game::{Section, Shown};

/// What the page shows of a report as the story.
const STORY: [Section; 3] = [Section::Head, Section::Story, Section::Notices];

/// And as the armies.
const ARMIES: [Section; 3] = [Section::Armies, Section::Score, Section::Cards];

/// All battles of a folder, and who may look at them.
pub struct Desk {
    gate: Gate,
    hands: Arc<dyn Hands>,
    battles: Vec<Battle>,
    told: String,
}

/// A change of the sheet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    text: String,
    base: String,
}

/// The word that came with what was shown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    code: String,
}

/// A text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
}

/// The parts of an address behind `?`.
struct Query<'a>(&'a str);

impl Query<'_> {
    fn get(&self, name: &str) -> Option<String> {
        let pairs = self.0.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| decoded(value))
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.get(name)?.parse().ok()
    }

    fn shown(&self) -> Shown {
        let on = |name| self.get(name).is_some_and(|value| value == "1");
        Shown { zones: on("zones"), ranges: on("ranges"), ..Shown::default() }
    }
}

/// What `%20` and its like stand for.
fn decoded(value: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        let hex = |one: Option<u8>| (one? as char).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        bytes.push(match byte {
            b'%' => hex(rest.next()).unwrap_or(0) * 16 + hex(rest.next()).unwrap_or(0),
            b'+' => b' ',
            other => other,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Desk {
    /// A desk with the battles of these seats.
    ///
    /// # Errors
    /// When one of them is none.
    pub fn new(gate: Gate, seats: &[PathBuf], hands: Arc<dyn Hands>) -> Result<Desk, Trouble> {
        let battles = seats.iter().map(|seat| Battle::open(seat)).collect::<Result<Vec<_>, _>>()?;
        Ok(Desk { gate, hands, battles, told: String::new() })
    }

    /// What to open in the browser.
    #[must_use]
    pub fn address(&self) -> String {
        self.gate.address()
    }

    /// Takes in a seat that has come since.
    ///
    /// # Errors
    /// When it is none.
    pub fn add(&mut self, seat: &Path) -> Result<(), Trouble> {
        if self.battles.iter().all(|battle| battle.dir != seat) {
            self.battles.push(Battle::open(seat)?);
        }
        Ok(())
    }

    /// Lets the program's commanders decide where it is their turn, beside the page.
    pub fn begin(&self) {
        self.battles
            .iter()
            .filter(|battle| battle.home().is_some())
            .for_each(|battle| battle.go_on(&self.hands));
    }

    /// Is anything under way beside the page?
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.battles.iter().any(|battle| battle.work() == Work::Busy)
    }

    /// What has changed since it was asked last: the numbers of battles; nothing when all is as it was.
    pub fn news(&mut self) -> Option<String> {
        let stamps: Vec<String> = self.battles.iter().map(Battle::stamp).collect();
        let stamps = stamps.join("\n");
        if stamps == self.told {
            return None;
        }
        let (old, new) = (std::mem::replace(&mut self.told, stamps.clone()), stamps);
        let mut old = old.lines().map(Some).chain(std::iter::repeat(None));
        let changed: Vec<usize> = new
            .lines()
            .enumerate()
            .filter(|(_, line)| old.next().flatten() != Some(*line))
            .map(|(nth, _)| nth)
            .collect();
        Some(json!({ "changed": changed }).to_string())
    }

    /// Answers a request.
    pub fn answer(&mut self, asked: &Asked) -> Given {
        let target = match self.gate.admit(asked) {
            Ok(target) => target.to_owned(),
            Err(refused) => return refused,
        };
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        self.route(asked, path, &Query(query)).unwrap_or_else(Given::from)
    }

    fn route(&mut self, asked: &Asked, path: &str, query: &Query<'_>) -> Result<Given, Trouble> {
        let posts = asked.method == "POST";
        if let Some(rest) = path.strip_prefix("battle/") {
            let (number, what) = rest.split_once('/').unwrap_or((rest, ""));
            let number: usize = number.parse().map_err(|_| Trouble::nowhere())?;
            let battle = self.battles.get_mut(number).ok_or_else(Trouble::nowhere)?;
            if posts {
                return Ok(Given::json(&told(battle, what, &asked.body, &self.hands)?));
            }
            return shown(battle, what, query);
        }
        match path {
            _ if posts => Err(Trouble::nowhere()),
            "battles" => Ok(Given::json(&self.list())),
            "news" => Ok(Given::news()),
            _ => page::file(path).ok_or_else(Trouble::nowhere),
        }
    }

    /// All battles: whose decision, by when, what is new.
    fn list(&mut self) -> Value {
        let each = self.battles.iter_mut().map(|battle| {
            let name = battle.dir.display().to_string();
            let mut value = battle.state().unwrap_or_else(|trouble| json!({ "error": trouble.what }));
            value["name"] = json!(name);
            value
        });
        each.collect()
    }
}

/// What is shown of a battle.
fn shown(battle: &mut Battle, what: &str, query: &Query<'_>) -> Result<Given, Trouble> {
    let role = battle.role.clone();
    let html = |text: String| Given::text("text/html; charset=utf-8", text);
    Ok(match what {
        "" => Given::json(&battle.whole()?),
        "state" => Given::json(&battle.state()?),
        "sheet" => Given::json(&battle.sheet()?),
        "board" => Given::text("image/svg+xml", battle.picture(query.shown())?),
        "legal" => {
            let piece = query.get("piece");
            let legal = battle.next()?.legal(role.as_str(), piece.as_deref())?;
            Given::json(&json!(legal))
        }
        "further" => Given::json(&battle.further()?),
        "would" => {
            let line = query.get("line").filter(|line| !line.contains('\n')).ok_or_else(Trouble::nowhere)?;
            Given::json(&battle.would(&line)?)
        }
        "measure" => {
            let (Some(from), Some(to)) = (query.get("from"), query.get("to")) else {
                return Err(Trouble::nowhere());
            };
            Given::text("text/plain; charset=utf-8", battle.next()?.measure(&from, &to)?.text())
        }
        "story" => {
            let since = match query.number("since") {
                Some(since) => since,
                None => state::since(battle.look()?, &role),
            };
            html(battle.report(&STORY, Some(since))?)
        }
        "armies" => html(battle.report(&ARMIES, Some(0))?),
        "events" => Given::json(&past::events(battle.look()?)),
        "event" => {
            let seq = query.number("at").ok_or_else(Trouble::nowhere)?;
            Given::json(&past::at(&battle.dir, battle.library(), seq, query.shown())?)
        }
        "map" => Given::text("text/plain; charset=utf-8", battle.next()?.overview()),
        _ => return Err(Trouble::nowhere()),
    })
}

/// What is done with a battle.
fn told(battle: &mut Battle, what: &str, body: &[u8], hands: &Arc<dyn Hands>) -> Result<Value, Trouble> {
    match what {
        "sheet" => {
            let Sheet { text, base } = read(body)?;
            draft::write(&battle.dir, &text, &base)?;
            battle.sheet()
        }
        "preview" => battle.preview(read::<Wanted>(body)?),
        "sign" => battle.sign(&read::<Word>(body)?.code, hands),
        "marks" => {
            marks::write(&battle.dir, &read::<Vec<Mark>>(body)?)?;
            Ok(json!(marks::read(&battle.dir)))
        }
        "standing" => {
            let game = battle.look()?.table().position().game();
            standing::put(&battle.dir, &read::<Text>(body)?.text, game)?;
            Ok(json!({ "text": standing::read(&battle.dir) }))
        }
        "go-on" => {
            if battle.work() != Work::Busy {
                battle.go_on(hands);
            }
            Ok(json!({}))
        }
        _ => Err(Trouble::nowhere()),
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Trouble> {
    serde_json::from_slice(body)
        .map_err(|error| Trouble::new(format!("this is not understood: {error}"), "reload the page"))
}
