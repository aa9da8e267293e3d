//! Advance after combat (8.5).

use crate::Flow;
use crate::events::shock::ShockEvent;
use crate::piece::{UnitId, UnitType};
use crate::position::{Hexes, Position};
use crate::shock::fight::steady;
use crate::shock::fight::{Fight, speakers};
use crate::shock::phalanx::{Way, ways as two_hex_ways, wheels};
use crate::state::asks::Finer;
use crate::variant::charts::{Angle, Tread};
use crate::{Happening, Oracle, missile, movement, rout};
use tess_effects::{Dice, Listed, Matter, Question, Rule};
use tess_hex::{Facing, Hex};

/// **spqr 8.51 to 8.55, 8.43.** Attackers advance into the hexes the enemy left in this combat. In the
/// charge only those without another enemy in their zone, or around them with a zone on them.
pub(crate) fn advance(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    in_charge: bool,
) -> Flow<()> {
    // Nobody advances but into hexes that the enemy has left.
    if !fight.ground.iter().any(|&h| pos.stack(h).is_empty()) {
        return Ok(());
    }
    let attackers = fight.attackers_left(pos);
    let mut left: Vec<UnitId> = speakers(pos, &attackers).collect();
    left.retain(|&u| {
        !fight.chase.is_some_and(|c| c.rides && c.rider == u)
            && !fight.riders.contains(&u)
            && !pos.is_routed(u)
    });
    if in_charge {
        left.retain(|&unit| !stays(pos, oracle, fight, unit));
    }
    while !left.is_empty() {
        let able: Vec<(UnitId, Vec<Way>)> = left
            .iter()
            .map(|&u| (u, if fight.holds(pos, u) { ways(pos, fight, u) } else { Vec::new() }))
            .filter(|(_, ways)| !ways.is_empty())
            .collect();
        let Some(next) = who_goes(pos, oracle, fight, &able)? else { return Ok(()) };
        let (unit, ways) = &able[next];
        if let Some(way) = which_way(pos, oracle, fight, *unit, ways)? {
            go(pos, oracle, fight, *unit, way)?;
        }
        left.retain(|u| u != unit);
    }
    Ok(())
}

/// **spqr 8.43, 8.51.** Another enemy in its zone, or a zone on it, keeps an attacker out of the hexes that
/// were emptied in the charge; told where it could have gone.
fn stays(pos: &Position, oracle: &mut Oracle<'_>, fight: &Fight, unit: UnitId) -> bool {
    let held = !pos.in_my_zoc(unit).is_empty() || pos.unit_in_zoc(unit);
    if held && !ways(pos, fight, unit).is_empty() {
        oracle.tell(|| Happening::Shock(ShockEvent::Stays { unit }));
    }
    held
}

/// **spqr 8.51.** The same while the combat goes on: who is held now does not enter the hexes that its
/// enemies left in the charge after the collapse either.
pub(crate) fn bar(pos: &Position, oracle: &mut Oracle<'_>, fight: &mut Fight) {
    let early: Vec<Hex> = fight.ground.iter().copied().filter(|&h| pos.stack(h).is_empty()).collect();
    if early.is_empty() {
        return;
    }
    let attackers = fight.attackers_left(pos);
    let held = speakers(pos, &attackers).filter(|&u| stays(pos, oracle, fight, u)).collect();
    (fight.early, fight.held) = (early, held);
}

/// Fewest hits that the advance of this attacker would cost, by any way that its owner may choose (10.15):
/// tried out, and taken back.
pub(crate) fn cost(pos: &mut Position, fight: &Fight, unit: UnitId) -> u8 {
    let before = pos.hits(unit);
    let checkpoint = pos.checkpoint();
    for &d in &fight.defenders {
        if fight.holds(pos, d) {
            pos.lift(d);
        }
    }
    let straight = |w: &&Way| !w.wheel || !pos.set.variant.choices.shock.pivots_into_centre;
    let open: Vec<Way> = ways(pos, fight, unit).iter().filter(straight).copied().collect();
    let mut fewest = None;
    for way in open {
        let start = pos.checkpoint();
        let mut oracle = Oracle::new(Dice::Closed, &[]).quiet();
        let hits = movement::advance_into(pos, &mut oracle, unit, way.left, way.facing, false)
            .unwrap_or_else(|_| pos.hits(unit).saturating_sub(before));
        pos.go_back(start);
        fewest = Some(fewest.map_or(hits, |least: u8| least.min(hits)));
    }
    pos.go_back(checkpoint);
    fewest.unwrap_or(0)
}

