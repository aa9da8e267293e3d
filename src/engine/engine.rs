//! What a page may ask of a battle that was opened in it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{EngineError, Replay, Step};
use tess_diagnostic::{Report, Severity};
use tess_effects::{Hidden, Seal};
use tess_game::{AnyPosition, FORMAT, RULES, ended};
use tess_ledger::{Checks, Ledger, read_lines};
use tess_scenario::Library;
use tess_table::Wait;

/// A battle, opened from its archive, that answers a page.
///
/// Signatures are not checked here: the page does that itself, with its browser's own means.
pub struct Engine {
    ledger: Ledger,
    opening: Box<dyn AnyPosition>,
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
    /// Opens a battle from the bytes of its archive.
    ///
    /// # Errors
    /// When they are no log, or of a battle that these rules and files do not play.
    pub fn open(archive: &[u8]) -> Result<Engine, EngineError> {
        let ledger = Ledger::verify_all(read_lines(archive)?, Checks::Known)?;
        let genesis = ledger.genesis();
        if (genesis.format, genesis.rules.version) != (FORMAT, RULES) {
            return Err(EngineError::Number {
                format: genesis.format,
                number: genesis.rules.version,
                of_format: FORMAT,
                of_number: RULES,
            });
        }
        let opening = tess_game::of_book(&genesis.rules.id)?.set_up(genesis, &Library::embedded())?;
        let (course, place) = (Replay::new(&*opening), Replay::quiet(&*opening));
        Ok(Engine { ledger, opening, course, place })
    }

    /// The same, with what a page is told: `{"events":669}`, or `{"error":...}`.
    #[must_use]
    pub fn open_for_page(archive: &[u8]) -> (Option<Engine>, String) {
        match Engine::open(archive) {
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
        if let Wait::Answer { side: asked, question, .. } = self.place.wait(&self.ledger)? {
            let mut out = format!("{asked} is asked: {} (rule {})\n", question.text, question.rule);
            for choice in &question.choices {
                let usual = if choice.key == question.default { " (default)" } else { "" };
                out.push_str(&format!("  {}{usual}: {}\n", choice.key, choice.text));
            }
            return Ok(out);
        }
        Ok(self.place.view().legal(side, piece)?.text())
    }

    /// What a sheet of a side would do after an event, up to its first die, in words.
    ///
    /// # Errors
    /// When there is no such event.
    pub fn check(&mut self, event: u64, side: &str, sheet: &str) -> Result<String, EngineError> {
        self.at(event)?;
        let position = self.place.view();
        let Some(diagnostics) = position.diagnose(side, sheet) else {
            return Ok(format!("{side} commands no side\n"));
        };
        let mut out = Report { source: sheet, diagnostics: &diagnostics }.plain();
        if diagnostics.iter().any(|it| it.severity == Severity::Error) {
            return Ok(out);
        }
        let sealed = match position.game().seal_up(sheet) {
            Ok(sealed) => sealed,
            Err(complaint) => return Ok(out + &complaint + "\n"),
        };
        let read = match position.read(side, &sealed.sheet) {
            Ok(read) => read,
            Err(complaints) => return Ok(out + &complaints.join("\n") + "\n"),
        };
        // whoever reads a book has nobody's secrets: here the seals hide nothing
        let seals = (0..).zip(&sealed.values).map(|(nth, _)| Seal([nth; 32])).collect();
        let run = read.rehearse(&Hidden { seals, shown: Vec::new() });
        for sentence in &run.told {
            out.push_str(sentence);
            out.push('\n');
        }
        out.push_str(&ended(&run.halt, &sealed.sheet));
        out.push('\n');
        Ok(out)
    }

    /// The battle after an event: on from where it was asked for last, or again from the beginning.
    fn at(&mut self, event: u64) -> Result<(), EngineError> {
        if event >= self.ledger.next_seq() {
            return Err(EngineError::NoEvent(event));
        }
        if self.place.next() > event + 1 {
            self.place = Replay::quiet(&*self.opening);
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
