//! What a side of a Great Battle may order now: the answers of [`tess_gboh::play::legal`], which the bots
//! read as they are, written as the lines of a sheet.

use crate::door::error::GameError;
use crate::door::legal::{Legal, LegalOrder, LegalPiece, Spot};
use tess_gboh::movement::{Reach, leader_reachable, reachable, reachable_as};
use tess_gboh::order::{Fire, LeaderMove, Order, ShockOrder, Step, Target};
use tess_gboh::piece::{Class, Side, UnitType};
use tess_gboh::play::defaults::{reshape, walk};
use tess_gboh::play::legal::{self as phase, Orders, UnitChoice};
use tess_gboh::position::Place;
use tess_gboh::read::print;
use tess_gboh::state::asks::Finer;
use tess_gboh::{Gboh, LeaderId, Position, UnitId, missile, skirmish};
use tess_table::{comes_through, opens};

/// What a side may order now; of one unit or leader with every place that it can reach.
pub(super) fn legal(position: &Position, side: &str, piece: Option<&str>) -> Result<Legal, GameError> {
    let Some(of) = position.set.find_side(side) else {
        return Err(GameError::refused(format!("{side} commands no side"), "ask as one of the sides"));
    };
    if let Some(code) = piece
        && position.set.find_unit(code).is_none()
        && position.set.find_leader(code).is_none()
    {
        return Err(GameError::refused(
            format!("`{code}` is no unit of this battle"),
            "write a code as reports show it",
        ));
    }
    if let Some(found) = supposed(position, side, of, piece) {
        return Ok(found);
    }
    let lister = Lister { position, side, piece };
    let mut found = lister.list(phase::legal(position, of));
    if let Some(code) = piece {
        let is_it = |other: &String| other.eq_ignore_ascii_case(code);
        found.pieces.retain(|piece| is_it(&piece.code));
        if found.now == "orders" {
            found.others.retain(|order| order.targets.iter().any(is_it));
        }
    }
    Ok(found)
}

/// What a leader could order if he were activated now, or a unit be told by the first leader who could then
/// tell it anything; nothing while one of this side gives orders, or when no piece is asked for.
fn supposed(position: &Position, side: &str, of: Side, piece: Option<&str>) -> Option<Legal> {
    let code = piece?;
    if matches!(phase::legal(position, of), phase::Legal::Orders(orders) if !is_another(position, &orders, code))
    {
        return None;
    }
    let leader = position.set.find_leader(code).filter(|l| position.leader_spec(*l).side == of);
    let unit = position.set.find_unit(code).filter(|u| position.spec(*u).side == of);
    let under = |leader: LeaderId, piece: Option<&str>| {
        let imagined = phase::if_activated(position, leader)?;
        let found = Lister { position: &imagined, side, piece }.list(phase::legal(&imagined, of));
        (found.now == "orders").then_some(Legal { supposed: true, ..found })
    };
    if let Some(leader) = leader {
        return under(leader, None);
    }
    unit?;
    let own = position.leader_ids().filter(|l| position.leader_spec(*l).side == of);
    let told = own.filter_map(|leader| {
        let mut found = under(leader, Some(code))?;
        found.pieces.retain(|piece| piece.code.eq_ignore_ascii_case(code));
        found.others.clear();
        (!found.pieces.is_empty()).then_some(found)
    });
    let mut told = told.peekable();
    told.next()
}

/// Is this the code of a leader who is not the one that gives orders now?
fn is_another(position: &Position, orders: &Orders, code: &str) -> bool {
    position.set.find_leader(code).is_some_and(|leader| leader != orders.leader)
        && orders.leaders.iter().all(|(leader, _)| Some(*leader) != position.set.find_leader(code))
}

/// Writes orders as lines.
struct Lister<'a> {
    position: &'a Position,
    side: &'a str,
    /// The piece that is asked for.
    piece: Option<&'a str>,
}

