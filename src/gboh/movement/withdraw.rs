//! Orderly withdrawal (6.5).

use std::cell::OnceCell;
use std::iter;

use crate::check::check;
use crate::events::hit_cause::HitCause;
use crate::events::movement::MoveEvent;
use crate::movement::approach::approach;
use crate::movement::march::{Body, March, pace};
use crate::movement::retreat::{self, Leeway, Retreat};
use crate::movement::{facts, feigned, leaders, march, stacking, withdraw_path};
use crate::piece::{Class, LeaderId, Side, UnitId, UnitType};
use crate::position::{Formation, Hexes, Morale, Place, Position};
use crate::questions::near::{come_upon, comes_near, within_two};
use crate::variant::charts::Angle;
use crate::variant::movement::WithdrawalCheck;
use crate::{Flow, Happening, Oracle, missile, rout};
use tess_effects::{Listed, Lower, Matter, Offer, Options, OrNo, Question, Rule};
use tess_hex::{Facing, Hex};

/// **spqr 6.51.** How far this unit may withdraw before a mover of that pace; `None` when it may not at all.
/// Routed and engaged units, columns and engines do not, nor who has extended the line (9.67), a leader's
/// elephant goes with him (4.72, 4.83); whoever stands in an enemy zone does not either (the mover's own may
/// be `forgiven`, 9.16).
pub(crate) fn reach(pos: &Position, unit: UnitId, pace: u8, forgiven: Option<UnitId>) -> Option<Leeway> {
    let (spec, it) = (pos.spec(unit), pos.unit(unit));
    if it.morale == Morale::Routed
        || it.formation != Formation::Line
        || it.shield_wall
        || it.done.extended
        || crate::questions::is_engaged(pos, unit)
        || spec.class == Class::SC
        || pos.is_leader_elephant(unit)
    {
        return None;
    }
    let mp = spec.ma.saturating_sub(pace);
    let hexes = if spec.kind.is_skirmisher() && spec.ma >= pace { 2 } else { 0 };
    if mp == 0 && hexes == 0 {
        return None;
    }
    let held = pos.hexes(unit).iter().any(|h| pos.in_zoc_of(spec.side, h, |e| Some(e) != forgiven));
    (!held).then_some(Leeway { mp, hexes })
}

/// Might this enemy get out of the way of a mover of that pace?
pub(crate) fn might(pos: &Position, unit: UnitId, pace: u8) -> bool {
    reach(pos, unit, pace, None).is_some()
}

/// **spqr 6.51 to 6.57.** Offers withdrawal to those whom the mover has just brought within two hexes,
/// coming from `prev`; without it to those at two hexes when it starts. True when a feigned retreat has
/// drawn the mover away, which ends its move.
pub(crate) fn offer(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    prev: Option<Hexes>,
    rampaging: bool,
) -> Flow<bool> {
    let side = pos.side(mover);
    let of = if rampaging { None } else { Some(side.other()) };
    if !comes_upon_anybody(pos, mover, prev, of) {
        return Ok(false);
    }
    let who = |pos: &Position| match of {
        Some(of) => come_upon(pos, pos.hexes(mover), prev, of),
        None => within_two(pos, pos.hexes(mover), None),
    };
    let mut near = who(pos);
    // Before those who go back each for himself come others, in few battles; where they have gone, others
    // are near.
    if !rampaging && near.iter().any(|&u| pos.spec(u).feigns) {
        if feigned::offer(pos, oracle, mover, prev)? {
            return Ok(true);
        }
        near = who(pos);
    }
    if !rampaging && !pos.markers.is_empty() {
        crate::movement::prearranged::offer(pos, oracle, mover, prev)?;
        near = who(pos);
    }
    for &unit in &*near {
        if unit == mover || !entitled_now(pos, unit, mover, prev) || rampaging && !scatters(pos, unit, mover)
        {
            continue;
        }
        if !rampaging && crate::movement::withdraw_line::offer(pos, oracle, unit, mover)? {
            continue;
        }
        offer_one(pos, oracle, unit, mover, rampaging)?;
    }
    if !rampaging {
        crate::movement::extend::offer(pos, oracle, mover, prev, &near)?;
    }
    Ok(false)
}

