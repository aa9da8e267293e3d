//! A rampage from its first roll to its end (9.14, 4.84).

use crate::questions::company;
use std::fmt;

use crate::events::hit_cause::HitCause;
use crate::events::rout::{Heading, RampageEnd, RoutEvent};
use crate::field::Edge;
use crate::piece::{LeaderId, Side, UnitId};
use crate::position::{Hexes, Morale, Place, Position};
use crate::state::asks::Finer;
use crate::variant::charts::Angle;
use crate::zone::angle_of;
use crate::{Flow, Happening, Oracle, movement, rout};
use tess_effects::{Listed, Lower, Matter, Offer, Rule};
use tess_hex::{Facing, Hex, Hexside};

const RULE: Rule = Rule("9.14");

/// **spqr 9.14, 4.82, 4.84.** A whole rampage, to its end; `by` is the unit that caused it. The leader of a
/// leader's elephant stays with it; when it is lost a casualty is thrown for him, and he goes on without it.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn rampage(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    by: Option<UnitId>,
) -> Flow<()> {
    let Some(mut at) = pos.hex(elephant) else { return Ok(()) };
    // No zone of control while it rampages, and it cannot be rallied.
    pos.unit_mut(elephant).morale = Morale::Routed;
    let rider = pos.leader_ids().find(|&l| pos.own_elephant(l) == Some(elephant));
    let cause = by.map_or(Hexes::NOWHERE, |unit| pos.hexes(unit));
    // Elephants struck by this one rampage when it is done: never two at a time.
    let mut later: Vec<UnitId> = Vec::new();
    let mut end = RampageEnd::Spent;
    for nth in 1..=4 {
        let die = oracle.d10("rampage", &pos.set.unit(elephant).code, RULE)?;
        let heading = heading(pos, oracle, elephant, at, die, nth == 1, cause)?;
        oracle.tell(|| Happening::Rout(RoutEvent::RampageRoll { elephant, die, heading }));
        let before = at;
        let over = match heading {
            Heading::End if die > 0 && pos.is_leader_elephant(elephant) => {
                Some(if rider.is_some() { RampageEnd::Calmed } else { RampageEnd::Masterless })
            }
            Heading::End => Some(RampageEnd::Stopped),
            _ => charge(pos, oracle, elephant, &mut at, heading, &mut later)?,
        };
        if at != before && over != Some(RampageEnd::OffMap) {
            oracle.tell(|| Happening::Rout(RoutEvent::RampageRan { elephant, to: at }));
        }
        if let Some(over) = over {
            end = over;
            break;
        }
        if !is_anybody_within(pos, elephant, at, 7) {
            end = RampageEnd::Alone;
            break;
        }
    }
    oracle.tell(|| Happening::Rout(RoutEvent::RampageOver { elephant, end }));
    if end == RampageEnd::Calmed {
        let hits = pos.spec(elephant).tq.saturating_sub(2);
        pos.unit_mut(elephant).morale = Morale::Steady { hits };
        // It has rallied (10.28); by default it faces the way it ran.
        turn_calmed(pos, oracle, elephant)?;
    } else {
        lose(pos, oracle, elephant, rider)?;
    }
    for unit in later {
        rout::rout_if_broken(pos, oracle, unit, None)?;
    }
    Ok(())
}

/// **spqr 9.14, 10.28, 4.85.** A rallied unit is turned as its owner likes.
fn turn_calmed(pos: &mut Position, oracle: &mut Oracle<'_>, elephant: UnitId) -> Flow<()> {
    let (Some(now), Some(at)) = (pos.facing(elephant), pos.hex(elephant)) else { return Ok(()) };
    let spec = pos.spec(elephant);
    let options = Listed {
        of: Facing::ALL.into_iter(),
        key: |facing: &Facing| Lower(facing.letters()),
        text: |facing: &Facing| format!("faces {facing}"),
    };
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "face", side, subject: &spec.code, rule: Rule("10.28") };
    let facing = oracle.choose(matter, &options, |matter, _| {
        matter
            .question(format!("{} has calmed in {at}: which way does it face?", spec.code))
            .at(at)
            .fact("reason", "rally")
            .or_else(Lower(now.letters()).to_string())
    })?;
    if facing != now {
        pos.turn_in_place(elephant, facing);
        oracle.tell(|| Happening::Rout(RoutEvent::Turned { unit: elephant, facing }));
    }
    Ok(())
}

