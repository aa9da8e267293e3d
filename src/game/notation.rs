//! The notation of a position: what FEN is for chess. Text that people read, write and mail, and the same as
//! JSON.
//!
//! It names the scenario and its options, and says what differs from the position in which that battle
//! begins. All that is in it is in the log: what a side has hidden stands under its seal.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::door::error::GameError;
use super::door::game::AnyGame;
use super::door::position::AnyPosition;
use super::register::{of, of_scenario};
use tess_canon::note::{Document, Misread, Note, Placed, Schema, Unnoted, read, write};
use tess_diagnostic::{Diagnostic, Span};
use tess_effects::Setting;
use tess_scenario::{Family, Library};

/// The version of the notation that is written and read here.
pub const NOTATION: i128 = 1;

const VERSION: &str = "position";
const SCENARIO: &str = "scenario";
const OPTIONS: &str = "options";

/// A position, noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notation {
    /// The scenario of the battle.
    pub scenario: String,
    /// Its options that are not as the scenario has them.
    pub options: BTreeMap<String, Setting>,
    /// What differs from the position in which the battle begins, part by part.
    pub said: Vec<(String, Note)>,
}

impl Notation {
    fn all(&self) -> Vec<(String, Note)> {
        let mut all = vec![
            (VERSION.to_owned(), Note::Number(NOTATION)),
            (SCENARIO.to_owned(), Note::word(&self.scenario)),
        ];
        if !self.options.is_empty() {
            let options = self.options.iter().map(|(name, setting)| (name.clone(), noted(setting)));
            all.push((OPTIONS.to_owned(), Note::Parts(options.collect())));
        }
        all.extend(self.said.iter().cloned());
        all
    }

    /// As lines of text, at most 78 columns wide.
    #[must_use]
    pub fn text(&self, document: &Document) -> String {
        write(&self.all(), document)
    }

    /// As JSON, for `docs/position.schema.json`.
    #[must_use]
    pub fn json(&self) -> String {
        let mut json = serde_json::to_string_pretty(&Note::Parts(self.all())).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads text or JSON, and sets up the position that it says.
    ///
    /// # Errors
    /// Where it is no notation, or says what cannot be so in that battle.
    pub fn read(text: &str, library: &Library) -> Result<(Notation, Box<dyn AnyPosition>), Diagnostic> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('{') {
            return of_json(text, library);
        }
        // The head says which game it is, and the game what the lines are.
        let (head, placed) = parse(text, &NO_LISTS)?;
        let at = |why: Wrong| why.diagnostic(text, &placed);
        let game = game(&head, library).map_err(at)?;
        let (all, placed) = parse(text, game.document())?;
        set_up(all, game, library, written_setting).map_err(|why| why.diagnostic(text, &placed))
    }
}

/// A layout without lists, to read the head by.
const NO_LISTS: Document = Document { keyed: &[], always: &[], short: &[] };

/// Where a notation is wrong, and why.
struct Wrong {
    path: Vec<String>,
    why: String,
    help: String,
}

impl Wrong {
    fn at(path: &str, why: impl Into<String>, help: impl Into<String>) -> Wrong {
        Wrong { path: vec![path.to_owned()], why: why.into(), help: help.into() }
    }

    fn misread(misread: Misread) -> Wrong {
        Wrong {
            why: misread.problem.to_string(),
            path: misread.path,
            help: "docs/position.md says what stands there".into(),
        }
    }

    fn diagnostic(&self, text: &str, placed: &Placed) -> Diagnostic {
        let (line, column) = placed.of(&self.path);
        at(text, line, column, &self.why).help(&self.help)
    }
}

/// A complaint about the word that begins there.
fn at(text: &str, line: usize, column: usize, why: &str) -> Diagnostic {
    let row = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let start: usize = row.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
    let word = row[start..].find(char::is_whitespace).unwrap_or(row.len() - start).max(1);
    Diagnostic::error(why).at(u32::try_from(line).unwrap_or(u32::MAX), Span { start, end: start + word })
}

type Said = Vec<(String, Note)>;

fn parse(text: &str, document: &Document) -> Result<(Said, Placed), Diagnostic> {
    let lists = document.keyed.is_empty();
    match read(&if lists { head_of(text) } else { text.to_owned() }, document) {
        Ok(found) => Ok(found),
        Err(fault) => {
            let help = "write `name value`, or `name part=value ...`, as docs/position.md shows it";
            Err(at(text, fault.line, fault.column, &fault.what.to_string()).help(help))
        }
    }
}

/// The lines of the head, the others empty.
fn head_of(text: &str) -> String {
    let mut is_head = false;
    let mut line = |line: &str| {
        if !line.starts_with([' ', '\t']) {
            let word = line.split_whitespace().next().unwrap_or_default();
            is_head = [VERSION, SCENARIO, OPTIONS].contains(&word);
        }
        if is_head { format!("{line}\n") } else { "\n".to_owned() }
    };
    text.lines().map(&mut line).collect()
}

fn of_json(text: &str, library: &Library) -> Result<(Notation, Box<dyn AnyPosition>), Diagnostic> {
    let note: Note = serde_json::from_str(text).map_err(|fault| {
        // serde_json counts columns in bytes.
        let row = text.lines().nth(fault.line().saturating_sub(1)).unwrap_or_default();
        let before = row.floor_char_boundary(fault.column().saturating_sub(1));
        at(text, fault.line(), row[..before].chars().count() + 1, &fault.to_string())
            .help("docs/position.schema.json describes it")
    })?;
    let Note::Parts(all) = note else {
        return Err(
            Diagnostic::error("a position is an object").help("docs/position.schema.json describes it")
        );
    };
    let told = |why: Wrong| Diagnostic::error(format!("{}: {}", why.path.join("."), why.why)).help(why.help);
    let game = game(&all, library).map_err(told)?;
    set_up(all, game, library, said_setting).map_err(told)
}

