//! One step of a move, as the rules see it, without effects: what it costs, what it leads to, what bars it.
//!
//! Movement walks in four layers, and this one is the rules: it buys no speed, and the others are only
//! ways to ask it less often. [`crate::movement::plain`] answers for most steps before it,
//! [`crate::movement::straight`] finds a way over open ground without a search, and
//! [`crate::movement::goal`] keeps a search small. Their tests hold each of them against this one. What
//! they save shows in `rules_replay` of `benches/replay.rs`, where most orders are moves; what a step costs
//! that is written as a step, in `simple_moves` there.

use crate::events::movement::Leg;
use crate::movement::ahead::ways_ahead;
use crate::movement::bar::Bar;
use crate::movement::cost::{self, Shut};
use crate::movement::march::{Body, KINDS, March};
use crate::movement::{drift, plain, road, stacking, wedge};
use crate::order::Step;
use crate::piece::{UnitId, UnitType};
use crate::position::{Formation, Hexes, Position};
use crate::variant::charts::Angle;
use tess_effects::Rule;
use tess_hex::{Facing, Hex, Hexside};

/// Units passed through in one step: at most two hexes with two units each.
pub(crate) type Passed = [Option<UnitId>; 4];

/// A step taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// The march after it.
    pub march: March,
    /// For the report.
    pub leg: Leg,
    /// Hits of ground and manoeuvre for the top unit.
    pub hits: u8,
    /// Hits of ground and manoeuvre for the unit below it.
    pub hits_with: u8,
    /// Hits of horse beside elephants (9.15).
    pub elephants: u8,
    /// Hits of passing through, to the movers and to each of those passed.
    pub through: u8,
    /// Those passed.
    pub passed: Passed,
    /// A wheel (6.44); with a check unless only skirmishers hold the standing half.
    pub wheel: Option<bool>,
    /// It changed hexes.
    pub moved: bool,
    /// It ends under this phalanx at double depth.
    pub doubled: Option<UnitId>,
}

/// One half (or all) of a unit going from a hex across a side.
pub(crate) type Going = (Hex, Hexside);

/// A turn to where the mover faces already: it may be written after a move that 7.23 has ended, since
/// nothing remains to be done.
pub(crate) fn is_idle(march: &March, step: Step) -> bool {
    matches!(step, Step::Turn(0)) || matches!(step, Step::Face(to) if to == march.facing)
}

/// **spqr 6.3, 6.4, 6.7, 7.12, 7.23, 7.24.** Takes one step or says what bars it. `last`: the move ends with
/// it.
pub(crate) fn step(pos: &Position, body: &Body, march: &March, step: Step, last: bool) -> Result<Taken, Bar> {
    if march.formed {
        return Err(Bar::Formed);
    }
    match step {
        Step::Enter(hex) if body.two_hex && march.is_abreast() => {
            let f = march.facing;
            let h = march.hexes(true);
            if h.left.and_then(|l| l.neighbour(f.left_front())) == Some(hex) {
                forward(pos, body, march, f.left_front(), last)
            } else if h.right.and_then(|r| r.neighbour(f.right_front())) == Some(hex) {
                forward(pos, body, march, f.right_front(), last)
            } else if h.left.and_then(|l| l.neighbour(f.right_front())) == Some(hex) {
                Err(Bar::Ambiguous(hex))
            } else {
                Err(Bar::NotFront(hex))
            }
        }
        Step::Enter(hex) => {
            let side = ways_ahead(pos, body, march).side_to(hex);
            ahead(pos, body, march, side.ok_or(Bar::NotFront(hex))?, last)
        }
        Step::AheadLeft | Step::AheadRight => {
            let left = step == Step::AheadLeft;
            let side = match march.formation {
                Formation::Column { towards, .. } => towards.turn(if left { -1 } else { 1 }),
                _ if left => march.facing.left_front(),
                _ => march.facing.right_front(),
            };
            if body.two_hex && march.is_abreast() {
                forward(pos, body, march, side, last)
            } else {
                ahead(pos, body, march, side, last)
            }
        }
        Step::Turn(n) => turn(pos, body, march, n),
        Step::Face(to) => {
            let right = march.facing.clockwise_to(to) as i8;
            turn(pos, body, march, if right > 3 { right - 6 } else { right })
        }
        Step::PivotLeftHalf => crate::movement::phalanx::pivot(pos, body, march, true),
        Step::PivotRightHalf => crate::movement::phalanx::pivot(pos, body, march, false),
        Step::Reverse => crate::movement::phalanx::reverse(pos, body, march),
        Step::ColumnLeft => crate::movement::column::form(pos, body, march, true),
        Step::ColumnRight => crate::movement::column::form(pos, body, march, false),
        Step::LineLeft => crate::movement::column::leave(pos, body, march, true),
        Step::LineRight => crate::movement::column::leave(pos, body, march, false),
        Step::Square => crate::movement::square::form(pos, body, march),
        Step::Unsquare => crate::movement::square::leave(pos, body, march),
        Step::Dismount => crate::movement::dismount::change(pos, body, march, true),
        Step::Mount => crate::movement::dismount::change(pos, body, march, false),
        Step::Wedge => crate::movement::wedge::form(pos, body, march),
        Step::Unwedge => crate::movement::wedge::leave(pos, body, march),
        Step::Fire(_) => Err(Bar::NotHere),
    }
}

