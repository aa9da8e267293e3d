//! What is to be fought, and how.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::{FORMAT, Offered, RULES, StewardError};
use tess_game::GameError;
use tess_ledger::{Deadlines, Digest, FileHash, Genesis, Mode, Role, Rules, Setting};
use tess_scenario::Library;

/// Hours for a decision that a challenge may ask for: a year.
const MOST_HOURS: u32 = 8760;
/// Bytes of one line below a challenge.
const MOST_LINE: usize = 200;
/// What lines below a challenge begin with.
const WORDS: [&str; 9] =
    ["scenario", "side", "mode", "hours", "extensions", "late", "option", "watch", "press"];
/// Extensions that it may ask for.
const MOST_EXTENSIONS: u32 = 20;

/// What is to be fought, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The scenario.
    pub scenario: String,
    /// The challenger's side; nothing when the other may choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Role>,
    /// Who opens links.
    pub mode: Mode,
    /// Hours for one decision.
    pub hours: u32,
    /// How often a side may be late without losing.
    pub extensions: u32,
    /// The umpire decides by default for a side that is late, which then does not lose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub default: bool,
    /// Optional rules.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Setting>,
}

impl Terms {
    /// Reads the lines below a challenge; a line that is none of ours ends them, so that a greeting may
    /// follow.
    ///
    /// # Errors
    /// What is wrong with a line, and what would be right.
    pub fn read(lines: &[&str]) -> Result<Terms, String> {
        let mut terms = Terms {
            scenario: String::new(),
            side: None,
            mode: Mode::Both,
            hours: 72,
            extensions: 0,
            default: false,
            options: BTreeMap::new(),
        };
        for line in lines.iter().map(|l| l.trim()).filter(|l| !l.is_empty()) {
            if line.len() > MOST_LINE {
                return Err(format!("a line below the challenge is longer than {MOST_LINE} letters"));
            }
            let (word, value) = line.split_once([' ', ':', '=']).unwrap_or((line, ""));
            let value = value.trim_start_matches([':', '=']).trim();
            match word.to_ascii_lowercase().as_str() {
                "scenario" => value.clone_into(&mut terms.scenario),
                "side" => terms.side = side(value)?,
                "mode" => terms.mode = mode(value)?,
                "hours" => terms.hours = number("hours", value, MOST_HOURS)?,
                "extensions" => terms.extensions = number("extensions", value, MOST_EXTENSIONS)?,
                "late" => terms.default = late(value)?,
                "watch" => drop(terms.options.insert("watch".to_owned(), watch(value)?)),
                "press" => {
                    let (name, setting) = Setting::named(&format!("press={value}"))
                        .ok_or("press: write `press beside`, `press log` or `press no`")?;
                    terms.options.insert(name, setting);
                }
                "option" => {
                    let (name, setting) = Setting::named(value).ok_or_else(|| {
                        format!("option {value}: write `option NAME`, `option NAME=false` or `option NAME=3`")
                    })?;
                    terms.options.insert(name, setting);
                }
                other => match tess_orders::nearest(other, WORDS) {
                    Some(word) => {
                        let near = format!("{word} {value}");
                        return Err(format!(
                            "`{line}` is no line of a challenge: did you mean `{}`?",
                            near.trim()
                        ));
                    }
                    None => break,
                },
            }
        }
        if terms.scenario.is_empty() {
            return Err("no scenario is named: add a line such as `scenario spqr/skirmish`; the word `scenarios` alone \
                        in a mail brings the list"
                .to_owned());
        }
        terms.agreed()?;
        Ok(terms)
    }

    /// The two sides, in the scenario's order, when the terms can be played here.
    ///
    /// # Errors
    /// What cannot, and what would be right.
    pub fn check(&self, library: &Library) -> Result<[Role; 2], StewardError> {
        if !library.list().iter().any(|known| known.name == self.scenario && known.good) {
            let all = library.list();
            let near = near_scenario(&self.scenario, all.iter().filter(|s| s.good).map(|s| s.name.as_str()));
            let near = near.map(|name| format!("did you mean `scenario {name}`? ")).unwrap_or_default();
            return Err(StewardError::refused(
                format!("there is no scenario `{}` here", self.scenario),
                format!("{near}a mail with the word `scenarios` brings the list"),
            ));
        }
        let offered = self.set_up(library)?;
        let roles: Vec<Role> =
            offered.sides.iter().filter_map(|s| s.to_ascii_lowercase().parse().ok()).collect();
        let [first, second] = <[Role; 2]>::try_from(roles)
            .map_err(|_| StewardError::Scenario(format!("{}: its sides cannot be roles", self.scenario)))?;
        if self.side.as_ref().is_some_and(|side| *side != first && *side != second) {
            let side = self.side.as_ref().map_or("", Role::as_str);
            return Err(StewardError::refused(
                format!("{side} is no side of {}", self.scenario),
                format!("write `side {first}`, `side {second}`, or `side any`"),
            ));
        }
        Ok([first, second])
    }

    /// Loads scenario and options as the battle's genesis will.
    fn set_up(&self, library: &Library) -> Result<Offered, StewardError> {
        let game = tess_game::of_scenario(library, &self.scenario).map_err(GameError::from)?;
        let offered = game.offered(library, &self.scenario)?;
        let file = |(name, sha256): &(String, String)| FileHash {
            name: name.clone(),
            sha256: sha256.parse().unwrap_or(Digest([0; 32])),
        };
        let trial = Genesis {
            mode: self.mode,
            rules: Rules { id: offered.book.clone(), version: RULES },
            scenario: file(&offered.scenario),
            charts: offered.charts.iter().map(file).collect(),
            options: self.options.clone(),
            parties: Vec::new(),
            deadlines: self.deadlines()?,
            format: FORMAT,
        };
        game.set_up(&trial, library)?;
        Ok(offered)
    }

