//! A sheet in the making: each order is tried on an imagined field before it is written down.
//!
//! In the imagination every die shows the same middling face and every question gets its careful answer. So
//! a plan may turn out wrong when it is carried out, and the rest of the sheet then goes back; but an order
//! that the rules refuse never opens a sheet.

use crate::chance::Chance;
use tess_effects::{Answer, Dice, Game, Hidden, Oracle, Present, Question, Scripted, Seal};
use tess_gboh::order::Order;
use tess_gboh::read::{self, print};
use tess_gboh::state::stage::Stage;
use tess_gboh::written::{self, Line, Statement};
use tess_gboh::{Gboh, Position};
use tess_table::{Close, Halt, perform_by, rehearse_with};

/// The face of every die in the imagination.
const MIDDLING: u8 = 4;

/// Questions inside one order after which the imagination gives up.
const MOST_QUESTIONS: usize = 16;

/// How long a commander thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    /// He looks at everything that a unit could do.
    Thorough,
    /// He looks at what comes to mind first.
    Hurried {
        /// How far his foot was from the enemy when he looked; he does not look again in a phase.
        front: Option<i32>,
    },
}

/// What a commander is in the mood for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Temper {
    /// What a blow that nobody has to strike must promise, in tenths of hits.
    pub(super) strike: i32,
    /// Chance in percent from which momentum is worth the risk of a die roll of doom.
    pub(super) momentum: u8,
    /// Nobody goes anywhere; all else is done.
    pub(super) holds: bool,
    /// No line is commanded.
    pub(super) singly: bool,
    /// The leader so many places after the one of most initiative is active.
    pub(super) leader: usize,
    /// Chance in percent from which he tries to be active before his time, whatever else he thinks of it.
    pub(super) trump: u8,
    /// How much he cares to come nearer to whom he wants to meet, in percent of the usual.
    pub(super) keen: i32,
    /// How much he fears for flanks and rear.
    pub(super) wary: i32,
    /// How much he cares for neighbours in line.
    pub(super) close: i32,
}

impl Temper {
    /// What has proved sensible.
    pub(super) const EVEN: Temper = Temper {
        strike: 2,
        momentum: 50,
        holds: false,
        singly: false,
        leader: 0,
        trump: 101,
        keen: 100,
        wary: 100,
        close: 100,
    };

    /// Any mood, most of them not far from the sensible one.
    pub(super) fn any(chance: &mut Chance) -> Temper {
        let mut one = |of: &[i32]| chance.pick(of).copied().unwrap_or_default();
        Temper {
            strike: one(&[-12, -4, 2, 2, 6, 12]),
            momentum: one(&[20, 50, 50, 101]) as u8,
            holds: one(&[0, 0, 0, 0, 0, 0, 0, 1]) == 1,
            singly: one(&[0, 0, 1]) == 1,
            leader: one(&[0, 0, 0, 1, 1, 2]) as usize,
            trump: one(&[101, 101, 101, 30]) as u8,
            keen: one(&[0, 50, 100, 100, 150, 250]),
            wary: one(&[30, 100, 100, 200]),
            close: one(&[0, 100, 100, 200, 300]),
        }
    }
}

/// A sheet in the making.
#[derive(Clone)]
pub(super) struct Plan<'a> {
    side: &'a str,
    /// The field as it will look if nothing surprising happens.
    pub(super) now: Position,
    lines: Vec<String>,
    /// Orders are written with `try`, so that a surprise does not send the rest of the sheet back.
    lenient: bool,
    /// Nothing sensible can be said after what is planned so far.
    pub(super) is_closed: bool,
    /// How long is thought about it.
    pub(super) pace: Pace,
    /// What it is to be like.
    pub(super) temper: Temper,
}