/// Both halves of a two-hex unit in line across the same side, which may not be its left one for who drifts.
fn forward(pos: &Position, body: &Body, march: &March, side: Hexside, last: bool) -> Result<Taken, Bar> {
    let mut taken = straight(pos, body, march, side, last)?;
    if side == march.facing.left_front() && drift::is_bound(pos, body, march, &taken) {
        return Err(Bar::Drift(taken.march.hex));
    }
    taken.march.straight = march.straight.saturating_add(taken.march.mp - march.mp);
    Ok(taken)
}

/// Both halves of a two-hex unit in line across one side, whether it drifts or not.
pub(crate) fn straight(
    pos: &Position,
    body: &Body,
    march: &March,
    side: Hexside,
    last: bool,
) -> Result<Taken, Bar> {
    let h = march.hexes(true);
    let goings = [h.left.map(|l| (l, side)), h.right.map(|r| (r, side))];
    let to = march.hex.neighbour(side).ok_or(Bar::Closed(march.hex))?;
    enter(
        pos,
        body,
        march,
        &Entering { goings, to, facing: march.facing, extra: 0, wheel: None, last },
        |after| {
            let h = after.hexes(true);
            Leg::Both(after.hex, h.right.unwrap_or(after.hex))
        },
    )
}

/// A one-hex unit, or a column, one hex on.
fn ahead(pos: &Position, body: &Body, march: &March, side: Hexside, last: bool) -> Result<Taken, Bar> {
    // In line it steps from where it stands.
    let from = if march.is_abreast() { march.hex } else { ways_ahead(pos, body, march).from };
    let to = from.neighbour(side).ok_or(Bar::Closed(from))?;
    let mut facing = march.facing;
    let mut hex = to;
    if let Formation::Column { head_left, .. } = march.formation
        && body.two_hex
    {
        // The tail takes the hex the head left; the facing keeps the right half at its right flank (6.74).
        let flank = if head_left { side.opposite() } else { side };
        facing = Facing::with_left_front(flank.turn(-2));
        hex = if head_left { to } else { from };
    }
    let goings = [Some((from, side)), None];
    let entering = Entering { goings, to: hex, facing, extra: 0, wheel: None, last };
    let mut taken = enter(pos, body, march, &entering, |_| Leg::To(to))?;
    if let Formation::Column { head_left, .. } = march.formation {
        taken.march.formation = Formation::Column { towards: side, head_left };
    }
    Ok(taken)
}

/// A change of hexes about to be made.
pub(crate) struct Entering {
    /// The left half (or the only one, or the head) and the right half.
    pub goings: [Option<Going>; 2],
    /// New hex of the place.
    pub to: Hex,
    /// New facing.
    pub facing: Facing,
    /// Hits of the manoeuvre.
    pub extra: u8,
    /// A wheel, with a check or not.
    pub wheel: Option<bool>,
    /// The move ends here.
    pub last: bool,
}

/// Everything that entering hexes has in common.
pub(crate) fn enter(
    pos: &Position,
    body: &Body,
    march: &March,
    e: &Entering,
    leg: impl FnOnce(&March) -> Leg,
) -> Result<Taken, Bar> {
    let may_double = e.last && body.may_double && march.steps == 0;
    if e.wheel.is_none()
        && !may_double
        && let Some(mut after) = plain::entered(pos, body, march, e.goings, e.to, e.facing)
    {
        after.hits = after.hits.saturating_add(e.extra);
        let (hits, hits_with) = (e.extra, e.extra);
        return Ok(Taken { hits, hits_with, moved: true, ..in_place(after, leg(&after)) });
    }
    enter_by_rule(pos, body, march, e, leg)
}

