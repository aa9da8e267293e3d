//! From words to pieces: resolves a sheet as written against a battle.
//!
//! What a sheet names is looked up here: unknown codes, leaders where units are due, shots at one's own
//! side and hexes off the map are complained about, all at once. Whether an order is legal is
//! for the rules to say when it is carried out.
//!
//! A [`Reader`] goes through a sheet from the top and follows the units that the sheet moves, so
//! that `fwd` means the right hex also in their second order. Who carries out a sheet may read each line
//! with a fresh [`Reader`] at the moment it is due: then dice and enemies are already known.

mod condition;
mod motion;
mod muster;
mod names;
mod print;
mod seal;
mod trace;
mod whole;

pub use condition::{Condition, Stop, Subject, Test};
pub use print::print;
pub use seal::seal_up;

use crate::order::{Fire, Order, ShockOrder, Target};
use crate::piece::{LeaderId, Side, UnitId};
use crate::position::Position;
use crate::state::asks::Finer;
use crate::state::stage::{Stage, Troop};
use crate::written::{self, Prepared, Sheet, Statement};
use tess_diagnostic::{Diagnostic, Span};
use tess_orders::{Word, nearest};
use trace::Body;

/// A line of a sheet, resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Line of the text, from 1; several lines have the same number when one line of text said several
    /// things.
    pub number: u32,
    /// The line of the text, as written.
    pub text: String,
    /// What it says.
    pub what: What,
    /// It comes from an `all`: those who cannot move any more are left out, see [`Line::is_moot`].
    pub all: bool,
}

impl Line {
    /// Does the sheet end here?
    #[must_use]
    pub fn stops(&self, position: &Position) -> bool {
        matches!(&self.what, What::Stop(stop) if stop.applies(position))
    }

    /// Is there nothing to do: did an `all` mean a unit that, now that its turn comes, is no member of the
    /// line in progress (spqr 4.32), has moved, is routed or off the map? Such a line is skipped, not
    /// refused.
    #[must_use]
    pub fn is_moot(&self, position: &Position) -> bool {
        let What::Order(Order::Move(order)) = &self.what else { return false };
        let member = || {
            let line = position.stage.phase().filter(|p| p.side == position.side(order.unit));
            line.and_then(|p| p.line()).is_none_or(|l| l.units.contains(&order.unit))
        };
        self.all && !(muster::can_move(position, order.unit) && member())
    }
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// An order, not yet known to be legal.
    Order(Order),
    /// The sheet ends here when it applies.
    Stop(Stop),
}

/// A sheet for a coming activation, resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// For whom.
    pub leader: LeaderId,
    /// When one of them applies, the plan is not used.
    pub lapses: Vec<Stop>,
    /// What is ordered.
    pub lines: Vec<Line>,
}

/// Reads a text and resolves it for a side; prepared sheets are looked over too. Complaints come in the
/// order of the text.
#[must_use]
pub fn text(text: &str, position: &Position, side: Side) -> (Vec<Line>, Vec<Diagnostic>) {
    let (_, lines, complaints) = look_over(text, position, side);
    (lines, complaints)
}

/// Reads a text for who wants it as it is written: its lines, and all that is wrong with them now.
#[must_use]
pub fn written(text: &str, position: &Position, side: Side) -> (Sheet, Vec<Diagnostic>) {
    let (written, _, complaints) = look_over(text, position, side);
    (written, complaints)
}

fn look_over(text: &str, position: &Position, side: Side) -> (Sheet, Vec<Line>, Vec<Diagnostic>) {
    let (written, mut complaints) = Sheet::parse(text);
    let (lines, more) = sheet(&written, position, side);
    complaints.extend(more);
    for prepared in &written.prepared {
        complaints.extend(plan(prepared, position, side).1);
    }
    complaints.sort_by_key(|c| c.place);
    (written, lines, complaints)
}

