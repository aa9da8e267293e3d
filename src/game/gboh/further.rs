//! How the last line of a sheet may go on: the same order with a word more, each tried on a copy of the
//! position before it.

use crate::door::legal::LegalOrder;
use tess_effects::{Dice, Game as _};
use tess_gboh::piece::{Side, UnitType};
use tess_gboh::position::Place;
use tess_gboh::written::{Motion, Move, Order, Sheet, Statement, Way};
use tess_gboh::{Gboh, Position, UnitId};
use tess_hex::Hex;
use tess_orders::Word;
use tess_table::{Run, rehearse_with};

/// No shot is longer (8.13); beyond it nobody is tried as a target.
const FAR: u8 = 6;

/// So many hexes a line goes at most in one direction.
const LONG: u8 = 6;

/// The line with a word more, in every way that the rules allow.
pub(super) fn further(position: &Position, side: &str, line: &str) -> Vec<LegalOrder> {
    let Some(of) = position.set.find_side(side) else { return Vec::new() };
    let (sheet, complaints) = Sheet::parse(line);
    if complaints.iter().any(tess_diagnostic::Diagnostic::is_error) {
        return Vec::new();
    }
    let orders: Vec<&Order> = sheet
        .lines
        .iter()
        .filter_map(|line| if let Statement::Order(order) = &line.what { Some(order) } else { None })
        .collect();
    let on = Onward { position, side, of, line: line.trim() };
    match orders[..] {
        [Order::Line(_) | Order::Contingent(_)] => on.all(": "),
        [Order::Line(_) | Order::Contingent(_), Order::All(motion)] | [Order::All(motion)] => {
            on.motion(motion, None)
        }
        [Order::Move(it)] => on.moves(it),
        [Order::Shock { attackers, defenders, with }] => on.shock(attackers, defenders, with.as_ref()),
        [Order::Extend(all)] => on.extend(all),
        [Order::Prearrange(all)] if !all.is_empty() => on.markers(all),
        [Order::Regroup(_)] => on.regroup(),
        _ => Vec::new(),
    }
}

struct Onward<'a> {
    position: &'a Position,
    side: &'a str,
    of: Side,
    line: &'a str,
}