/// **spqr 8.51, 8.53.** Where a unit may advance to.
fn ways(pos: &Position, fight: &Fight, unit: UnitId) -> Vec<Way> {
    let Some(facing) = pos.facing(unit) else { return Vec::new() };
    let hexes = pos.hexes(unit);
    let empty = |h: Hex| pos.stack(h).is_empty();
    let barred = |h: Hex| fight.early.contains(&h) && fight.held.contains(&unit);
    let vacated = |h: Hex| fight.ground.contains(&h) && empty(h) && !barred(h);
    if pos.spec(unit).two_hex {
        let side = pos.side(unit);
        let enemy = |h: Hex| pos.stack(h).top.is_some_and(|u| pos.side(u) != side);
        let free = |h: Hex| empty(h) && may_enter(pos, unit, hexes, h);
        let freely = pos.set.variant.choices.shock.pivots_into_centre;
        let mut found = two_hex_ways(freely, hexes, facing, vacated, enemy, free);
        // A double depth stack cannot wheel (9.52).
        found.retain(|w| !w.wheel || pos.partner(unit).is_none());
        return found;
    }
    // No zone reaches into the rear.
    let mut found: Vec<Way> = fight
        .ground
        .iter()
        .copied()
        .filter(|&h| vacated(h) && pos.exerts(unit, h) && may_enter(pos, unit, hexes, h))
        .map(|left| Way { left, facing, wheel: false })
        .collect();
    found.sort_by_key(|w| w.left);
    found
}

/// May the unit's type enter this adjacent hex at all?
pub(crate) fn may_enter(pos: &Position, unit: UnitId, from: Hexes, to: Hex) -> bool {
    let field = &pos.set.field;
    let crossed = from.iter().any(|h| h.side_towards(to).is_some_and(|s| field.can_cross(h, s)));
    crossed && is_passable(pos, unit, to)
}

/// Is the ground of this hex open to the unit's type?
pub(crate) fn is_passable(pos: &Position, unit: UnitId, hex: Hex) -> bool {
    use UnitType::{CH, EL, HC, HI, LC, LN, PH, RC};
    let tread = match pos.spec(unit).kind {
        PH | HI => Tread::Heavy,
        HC | RC | LN | LC => Tread::Cavalry,
        EL => Tread::Elephant,
        CH => Tread::Chariot,
        _ => Tread::Medium,
    };
    let chart = &pos.set.variant.charts.movement;
    let chart = chart.ground(pos.set.field.cell(hex).terrain);
    chart.is_some_and(|going| going.hits[tread as usize].is_some())
}

/// **spqr 8.54.** Who advances next. With more units than hexes the one that had superiority, then the best
/// quality, then the player's choice; else whoever has fewest ways.
fn who_goes(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    able: &[(UnitId, Vec<Way>)],
) -> Flow<Option<usize>> {
    if able.len() <= 1 {
        return Ok((!able.is_empty()).then_some(0));
    }
    // of a two-hex unit either half may come into a vacated hex
    let entered = |unit: UnitId, way: &Way| Hexes::of(way.left, way.facing, pos.spec(unit).two_hex);
    let all = able.iter().flat_map(|(unit, ways)| ways.iter().map(|way| entered(*unit, way)));
    let vacated = |hex: &Hex| fight.ground.contains(hex) && pos.stack(*hex).is_empty();
    let mut hexes: Vec<Hex> = all.flat_map(|hexes| hexes.iter()).filter(vacated).collect();
    hexes.sort_unstable();
    hexes.dedup();
    if able.len() <= hexes.len() {
        return Ok((0..able.len()).min_by_key(|&i| (able[i].1.len(), able[i].0)));
    }
    let superior = fight.bout.as_ref().filter(|b| b.conditions.superiority.is_attack()).map(|b| b.attacker);
    let rank = |i: usize| (superior == Some(able[i].0), pos.quality(able[i].0));
    let Some(best) = (0..able.len()).map(rank).max() else { return Ok(None) };
    let tied: Vec<usize> = (0..able.len()).filter(|&i| rank(i) == best).collect();
    if let [only] = tied.as_slice() {
        return Ok(Some(*only));
    }
    let code = |i: usize| pos.spec(able[i].0).code.to_ascii_lowercase();
    let mut question = Question::new(
        "advance",
        &pos.set.sides[fight.side],
        &code(tied[0]),
        Rule("8.54"),
        "Which unit advances?",
    );
    for &i in &tied {
        let spec = pos.spec(able[i].0);
        let hits = pos.hits(able[i].0);
        question = question
            .choice(code(i), format!("{} ({}), {hits} hits of {}", spec.code, spec.kind.letters(), spec.tq));
    }
    let key = oracle.ask(question)?;
    Ok(tied.iter().copied().find(|&i| code(i) == key).or(Some(tied[0])))
}