/// Reads a text for the side of this name, as a [`Game`](tess_effects::Game) reads sheets.
///
/// # Errors
/// Every complaint, the warnings too, when one of them is an error.
pub fn for_side(position: &Position, side: &str, sheet: &str) -> Result<Vec<Line>, Vec<Diagnostic>> {
    let Some(side) = position.set.find_side(side) else {
        let help = format!("the sides are {} and {}", position.set.sides.0[0], position.set.sides.0[1]);
        return Err(vec![Diagnostic::error(format!("no side {side}")).help(help)]);
    };
    let (lines, complaints) = text(sheet, position, side);
    if complaints.iter().any(Diagnostic::is_error) { Err(complaints) } else { Ok(lines) }
}

/// Resolves the orders of a sheet for a side.
#[must_use]
pub fn sheet(sheet: &Sheet, position: &Position, side: Side) -> (Vec<Line>, Vec<Diagnostic>) {
    let mut reader = Reader::new(position, side);
    let lines = sheet.lines.iter().flat_map(|line| reader.line(line)).collect();
    (lines, reader.complaints)
}

/// Resolves a prepared sheet for a side; `None` when its leader is not known.
#[must_use]
pub fn plan(prepared: &Prepared, position: &Position, side: Side) -> (Option<Plan>, Vec<Diagnostic>) {
    let mut reader = Reader::new(position, side);
    reader.number = prepared.number;
    let leader = reader.own_leader(&prepared.leader);
    let lapses = prepared.lapses.iter().filter_map(|stop| reader.stop(stop)).collect();
    let lines = prepared.lines.iter().flat_map(|line| reader.line(line)).collect();
    (leader.map(|leader| Plan { leader, lapses, lines }), reader.complaints)
}

/// What one line says, and the complaints about it, for who carries it out when it is due.
pub(super) fn one(line: &written::Line, position: &Position, side: Side) -> (Said, Vec<Diagnostic>) {
    let mut reader = Reader::new(position, side);
    reader.alone = true;
    (reader.said(line), reader.complaints)
}

/// What a line says: mostly one thing.
pub(super) enum Said {
    One(What),
    Several(Vec<What>),
}

impl Said {
    fn orders(orders: impl IntoIterator<Item = Order>) -> Said {
        Said::Several(orders.into_iter().map(What::Order).collect())
    }

    pub(super) fn as_slice(&self) -> &[What] {
        match self {
            Said::One(one) => std::slice::from_ref(one),
            Said::Several(several) => several,
        }
    }

    fn into_vec(self) -> Vec<What> {
        match self {
            Said::One(one) => vec![one],
            Said::Several(several) => several,
        }
    }
}