/// May there be somebody for whom this is the instant, on that side or on either? Most steps of a move bring
/// it near nobody new.
fn comes_upon_anybody(pos: &Position, mover: UnitId, prev: Option<Hexes>, of: Option<Side>) -> bool {
    let Some(prev) = prev else { return true };
    let at = pos.hexes(mover);
    let newly = |side| pos.presence().is_newly_near(side, at, prev);
    of.map_or_else(|| Side::BOTH.into_iter().any(newly), newly)
}

/// Is this the instant (6.51): the mover is within two hexes now and was not before?
pub(crate) fn entitled_now(pos: &Position, unit: UnitId, mover: UnitId, prev: Option<Hexes>) -> bool {
    comes_near(pos.hexes(unit), pos.hexes(mover), prev) && pos.is_top(unit)
}

/// **spqr 6.51.** May this unit withdraw before an elephant that runs wild, now? **Alexander 6.71, 6.76.**
/// Cavalry may at any time; others while the enemy moves, before an elephant of his.
fn scatters(pos: &Position, unit: UnitId, elephant: UnitId) -> bool {
    let spec = pos.spec(unit);
    let while_he_moves = || pos.stage.phase().is_some_and(|p| p.side != spec.side) && !pos.course.in_shock;
    pos.set.variant.choices.movement.rampage_scatters_all
        || spec.kind.is_cavalry()
        || spec.side != pos.side(elephant) && while_he_moves()
}

/// Asks one unit (or stack) and carries its answer out.
fn offer_one(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    mover: UnitId,
    rampaging: bool,
) -> Flow<()> {
    let pace = pace(pos, mover);
    let Some(reach) = reach(pos, unit, pace, None) else { return Ok(()) };
    let groups = groups(pos, unit, reach, pace);
    let spec = pos.spec(unit);
    let side = &pos.set.sides[spec.side];
    let options = Withdrawals { pos, unit, mover, groups, ways: OnceCell::new() };
    let matter = Matter { window: "withdraw", side, subject: &spec.code, rule: Rule("6.51") };
    let goes = oracle.choose(matter, &options, |matter, _| {
        about(pos, unit, mover, matter).or_else(careful(pos, unit, mover, options.ways(), rampaging))
    })?;
    if let Some((body, way)) = goes {
        carry_out(pos, oracle, &body, &way, mover, reach)?;
        for member in [Some(body.unit), body.with].into_iter().flatten() {
            pos.unit_mut(member).done.withdrew = true;
        }
    }
    Ok(())
}

/// The bodies that may go: the whole stack first, then the top unit alone.
fn groups(pos: &Position, unit: UnitId, reach_top: Leeway, pace: u8) -> [Option<(Body, Leeway)>; 2] {
    let alone = (Body::unordered(pos, unit, None), reach_top);
    match pos.partner(unit) {
        None => [Some(alone), None],
        Some(p) => {
            let both = reach(pos, p, pace, None).map(|r| {
                let least = Leeway { mp: r.mp.min(reach_top.mp), hexes: r.hexes.min(reach_top.hexes) };
                (Body::unordered(pos, unit, Some(p)), least)
            });
            [both, Some(alone)]
        }
    }
}

/// The key of a way: the hex, and for the top unit alone of a stack `top-HEX`.
fn key_of(body: &Body, way: &Retreat, many: bool) -> String {
    let hex = way.end().map_or_else(String::new, |h| h.to_string());
    if many && body.with.is_none() { format!("top-{hex}") } else { hex }
}

/// What a key of [`key_of`] says: for the top unit alone of a stack, and the hex.
fn read_key(key: &str) -> Option<(bool, Hex)> {
    let (alone, end) = match key.strip_prefix("top-") {
        Some(end) => (true, end),
        None => (false, key),
    };
    end.parse().ok().map(|end| (alone, end))
}