/// The game of the scenario that the head names.
fn game(all: &[(String, Note)], library: &Library) -> Result<&'static dyn AnyGame, Wrong> {
    let find = |key: &str| all.iter().find(|(other, _)| other == key).map(|(_, note)| note);
    let version = match find(VERSION) {
        Some(Note::Number(version)) => Some(*version),
        Some(Note::Word(word)) => word.parse().ok(),
        _ => None,
    };
    if version != Some(NOTATION) {
        let what = "a notation of a position begins with its version";
        return Err(Wrong::at(VERSION, what, format!("write `position {NOTATION}` first")));
    }
    let Some(Note::Word(scenario)) = find(SCENARIO) else {
        let help = "write `scenario NAME`, as `tess scenarios` lists it";
        return Err(Wrong::at(SCENARIO, "no scenario is named", help));
    };
    of_scenario(library, scenario).map_err(|faults| {
        Wrong::at(SCENARIO, GameError::from(faults).to_string(), "`tess scenarios` lists them")
    })
}

fn set_up(
    mut all: Said,
    game: &'static dyn AnyGame,
    library: &Library,
    setting: fn(&Note) -> Option<Setting>,
) -> Result<(Notation, Box<dyn AnyPosition>), Wrong> {
    let mut take = |key: &str| {
        let at = all.iter().position(|(other, _)| other == key)?;
        Some(all.remove(at).1)
    };
    take(VERSION);
    let Some(Note::Word(scenario)) = take(SCENARIO) else {
        return Err(Wrong::at(SCENARIO, "no scenario is named", "write `scenario NAME`"));
    };
    let mut options = BTreeMap::new();
    match take(OPTIONS) {
        None => {}
        Some(Note::Parts(parts)) => {
            for (name, note) in parts {
                let help = "write a switch, a number or a word, as `tess scenarios NAME` lists them";
                let setting =
                    setting(&note).ok_or_else(|| Wrong::at(OPTIONS, format!("{name} has no value"), help))?;
                options.insert(name, setting);
            }
        }
        Some(_) => {
            return Err(Wrong::at(OPTIONS, "options are names with values", "write `options name=yes`"));
        }
    }
    let opening = game.opening(library, &scenario, &options).map_err(|why| {
        Wrong::at(
            if options.is_empty() { SCENARIO } else { OPTIONS },
            why.to_string(),
            "see `tess scenarios`",
        )
    })?;
    let position = opening.noted(&all).map_err(|why| match why {
        Unnoted::Misread(misread) => Wrong::misread(misread),
        Unnoted::Unfit(why) => Wrong::at(VERSION, why, "docs/position.md says what belongs together"),
    })?;
    let said = position.said(&*opening);
    Ok((Notation { scenario, options, said }, position))
}

fn noted(setting: &Setting) -> Note {
    match setting {
        Setting::Switch(on) => Note::Yes(*on),
        Setting::Number(number) => Note::Number((*number).into()),
        Setting::Text(word) => Note::word(word),
    }
}

/// A setting in JSON, where a switch, a number and a word are three things.
fn said_setting(note: &Note) -> Option<Setting> {
    match note {
        Note::Yes(on) => Some(Setting::Switch(*on)),
        Note::Number(number) => i64::try_from(*number).ok().map(Setting::Number),
        Note::Word(word) => Some(Setting::Text(word.clone())),
        _ => None,
    }
}

/// A setting in lines of text, where every value is a word.
fn written_setting(note: &Note) -> Option<Setting> {
    match note {
        Note::Word(word) if word == "yes" || word == "no" => Some(Setting::Switch(word == "yes")),
        Note::Word(word) => Setting::named(&format!("x={word}")).map(|(_, setting)| setting),
        _ => said_setting(note),
    }
}

/// What notations of every game look like, in JSON Schema (draft 2020-12).
#[must_use]
pub fn schema() -> Schema {
    let mut described = serde_json::Map::new();
    let mut positions = Vec::new();
    for family in Family::all() {
        let game = of(family);
        let (mut position, shapes) = game.schema();
        let all = Arc::new(shapes.described());
        position = game.document().schema(&position, &all);
        if let Some(properties) = position.get_mut("properties").and_then(Schema::as_object_mut) {
            let setting = serde_json::json!({ "type": ["boolean", "integer", "string"] });
            let head = [
                (VERSION, serde_json::json!({ "const": 1 })),
                (SCENARIO, serde_json::json!({ "type": "string" })),
                (OPTIONS, serde_json::json!({ "type": "object", "additionalProperties": setting })),
            ];
            properties.extend(head.map(|(name, shape)| (name.to_owned(), shape)));
        }
        position["required"] = serde_json::json!([VERSION, SCENARIO, "turn", "stage"]);
        positions.push(position);
        described.extend(all.iter().map(|(name, shape)| (name.clone(), shape.clone())));
    }
    // Sides are called as the scenario calls them.
    described.insert("Side".into(), serde_json::json!({ "type": "string" }));
    for family in Family::all() {
        let side = format!("{}Side", of(family).schema().1.prefix());
        described.insert(side, serde_json::json!({ "$ref": "#/$defs/Side" }));
    }
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of a battle, version 1",
        "description": "What differs from the position in which the battle begins. Great Battles of History, or Legion and Empire.",
        "anyOf": positions,
        "$defs": described,
    })
}