/// [`enter`] wherever it leads.
pub(crate) fn enter_by_rule(
    pos: &Position,
    body: &Body,
    march: &March,
    e: &Entering,
    leg: impl FnOnce(&March) -> Leg,
) -> Result<Taken, Bar> {
    if body.held {
        return Err(Bar::Triarii);
    }
    if body.spent {
        return Err(Bar::Spent);
    }
    if e.wheel.is_none() {
        may_go(body, march)?;
    }
    let column = matches!(march.formation, Formation::Column { .. });
    let (mut mp, mut up, mut ground, mut ground_with) = (0, 0, 0, 0);
    let mut paid = march.paid;
    let mut stopped = false;
    let mut crowded = false;
    let mut road = e.wheel.is_none();
    let mut elephants = 0;
    for (half, going) in e.goings.iter().enumerate() {
        let &Some((from, side)) = going else { continue };
        let hex = from.neighbour(side).ok_or(Bar::Closed(from))?;
        let shut = |s| match s {
            Shut::Closed => Bar::Closed(hex),
            Shut::Prohibited => Bar::Prohibited(hex),
            Shut::Rampart => Bar::Rampart(hex),
            Shut::Steep => Bar::Steep(hex),
        };
        let entry = cost::entry(pos, body.kind, body.tread, column, from, side, march.climbed)
            .and_then(|e| wedge::entry(pos, march, e, from, side))
            .map_err(shut)?;
        let stack = pos.stack(hex);
        if !stack.is_empty() {
            if let Some(enemy) = stack.units().find(|&u| pos.side(u) != body.side) {
                return Err(Bar::Enemy(hex, enemy));
            }
            friends_let_through(pos, body, hex, column)?;
            crowded = true;
        }
        mp = entry.mp.max(mp);
        road = road && road::is_halved(pos, body.side, from, side);
        up = entry.up.max(up);
        let spared = body.two_hex && pos.set.variant.choices.movement.second_half_spared;
        ground = ground.max(charge(&entry.hits, &march.paid, &mut paid, half, spared));
        if let Some(tread) = body.tread_with {
            let kind = body.with.map_or(body.kind, |w| pos.spec(w).kind);
            let below = cost::entry(pos, kind, tread, column, from, side, march.climbed).map_err(shut)?;
            ground_with = if body.two_hex { ground } else { below.total() };
        }
        stopped |= pos.in_enemy_zoc(body.side, hex);
        if body.kind.is_cavalry() {
            elephants += beside_elephant(pos, body, hex)?;
        }
    }
    // A half that stands still may stand in a zone too.
    stopped |= e.wheel.is_some();
    let unwieldy = crate::movement::chariots::going_on(pos, body, march)?;
    wedge::going_on(march)?;
    let extra = e.extra + unwieldy;
    let mut after = *march;
    after.turned = 0;
    after.hex = e.to;
    after.facing = e.facing;
    after.paid = paid;
    let (mut through, passed) = if crowded { passing(pos, body, e) } else { (0, [None; 4]) };
    let doubled = if e.last && body.may_double && march.steps == 0 {
        stacking::double_with(pos, body, &after)
    } else {
        None
    };
    if doubled.is_some() {
        mp += pos.set.variant.charts.movement.double_depth_mp;
        through = 0;
    }
    after.spend_halves(if road { mp } else { mp.saturating_mul(2) });
    if after.mp > body.allowance {
        return Err(Bar::Points(after.mp - march.mp));
    }
    after.road |= road;
    let least = if e.wheel == Some(true) { 1 } else { 0 };
    after.climbed += up;
    after.steps += 1;
    after.left = true;
    after.stopped = stopped;
    after.hits = after.hits.saturating_add(ground + extra + elephants + through + least);
    Ok(Taken {
        leg: leg(&after),
        march: after,
        hits: ground + extra,
        hits_with: ground_with + extra,
        elephants,
        through,
        passed: if through > 0 { passed } else { [None; 4] },
        wheel: e.wheel,
        moved: true,
        doubled,
    })
}

/// **spqr 7.23, 7.24.** May the mover leave its hexes at all?
pub(crate) fn may_go(body: &Body, march: &March) -> Result<(), Bar> {
    if march.stopped {
        Err(Bar::Stopped)
    } else if march.must_stay {
        Err(Bar::MustStay)
    } else if !march.left && body.began_in_zoc && !body.free_to_leave {
        Err(Bar::Pinned)
    } else {
        Ok(())
    }
}

/// **spqr 6.77, 9.52.** Friends through whom nobody passes.
fn friends_let_through(pos: &Position, body: &Body, hex: Hex, column: bool) -> Result<(), Bar> {
    for friend in stacking::friends(pos, body, hex) {
        let passes = pos.set.variant.choices.movement.columns_pass_friends;
        if column && !passes {
            return Err(Bar::InColumn(hex));
        }
        if pos.in_column(friend) && !passes {
            return Err(Bar::Friend(hex, friend, Rule("6.77")));
        }
        if pos.in_double_depth(friend) && pos.partner(friend) != Some(body.unit) {
            return Err(Bar::Friend(hex, friend, Rule("9.52")));
        }
    }
    Ok(())
}