/// Does a key that names the top unit `alone` mean this body, when there are ways for `many`, the whole
/// stack, too?
fn means(body: &Body, many: bool, alone: bool) -> bool {
    (many && body.with.is_none()) == alone
}

/// The way that [`key_of`] gives this key.
fn chosen<'a>(ways: &'a [(Body, Vec<Retreat>)], key: &str) -> Option<(&'a Body, &'a Retreat)> {
    let many = ways.iter().any(|(b, _)| b.with.is_some());
    let (alone, end) = read_key(key)?;
    let mut bodies = ways.iter().filter(|(b, _)| means(b, many, alone));
    bodies.find_map(|(b, rs)| rs.iter().find(|r| r.end() == Some(end)).map(|r| (b, r)))
}

/// What a unit may do before a mover: stay, or go one of the ways of its bodies. To search for all ways
/// takes long; where the answer is recorded it matters only that who stays might go, and of all ways the one
/// that was taken.
struct Withdrawals<'a> {
    pos: &'a Position,
    unit: UnitId,
    mover: UnitId,
    groups: [Option<(Body, Leeway)>; 2],
    /// All ways, once somebody has asked for them.
    ways: OnceCell<Vec<(Body, Vec<Retreat>)>>,
}

impl Withdrawals<'_> {
    fn ways(&self) -> &[(Body, Vec<Retreat>)] {
        let at = self.pos.hexes(self.mover);
        let ways_of = |(body, reach)| (body, retreat::options(self.pos, &body, at, reach));
        let groups = self.groups.iter().flatten().copied();
        self.ways.get_or_init(|| groups.map(ways_of).filter(|(_, ways)| !ways.is_empty()).collect())
    }
}

impl Options for Withdrawals<'_> {
    type Means = Option<(Body, Retreat)>;

    fn find(&self, key: &str) -> Option<Self::Means> {
        let (pos, at) = (self.pos, self.pos.hexes(self.mover));
        let is_possible = |(body, reach): &(Body, Leeway)| retreat::is_possible(pos, body, at, *reach);
        if key == "no" {
            return self.groups.iter().flatten().any(is_possible).then_some(None);
        }
        let (alone, end) = read_key(key)?;
        let many = self.groups.iter().flatten().filter(|(b, _)| b.with.is_some()).any(is_possible);
        let mut bodies = self.groups.iter().flatten().filter(|(b, _)| means(b, many, alone));
        let way =
            bodies.find_map(|(b, reach)| retreat::option_to(pos, b, at, *reach, end).map(|way| (*b, way)));
        way.map(Some)
    }

    fn all(&self) -> Vec<Offer<Self::Means>> {
        let stays = Offer { key: "no".to_owned(), text: "stays".to_owned(), means: None };
        let many = self.ways().iter().any(|(b, _)| b.with.is_some());
        let each = self.ways().iter().flat_map(|(body, ways)| ways.iter().map(move |way| (body, way)));
        let goes = each.map(|(body, way)| Offer {
            key: key_of(body, way, many),
            text: words(self.pos, self.unit, self.mover, (body, many), way),
            means: Some((*body, way.clone())),
        });
        iter::once(stays).chain(goes).collect()
    }
}

/// A way in words; `many`: are there ways for the whole stack, too?
fn words(pos: &Position, unit: UnitId, mover: UnitId, (body, many): (&Body, bool), way: &Retreat) -> String {
    let (before, after) = penalties(pos, unit, pos.hexes(mover));
    let hits = way.hits + before + u8::from(after.hits());
    let check = if after.checks() { ", quality check after it" } else { "" };
    let who = match (many, body.with) {
        (true, Some(_)) => "both ",
        (true, None) => "the top unit ",
        _ => "",
    };
    format!("{who}to {}: {} MP, {}{check}", last_words(way), way.mp, facts::hits(hits))
}

