//! Who takes how many of the hits (10.13, 6.68, 9.53).

use crate::piece::{UnitId, UnitType};
use crate::position::Position;
use crate::state::asks::Finer;
use crate::variant::charts::Angle;
use crate::variant::shock::PlacesHits;
use crate::{Flow, Oracle};
use tess_effects::{Question, Rule};

/// The side of one combat that takes hits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Takers<'a> {
    /// The units, in order of id.
    pub units: &'a [UnitId],
    /// The one whose type and superiority counted.
    pub chosen: UnitId,
    /// Attacked through this side (defenders only).
    pub angle: Option<Angle>,
}

/// **spqr 10.13, 6.68.** Units in the order in which they take odd hits, and how many of them, from the
/// first, the rules place; the owner chooses among the rest. The chosen unit's stack comes first; within a
/// stack the top unit, or the bottom one when it is attacked from the rear.
pub(crate) fn order(pos: &Position, takers: Takers<'_>) -> (Vec<UnitId>, usize) {
    let within = |u: UnitId| {
        let top = pos.is_top(u);
        if takers.angle == Some(Angle::Rear) { top } else { !top }
    };
    let mut units = takers.units.to_vec();
    let chosen_hex = pos.hex(takers.chosen);
    units.sort_by_key(|&u| {
        let margin = i16::from(pos.quality(u)) - i16::from(pos.hits(u));
        let chosen = pos.hex(u) == chosen_hex;
        // Those of a stack stand together.
        let stack = pos.hex(u).and_then(|hex| pos.stack(hex).top);
        (!chosen, if chosen { 0 } else { -margin }, stack, within(u), u)
    });
    let placed = units.iter().filter(|&&u| pos.hex(u) == chosen_hex).count().max(1);
    (units, placed)
}

/// **spqr 10.13.** Divides hits as equally as possible. The owner is asked where the odd ones are his to
/// place and may decide about a rout, or when he wants to be; else they go to the unit farthest from it. The
/// shares are added to those of the other side.
pub(crate) fn share(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    hits: u8,
    takers: Takers<'_>,
    shares: &mut Vec<(UnitId, u8)>,
) -> Flow<()> {
    let count = takers.units.len() as u8;
    if count == 0 {
        return Ok(());
    }
    let (each, mut odd) = (hits / count, hits % count);
    let first = shares.len();
    shares.extend(takers.units.iter().map(|&u| (u, each)));
    if odd == 0 {
        return Ok(());
    }
    let (mut rest, placed) = order(pos, takers);
    let mut give = |u: UnitId| {
        if let Some(share) = shares[first..].iter_mut().find(|s| s.0 == u) {
            share.1 += 1;
        }
    };
    for u in rest.drain(..placed) {
        if odd > 0 {
            give(u);
            odd -= 1;
        }
    }
    let any = pos.asks(pos.side(takers.chosen), Finer::Hits);
    while odd > 0 && !rest.is_empty() {
        let next = if rest.len() > usize::from(odd) && (any || matters(pos, &rest, each)) {
            choose(pos, oracle, &rest, each)?
        } else {
            rest[0]
        };
        rest.retain(|&u| u != next);
        give(next);
        odd -= 1;
    }
    Ok(())
}

/// Would the odd hit bring even the unit farthest from rout within one hit of it?
fn matters(pos: &Position, rest: &[UnitId], each: u8) -> bool {
    rest.iter().any(|&u| pos.hits(u) + each + 2 >= pos.quality(u))
        && rest.windows(2).any(|w| {
            let margin = |u: UnitId| i16::from(pos.quality(u)) - i16::from(pos.hits(u));
            margin(w[0]) - margin(w[1]) < 2
        })
}

fn choose(pos: &Position, oracle: &mut Oracle<'_>, rest: &[UnitId], each: u8) -> Flow<UnitId> {
    let side = pos.spec(rest[0]).side;
    let code = |u: UnitId| pos.spec(u).code.to_ascii_lowercase();
    let mut question = Question::new(
        "hits",
        &pos.set.sides[side],
        &code(rest[0]),
        Rule("10.13"),
        "Which unit takes the odd cohesion hit?",
    );
    for &u in rest {
        let spec = pos.spec(u);
        question = question.choice(
            code(u),
            format!(
                "{} ({}): then {} of {}",
                spec.code,
                spec.kind.letters(),
                pos.hits(u) + each + 1,
                spec.tq
            ),
        );
    }
    let key = oracle.ask(question)?;
    Ok(rest.iter().copied().find(|&u| code(u) == key).unwrap_or(rest[0]))
}