/// **spqr 9.14, 4.82.** The elephant is lost; its leader may be hit.
fn lose(pos: &mut Position, oracle: &mut Oracle<'_>, elephant: UnitId, rider: Option<LeaderId>) -> Flow<()> {
    if is_loose(pos, elephant) {
        rout::eliminate(pos, oracle, elephant, RULE);
    }
    let Some(leader) = rider.filter(|&l| !pos.leader(l).killed) else { return Ok(()) };
    if oracle.d10("leader", &pos.leader_spec(leader).code, Rule("4.82"))? == 0 {
        rout::leader_casualty(pos, oracle, leader)?;
    }
    Ok(())
}

/// The nearest units of its side, one of each hex, that which stands closest to the others first.
fn nearest(pos: &Position, elephant: UnitId, at: Hex) -> Vec<UnitId> {
    let others = pos.on_field(pos.side(elephant)).filter(|&u| u != elephant);
    let mut found: Vec<(u8, Hex, UnitId)> =
        others.flat_map(|u| pos.hexes(u).iter().map(move |h| (h.distance(at), h, u))).collect();
    let least = found.iter().map(|f| f.0).min();
    found.retain(|f| Some(f.0) == least);
    found.sort_by_cached_key(|&(_, h, u)| (company(pos, pos.side(elephant), h), u));
    found.dedup_by_key(|f| f.1);
    let mut units: Vec<UnitId> = Vec::new();
    for (.., unit) in found {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    units
}

/// **spqr 9.14.** Which way it heads of several that the die allows alike: its owner says, who threw it; the
/// first where he does not want to be asked.
fn which<T: Copy, K: fmt::Display>(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    open: &[T],
    key: impl Fn(&T) -> K,
) -> Flow<Option<T>> {
    if open.len() < 2 || !pos.asks(pos.side(elephant), Finer::Rampage) {
        return Ok(open.first().copied());
    }
    let spec = pos.spec(elephant);
    let options = Listed { of: open.iter().copied(), key, text: |_: &T| "heads there".to_owned() };
    let matter =
        Matter { window: "rampage", side: &pos.set.sides[spec.side], subject: &spec.code, rule: RULE };
    let asked = |matter: &Matter<'_>, _: &[Offer<T>]| {
        matter.question(format!("{} rampages: which way of equal ones does it head?", spec.code))
    };
    oracle.choose(matter, &options, asked).map(Some)
}

/// Is another unit of any side so near?
fn is_anybody_within(pos: &Position, elephant: UnitId, at: Hex, most: u8) -> bool {
    pos.stack(at).units().any(|u| u != elephant)
        || Side::BOTH.into_iter().any(|s| pos.presence().is_within(s, at, most))
}

/// **spqr 9.14, the table.** Where a die sends it.
fn heading(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    at: Hex,
    die: u8,
    first: bool,
    cause: Hexes,
) -> Flow<Heading> {
    Ok(match die {
        0 if pos.is_leader_elephant(elephant) => Heading::End,
        0 => {
            let code = |unit: &UnitId| pos.spec(*unit).code.to_ascii_lowercase();
            let friend = which(pos, oracle, elephant, &nearest(pos, elephant, at), code)?;
            match friend {
                Some(friend) => Heading::Friend(friend),
                None => Heading::Side(towards(pos, oracle, elephant, at, homeward(pos, elephant))?),
            }
        }
        // The compass points to a vertex; the sides are counted clockwise from the one right of north.
        1..=6 => Heading::Side(pos.set.field.north.right_front().turn(die as i8 - 1)),
        _ if !first || pos.set.variant.choices.shock.wedge_at_once => Heading::End,
        _ => {
            let away = away(cause, at);
            let open = if away.is_empty() { homeward(pos, elephant) } else { away };
            Heading::Side(towards(pos, oracle, elephant, at, open)?)
        }
    })
}

/// One of these sides, as they lie for its own.
fn towards(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    at: Hex,
    mut open: Vec<Hexside>,
) -> Flow<Hexside> {
    open.sort_by_cached_key(|&side| at.neighbour(side).map(|hex| company(pos, pos.side(elephant), hex)));
    let side = which(pos, oracle, elephant, &open, |&side| movement::side_key(side))?;
    Ok(side.unwrap_or(Hexside::N))
}