/// The question without its choices.
fn about(pos: &Position, unit: UnitId, mover: UnitId, matter: &Matter<'_>) -> Question {
    let word = angle_word(approach(pos, unit, pos.hexes(mover)));
    let text = format!(
        "{} comes within {} of {}, from the {word}. Withdraw?",
        facts::named(pos, mover),
        pos.distance(unit, mover).unwrap_or(2),
        facts::named(pos, unit),
    );
    facts::about(matter.question(text), pos, unit, mover).fact("approach", word)
}

/// The question to one who has to withdraw: which way.
pub(crate) fn question(
    pos: &Position,
    unit: UnitId,
    mover: UnitId,
    ways: &[(Body, Vec<Retreat>)],
    rule: Rule,
) -> Question {
    let spec = pos.spec(unit);
    let side = &pos.set.sides[spec.side];
    let many = ways.iter().any(|(b, _)| b.with.is_some());
    let each = ways.iter().flat_map(|(body, ways)| ways.iter().map(move |way| (body, way)));
    let matter = Matter { window: "withdraw", side, subject: &spec.code, rule };
    each.fold(about(pos, unit, mover, &matter), |question, (body, way)| {
        question.choice(key_of(body, way, many), words(pos, unit, mover, (body, many), way))
    })
}

fn last_words(r: &Retreat) -> String {
    let words: Vec<String> = r.way.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// What a careful player does who says nothing: skirmishers and mounted missile troops go as far as they can
/// from heavy troops; from a rampage everybody goes whom it costs nothing.
fn careful(
    pos: &Position,
    unit: UnitId,
    mover: UnitId,
    ways: &[(Body, Vec<Retreat>)],
    rampaging: bool,
) -> String {
    let spec = pos.spec(unit);
    let many = ways.iter().any(|(b, _)| b.with.is_some());
    let best = ways
        .first()
        .and_then(|(b, rs)| rs.iter().min_by_key(|r| r.merit(pos, pos.side(unit))).map(|r| (b, r)));
    let Some((body, way)) = best else { return "no".into() };
    let (before, after) = penalties(pos, unit, pos.hexes(mover));
    let free = way.hits + before == 0 && after == After::Nothing;
    let shy = spec.kind.is_skirmisher() || spec.kind.is_cavalry() && spec.missile.is_some();
    let heavy = pos.set.variant.charts.must_shock(pos.spec(mover).kind);
    let goes = if rampaging { free } else { shy && heavy };
    if goes && pos.hits(unit) + way.hits + before < pos.quality(unit) {
        key_of(body, way, many)
    } else {
        "no".into()
    }
}

/// What follows a withdrawal (6.52).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// Nothing.
    Nothing,
    /// A hit.
    Hit,
    /// A check, a hit when it fails.
    Check,
    /// A hit, then a check, another hit when it fails.
    HitAndCheck,
}

impl After {
    const fn hits(self) -> bool {
        matches!(self, After::Hit | After::HitAndCheck)
    }

    const fn checks(self) -> bool {
        matches!(self, After::Check | After::HitAndCheck)
    }
}

/// **spqr 6.52.** Hits before the withdrawal for being approached from flank or rear, and what follows it.
/// Skirmishers and velites mind the rear only.
pub(crate) fn penalties(pos: &Position, unit: UnitId, mover: Hexes) -> (u8, After) {
    let spec = pos.spec(unit);
    let velites_mind = pos.set.variant.choices.movement.velites_hit_from_flank;
    let spared_on_flank = spec.kind.is_skirmisher() || spec.is_velites() && !velites_mind;
    let before = match approach(pos, unit, mover) {
        Angle::Front => 0,
        Angle::Flank if spared_on_flank => 0,
        Angle::Flank | Angle::Rear => 1,
    };
    let shaken = pos.set.variant.choices.movement.withdrawal_check == WithdrawalCheck::Everybody;
    let nimble = !spec.kind.is_infantry() && spec.kind != UnitType::CH
        || spec.kind.is_skirmisher()
        || spec.is_velites();
    let after = match (nimble, spec.kind == UnitType::LG) {
        (true, _) if shaken => After::Check,
        (true, _) => After::Nothing,
        (false, true) => After::Check,
        (false, false) if shaken => After::HitAndCheck,
        (false, false) => After::Hit,
    };
    (before, after)
}