impl Onward<'_> {
    /// Those that are carried out whole, up to the first die or question.
    fn kept(&self, found: impl IntoIterator<Item = LegalOrder>) -> Vec<LegalOrder> {
        found
            .into_iter()
            .filter(|order| self.run(&order.line).is_some_and(|run| !run.halt.refuses()))
            .collect()
    }

    fn run(&self, line: &str) -> Option<Run<Gboh>> {
        let lines = Gboh::read(self.position, self.side, line).ok()?;
        Some(rehearse_with::<Gboh>(self.position, self.side, &lines, Dice::Closed, &[], &[], true))
    }

    /// The line and a word more.
    fn with(&self, word: &str) -> LegalOrder {
        let line = format!("{}{word}", self.line);
        LegalOrder::told(line, word.trim_start_matches([' ', ':', ',']))
    }

    /// How all of a line go: each way as far as it is allowed.
    fn all(&self, between: &str) -> Vec<LegalOrder> {
        let mut found = Vec::new();
        for step in ["fwd", "fl", "fr"] {
            for count in 1..=LONG {
                found.extend(self.kept([self.with(&format!("{between}{step} {count}"))]));
            }
        }
        let turns = ["left", "right", "about"].map(|turn| self.with(&format!("{between}{turn}")));
        found.extend(self.kept(turns));
        found
    }

    fn moves(&self, it: &Move) -> Vec<LegalOrder> {
        let unit = match it.who.as_slice() {
            [one] => self.position.set.find_unit(&one.text),
            _ => None,
        };
        let leads = it.who.iter().any(|who| self.position.set.find_leader(&who.text).is_some());
        if leads { Vec::new() } else { self.motion(&it.motion, unit) }
    }

    /// Words behind the way: of one unit its shots and its riders, too.
    fn motion(&self, motion: &Motion, unit: Option<UnitId>) -> Vec<LegalOrder> {
        let mut found = Vec::new();
        if let (Way::Steps(_), None) = (&motion.way, unit) {
            found.extend(self.all(" "));
        }
        let Some(unit) = unit else { return found };
        let spec = self.position.spec(unit);
        if spec.missile.is_some() && !fires(motion) {
            let end = self.run(self.line).and_then(|run| run.position.hex(unit));
            let near = |other: Option<Hex>| end.zip(other).is_some_and(|(a, b)| a.distance(b) <= FAR);
            let foes = self.position.on_field(self.of.other()).filter(|&foe| near(self.position.hex(foe)));
            let foes = foes.map(|foe| (format!(" fire {}", self.position.spec(foe).code), foe));
            let shots =
                foes.map(|(word, foe)| self.with(&word).at(vec![self.position.spec(foe).code.clone()]));
            found.extend(self.kept(shots));
            let leaders = self.position.leader_ids().filter(|&l| {
                self.position.leader_spec(l).side != self.of && near(self.position.leader(l).hex)
            });
            let codes = leaders.map(|l| self.position.leader_spec(l).code.clone());
            found.extend(
                self.kept(codes.map(|code| self.with(&format!(" fire leader {code}")).at(vec![code]))),
            );
        }
        if motion.with.is_empty() {
            let own = self.position.leader_ids().filter(|&l| self.position.leader_spec(l).side == self.of);
            let here = self.position.hex(unit);
            let riders = own.filter(|&l| here.is_some() && self.position.leader(l).hex == here);
            let codes = riders.map(|l| self.position.leader_spec(l).code.clone());
            found.extend(self.kept(codes.map(|code| self.with(&format!(" with {code}")))));
        }
        let may = !self.position.set.variant.charts.must_shock(spec.kind) && !motion.shock;
        let words = [
            (may, " shock"),
            (spec.kind == UnitType::PH && spec.ma_extended > spec.ma && !motion.fast, " fast"),
            (self.position.partner(unit).is_some() && !motion.stack, " stack"),
        ];
        found.extend(self.kept(words.iter().filter(|(fits, _)| *fits).map(|(_, word)| self.with(word))));
        found
    }

    /// Others who attack with these, other enemies beside them, and whose type is used.
    fn shock(&self, attackers: &[Word], defenders: &[Word], with: Option<&Word>) -> Vec<LegalOrder> {
        if with.is_some() {
            return Vec::new();
        }
        let codes = |words: &[Word]| words.iter().map(|word| word.text.clone()).collect::<Vec<_>>();
        let (one, other) = (codes(attackers), codes(defenders));
        let hexes = |codes: &[String]| -> Vec<Hex> {
            let units = codes.iter().filter_map(|code| self.position.set.find_unit(code));
            units.filter_map(|unit| self.position.hex(unit)).collect()
        };
        // a two-hex unit lies in two hexes
        let beside = |of: Side, known: &[String], near: &[Hex]| -> Vec<String> {
            let is_near = |unit: &UnitId| {
                self.position.hex(*unit).is_some_and(|hex| near.iter().any(|to| hex.distance(*to) <= 2))
            };
            let all = self.position.on_field(of).filter(is_near);
            all.map(|unit| self.position.spec(unit).code.clone())
                .filter(|code| !known.iter().any(|it| it.eq_ignore_ascii_case(code)))
                .collect()
        };
        let line =
            |one: &[String], other: &[String]| format!("shock {} at {}", one.join(" "), other.join(" "));
        let plus = |all: &[String], more: &String| [all, std::slice::from_ref(more)].concat();
        let more = beside(self.of, &one, &hexes(&other));
        let more = more.iter().map(|code| {
            LegalOrder::told(line(&plus(&one, code), &other), format!("{code} too")).at(vec![code.clone()])
        });
        let foes = beside(self.of.other(), &other, &hexes(&one));
        let foes = foes.iter().map(|code| {
            LegalOrder::told(line(&one, &plus(&other, code)), format!("at {code} too")).at(vec![code.clone()])
        });
        let types = one.iter().filter(|_| one.len() > 1).map(|code| self.with(&format!(" with {code}")));
        self.kept(more.chain(foes).chain(types))
    }

    /// Other stacks that slide in the same order.
    fn extend(&self, all: &[(Word, Word)]) -> Vec<LegalOrder> {
        let known = |code: &str| all.iter().any(|(unit, _)| unit.text.eq_ignore_ascii_case(code));
        let own = self.position.on_field(self.of).map(|unit| (unit, self.position.spec(unit)));
        let others = own.filter(|(_, spec)| !known(&spec.code)).filter_map(|(unit, spec)| {
            let (hex, facing) = (self.position.hex(unit)?, self.position.facing(unit)?);
            let sides = [facing.left_flank(), facing.right_flank()];
            Some(sides.into_iter().filter_map(move |side| hex.neighbour(side)).map(move |to| (spec, to)))
        });
        let word = |(spec, to): (&tess_gboh::piece::UnitSpec, Hex)| {
            self.with(&format!(", {} to {to}", spec.code)).at(vec![spec.code.clone()])
        };
        self.kept(others.flatten().map(word))
    }

    /// Markers under other leaders.
    fn markers(&self, all: &[(Word, Option<bool>)]) -> Vec<LegalOrder> {
        let known = |code: &str| all.iter().any(|(leader, _)| leader.text.eq_ignore_ascii_case(code));
        let own = self.position.leader_ids().filter(|&l| self.position.leader_spec(l).side == self.of);
        let codes = own.map(|l| self.position.leader_spec(l).code.clone()).filter(|code| !known(code));
        self.kept(codes.flat_map(|code| ["yes", "no"].map(|word| self.with(&format!(", {code} {word}")))))
    }

    /// Other facings of the last who comes back, and others who do, beside him.
    fn regroup(&self) -> Vec<LegalOrder> {
        let head = self.line.rsplit_once(" facing ").map_or(self.line, |(head, _)| head);
        let facings = tess_hex::Facing::ALL
            .into_iter()
            .map(|facing| LegalOrder::told(format!("{head} facing {facing}"), format!("facing {facing}")));
        let last = head.rsplit(' ').next().and_then(|hex| hex.parse::<Hex>().ok());
        let named = |code: &str| self.line.split([' ', ',']).any(|word| word.eq_ignore_ascii_case(code));
        let own = self.position.unit_ids().filter(|&unit| self.position.spec(unit).side == self.of);
        let away = own.filter(|&u| matches!(self.position.unit(u).place, Place::Pursuing { .. }));
        let codes = away.map(|unit| self.position.spec(unit).code.clone()).filter(|code| !named(code));
        let others = codes.flat_map(|code| {
            let beside = last.into_iter().flat_map(Hex::neighbours);
            beside.map(move |(_, to)| (format!(", {code} at {to} facing E"), code.clone()))
        });
        let others = others.map(|(word, code)| self.with(&word).at(vec![code]));
        self.kept(facings.chain(others))
    }
}

/// Does it shoot on its way?
fn fires(motion: &Motion) -> bool {
    match &motion.way {
        Way::To { fire, .. } => fire.is_some(),
        Way::Steps(_) => false,
    }
}