/// The sides that lead to its own retreat edge, where nobody caused the rampage.
fn homeward(pos: &Position, elephant: UnitId) -> Vec<Hexside> {
    match pos.set.field.retreat[pos.side(elephant)] {
        Edge::North => vec![Hexside::N],
        Edge::East => vec![Hexside::NE, Hexside::SE],
        Edge::South => vec![Hexside::S],
        Edge::West => vec![Hexside::NW, Hexside::SW],
    }
}

/// The sides that lead straightest away from the nearest of these hexes, clockwise from N.
fn away(cause: Hexes, at: Hex) -> Vec<Hexside> {
    let least = cause.iter().map(|h| h.distance(at)).min();
    let nearest = || cause.iter().filter(|h| Some(h.distance(at)) == least);
    let leads_away = |side: &Hexside| nearest().any(|from| straightest(from, at).contains(side));
    Hexside::ALL.into_iter().filter(leads_away).collect()
}

/// The sides that lead straightest away from a hex: those whose step has the greatest scalar product with
/// the line from there (in axial coordinates, doubled to stay whole).
fn straightest(from: Hex, at: Hex) -> Vec<Hexside> {
    let (fq, fr) = from.axial();
    let (q, r) = at.axial();
    let (dq, dr) = (q - fq, r - fr);
    let along = |side: Hexside| {
        at.neighbour(side).map_or(i32::MIN, |h| {
            let (hq, hr) = h.axial();
            let (x, y) = (hq - q, hr - r);
            2 * x * dq + 2 * y * dr + x * dr + y * dq
        })
    };
    let best = Hexside::ALL.into_iter().map(along).max();
    Hexside::ALL.into_iter().filter(|&side| Some(along(side)) == best).collect()
}

/// **spqr 9.14.** Three hexes in one direction, or until it strikes somebody.
fn charge(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    at: &mut Hex,
    heading: Heading,
    later: &mut Vec<UnitId>,
) -> Flow<Option<RampageEnd>> {
    for _ in 0..3 {
        scatter(pos, oracle, elephant, *at)?;
        if !is_loose(pos, elephant) {
            return Ok(Some(RampageEnd::Killed));
        }
        let Some(side) = step_side(pos, oracle, elephant, *at, heading)? else { return Ok(None) };
        let Some(next) = at.neighbour(side).filter(|&h| pos.set.field.contains(h)) else {
            return Ok(Some(RampageEnd::OffMap));
        };
        if !pos.set.field.can_cross(*at, side) {
            return Ok(None);
        }
        dodge(pos, oracle, elephant, next)?;
        if !pos.stack(next).is_empty() {
            strike(pos, oracle, elephant, *at, next, later)?;
            return Ok(None);
        }
        *at = next;
        pos.put(elephant, next, ahead(side, pos.facing(elephant)));
        movement::leaders_withdraw(pos, oracle, elephant)?;
    }
    // Whoever stands two hexes off now is asked when it starts again, knowing where it heads.
    Ok(if is_loose(pos, elephant) { None } else { Some(RampageEnd::Killed) })
}

/// Still there? Routers it set off may have run it over.
fn is_loose(pos: &Position, elephant: UnitId) -> bool {
    matches!(pos.unit(elephant).place, Place::Field { .. })
}

/// Of the two facings that have a side before them the one nearer to the present one.
fn ahead(side: Hexside, now: Option<Facing>) -> Facing {
    let left = Facing::with_left_front(side);
    let now = now.unwrap_or(left);
    if now.vertices_to(left.turn(-1)) < now.vertices_to(left) { left.turn(-1) } else { left }
}

/// The side of its next step. Towards a friend it is looked for anew in each hex.
fn step_side(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    at: Hex,
    heading: Heading,
) -> Flow<Option<Hexside>> {
    match heading {
        Heading::Side(side) => Ok(Some(side)),
        Heading::Friend(unit) => {
            let off = |hex: Hex| pos.hexes(unit).iter().map(|h| h.distance(hex)).min();
            let least = at.neighbours().filter_map(|(_, hex)| off(hex)).min();
            let nearer = at.neighbours().filter(|&(_, hex)| least.is_some() && off(hex) == least);
            let mut open: Vec<(Hexside, Hex)> = nearer.collect();
            open.sort_by_cached_key(|&(_, hex)| company(pos, pos.side(elephant), hex));
            Ok(which(pos, oracle, elephant, &open, |step| step.1)?.map(|(side, _)| side))
        }
        Heading::End => Ok(None),
    }
}