const fn angle_word(angle: Angle) -> &'static str {
    match angle {
        Angle::Front => "front",
        Angle::Flank => "flank",
        Angle::Rear => "rear",
    }
}

/// **spqr 6.52 to 6.55, 6.65.** Carries a withdrawal out: the hit before it, leaders who follow, the way
/// with its hits, what comes after, and a change of facing with what is left.
pub(crate) fn carry_out(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    body: &Body,
    way: &Retreat,
    mover: UnitId,
    reach: Leeway,
) -> Flow<()> {
    carry_out_as(pos, oracle, body, way, mover, reach, false)
}

/// Carries a withdrawal out before an enemy, or out of loss of faith (alexander 5.33): then nobody fires,
/// and the side of the approach costs nothing.
pub(crate) fn carry_out_as(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    body: &Body,
    way: &Retreat,
    mover: UnitId,
    reach: Leeway,
    faithless: bool,
) -> Flow<()> {
    let (Some(start), Some(facing)) = (pos.hex(body.unit), pos.facing(body.unit)) else { return Ok(()) };
    let way = &withdraw_path::choose(pos, oracle, body, way, mover, reach, faithless)?;
    let mover_at = pos.hexes(mover);
    let members = [Some(body.unit), body.with];
    let costs = members.map(|m| {
        m.map(|u| {
            let (before, after) = penalties(pos, u, mover_at);
            (if faithless { 0 } else { before }, after)
        })
    });
    let below = retreat::hits_below(pos, body, facing, start, &way.way);
    if !faithless && !pos.is_routed(mover) {
        missile::withdrawal_fire(pos, oracle, body.unit, mover)?;
        // an elephant that its arrows have driven mad may have chased it away by now
        if pos.hex(body.unit) != Some(start) || !in_order(pos, body.unit) {
            return Ok(());
        }
    }
    let followers = if faithless { everybody(pos, body) } else { followers(pos, oracle, body, mover)? };
    for (m, c) in members.into_iter().zip(costs) {
        if let (Some(unit), Some((before, _))) = (m, c)
            && before > 0
        {
            rout::hit(pos, oracle, unit, before, HitCause::WithdrawsFromBehind)?;
        }
    }
    if broken(pos, oracle, members, mover)? {
        return Ok(());
    }
    // Whom it passes, before it moves: the grid then still shows them.
    let (passed, gone) = walk(pos, body, facing, start, way, 0);
    let gone = &way.way[..gone];
    let end = gone.last().copied().unwrap_or(start);
    place(pos, body, end, facing);
    let halves = pos.hexes(body.unit);
    oracle.tell(|| {
        Happening::Move(MoveEvent::Withdrew {
            unit: body.unit,
            with: body.with,
            mover,
            from: start,
            way: gone.to_vec(),
            mp: way.mp,
        })
    });
    for &(leader, right) in &followers {
        follow(
            pos,
            oracle,
            leader,
            body.unit,
            if right { halves.right.or(halves.left) } else { halves.left },
        );
    }
    crate::movement::leaders::withdraw_from(pos, oracle, body.unit)?;
    if way.hits > 0 {
        rout::hit(pos, oracle, body.unit, way.hits, HitCause::Withdrawal)?;
    }
    if let Some(unit) = body.with
        && below > 0
    {
        rout::hit(pos, oracle, unit, below, HitCause::Withdrawal)?;
    }
    for (standing, hits) in passed {
        oracle.tell(|| Happening::Move(MoveEvent::Through { unit: body.unit, standing, hits }));
        rout::hit(pos, oracle, standing, hits, HitCause::PassedThrough)?;
        rout::rout_if_broken(pos, oracle, standing, Some(mover))?;
    }
    if broken(pos, oracle, members, mover)? {
        return Ok(());
    }
    if gone.len() < way.way.len() {
        put_back(pos, oracle, body, start, gone, &followers);
    }
    let after = members.into_iter().zip(costs).filter_map(|(m, c)| Some((m?, c?.1)));
    pay_after(pos, oracle, body.unit, &after.collect::<Vec<_>>())?;
    if broken(pos, oracle, members, mover)? {
        return Ok(());
    }
    let free = pos.set.variant.choices.movement.turns_freely_after_withdrawal;
    let left = if free && !faithless { u8::MAX } else { reach.mp.saturating_sub(way.mp) };
    turn_after(pos, oracle, body, left)
}

