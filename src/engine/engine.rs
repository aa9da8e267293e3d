//! What a page may ask of a battle that was opened in it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{EngineError, Replay, Step};
use tess_game::{FORMAT, RULES, Starts, Walk, starts};
use tess_ledger::{Ledger, read_lines};
use tess_scenario::Library;

/// A battle, opened from its archive, that answers a page.
///
/// Signatures are not checked here: the page does that itself, with its browser's own means.
pub struct Engine {
    ledger: Ledger,
    starts: Starts,
    /// The replay that is compared, from the first event to the last.
    course: Replay,
    /// The replay that stands where something was asked last.
    place: Replay,
}

/// What is asked, as JSON: `{"ask":"step"}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Asked {
    /// How the battle stands after the next event.
    Step,
    /// What a side may order after an event, of one piece with every place.
    Legal { event: u64, side: String, piece: Option<String> },
    /// What a sheet of a side would do after an event.
    Check { event: u64, side: String, sheet: String },
}

impl Engine {
    /// Opens a battle from the bytes of its archive, with a library that has its files; whether they are the
    /// ones of the battle, their hashes in its first event tell.
    ///
    /// # Errors
    /// When they are no log, or of a battle that these rules and files do not play.
    pub fn open(archive: &[u8], library: &Library) -> Result<Engine, EngineError> {
        let ledger = Ledger::read_signed_elsewhere(read_lines(archive)?)?;
        let genesis = ledger.genesis();
        if (genesis.format, genesis.rules.version) != (FORMAT, RULES) {
            return Err(EngineError::Number {
                format: genesis.format,
                number: genesis.rules.version,
                of_format: FORMAT,
                of_number: RULES,
            });
        }
        let starts = starts(genesis, library)?;
        let (course, place) = (Replay::new(starts(false)), Replay::new(starts(true)));
        Ok(Engine { ledger, starts, course, place })
    }

    /// The same from bytes alone, the files as JSON (`{"spqr/skirmish.toml":"..."}`), with what a page is
    /// told: `{"events":669}`, or `{"error":...}`.
    #[must_use]
    pub fn open_for_page(archive: &[u8], files: &[u8]) -> (Option<Engine>, String) {
        let files = serde_json::from_slice(files).map_err(EngineError::Files);
        match files.and_then(|files| Engine::open(archive, &Library::of_files(files))) {
            Ok(engine) => {
                let said = json!({ "events": engine.ledger.next_seq() });
                (Some(engine), said.to_string())
            }
            Err(error) => (None, failed(&error).to_string()),
        }
    }

    /// Answers a request; both are JSON. What goes wrong is `{"error":...}`.
    #[must_use]
    pub fn answer(&mut self, request: &[u8]) -> String {
        self.answered(request).unwrap_or_else(|error| failed(&error)).to_string()
    }

    fn answered(&mut self, request: &[u8]) -> Result<Value, EngineError> {
        match serde_json::from_slice(request)? {
            Asked::Step => Ok(self.course.step(&self.ledger)?.map_or(Value::Null, |step| told(&step))),
            Asked::Legal { event, side, piece } => {
                let piece = piece.as_deref().filter(|piece| !piece.is_empty());
                Ok(json!({ "text": self.legal(event, &side, piece)? }))
            }
            Asked::Check { event, side, sheet } => Ok(json!({ "text": self.check(event, &side, &sheet)? })),
        }
    }

    /// What a side may do after an event, in words.
    ///
    /// # Errors
    /// When there is no such event, side or piece.
    pub fn legal(&mut self, event: u64, side: &str, piece: Option<&str>) -> Result<String, EngineError> {
        self.at(event)?;
        let asked = self.place.go_to(&self.ledger, event)?.asked(&self.ledger)?;
        if let Some((asked, question)) = asked {
            let mut out = format!("{asked} is asked: {} (rule {})\n", question.text, question.rule);
            for choice in &question.choices {
                let usual = if choice.key == question.default { " (default)" } else { "" };
                out.push_str(&format!("  {}{usual}: {}\n", choice.key, choice.text));
            }
            return Ok(out);
        }
        Ok(self.place.table().may(side, piece)?.text())
    }

    /// What a sheet of a side would do after an event, up to its first die, in words.
    ///
    /// # Errors
    /// When there is no such event.
    pub fn check(&mut self, event: u64, side: &str, sheet: &str) -> Result<String, EngineError> {
        Ok(self.at(event)?.would(side, sheet))
    }

    /// The battle after an event: on from where it was asked for last, or again from the beginning.
    fn at(&mut self, event: u64) -> Result<&mut (dyn Walk + 'static), EngineError> {
        if event >= self.ledger.next_seq() {
            return Err(EngineError::NoEvent(event));
        }
        if self.place.next() > event + 1 {
            self.place = Replay::new((self.starts)(true));
        }
        self.place.go_to(&self.ledger, event)
    }
}

/// How the battle stands, as the page compares it.
fn told(step: &Step) -> Value {
    let [[one, other], [fallen, lost]] = [step.points, step.lost];
    json!({
        "state": step.state.to_string(),
        "end": step.end,
        "counts": [u32::from(step.turn), one, other, fallen, lost],
        "tale": step.tale,
        "field": step.field,
    })
}

fn failed(error: &EngineError) -> Value {
    json!({ "error": error.to_string() })
}