/// **spqr 6.51, 6.56.** Whoever is within two hexes may withdraw, of both sides.
fn scatter(pos: &mut Position, oracle: &mut Oracle<'_>, elephant: UnitId, at: Hex) -> Flow<()> {
    if !is_loose(pos, elephant) {
        return Ok(());
    }
    if is_anybody_within(pos, elephant, at, 2) {
        movement::offer_withdrawals(pos, oracle, elephant, true)?;
    }
    Ok(())
}

/// **spqr 9.14.** The elephant stops short and the units in the hex take the hits.
fn strike(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    at: Hex,
    next: Hex,
    later: &mut Vec<UnitId>,
) -> Flow<()> {
    let struck: Vec<UnitId> = pos.stack(next).units().collect();
    let by = Some(elephant);
    for &unit in &struck {
        let frontal = match (pos.in_column(unit), pos.facing(unit)) {
            (false, Some(facing)) if pos.spec(unit).class != crate::piece::Class::SC => {
                angle_of(pos.hexes(unit), facing, at) == Some(Angle::Front)
            }
            _ => pos.angle(unit, at) == Some(Angle::Front),
        };
        let kind = pos.spec(unit).kind;
        let horse = kind.is_cavalry() || kind == crate::piece::UnitType::CH;
        let hits = if frontal && !horse { 1 } else { 2 };
        rout::hit(pos, oracle, unit, hits, HitCause::Rampage)?;
    }
    for unit in struck {
        if pos.spec(unit).kind == crate::piece::UnitType::EL {
            later.push(unit);
        } else {
            rout::rout_if_broken(pos, oracle, unit, by)?;
        }
    }
    Ok(())
}

/// **spqr 9.14, 4.72, alexander 4.62.** Leaders in the hex it would enter get away, or are crushed. Nobody
/// stays to be crushed; where he goes his player says, by default the farthest hex, best with friends.
fn dodge(pos: &mut Position, oracle: &mut Oracle<'_>, elephant: UnitId, next: Hex) -> Flow<()> {
    let leaders: Vec<LeaderId> = pos.leaders_in(next).collect();
    for leader in leaders {
        match whither(pos, oracle, elephant, leader)? {
            Some(to) => {
                pos.place_leader(leader, Some(to));
                oracle.tell(|| Happening::Rout(RoutEvent::Dodged { leader, to }));
            }
            None => {
                let elephant = pos.own_elephant(leader);
                rout::kill_leader(pos, oracle, leader, RULE);
                if let Some(elephant) = elephant {
                    rout::eliminate(pos, oracle, elephant, RULE);
                }
            }
        }
    }
    Ok(())
}