/// **spqr 10.13, second exception.** May the attacker place the defenders' hits as he likes: phalanxes
/// (alexander 10.12: two-hex units) against two or more units, none of them one.
pub(crate) fn is_attackers_choice(pos: &Position, attackers: &[UnitId], defenders: &[UnitId]) -> bool {
    let places = |unit: UnitId| match pos.set.variant.choices.shock.places_hits {
        PlacesHits::Phalanx => pos.spec(unit).kind == UnitType::PH,
        PlacesHits::TwoHex => pos.spec(unit).two_hex,
    };
    defenders.len() >= 2 && attackers.iter().all(|&a| places(a)) && !defenders.iter().any(|&d| places(d))
}

/// **spqr 10.13, second exception.** The attacker places the hits; `most` keys such as `3-2-0` in order of
/// the defenders.
pub(crate) fn place(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    hits: u8,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> Flow<Vec<(UnitId, u8)>> {
    let side = attackers.first().map_or(pos.spec(defenders[0]).side.other(), |&a| pos.side(a));
    let ways = ways(pos, hits, defenders, pos.asks(side, Finer::Hits));
    let subject = attackers.first().map_or_else(String::new, |&a| pos.spec(a).code.clone());
    let mut question = Question::new(
        "hits",
        &pos.set.sides[side],
        &subject,
        Rule("10.13"),
        format!("How are {hits} hits divided among the defenders?"),
    );
    for way in &ways {
        let parts: Vec<String> = way.iter().map(u8::to_string).collect();
        let words: Vec<String> = defenders
            .iter()
            .zip(way)
            .map(|(&d, &n)| {
                let spec = pos.spec(d);
                format!("{} +{n} = {} of {}", spec.code, pos.hits(d) + n, pos.quality(d))
            })
            .collect();
        question = question.choice(parts.join("-"), words.join(", "));
    }
    let key = oracle.ask(question)?;
    let index = ways
        .iter()
        .position(|w| w.iter().map(u8::to_string).collect::<Vec<_>>().join("-") == key)
        .unwrap_or(0);
    Ok(defenders.iter().copied().zip(ways[index].iter().copied()).collect())
}

/// The divisions worth offering, the best for the attacker first: no unit gets more than it needs to rout
/// while another still could use the hit; at most forty. Who wants to be asked about `all` is offered every
/// division, the worst too.
fn ways(pos: &Position, hits: u8, defenders: &[UnitId], all: bool) -> Vec<Vec<u8>> {
    let need: Vec<u8> =
        defenders.iter().map(|&d| pos.quality(d).saturating_sub(pos.hits(d)).max(1)).collect();
    let room: u16 = need.iter().map(|&n| u16::from(n)).sum();
    let mut found: Vec<Vec<u8>> = Vec::new();
    if u16::from(hits) >= room && !all {
        // Enough for everybody: one division, the rest on the first.
        let mut each = need.clone();
        each[0] = each[0].saturating_add((u16::from(hits) - room) as u8);
        return vec![each];
    }
    let mut current = vec![0; need.len()];
    let most = if all { vec![hits; need.len()] } else { need.clone() };
    fill(&most, hits, 0, &mut current, &mut found);
    let spread = |w: &[u8]| w.iter().max().unwrap_or(&0) - w.iter().min().unwrap_or(&0);
    found.sort_by_key(|w| {
        let routed = w.iter().zip(&need).filter(|(n, need)| n >= need).count();
        let shaken = w.iter().zip(&need).filter(|(n, need)| **n + 1 == **need).count();
        (usize::MAX - routed, usize::MAX - shaken, spread(w), w.clone())
    });
    if !all {
        found.truncate(40);
    }
    found
}

fn fill(need: &[u8], left: u8, at: usize, current: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    if at + 1 == need.len() {
        if left <= need[at] {
            current[at] = left;
            found.push(current.clone());
        }
        return;
    }
    for n in 0..=left.min(need[at]) {
        current[at] = n;
        fill(need, left - n, at + 1, current, found);
    }
    current[at] = 0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Side, UnitSpec};
    use crate::position::Morale;
    use crate::proving_ground::{ground, u, unit};
    use tess_effects::{Answer, Answered, Dice, Scripted, Stop};
    use tess_hex::Facing;

    fn men(kind: UnitType, tq: u8, at: u16) -> UnitSpec {
        unit(&format!("m{at}"), Side::First, kind, (4, tq, 5), at, Facing::E)
    }

    fn shares(pos: &Position, hits: u8, takers: Takers<'_>) -> Vec<u8> {
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        let mut shares = Vec::new();
        share(pos, &mut oracle, hits, takers, &mut shares).expect("nothing to ask");
        shares.into_iter().map(|s| s.1).collect()
    }

    #[test]
    fn odd_hits_go_to_the_unit_chosen_for_the_column() {
        let pos = ground(vec![men(UnitType::LG, 7, 2010), men(UnitType::LG, 6, 2011)], vec![]);
        let units = [u(0), u(1)];
        assert_eq!(shares(&pos, 5, Takers { units: &units, chosen: u(1), angle: None }), [2, 3]);
        assert_eq!(shares(&pos, 5, Takers { units: &units, chosen: u(0), angle: None }), [3, 2]);
        assert_eq!(shares(&pos, 4, Takers { units: &units, chosen: u(0), angle: None }), [2, 2]);
    }

    #[test]
    fn in_a_stack_the_top_takes_the_odd_hit_but_from_the_rear_the_bottom() {
        let pos = ground(vec![men(UnitType::LG, 7, 2010), men(UnitType::LG, 6, 2010)], vec![]);
        let units = [u(0), u(1)];
        let of = |angle| shares(&pos, 3, Takers { units: &units, chosen: u(0), angle: Some(angle) });
        assert_eq!(of(Angle::Front), [2, 1]);
        assert_eq!(of(Angle::Rear), [1, 2]);
    }

    #[test]
    fn an_owner_with_a_real_choice_is_asked_and_the_default_is_far_from_rout() {
        let mut pos = ground(
            vec![men(UnitType::LG, 7, 2010), men(UnitType::LG, 6, 2011), men(UnitType::LG, 6, 2012)],
            vec![],
        );
        pos.unit_mut(u(1)).morale = Morale::Steady { hits: 3 };
        pos.unit_mut(u(2)).morale = Morale::Steady { hits: 2 };
        let units = [u(0), u(1), u(2)];
        let takers = Takers { units: &units, chosen: u(0), angle: None };
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        let mut shares = Vec::new();
        let Err(Stop::Ask(question)) = share(&pos, &mut oracle, 5, takers, &mut shares) else {
            panic!("should ask")
        };
        assert_eq!((question.window.as_str(), question.default.as_str()), ("hits", "m2012"));
        let answers = [Answered {
            question: question.id.clone(),
            answer: Answer("m2011".into()),
            dice: Dice::Scripted(Scripted::default()),
        }];
        let mut oracle = Oracle::new(Dice::Closed, &answers);
        shares.clear();
        share(&pos, &mut oracle, 5, takers, &mut shares).expect("answered");
        assert_eq!(shares, [(u(0), 2), (u(1), 2), (u(2), 1)]);
    }

    #[test]
    fn a_phalanx_may_pile_its_hits_on_one_of_two_enemies() {
        let mut pos = ground(
            vec![men(UnitType::LG, 6, 2010), men(UnitType::LI, 5, 2011), men(UnitType::PH, 7, 2510)],
            vec![],
        );
        pos.unit_mut(u(1)).morale = Morale::Steady { hits: 2 };
        assert!(is_attackers_choice(&pos, &[u(2)], &[u(0), u(1)]));
        assert!(!is_attackers_choice(&pos, &[u(0)], &[u(1), u(2)]));
        let ways = |all| super::ways(&pos, 4, &[u(0), u(1)], all);
        assert_eq!(ways(true).len(), 5, "all of them");
        let ways = ways(false);
        assert_eq!(ways[0], [1, 3], "routs the second");
        assert!(ways.contains(&vec![4, 0]));
        assert!(ways.iter().all(|w| w.iter().sum::<u8>() == 4));
    }
}