/// **spqr 6.61, alexander 6.91, 9.65.** Who broke on its way among friends, and yet stands, goes back to
/// where it could last have stopped.
fn put_back(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    body: &Body,
    start: Hex,
    gone: &[Hex],
    leaders: &[(LeaderId, bool)],
) {
    let (unit, Some(facing)) = (body.unit, pos.facing(body.unit)) else { return };
    let rests = |&hex: &Hex| stacking::may_end(pos, body, &March::at(pos, unit, hex, facing));
    if gone.last().is_none_or(rests) {
        return;
    }
    let hex = gone.iter().rev().copied().find(rests).unwrap_or(start);
    place(pos, body, hex, facing);
    let halves = pos.hexes(unit);
    for &(leader, right) in leaders {
        pos.place_leader(leader, if right { halves.right.or(halves.left) } else { halves.left });
    }
    oracle.tell(|| Happening::Move(MoveEvent::PutBack { unit, hex }));
}

/// **spqr 6.65.** A leader has gone along with a unit, into this hex.
fn follow(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId, unit: UnitId, to: Option<Hex>) {
    pos.place_leader(leader, to);
    if let Some(hex) = to {
        oracle.tell(|| Happening::Move(MoveEvent::LeaderFollowed { leader, unit, hex }));
    }
}

/// **spqr 6.52, 6.68.** What is paid after a withdrawal: a hit each, or a check, which a stack makes once,
/// by its top unit, for all who have to.
fn pay_after(pos: &mut Position, oracle: &mut Oracle<'_>, top: UnitId, all: &[(UnitId, After)]) -> Flow<()> {
    for &(unit, _) in all.iter().filter(|(_, after)| after.hits()) {
        let infantry = pos.spec(unit).kind.is_infantry();
        let why = if infantry { HitCause::InfantryWithdraws } else { HitCause::ChariotsWithdraw };
        rout::hit(pos, oracle, unit, 1, why)?;
    }
    if !all.iter().any(|(_, after)| after.checks()) {
        return Ok(());
    }
    let check = check(pos, oracle, top, "withdraw", 0, Rule("6.52"))?;
    let hits = u8::from(check.failed());
    oracle.tell(|| Happening::Move(MoveEvent::WithdrawCheck { unit: top, check, hits }));
    for &(unit, _) in all.iter().filter(|(_, after)| hits > 0 && after.checks()) {
        let legion = pos.spec(unit).kind == UnitType::LG;
        let why = if legion { HitCause::LegionWithdraws } else { HitCause::DisorderInWithdrawal };
        rout::hit(pos, oracle, unit, hits, why)?;
    }
    Ok(())
}

/// Routs whoever has reached its quality; true when the top unit is not there any more.
fn broken(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    members: [Option<UnitId>; 2],
    mover: UnitId,
) -> Flow<bool> {
    for unit in members.into_iter().flatten() {
        if in_order(pos, unit) {
            rout::rout_if_broken(pos, oracle, unit, Some(mover))?;
        }
    }
    Ok(members[0].is_none_or(|u| !in_order(pos, u)))
}

/// On the map and not routed.
pub(crate) fn in_order(pos: &Position, unit: UnitId) -> bool {
    matches!(pos.unit(unit).place, Place::Field { .. }) && !pos.is_routed(unit)
}