    /// The deadlines as genesis has them.
    ///
    /// # Errors
    /// When they do not fit the mode.
    pub fn deadlines(&self) -> Result<Deadlines, StewardError> {
        let help = "see `help` for what may be written below a challenge";
        self.agreed().map_err(|what| StewardError::refused(what, help))
    }

    fn agreed(&self) -> Result<Deadlines, &'static str> {
        Deadlines::agreed(self.hours, self.extensions, self.default, self.mode)
    }
}

/// The scenario whose name is nearest, with its book or without.
fn near_scenario<'a>(name: &str, all: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let name = name.to_ascii_lowercase();
    let bare = |whole: &'a str| whole.rsplit('/').next().unwrap_or(whole);
    let town = |whole: &'a str| bare(whole).split('-').next().unwrap_or(whole);
    let wanted = name.rsplit('/').next().unwrap_or_default();
    let by = |of: fn(&'a str) -> &'a str| tess_orders::nearest(wanted, all.clone().map(of));
    tess_orders::nearest(&name, all.clone()).or_else(|| {
        let found = by(|whole| whole.rsplit('/').next().unwrap_or(whole));
        let town_found =
            by(|whole| whole.rsplit('/').next().unwrap_or(whole).split('-').next().unwrap_or(whole));
        all.clone().find(|&whole| Some(bare(whole)) == found || Some(town(whole)) == town_found)
    })
}

fn late(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "default" => Ok(true),
        "forfeit" => Ok(false),
        _ => Err(format!(
            "`{value}` does not follow when somebody is late: write `late forfeit` or `late default`"
        )),
    }
}

/// The delay of spectators: `no`, `end`, `48`, `48 hours`, `2 days`.
fn watch(value: &str) -> Result<Setting, String> {
    let wrong = || format!("watch `{value}`: write `watch no`, `watch end`, `watch 48` or `watch 2 days`");
    let mut words = value.split_whitespace();
    let (first, unit) = (words.next().unwrap_or_default().to_ascii_lowercase(), words.next());
    if matches!(first.as_str(), "no" | "end") {
        return Ok(Setting::Text(first));
    }
    let number: i64 = first.parse().map_err(|_| wrong())?;
    let hours = match unit.map(str::to_ascii_lowercase).as_deref() {
        None | Some("hour" | "hours") => Some(number),
        Some("day" | "days") => number.checked_mul(24),
        Some(_) => None,
    };
    hours.map(Setting::Number).ok_or_else(wrong)
}

fn side(value: &str) -> Result<Option<Role>, String> {
    let value = value.to_ascii_lowercase();
    if value.is_empty() || value == "any" {
        return Ok(None);
    }
    value.parse().map(Some).map_err(|_| format!("`{value}` is no side: write its name, or `side any`"))
}

fn mode(value: &str) -> Result<Mode, String> {
    [Mode::Umpire, Mode::Direct, Mode::Both]
        .into_iter()
        .find(|mode| mode.as_str().eq_ignore_ascii_case(value))
        .ok_or_else(|| format!("`{value}` is no mode: write `mode both`, `mode umpire` or `mode direct`"))
}

fn number(what: &str, value: &str, most: u32) -> Result<u32, String> {
    value
        .parse()
        .ok()
        .filter(|n| *n <= most)
        .ok_or_else(|| format!("{what} `{value}`: write a number from 0 to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Terms, String> {
        Terms::read(&text.lines().collect::<Vec<_>>())
    }

    #[test]
    fn terms_are_read_in_any_order_and_a_greeting_ends_them() {
        let terms =
            read("mode umpire\nScenario: spqr/skirmish\nside Rome\nhours = 48\noption x=false\n\nHi! mode y");
        let terms = terms.expect("terms");
        assert_eq!((terms.scenario.as_str(), terms.mode, terms.hours), ("spqr/skirmish", Mode::Umpire, 48));
        assert_eq!(terms.side.as_ref().map(Role::as_str), Some("rome"));
        assert_eq!(terms.options.get("x"), Some(&Setting::Switch(false)));
    }

    #[test]
    fn a_bad_line_says_what_would_be_right() {
        for (text, said) in [
            ("hours 72", "no scenario is named"),
            ("scenario a\nhours many", "write a number from 0 to 8760"),
            ("scenario a\nmode fair", "write `mode both`"),
            ("scenario a\noption b=", "option NAME=false"),
            ("scenario a\nlate never", "write `late forfeit`"),
            ("scenario a\nlate default", "needs the mode umpire"),
            ("scenario a\nmode umpire\nextensions 1\nlate default", "there are no extensions"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn terms_are_checked_against_the_scenario() {
        let library = Library::embedded();
        let check = |text: &str| read(text).expect("terms").check(&library).map_err(|e| e.told());
        let sides = check("scenario spqr/skirmish").expect("playable");
        assert_eq!(sides.map(|s| s.to_string()), ["rome", "carthage"]);
        assert!(check("scenario legion/skirmish").is_ok());
        for cards in ["3", "rating"] {
            assert!(check(&format!("scenario legion/skirmish\noption cards={cards}")).is_ok());
        }
        assert!(check("scenario legion/skirmish\noption cards=7").expect_err("six").contains("cards=rating"));
        assert!(check("scenario spqr/skirmish\noption engaged=3").expect_err("none").contains("no switch"));
        assert!(check("scenario spqr/actium").expect_err("none").contains("no scenario `spqr/actium`"));
        assert!(check("scenario spqr/skirmish\nside gaul").expect_err("none").contains("`side rome`"));
        assert!(check("scenario spqr/skirmish\noption nonsense").expect_err("none").contains("nonsense"));
    }
}