/// Goes through a sheet from the top.
pub struct Reader<'a> {
    position: &'a Position,
    side: Side,
    number: u32,
    /// Where units will stand. Mostly a reader reads of one unit.
    bodies: Vec<(UnitId, Option<Body>)>,
    /// Who is not among the bodies has been moved by combat.
    shuffled: bool,
    moved: Vec<UnitId>,
    line: Option<Troop>,
    /// The units read about may turn out to be no members of the line, which has not begun.
    doubtful: bool,
    /// One line is read and no more.
    alone: bool,
    /// Nobody will ask where those stand who are read about now.
    last: bool,
    /// What was complained about.
    pub complaints: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    /// A reader of the orders of one side.
    #[must_use]
    pub fn new(position: &'a Position, side: Side) -> Reader<'a> {
        Reader {
            position,
            side,
            number: 0,
            bodies: Vec::new(),
            shuffled: false,
            moved: Vec::new(),
            line: None,
            doubtful: false,
            alone: false,
            last: false,
            complaints: Vec::new(),
        }
    }

    /// Resolves a line: usually to one, to several when it orders several units, to none after a complaint.
    pub fn line(&mut self, line: &written::Line) -> Vec<Line> {
        let all = matches!(line.what, Statement::Order(written::Order::All(_)));
        let made = |what| Line { number: line.number, text: line.text.clone(), what, all };
        self.said(line).into_vec().into_iter().map(made).collect()
    }

    /// What a line says, for who needs no text.
    fn said(&mut self, line: &written::Line) -> Said {
        self.number = line.number;
        let before = self.complaints.len();
        let found = match &line.what {
            Statement::Stop(stop) => self.stop(stop).map(|stop| Said::One(What::Stop(stop))),
            Statement::Order(order) => self.order(order),
        };
        // A complaint without a word means the whole line; it is cut into words only then.
        for complaint in &mut self.complaints[before..] {
            match &mut complaint.place {
                Some(place) if place.span == Span::default() => place.span = whole::whole(&line.text),
                _ => {}
            }
        }
        found.unwrap_or(Said::Several(Vec::new()))
    }

    fn order(&mut self, order: &written::Order) -> Option<Said> {
        let one = match order {
            written::Order::Begin => Order::Begin,
            written::Order::Prearrange(markers) => {
                let each: Vec<_> = markers.iter().map(|(l, real)| (self.own_leader(l), *real)).collect();
                let each: Option<Vec<_>> = each.into_iter().map(|(l, real)| Some((l?, real))).collect();
                Order::Prearrange(each?)
            }
            written::Order::Elite(None) => Order::Elite(None),
            written::Order::Elite(Some(leader)) => Order::Elite(Some(self.own_leader(leader)?)),
            written::Order::Activate(leader) => {
                self.forget();
                Order::Activate(self.due(leader.as_ref(), "activate")?)
            }
            written::Order::Trump(leader) => {
                self.forget();
                Order::Trump(self.own_leader(leader)?)
            }
            written::Order::Pass(leader) => Order::Pass(self.due(leader.as_ref(), "pass")?),
            written::Order::Line(line) => {
                self.line = None;
                let line = self.own_line(line)?;
                self.line = Some(Troop::Line(line));
                Order::Line(line)
            }
            written::Order::Contingent(leader) => {
                self.line = None;
                let leader = self.own_leader(leader)?;
                self.line = Some(Troop::Contingent(leader));
                Order::Contingent(leader)
            }
            written::Order::EndLine => {
                self.line = None;
                Order::EndLine
            }
            written::Order::All(motion) => return self.all(motion).map(Said::orders),
            written::Order::Move(order) => return self.moves(order),
            written::Order::Fire(shot) => Order::Fire(self.shot(shot)?),
            written::Order::Harass { shot, way } => {
                let (fire, way) = (self.shot(shot), way.iter().map(|hex| self.hex(hex)).collect::<Vec<_>>());
                Order::Harass { fire: fire?, way: way.into_iter().collect::<Option<_>>()? }
            }
            written::Order::Recover(units) => {
                return self.each_of(units, Order::Recover);
            }
            written::Order::Rally(units) => {
                return self.each_of(units, Order::Rally);
            }
            written::Order::Replace { leader, hex } => {
                let (leader, hex) = (self.own_leader(leader), self.hex(hex));
                Order::Replace(leader?, hex?)
            }
            written::Order::Succeed { leader, follows } => {
                Order::Succeed { proconsul: self.own_leader(leader)?, follows: *follows }
            }
            written::Order::Restack(hex) => Order::Restack(self.hex(hex)?),
            written::Order::Regroup(back) => {
                let each: Vec<_> = back
                    .iter()
                    .map(|r| (self.own_unit(&r.unit), self.hex(&r.hex), self.facing(&r.facing)))
                    .collect();
                let each: Option<Vec<_>> = each.into_iter().map(|(u, h, f)| Some((u?, h?, f?))).collect();
                Order::Regroup(each?)
            }
            written::Order::Mode { unit, limber } => {
                Order::Mode { unit: self.own_unit(unit)?, limber: *limber }
            }
            written::Order::Extend(moves) => {
                let each: Vec<_> = moves.iter().map(|(u, h)| (self.own_unit(u), self.hex(h))).collect();
                let each: Option<Vec<_>> = each.into_iter().map(|(u, h)| Some((u?, h?))).collect();
                let each = each?;
                each.iter().for_each(|&(unit, hex)| self.slid(unit, hex));
                Order::Extend(each)
            }
            written::Order::Shock { attackers, defenders, with } => {
                self.shock(attackers, defenders, with.as_ref())?
            }
            written::Order::Resolve => {
                // Combat moves units: nothing is known any more about where they will stand.
                self.lose_all();
                Order::Resolve
            }
            written::Order::Momentum => {
                self.forget();
                Order::Momentum
            }
            written::Order::Finish => Order::Finish,
            written::Order::Ask { about, on } => Order::Ask { about: self.finer(about)?, on: *on },
        };
        Some(Said::One(What::Order(one)))
    }

    /// Windows of finer decisions; all when none is named.
    fn finer(&mut self, words: &[Word]) -> Option<Vec<Finer>> {
        if words.is_empty() {
            return Some(Finer::ALL.to_vec());
        }
        let mut found = Vec::new();
        for word in words {
            let Some(finer) = Finer::named(&word.text) else {
                let windows = Finer::ALL.map(Finer::window);
                let near = nearest(&word.text, windows).unwrap_or("rout-path");
                let what = format!("`{word}` is nothing that one may leave out or be asked about");
                return self.complain(word, what, &format!("write {}; perhaps `{near}`", windows.join(", ")));
            };
            found.push(finer);
        }
        Some(found)
    }

    /// A shock; who is named to decide it has to be one of the attackers.
    fn shock(&mut self, attackers: &[Word], defenders: &[Word], with: Option<&Word>) -> Option<Order> {
        let attackers = self.own_units(attackers);
        let defenders = self.enemy_units(defenders);
        let chosen = with.map(|unit| self.own_unit(unit));
        let (attackers, defenders) = (attackers?, defenders?);
        let chosen = match chosen {
            Some(unit) => Some(unit?),
            None => None,
        };
        if let (Some(unit), Some(word)) = (chosen, with)
            && !attackers.contains(&unit)
        {
            return self.complain(
                word,
                format!("{word} is none of the attackers"),
                "name one of them after `with`",
            );
        }
        Some(Order::Shock(ShockOrder { attackers, defenders, with: chosen }))
    }

    /// One order to each of these units.
    fn each_of(&mut self, units: &[Word], order: fn(UnitId) -> Order) -> Option<Said> {
        // Mostly it is one.
        if let [word] = units {
            return Some(Said::One(What::Order(order(self.own_unit(word)?))));
        }
        Some(Said::orders(self.own_units(units)?.into_iter().map(order)))
    }

    /// A new orders phase: everybody may move again.
    fn forget(&mut self) {
        self.moved.clear();
        self.line = None;
    }

    fn shot(&mut self, shot: &written::Shot) -> Option<Fire> {
        let (unit, target) = (self.own_unit(&shot.unit), self.target(&shot.target));
        Some(Fire { unit: unit?, target: target? })
    }

    fn target(&mut self, target: &written::Target) -> Option<Target> {
        let found = if target.leader {
            Subject::Leader(self.any_leader(&target.code)?)
        } else {
            self.anybody(&target.code)?
        };
        let (side, aim) = match found {
            Subject::Unit(id) => (self.position.side(id), Target::Unit(id)),
            Subject::Leader(id) => (self.position.leader_spec(id).side, Target::Leader(id)),
        };
        if side == self.side {
            let word = &target.code;
            return self.complain(word, format!("{word} is on your own side"), "name an enemy as the target");
        }
        Some(aim)
    }

    /// The leader named, or the one whose turn it is.
    fn due(&mut self, word: Option<&Word>, verb: &str) -> Option<LeaderId> {
        if let Some(word) = word {
            return self.own_leader(word);
        }
        let due: &[LeaderId] = match &self.position.stage {
            Stage::Activation { due, side, .. } if *side == self.side => due,
            _ => &[],
        };
        if let [only] = due {
            return Some(*only);
        }
        let codes: Vec<&str> = due.iter().map(|&l| self.position.leader_spec(l).code.as_str()).collect();
        let help = match codes.as_slice() {
            [] => format!("write: {verb} and the leader's code"),
            _ => format!("his turn it is: {}", codes.join(", ")),
        };
        let nowhere = Word::bare("");
        self.complain(&nowhere, format!("`{verb}` does not say who"), &help)
    }
}

#[cfg(test)]
mod tests;