/// Friends passed with the hits to each, and how many hexes are gone: it stops where its hits reach its
/// quality (6.53), those among them that it takes `before` it goes.
pub(crate) fn walk(
    pos: &Position,
    body: &Body,
    facing: Facing,
    start: Hex,
    way: &Retreat,
    before: u8,
) -> (Vec<(UnitId, u8)>, usize) {
    let mut passed = Vec::new();
    let mut gone = 0;
    let (mut from, mut hits) = (start, pos.hits(body.unit).saturating_add(before));
    for &to in &way.way {
        let Some(side) = from.side_towards(to) else { break };
        let cost = retreat::one_hex(pos, body, from, facing, side);
        // Nobody is passed where there is nothing to pay.
        let passes = cost.is_none_or(|(_, h)| h > 0);
        for hex in Hexes::of(to, facing, body.two_hex).iter().filter(|_| passes) {
            let cost = crate::movement::stacking::through_hits(pos, body, hex);
            if cost > 0 {
                passed.extend(crate::movement::stacking::friends(pos, body, hex).map(|f| (f, cost)));
            }
        }
        hits += cost.map_or(0, |(_, h)| h);
        gone += 1;
        from = to;
        if hits >= pos.quality(body.unit) {
            break;
        }
    }
    (passed, gone)
}

/// Puts a body down, the top unit on top.
pub(crate) fn place(pos: &mut Position, body: &Body, hex: Hex, facing: Facing) {
    if let Some(below) = body.with {
        pos.lift(below);
    }
    pos.put(body.unit, hex, facing);
    if let Some(below) = body.with {
        pos.put(below, hex, facing);
    }
}

/// **spqr 4.72, 6.65, alexander 6.95.** Leaders in its hexes who go along, each with the half he is in
/// (true: the right one).
pub(crate) fn followers(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    body: &Body,
    mover: UnitId,
) -> Flow<Vec<(LeaderId, bool)>> {
    let hexes = pos.hexes(body.unit);
    let mut found = Vec::new();
    let there = Side::BOTH.into_iter().any(|side| hexes.iter().any(|h| pos.has_leader(side, h)));
    let leaders: Vec<LeaderId> = pos.leader_ids().filter(|_| there).collect();
    for leader in leaders {
        let Some(hex) = pos.leader(leader).hex.filter(|&h| hexes.contains(h)) else { continue };
        if pos.is_counter(leader) {
            continue;
        }
        let mut ways = leaders::own_ways(pos, leader, mover);
        let answer = oracle.ask(goes_along(pos, body, mover, leader, &ways))?;
        if answer == "yes" {
            found.push((leader, hexes.right == Some(hex)));
        } else if let Some(n) = ways.iter().position(|w| w.last().is_some_and(|h| h.to_string() == answer)) {
            leaders::go_by_himself(pos, oracle, leader, mover, ways.swap_remove(n));
        }
    }
    Ok(found)
}

/// The question to a leader whose unit withdraws.
fn goes_along(pos: &Position, body: &Body, mover: UnitId, leader: LeaderId, ways: &[Vec<Hex>]) -> Question {
    let spec = pos.leader_spec(leader);
    let text = format!("{} withdraws. Does {} go along?", facts::named(pos, body.unit), spec.name);
    let side = &pos.set.sides[spec.side];
    let question = Question::new("leader-follow", side, &spec.code, Rule("6.65"), text)
        .choice("yes", "goes with the unit")
        .choice("no", "stays in the hex");
    let question = ways
        .iter()
        .filter_map(|way| Some((way, way.last()?)))
        .fold(question, |q, (way, end)| q.choice(end.to_string(), leaders::goes_to(pos, way)));
    facts::about(question, pos, body.unit, mover).naming(&pos.spec(body.unit).code)
}

/// **alexander 5.33.** All leaders in its hexes: when faith is lost they go along unasked.
fn everybody(pos: &Position, body: &Body) -> Vec<(LeaderId, bool)> {
    let hexes = pos.hexes(body.unit);
    let there = |l: &LeaderId| pos.leader(*l).hex.is_some_and(|h| hexes.contains(h));
    pos.leader_ids().filter(there).map(|l| (l, hexes.right == pos.leader(l).hex)).collect()
}