impl Lister<'_> {
    fn list(&self, found: phase::Legal) -> Legal {
        let mut found = self.decisions(found);
        if let Some(of) = self.position.set.find_side(self.side).filter(|_| found.now != "nothing") {
            let asked = Finer::ALL.into_iter().filter(|&finer| self.position.asks(of, finer));
            let asked: Vec<&str> = asked.map(Finer::window).collect();
            found.others.push(LegalOrder::asking(&asked, Finer::ALL.len()));
        }
        found
    }

    fn decisions(&self, found: phase::Legal) -> Legal {
        let leaders = |verb: &str, ids: &[LeaderId]| -> Vec<LegalOrder> {
            ids.iter().map(|id| LegalOrder::line(format!("{verb} {}", self.leader(*id)))).collect()
        };
        match found {
            phase::Legal::Nothing => Legal::of("nothing", Vec::new()),
            phase::Legal::Begin => Legal::of("begin", vec![self.order(&Order::Begin)]),
            phase::Legal::Markers { leaders } => Legal::of("markers", self.markers(&leaders)),
            phase::Legal::Elite { leaders: who } => {
                let mut others = leaders("elite", &who);
                others.push(self.order(&Order::Elite(None)));
                Legal::of("elite", others)
            }
            phase::Legal::Activation { due, pinned, trumps, reactivation } => {
                Legal::of("activation", self.activation(&due, &pinned, &trumps, reactivation))
            }
            phase::Legal::Orders(orders) => self.orders(&orders),
            phase::Legal::After { leader, momentum } => {
                let who = Some(self.leader(leader));
                Legal { who, ..Legal::of("after", self.endings(true, momentum)) }
            }
        }
    }

    fn markers(&self, leaders: &[LeaderId]) -> Vec<LegalOrder> {
        let of = |leader: &LeaderId, real: bool| {
            let note = if real { "real" } else { "a bluff" };
            self.order(&Order::Prearrange(vec![(*leader, Some(real))])).note(note)
        };
        let mut all: Vec<LegalOrder> = leaders.iter().flat_map(|l| [of(l, true), of(l, false)]).collect();
        let several = "several in one order, with commas: prearrange X yes, Y no";
        all.push(self.order(&Order::Prearrange(Vec::new())).note(several));
        all
    }

    fn activation(
        &self,
        due: &[LeaderId],
        pinned: &[LeaderId],
        trumps: &[(LeaderId, u8)],
        reactivation: bool,
    ) -> Vec<LegalOrder> {
        let mut others = Vec::new();
        for leader in due {
            let activate = self.order(&Order::Activate(*leader));
            let only = "can only enable shock, 5.26";
            others.push(if pinned.contains(leader) { activate.note(only) } else { activate });
            others.push(self.order(&Order::Pass(*leader)));
        }
        for (leader, chance) in trumps {
            others.push(LegalOrder { chance: Some(*chance), ..self.order(&Order::Trump(*leader)) });
        }
        if reactivation {
            let what = match self.position.course.prize {
                Some(_) => "the leaders come in their order",
                None => "declines the re-activation",
            };
            others.push(self.order(&Order::Finish).note(what));
        }
        others
    }

    /// The end of the phase, with or without a try for another.
    fn endings(&self, may_end: bool, momentum: Option<u8>) -> Vec<LegalOrder> {
        let again =
            momentum.map(|chance| LegalOrder { chance: Some(chance), ..self.order(&Order::Momentum) });
        let end = [self.order(&Order::Finish)];
        again.into_iter().chain(end).filter(|_| may_end).collect()
    }

    fn orders(&self, orders: &Orders) -> Legal {
        let mut pieces: Vec<LegalPiece> = orders.units.iter().map(|choice| self.unit(choice)).collect();
        let mut more = |code: String, found: Vec<LegalOrder>| match pieces.iter_mut().find(|p| p.code == code)
        {
            _ if found.is_empty() => {}
            Some(piece) => piece.orders.extend(found),
            None => pieces.push(LegalPiece { code, orders: found, allowance: None }),
        };
        for (attacker, foes) in &orders.shock {
            more(self.unit_code(*attacker), self.shocks(*attacker, foes));
        }
        for unit in self.position.unit_ids().filter(|&u| self.is_own(u)) {
            more(self.unit_code(unit), self.rare(unit));
        }
        for (leader, price) in &orders.leaders {
            more(self.leader(*leader), vec![self.leader_move(*leader, *price)]);
        }
        let left = Some(orders.left);
        let now = "orders".to_owned();
        Legal {
            now,
            who: Some(self.leader(orders.leader)),
            left,
            pieces,
            others: self.others(orders),
            ..Legal::default()
        }
    }

    /// What is no single unit's.
    fn others(&self, orders: &Orders) -> Vec<LegalOrder> {
        let mut others = Vec::new();
        for line in &orders.lines {
            let order = self.order(&Order::Line(line.line)).at(self.units(&line.units));
            others.push(LegalOrder { chance: Some(line.chance), ..order });
        }
        for it in &orders.contingents {
            let order = self.order(&Order::Contingent(it.leader)).at(self.units(&it.units));
            others.push(LegalOrder { price: Some(it.price), ..order });
        }
        let allowed = |order: &Order| Some(self.order(order)).filter(|found| self.allows(&found.line));
        others.extend(allowed(&Order::EndLine));
        for leader in &orders.replace {
            let hexes = self.position.unit_ids().filter(|&u| self.is_own(u) && self.position.is_top(u));
            let places = hexes.filter_map(|u| self.position.hex(u));
            others.extend(places.filter_map(|hex| allowed(&Order::Replace(*leader, hex))));
        }
        others.extend(orders.restack.iter().filter_map(|hex| allowed(&Order::Restack(*hex))));
        others.extend(allowed(&Order::Resolve).filter(|_| !orders.shock.is_empty()));
        others.extend(self.endings(orders.may_end, orders.momentum));
        others
    }

    /// What a unit may be told by the phase as it stands.
    fn unit(&self, choice: &UnitChoice) -> LegalPiece {
        let unit = choice.unit;
        let mut orders = Vec::new();
        if choice.moves {
            let ends = self.spots(choice, false);
            orders.push(LegalOrder { ends: Some(ends), ..self.moves(unit, "move") });
        }
        let fast = self.fast(choice);
        if !fast.is_empty() {
            let words = "go fast, as a phalanx may (6.41), to";
            orders.push(LegalOrder { ends: Some(fast), ..self.moves(unit, words) });
        }
        if let Some(price) = choice.stack_price {
            let ends = self.spots(choice, true);
            let stack = self.moves(unit, "move its stack");
            orders.push(LegalOrder { ends: Some(ends), price: Some(price), ..stack });
        }
        for target in &choice.targets {
            let fire = self.order(&Order::Fire(Fire { unit, target: Target::Unit(*target) }));
            orders.push(LegalOrder { words: "fire at".into(), ..fire }.at(self.units(&[*target])));
        }
        if choice.recover > 0 {
            let words = format!("recover {}", choice.recover);
            orders.push(LegalOrder { words, ..self.order(&Order::Recover(unit)) });
        }
        if choice.rally {
            orders.push(LegalOrder { words: "rally".into(), ..self.order(&Order::Rally(unit)) });
        }
        for hex in &choice.slides {
            let slide = self.order(&Order::Extend(vec![(unit, *hex)]));
            orders.push(LegalOrder { words: "slide to".into(), ..slide }.at(vec![hex.to_string()]));
        }
        for step in &choice.shapes {
            orders.push(LegalOrder { words: shape(*step).into(), ..self.order(&reshape(unit, *step)) });
        }
        LegalPiece { code: self.unit_code(unit), orders, allowance: None }
    }

    /// What a unit may be told besides: harassment, shots at leaders who stand alone, an engine's modes, the
    /// way back of cavalry that has pursued off the map. Each is tried on a copy of the position.
    fn rare(&self, unit: UnitId) -> Vec<LegalOrder> {
        let (pos, spec) = (self.position, self.position.spec(unit));
        let mut found: Vec<LegalOrder> = Vec::new();
        if spec.missile.is_some() && pos.hex(unit).is_some() {
            let foes = pos.on_field(spec.side.other());
            let harassed = foes.filter(|&foe| skirmish::may_harass(pos, unit, foe).is_ok());
            found.extend(harassed.map(|foe| {
                let order = self.order(&Order::Harass {
                    fire: Fire { unit, target: Target::Unit(foe) },
                    way: Vec::new(),
                });
                LegalOrder { words: "harass".into(), ..order }.at(self.units(&[foe]))
            }));
            let leaders = pos.leader_ids().filter(|&l| pos.leader_spec(l).side != spec.side);
            let shots = leaders.filter(|&l| missile::may_fire(pos, unit, Target::Leader(l)).is_ok());
            found.extend(shots.map(|leader| {
                let order = self.order(&Order::Fire(Fire { unit, target: Target::Leader(leader) }));
                LegalOrder { words: "fire at leader".into(), ..order }.at(vec![self.leader(leader)])
            }));
        }
        if spec.class == Class::SC {
            let modes = [(true, "limber up"), (false, "make ready to fire")];
            found.extend(modes.map(|(limber, words)| LegalOrder {
                words: words.into(),
                ..self.order(&Order::Mode { unit, limber })
            }));
        }
        found.retain(|order| self.allows(&order.line));
        if let Place::Pursuing { left_by } = pos.unit(unit).place {
            let spots = self.ways_back(unit, left_by);
            let back = LegalOrder::told(format!("regroup {}", spec.code), "come back on the field");
            let shown = if self.asked_for(unit) { spots.clone() } else { Vec::new() };
            found.extend(Some(LegalOrder { ends: Some(shown), ..back }).filter(|_| !spots.is_empty()));
        }
        found
    }

    fn shocks(&self, attacker: UnitId, foes: &[UnitId]) -> Vec<LegalOrder> {
        let on = |foe: &UnitId| {
            let combat = ShockOrder { attackers: vec![attacker], defenders: vec![*foe], with: None };
            LegalOrder { words: "shock".into(), ..self.order(&Order::Shock(combat)) }.at(self.units(&[*foe]))
        };
        foes.iter().map(on).filter(|order| self.allows(&order.line)).collect()
    }

    /// Everywhere a unit that was asked for, or its stack, can go and stop.
    fn spots(&self, choice: &UnitChoice, stack: bool) -> Vec<Spot> {
        if !self.asked_for(choice.unit) {
            return Vec::new();
        }
        let places = if stack {
            reachable_as(self.position, choice.unit, true, false)
        } else {
            reachable(self.position, choice.unit)
        };
        self.shown(choice, &places, |to| self.text(&walk(choice, to.hex, Some(to.facing), stack)))
    }

    /// **spqr 6.41.** Where a phalanx that was asked for comes by its higher allowance only.
    fn fast(&self, choice: &UnitChoice) -> Vec<Spot> {
        let spec = self.position.spec(choice.unit);
        if !self.asked_for(choice.unit)
            || !choice.moves
            || spec.kind != UnitType::PH
            || spec.ma_extended <= spec.ma
        {
            return Vec::new();
        }
        let plain: Vec<_> =
            reachable(self.position, choice.unit).iter().map(|to| (to.hex, to.facing)).collect();
        let mut places = reachable_as(self.position, choice.unit, false, true);
        places.retain(|to| !plain.contains(&(to.hex, to.facing)));
        let line = |to: &Reach| self.text(&walk(choice, to.hex, Some(to.facing), false)) + " fast";
        let mut spots = self.shown(choice, &places, line);
        spots.retain(|spot| self.allows(&spot.line));
        spots
    }

    /// Places for the player, each with its line.
    fn shown(&self, choice: &UnitChoice, places: &[Reach], line: impl Fn(&Reach) -> String) -> Vec<Spot> {
        let spot = |to: &Reach| Spot {
            line: line(to),
            at: to.hex.to_string(),
            facing: Some(to.facing.to_string()),
            cost: to.mp.to_string(),
            hits: to.hits,
        };
        // who would rout on the way (10.14) does not come there
        let hits = self.position.hits(choice.unit) + 1;
        let falls = |to: &Reach| hits.saturating_add(to.hits) >= self.position.quality(choice.unit);
        let spot = |to: &Reach| {
            Some(spot(to))
                .filter(|it| !falls(to) || comes_through::<Gboh>(self.position, self.side, &it.line))
        };
        places.iter().filter_map(spot).collect()
    }

    /// Where pursuing cavalry can come back to; the facing is free.
    fn ways_back(&self, unit: UnitId, left_by: tess_hex::Hex) -> Vec<Spot> {
        let reach = self.position.spec(unit).ma.saturating_add(2);
        let near = self.position.set.field.hexes().filter(|hex| hex.distance(left_by) <= reach);
        let facing = tess_hex::Facing::E;
        let spot = |hex: tess_hex::Hex| Spot {
            line: self.text(&Order::Regroup(vec![(unit, hex, facing)])),
            at: hex.to_string(),
            facing: Some(facing.to_string()),
            cost: String::new(),
            hits: 0,
        };
        near.map(spot).filter(|spot| self.allows(&spot.line)).collect()
    }

    fn leader_move(&self, leader: LeaderId, price: u8) -> LegalOrder {
        let code = self.leader(leader);
        let asked = self.piece.is_some_and(|piece| piece.eq_ignore_ascii_case(&code));
        let places = if asked { leader_reachable(self.position, leader) } else { Vec::new() };
        let spot = |(hex, cost): (tess_hex::Hex, u8)| Spot {
            line: self.text(&Order::MoveLeader(LeaderMove { leader, path: vec![hex] })),
            at: hex.to_string(),
            facing: None,
            cost: cost.to_string(),
            hits: 0,
        };
        // with his line he ends near it, and with elephants that have moved he stays
        let ends = places.into_iter().map(spot).filter(|spot| self.allows(&spot.line)).collect();
        LegalOrder {
            ends: Some(ends),
            price: Some(price),
            ..LegalOrder::told(format!("move {code}"), "move")
        }
    }

    fn moves(&self, unit: UnitId, words: &str) -> LegalOrder {
        LegalOrder::told(format!("move {}", self.unit_code(unit)), words)
    }

    /// Would this line be carried out, up to its first die or question?
    fn allows(&self, line: &str) -> bool {
        opens::<Gboh>(self.position, self.side, line).is_ok()
    }

    fn asked_for(&self, unit: UnitId) -> bool {
        self.piece.is_some_and(|piece| piece.eq_ignore_ascii_case(&self.position.set.unit(unit).code))
    }

    fn is_own(&self, unit: UnitId) -> bool {
        let side = self.position.spec(unit).side;
        self.position.set.sides.0[side.index()].eq_ignore_ascii_case(self.side)
    }

    fn order(&self, order: &Order) -> LegalOrder {
        LegalOrder::line(self.text(order))
    }

    fn text(&self, order: &Order) -> String {
        print(order, &self.position.set)
    }

    fn unit_code(&self, id: UnitId) -> String {
        self.position.set.unit(id).code.clone()
    }

    fn leader(&self, id: LeaderId) -> String {
        self.position.set.leader(id).code.clone()
    }

    fn units(&self, ids: &[UnitId]) -> Vec<String> {
        ids.iter().map(|id| self.unit_code(*id)).collect()
    }
}

/// The word of a change of formation.
const fn shape(step: Step) -> &'static str {
    match step {
        Step::Square => "square",
        Step::Unsquare => "unsquare",
        Step::Wedge => "wedge",
        Step::Unwedge => "unwedge",
        Step::Dismount => "dismount",
        _ => "mount",
    }
}