/// **spqr 8.54.** With more hexes than units the player chooses the hex. **Alexander 8.53.** A pivot is a
/// way, too, and where a two-hex unit cannot go straight on nothing makes it pivot: then nothing may be
/// chosen.
fn which_way(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    unit: UnitId,
    ways: &[Way],
) -> Flow<Option<Way>> {
    let (side, code) = (&pos.set.sides[fight.side], &pos.spec(unit).code);
    let freely = pos.set.variant.choices.shock.pivots_into_centre;
    let may_stay = freely && ways.iter().all(|w| w.wheel);
    let now = pos.facing(unit);
    let turn = |way: &Way| if now.map(|f| f.turn(-1)) == Some(way.facing) { "left" } else { "right" };
    let options = Listed {
        of: ways.iter().copied().map(Some).chain(may_stay.then_some(None)),
        key: |way: &Option<Way>| match way {
            None => "stay".to_owned(),
            Some(way) if freely && way.wheel => turn(way).to_owned(),
            Some(way) => way.left.to_string(),
        },
        text: |way: &Option<Way>| match way {
            None => "stays where it is".to_owned(),
            Some(way) if freely && way.wheel => format!("one half forward, to face {}", way.facing),
            Some(way) if pos.spec(unit).two_hex => format!("forward, left half in {}", way.left),
            Some(way) => format!("into {}", way.left),
        },
    };
    let matter = Matter { window: "advance", side, subject: code, rule: Rule("8.54") };
    oracle.choose(matter, &options, |matter, _| {
        let question = matter.question(format!("Where does {code} advance to?"));
        if may_stay { question.or_else("stay") } else { question }
    })
}

/// **spqr 8.51 to 8.53, 8.55.** The advance itself, its hits, and what the enemy may do about it.
fn go(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight, unit: UnitId, way: Way) -> Flow<()> {
    let two_hex = pos.spec(unit).two_hex;
    let facing = if two_hex { way.facing } else { which_facing(pos, oracle, unit, way)? };
    let from = pos.hexes(unit);
    let partner = pos.partner(unit);
    step(pos, oracle, fight, unit, Way { facing, ..way })?;
    if !fight.holds(pos, unit) {
        return Ok(());
    }
    for u in [Some(unit), partner].into_iter().flatten() {
        steady(pos, oracle, u, Rule("8.51"));
    }
    movement::came_adjacent(pos, oracle, unit, from, false)?;
    if two_hex && !way.wheel && partner.is_none() && fight.holds(pos, unit) {
        may_wheel(pos, oracle, fight, unit)?;
    }
    Ok(())
}

/// Moves the unit, with its stack where that attacked too, unless fire breaks it before it goes (alexander
/// 8.22). The movement chapter tells of it.
pub(crate) fn step(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    unit: UnitId,
    way: Way,
) -> Flow<()> {
    let together = pos.partner(unit).is_none_or(|p| fight.attackers.contains(&p));
    if pos.set.variant.choices.missile.advances_draw_retire_fire {
        let to = Hexes::of(way.left, way.facing, pos.spec(unit).two_hex);
        missile::retire_fire(pos, oracle, unit, pos.hexes(unit), to)?;
        if !fight.holds(pos, unit) {
            return Ok(());
        }
    }
    movement::advance_into(pos, oracle, unit, way.left, way.facing, together).map(drop)
}