/// **spqr 6.52.** A change of facing after the withdrawal, with the points left over. **Alexander 6.72.** It
/// costs hits in rough ground and no points.
fn turn_after(pos: &mut Position, oracle: &mut Oracle<'_>, body: &Body, left: u8) -> Flow<()> {
    let unit = body.unit;
    let (Some(hex), Some(facing)) = (pos.hex(unit), pos.facing(unit)) else { return Ok(()) };
    let shares = pos.partner(unit).is_some_and(|p| Some(p) != body.with);
    if body.two_hex || shares || !in_order(pos, unit) {
        return Ok(());
    }
    let turns = Facing::ALL.into_iter().filter(|&f| f != facing).filter_map(|to| {
        let (mp, hits) = march_turn(pos, body, hex, facing.vertices_to(to));
        (mp <= left).then_some((to, mp, hits))
    });
    if turns.clone().next().is_none() {
        return Ok(());
    }
    let spec = pos.spec(unit);
    let side = &pos.set.sides[spec.side];
    let options = Listed {
        of: iter::once(None).chain(turns.map(Some)),
        key: |turn: &Option<(Facing, u8, u8)>| OrNo(turn.map(|(to, ..)| Lower(to.letters()))),
        text: |turn: &Option<(Facing, u8, u8)>| match turn {
            Some((to, mp, hits)) => format!("faces {to}: {mp} MP, {}", facts::hits(*hits)),
            None => format!("stays facing {facing}"),
        },
    };
    let matter = Matter { window: "withdraw-face", side, subject: &spec.code, rule: Rule("6.52") };
    let turned = oracle.choose(matter, &options, |matter, _| {
        let text = format!("{} has withdrawn to {hex}. Which way does it face?", facts::named(pos, unit));
        matter.question(text).at(hex).fact("own.hits", pos.hits(unit))
    })?;
    let Some((to, ..)) = turned else { return Ok(()) };
    for member in [Some(unit), body.with].into_iter().flatten() {
        pos.turn_in_place(member, to);
    }
    oracle.tell(|| Happening::Move(MoveEvent::Turned { unit, facing: to }));
    for member in [Some(unit), body.with].into_iter().flatten() {
        let hits = crate::movement::cost::turning_hits(pos, member, hex, facing.vertices_to(to));
        if hits > 0 {
            rout::hit(pos, oracle, member, hits, HitCause::RoughTurn)?;
            rout::rout_if_broken(pos, oracle, member, None)?;
        }
    }
    Ok(())
}

fn march_turn(pos: &Position, body: &Body, hex: Hex, vertices: u8) -> (u8, u8) {
    let (mp, hits) = crate::movement::cost::turning(pos, body.unit, hex, vertices);
    match body.with {
        Some(w) => (mp.max(crate::movement::cost::turning(pos, w, hex, vertices).0), hits),
        None => (mp, hits),
    }
}

/// Before an elephant beside it cavalry must go if it can (9.16): asks which way, and goes. False: it
/// cannot.
pub(crate) fn forced(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    elephant: UnitId,
) -> Flow<bool> {
    let Some(reach) = reach(pos, unit, march::pace(pos, elephant), Some(elephant)) else { return Ok(false) };
    let body = Body::unordered(pos, unit, None);
    let ways = vec![(body, retreat::options(pos, &body, pos.hexes(elephant), reach))];
    let Some(best) = ways[0].1.iter().min_by_key(|r| r.merit(pos, pos.side(unit))) else {
        return Ok(false);
    };
    let key = key_of(&body, best, false);
    let q = question(pos, unit, elephant, &ways, Rule("9.16")).or_else(key);
    let key = oracle.ask(q)?;
    if let Some((body, way)) = chosen(&ways, &key) {
        carry_out(pos, oracle, body, way, elephant, reach)?;
    }
    Ok(true)
}

/// **spqr 6.51 to 6.56.** Offers orderly withdrawal to every unit that the mover at two hexes entitles. For
/// a rampaging elephant units of both sides are offered it.
///
/// # Errors
/// As the oracle's.
pub fn offer_withdrawals(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    rampaging: bool,
) -> Flow<()> {
    offer(pos, oracle, mover, None, rampaging).map(drop)
}