/// **spqr 6.42.** Hits of ground for one half: what the other half has met of the same kind before it costs
/// nothing more.
fn charge(
    hits: &[u8; KINDS],
    before: &[[u8; KINDS]; 2],
    paid: &mut [[u8; KINDS]; 2],
    half: usize,
    spared: bool,
) -> u8 {
    if !spared {
        return hits.iter().sum();
    }
    let mut sum = 0;
    for kind in 0..KINDS {
        paid[half][kind] += hits[kind];
        let owed = paid[half][kind].saturating_sub(before[1 - half][kind].max(before[half][kind]));
        sum += owed.min(hits[kind]);
    }
    sum
}

/// **spqr 9.15.** Hits for cavalry in a hex beside an enemy elephant, which is barred when it lies in the
/// elephant's zone.
pub(crate) fn beside_elephant(pos: &Position, body: &Body, hex: Hex) -> Result<u8, Bar> {
    let mut hits = 0;
    if !pos.presence().touches(body.side.other(), hex) {
        return Ok(hits);
    }
    for (_, near) in hex.neighbours() {
        for e in pos.stack(near).units() {
            let spec = pos.spec(e);
            if spec.side == body.side || spec.kind != UnitType::EL || pos.is_leader_elephant(e) {
                continue;
            }
            if pos.exerts(e, hex) {
                return Err(Bar::Elephant(hex, e));
            }
            if matches!(pos.angle(e, hex), Some(Angle::Flank | Angle::Rear)) {
                hits = 2;
            }
        }
    }
    Ok(hits)
}

/// **spqr 6.63, 6.69.** Whom the mover passes through or joins, and the hits to each of them and to it.
fn passing(pos: &Position, body: &Body, e: &Entering) -> (u8, Passed) {
    let mut passed: Passed = [None; 4];
    let (mut n, mut hits) = (0, 0);
    for &(from, side) in e.goings.iter().flatten() {
        let Some(hex) = from.neighbour(side) else { continue };
        let here = stacking::through_hits(pos, body, hex);
        hits = here.max(hits);
        if here == 0 {
            continue;
        }
        for friend in stacking::friends(pos, body, hex) {
            if n < passed.len() && !passed.contains(&Some(friend)) {
                passed[n] = Some(friend);
                n += 1;
            }
        }
    }
    (hits, passed)
}

/// **spqr 7.12 to 7.14, 7.24, 6.74.** Turning in place.
fn turn(pos: &Position, body: &Body, march: &March, vertices: i8) -> Result<Taken, Bar> {
    if body.two_hex {
        return Err(Bar::TwoHexTurn);
    }
    if march.stopped {
        return Err(Bar::Stopped);
    }
    let vertices = vertices.clamp(-5, 5);
    let n = vertices.unsigned_abs().min(6 - vertices.unsigned_abs());
    let (mut mp, mut hits) = wedge::turning(march, n, cost::turning(pos, body.unit, march.hex, n))?;
    hits += crate::movement::chariots::turning(pos, body, march, n);
    let mut hits_with = 0;
    if let Some(w) = body.with {
        let (m, h) = cost::turning(pos, w, march.hex, n);
        mp = mp.max(m);
        hits_with = h;
    }
    if march.remounted {
        (mp, hits) = (0, 0);
    }
    if mp > body.allowance.saturating_sub(march.mp) {
        return Err(Bar::Points(mp));
    }
    let mut after = *march;
    if body.began_in_zoc && !march.left {
        if body.turn_in_zoc == 0 || march.mp + mp > body.turn_in_zoc {
            return Err(Bar::NoTurn);
        }
        after.must_stay = true;
    }
    after.mp += mp;
    after.hits = after.hits.saturating_add(hits);
    after.steps += 1;
    after.turned = march.turned.saturating_add(n);
    after.facing = march.facing.turn(vertices);
    let mut leg = Leg::Faced(after.facing);
    if let Formation::Column { towards, head_left } = march.formation {
        let towards = towards.turn(vertices);
        after.formation = Formation::Column { towards, head_left };
        leg = Leg::ColumnFaced(towards);
    }
    Ok(Taken { hits, hits_with, ..in_place(after, leg) })
}

/// A step that only changes shape: points, and the march after it.
pub(crate) fn in_place(march: March, leg: Leg) -> Taken {
    Taken {
        march,
        leg,
        hits: 0,
        hits_with: 0,
        elephants: 0,
        through: 0,
        passed: [None; 4],
        wheel: None,
        moved: false,
        doubled: None,
    }
}

/// Hexes entered: those of `now` that are not in `before`.
pub(crate) fn new_hexes(now: Hexes, before: Hexes) -> impl Iterator<Item = Hex> + Clone {
    now.iter().filter(move |&h| !before.contains(h))
}