impl<'a> Plan<'a> {
    /// An empty sheet for a side.
    pub(super) fn new(position: &Position, side: &'a str) -> Plan<'a> {
        let (now, pace) = (position.clone(), Pace::Thorough);
        let temper = Temper::EVEN;
        Plan { side, now, lines: Vec::new(), lenient: false, is_closed: false, pace, temper }
    }

    /// An empty sheet whose orders are left out when they turn out to be impossible.
    pub(super) fn lenient(position: &Position, side: &'a str, pace: Pace) -> Plan<'a> {
        Plan { lenient: true, pace, ..Plan::new(position, side) }
    }

    /// Has nothing been planned yet?
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// How many lines there are.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Adds an order if it is legal on the imagined field.
    pub(super) fn order(&mut self, order: &Order) -> bool {
        let text = print(order, &self.now.set);
        self.text(&text)
    }

    /// Adds a line of text if it is legal on the imagined field.
    pub(super) fn text(&mut self, text: &str) -> bool {
        if self.is_closed {
            return false;
        }
        let Some((lines, hidden)) = self.read(text) else { return false };
        let opens = |line: &Line| {
            use written::Order::{Activate, Elite, Prearrange};
            matches!(line.what, Statement::Order(Activate(..) | Elite(..) | Prearrange(..)))
        };
        let goes_on = self.lenient && !lines.iter().any(opens);
        let dice = || Dice::Scripted(Scripted { otherwise: Some(MIDDLING), ..Scripted::default() });
        let mut asked = 0;
        let mut careful = |question: &Question| {
            asked += 1;
            let answers = asked <= MOST_QUESTIONS && !asks_to_show(question);
            let answer = Answer(question.default.clone());
            answers.then(|| Present { answer, shown: None, dice: dice() })
        };
        let oracle = Oracle::new(dice(), &[]).with_hidden(&hidden).answered_by(&mut careful).quiet();
        let mut now = self.now.clone();
        let run = perform_by::<Gboh>(&mut now, self.side, &lines, oracle);
        match run.halt {
            Halt::Illegal(..) => return false,
            Halt::Closed(close) if goes_on || close == Close::Whole => self.now = now,
            Halt::Ask(_) | Halt::Dice(_) | Halt::Closed(_) => self.is_closed = true,
        }
        self.lines.push(format!("{}{text}", if goes_on { "try " } else { "" }));
        true
    }

    /// Adds those lines of text that are legal on the imagined field.
    pub(super) fn all<'l>(&mut self, lines: impl Iterator<Item = &'l str>) {
        for line in lines {
            self.text(line);
        }
    }

    /// What has been planned so far.
    pub(super) fn body(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Ends the sheet with the try for momentum, and with the end of the phase when it is barred by then.
    pub(super) fn end_with_momentum(&mut self) -> bool {
        if !self.lenient || !matches!(self.now.stage, Stage::Orders(_)) {
            return self.end(&Order::Momentum);
        }
        if !self.end(&Order::Resolve) {
            return false;
        }
        let rest = ["try momentum", "stop unless momentum failed", "try finish"];
        self.lines.extend(rest.map(str::to_owned));
        true
    }

    /// The lines of a text as they would be signed, with seals that hide nothing.
    fn read(&self, text: &str) -> Option<(Vec<tess_gboh::written::Line>, [Hidden; 1])> {
        let sealed = read::seal_up(text).ok()?;
        let lines = Gboh::read(&self.now, self.side, &sealed.sheet).ok()?;
        let seals = (0..).zip(&sealed.values).map(|(n, _)| Seal([n; 32])).collect();
        Some((lines, [Hidden { seals, shown: Vec::new() }]))
    }

    /// Ends the sheet with an order whose outcome nobody can imagine. As the first order it is checked, with
    /// the dice still hidden.
    pub(super) fn end(&mut self, order: &Order) -> bool {
        if self.is_closed {
            return false;
        }
        let text = print(order, &self.now.set);
        if self.lines.is_empty() {
            let Some((lines, hidden)) = self.read(&text) else { return false };
            let run = rehearse_with::<Gboh>(&self.now, self.side, &lines, Dice::Closed, &[], &hidden, true);
            if matches!(run.halt, Halt::Illegal(..)) {
                return false;
            }
        }
        self.lines.push(text);
        self.is_closed = true;
        true
    }

    /// The sheet; nothing when nothing was planned.
    pub(super) fn sheet(self) -> Option<String> {
        if self.lines.is_empty() {
            return None;
        }
        let mut text = self.lines.join("\n");
        text.push('\n');
        Some(text)
    }
}

/// Would the default have to show what nobody can imagine?
fn asks_to_show(question: &Question) -> bool {
    question.showing.as_ref().is_some_and(|s| s.asks_of(&question.default))
}