/// **spqr 8.52.** One vertex of facing change at the end. Asked where an enemy is near enough to matter,
/// else of who wants to be; by default the facing with most enemies in front.
fn which_facing(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, way: Way) -> Flow<Facing> {
    let side = pos.side(unit);
    if !pos.presence().is_near(side.other(), way.left) && !pos.asks(side, Finer::AdvanceFace) {
        return Ok(way.facing);
    }
    let choices = [("stay", way.facing), ("left", way.facing.turn(-1)), ("right", way.facing.turn(1))];
    let (owner, code) = (&pos.set.sides[side], &pos.spec(unit).code);
    let worth = |facing: Facing| {
        let hexes = Hexes::of(way.left, facing, false);
        pos.enemies_next_to(side, way.left).iter().fold(0_i32, |sum, &e| {
            let ahead =
                pos.hexes(e).iter().any(|h| crate::zone::angle_of(hexes, facing, h) == Some(Angle::Front));
            sum + if ahead { 1 } else { -1 }
        })
    };
    let options = Listed {
        of: choices.into_iter(),
        key: |choice: &(&'static str, Facing)| choice.0,
        text: |choice: &(&'static str, Facing)| format!("face {}", choice.1),
    };
    let matter = Matter { window: "advance-face", side: owner, subject: code, rule: Rule("8.52") };
    let chosen = oracle.choose(matter, &options, |matter, _| {
        let best = choices.iter().map(|c| worth(c.1)).max().unwrap_or(0);
        let default = choices.iter().find(|c| worth(c.1) == best).map_or("stay", |c| c.0);
        let text = format!("{code} advances to {}: which way does it face?", way.left);
        matter.question(text).at(way.left).or_else(default)
    })?;
    Ok(chosen.1)
}

/// **spqr 8.53.** Having gone forward whole, a phalanx may wheel; then it may rout for it. Asked where a
/// wheel would bring another enemy before its front, else of who wants to be.
fn may_wheel(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight, unit: UnitId) -> Flow<()> {
    let Some(facing) = pos.facing(unit) else { return Ok(()) };
    let hexes = pos.hexes(unit);
    let side = pos.side(unit);
    let found = wheels(hexes, facing, |h| pos.stack(h).is_empty() && may_enter(pos, unit, hexes, h));
    let ahead = |hexes: Hexes, facing: Facing| -> usize {
        crate::shock::phalanx::front(hexes, facing).map_or(0, |front| {
            front.iter().filter(|&&h| pos.stack(h).top.is_some_and(|u| pos.side(u) != side)).count()
        })
    };
    let now = ahead(hexes, facing);
    let any = pos.asks(side, Finer::AdvanceWheel);
    let gains = |w: &Way| any || ahead(Hexes::of(w.left, w.facing, true), w.facing) > now;
    let useful: Vec<Way> = found.into_iter().filter(gains).collect();
    if useful.is_empty() {
        return Ok(());
    }
    let key = |w: &Way| if w.facing == facing.turn(-1) { "left" } else { "right" };
    let mut question = Question::new(
        "advance-wheel",
        &pos.set.sides[side],
        &pos.spec(unit).code,
        Rule("8.53"),
        format!("{} has advanced: does it wheel, with all the costs?", pos.spec(unit).code),
    )
    .choice("no", "stay as it is");
    for way in &useful {
        question = question.choice(key(way), format!("wheel to face {}", way.facing));
    }
    let answer = oracle.ask(question)?;
    if let Some(way) = useful.iter().copied().find(|w| key(w) == answer) {
        step(pos, oracle, fight, unit, way)?;
        if fight.holds(pos, unit) && !rout::rout_if_broken(pos, oracle, unit, None)? {
            movement::came_adjacent(pos, oracle, unit, hexes, false)?;
        }
    }
    Ok(())
}