/// **spqr 4.72.** The hex to which a leader gets away, where there is one.
fn whither(pos: &Position, oracle: &mut Oracle<'_>, elephant: UnitId, leader: LeaderId) -> Flow<Option<Hex>> {
    let hexes = movement::leader_refuges(pos, leader, elephant);
    if hexes.len() < 2 {
        return Ok(hexes.first().copied());
    }
    let options = Listed {
        of: hexes.iter().copied(),
        key: |hex: &Hex| *hex,
        text: |hex: &Hex| movement::leader_goes_to(pos, &[*hex]),
    };
    let (spec, beast) = (pos.leader_spec(leader), pos.spec(elephant));
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "leader-withdraw", side, subject: &spec.code, rule: Rule("4.72") };
    oracle
        .choose(matter, &options, |matter, _| {
            matter
                .question(format!("{} rampages into the hex of {}. Where does he go?", beast.code, spec.name))
                .naming(&beast.code)
                .fact("mover", beast.code.to_ascii_lowercase())
                .fact("mover.type", beast.kind.letters().to_ascii_lowercase())
                .fact("alone", pos.is_alone(leader))
        })
        .map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Rank, UnitSpec, UnitType};
    use crate::proving_ground::{ground, hex, leader, setup, u, unit};
    use tess_effects::{Dice, Scripted};

    fn dice(faces: &[(&str, u8)]) -> Dice {
        Dice::Scripted(Scripted {
            faces: faces.iter().map(|&(l, f)| (l.to_owned(), f)).collect(),
            otherwise: None,
        })
    }

    fn elephant(at: u16) -> UnitSpec {
        unit("el", Side::Second, UnitType::EL, (3, 6, 7), at, Facing::W)
    }

    fn foot(code: &str, at: u16, facing: Facing) -> UnitSpec {
        unit(code, Side::First, UnitType::MI, (3, 6, 5), at, facing)
    }

    const EL: UnitId = UnitId(0);

    /// Where a die sends it when there is nothing to choose.
    fn heads(pos: &Position, at: Hex, die: u8, first: bool, cause: Option<Hex>) -> Heading {
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        let cause = cause.map_or(Hexes::NOWHERE, Hexes::one);
        heading(pos, &mut oracle, EL, at, die, first, cause).expect("one way")
    }

    /// The diagram of spqr 9.14: a 1 is the first side clockwise of the compass's north vertex.
    #[test]
    fn the_compass_counts_sides_from_the_one_right_of_north() {
        let pos = ground(vec![elephant(2515)], vec![]);
        let at = hex(2515);
        // North points NE on the proving ground.
        let sides: Vec<Heading> = (1..=6).map(|die| heads(&pos, at, die, true, None)).collect();
        use Hexside::{N, NE, NW, S, SE, SW};
        assert_eq!(sides, [NE, SE, S, SW, NW, N].map(Heading::Side));
    }

    #[test]
    fn the_other_faces_lead_to_friends_away_from_the_cause_or_to_the_wedge() {
        let mut friend = foot("friend", 2525, Facing::E);
        friend.side = Side::Second;
        let pos = ground(vec![elephant(2515), friend, foot("foe", 2514, Facing::E)], vec![]);
        let at = hex(2515);
        assert_eq!(heads(&pos, at, 0, true, None), Heading::Friend(u(1)));
        assert_eq!(heads(&pos, at, 8, true, Some(hex(2514))), Heading::Side(Hexside::S));
        assert_eq!(heads(&pos, at, 8, true, Some(hex(2511))), Heading::Side(Hexside::S));
        assert_eq!(heads(&pos, at, 8, true, None), Heading::Side(Hexside::SE), "its own edge, and friend");
        assert_eq!(heads(&pos, at, 8, false, Some(hex(2514))), Heading::End);
        let mut set = setup(vec![elephant(2515)], vec![leader("hnb", Side::Second, Rank::Overall, 7, 2515)]);
        set.special.leader_elephants = vec![(LeaderId(0), EL)];
        let own = Position::new(std::sync::Arc::new(set));
        assert_eq!(heads(&own, at, 0, true, None), Heading::End);
    }

    #[test]
    fn it_is_lost_when_eight_hexes_from_everybody_or_stopped_by_a_seven() {
        let pos = ground(vec![elephant(2515), foot("far", 2505, Facing::E)], vec![]);
        let mut alone = pos.clone();
        let mut oracle = Oracle::new(dice(&[("rampage:el", 3)]), &[]);
        rampage(&mut alone, &mut oracle, u(0), None).expect("one die");
        assert_eq!(alone.unit(u(0)).place, Place::Eliminated);
        assert_eq!(oracle.rolls().len(), 1);
        // Towards the foe, stopping four hexes short, then the wedge.
        let mut stopped = pos.clone();
        let mut oracle = Oracle::new(dice(&[("rampage:el", 6), ("rampage:el#2", 7)]), &[]);
        rampage(&mut stopped, &mut oracle, u(0), None).expect("two dice");
        assert_eq!(stopped.unit(u(0)).place, Place::Eliminated);
        assert_eq!(oracle.rolls().len(), 2);
        assert_eq!(rout::rout_points(&stopped, Side::Second), 2);
    }

    #[test]
    fn it_runs_off_the_map() {
        let mut pos = ground(vec![elephant(3815), foot("far", 3305, Facing::E)], vec![]);
        let mut oracle = Oracle::new(dice(&[("rampage:el", 1)]), &[]);
        rampage(&mut pos, &mut oracle, u(0), None).expect("one die");
        let (record, _) = oracle.into_record();
        let off = RoutEvent::RampageOver { elephant: EL, end: RampageEnd::OffMap };
        assert!(record.contains(&tess_effects::Recorded::Happened(Happening::Rout(off))));
    }

    #[test]
    fn it_deals_one_hit_to_the_front_two_elsewhere_and_two_to_cavalry() {
        for (kind, facing, hits) in
            [(UnitType::MI, Facing::NE, 1), (UnitType::MI, Facing::SW, 2), (UnitType::HC, Facing::NE, 2)]
        {
            let mut target = foot("mi", 2516, facing);
            target.kind = kind;
            let mut pos = ground(vec![elephant(2515), target], vec![]);
            let mut oracle = Oracle::new(dice(&[]), &[]);
            let mut later = Vec::new();
            strike(&mut pos, &mut oracle, EL, hex(2515), hex(2516), &mut later).expect("no die");
            assert_eq!(pos.hits(u(1)), hits, "{kind:?} {facing}");
        }
    }

    #[test]
    fn a_struck_elephant_rampages_only_when_this_one_is_done() {
        let mut other = elephant(2516);
        other.code = "e2".into();
        let mut pos = ground(vec![elephant(2515), other], vec![]);
        pos.unit_mut(u(1)).morale = Morale::Steady { hits: 5 };
        let mut oracle = Oracle::new(dice(&[]), &[]);
        let mut later = Vec::new();
        strike(&mut pos, &mut oracle, EL, hex(2515), hex(2516), &mut later).expect("no die");
        assert_eq!(later, [u(1)]);
        assert!(rout::is_broken(&pos, u(1)));
    }

    #[test]
    fn a_leader_in_its_way_gets_off_or_is_crushed() {
        let start = |walls: Vec<UnitSpec>| {
            let mut units = vec![elephant(2515)];
            units.extend(walls);
            ground(units, vec![leader("con", Side::First, Rank::Overall, 5, 2516)])
        };
        let mut pos = start(vec![]);
        let mut oracle = Oracle::new(dice(&[]), &[]);
        let Err(tess_effects::Stop::Ask(question)) = dodge(&mut pos, &mut oracle, EL, hex(2516)) else {
            panic!("should ask")
        };
        let to: Hex = question.default.parse().expect("a hex");
        assert_eq!((question.window.as_str(), to.distance(hex(2515))), ("leader-withdraw", 4));
        let enemy = |n: usize, at| {
            let mut spec = foot(&format!("n{n}"), at, Facing::W);
            spec.side = Side::Second;
            spec
        };
        let ring = [2416, 2417, 2517, 2616, 2617].into_iter().enumerate();
        let mut pos = start(ring.map(|(n, at)| enemy(n, at)).collect());
        dodge(&mut pos, &mut oracle, EL, hex(2516)).expect("nowhere to go");
        assert!(pos.leader(LeaderId(0)).killed);
    }

    /// Heading S it meets slower foot, which cannot get away; each roll strikes it again.
    #[test]
    fn a_whole_rampage_strikes_until_it_is_spent() {
        let mut pos = ground(vec![elephant(2515), foot("mi", 2519, Facing::NE)], vec![]);
        let labels = ["rampage:el", "rampage:el#2", "rampage:el#3", "rampage:el#4"];
        let mut oracle = Oracle::new(dice(&labels.map(|l| (l, 3))), &[]);
        rampage(&mut pos, &mut oracle, u(0), None).expect("four dice");
        assert_eq!(oracle.rolls().len(), 4);
        assert_eq!(pos.hits(u(1)), 3, "the first run only comes up to it");
        assert_eq!(pos.unit(u(0)).place, Place::Eliminated);
    }

    /// spqr 6.51, 6.56: faster units of either side get out of the way, and are asked once for each start.
    #[test]
    fn faster_units_may_withdraw_before_it() {
        let mut horse = foot("hc", 2517, Facing::NE);
        (horse.kind, horse.ma) = (UnitType::HC, 9);
        let mut pos = ground(vec![elephant(2515), horse], vec![]);
        let mut oracle = Oracle::new(dice(&[("rampage:el", 3)]), &[]);
        let stop = rampage(&mut pos, &mut oracle, u(0), None).expect_err("a question");
        let tess_effects::Stop::Ask(question) = stop else { panic!("{stop:?}") };
        assert_eq!((question.window.as_str(), question.subject.as_str()), ("withdraw", "hc"));
    }
}
