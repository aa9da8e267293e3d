//! Which of several equally good hexes a routed unit takes (10.22).
//!
//! The owner chooses. He is asked when his friends would suffer differently, else if he wants to be;
//! otherwise the unit keeps away from enemies, then out of its friends' way (`questions/company.rs`).

use crate::questions::room;
use std::fmt;

use crate::rout::ground::{Runner, Stride, friends_in, harm};
use crate::rout::way::{Been, Steps, ring, steps_from};
use crate::state::asks::Finer;
use crate::{Flow, Oracle};
use tess_effects::{Listed, Matter, Rule};
use tess_hex::Hexside;

/// Does the step lead to a hex where the run has not been?
fn is_new(been: Been<'_>, s: &Stride) -> bool {
    s.to.left.is_none_or(|hex| !been.contains(hex))
}

/// Would the unit be lost after this step: nowhere to go on, or nowhere to stand beyond its friends? Where
/// steps lead on from a step that is not the last, they are `ahead` then: who takes it need not look for
/// them again.
fn dooms(run: &Runner<'_>, s: &Stride, been: Been<'_>, last: bool, ahead: &mut Steps) -> bool {
    // Of one hex the slot is known.
    let home = if s.to.right.is_none() { run.way_home_from(s.slot) } else { run.way_home(s.to) };
    if last && s.class == 1 || home == 1 {
        return false;
    }
    if !last {
        if let Some(hex) = s.to.left {
            steps_from(run, hex, usize::from(s.slot), been, ahead);
        }
        return ahead.is_empty();
    }
    let strides = Hexside::ALL.into_iter().filter_map(|side| run.stride(s.to, side));
    let free = strides.filter(|next| is_new(been, next));
    // Class of what `steps` would give.
    let best = free.map(|n| (ring(home, run.way_home(n.to)), n.class)).min();
    best.is_none_or(|(_, class)| class > 1)
}

/// What decides between equal hexes, best first: life, friends unharmed, the [`crowd`] about it.
pub(crate) type Merit = (bool, u32, u128);

/// No enemies about, no friends about, the [`room`] about a hex: the less, the better, in one number, which
/// is compared at once.
pub(crate) fn crowd(foes: u8, friends: u8, room: u128) -> u128 {
    u128::from(foes) << 120 | u128::from(friends) << 112 | room
}

pub(crate) fn merit(run: &Runner<'_>, s: &Stride, been: Been<'_>, last: bool) -> Merit {
    let doomed = dooms(run, s, been, last, &mut { Steps::NONE });
    (doomed, harm(run.pos, run.unit, s.to, last), crush(run, s))
}

/// The last of it: enemies and friends about the hex, and how it lies.
fn crush(run: &Runner<'_>, s: &Stride) -> u128 {
    let (foes, friends) = run.touching(s);
    crowd(foes, friends, room(run.pos, run.pos.side(run.unit), s.to))
}

/// The key of a way: its hexes.
struct Path<'a>(&'a [Stride]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hexes = self.0.iter().filter_map(|s| s.to.left);
        hexes.next().map_or(Ok(()), |hex| hex.fmt(f))?;
        hexes.try_for_each(|hex| write!(f, "-{hex}"))
    }
}

/// One of several ways, with what it is worth.
type Weighed<'a, S> = (usize, &'a (Merit, S));

/// **spqr 10.22.** The owner's choice between ways: asked when friends suffer differently and no choice is
/// worse for all, or when he wants to be.
pub(crate) fn choose<'a, S: AsRef<[Stride]>>(
    run: &Runner<'_>,
    oracle: &mut Oracle<'_>,
    options: &'a [(Merit, S)],
) -> Flow<usize> {
    let Some(best) = (0..options.len()).min_by_key(|&i| options[i].0) else { return Ok(0) };
    let (doomed, cost, ..) = options[best].0;
    let Runner { pos, unit, .. } = *run;
    let alike = options.iter().all(|(m, _)| m.0 != doomed || m.1 == cost);
    if options.len() < 2 || alike && !pos.asks(pos.side(unit), Finer::RoutPath) {
        return Ok(best);
    }
    let spec = pos.spec(unit);
    let friends_on = |strides: &[Stride]| -> Vec<&str> {
        let friends = strides.iter().flat_map(|s| friends_in(pos, unit, s.to));
        friends.map(|u| pos.spec(u).code.as_str()).collect()
    };
    let chosen = Listed {
        of: options.iter().enumerate(),
        key: |(_, (_, strides)): &Weighed<'a, S>| Path(strides.as_ref()),
        text: |(_, (merit, strides)): &Weighed<'a, S>| {
            let friends = friends_on(strides.as_ref());
            let through = if friends.is_empty() {
                "free".to_owned()
            } else {
                format!("through {}", friends.join(", "))
            };
            let end = if merit.0 { ", then no way on" } else { "" };
            format!("{through}{end}")
        },
    };
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "rout-path", side, subject: &spec.code, rule: Rule("10.22") };
    let (n, _) = oracle.choose(matter, &chosen, |matter, _| {
        matter
            .question(format!("{} ({}) routs: which way?", spec.code, spec.kind.letters()))
            .fact("own.type", spec.kind.letters())
            .fact("own.tq", spec.tq)
            .or_else(Path(options[best].1.as_ref()).to_string())
    })?;
    Ok(n)
}

/// **spqr 10.22.** Which of these equally good steps a unit of one hex takes; `last` says whether a step
/// would be the last. Where the steps on from it have been looked at, they are `ahead`, which is empty
/// before.
pub(crate) fn next_step(
    run: &Runner<'_>,
    oracle: &mut Oracle<'_>,
    options: &[Stride],
    last: impl Fn(&Stride) -> bool,
    been: Been<'_>,
    ahead: &mut Steps,
) -> Flow<Option<Stride>> {
    // What an only way is worth is nobody's question.
    if options.len() < 2 {
        return Ok(options.first().copied());
    }
    if options[0].class == 1 && !run.pos.asks(run.pos.side(run.unit), Finer::RoutPath) {
        return Ok(freest(run, options, last, been, ahead));
    }
    let weighed: Vec<(Merit, [Stride; 1])> =
        options.iter().map(|s| (merit(run, s, been, last(s)), [*s])).collect();
    Ok(Some(weighed[choose(run, oracle, &weighed)?].1[0]))
}

/// The best of steps into vacant hexes. No friend suffers by any of them, so nobody has to choose; and when
/// the best by all but life leaves a way on, there is no need to look so far ahead from the others.
fn freest(
    run: &Runner<'_>,
    options: &[Stride],
    last: impl Fn(&Stride) -> bool,
    been: Been<'_>,
    ahead: &mut Steps,
) -> Option<Stride> {
    let best = options.iter().min_by_key(|s| crush(run, s))?;
    if !dooms(run, best, been, last(best), ahead) {
        return Some(*best);
    }
    let doomed = |s: &Stride| dooms(run, s, been, last(s), &mut { Steps::NONE });
    options.iter().min_by_key(|s| (doomed(s), crush(run, s))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Side, UnitSpec, UnitType};
    use crate::position::{Hexes, Position};
    use crate::proving_ground::{Chance, ground, hex, u, unit};
    use crate::rout::way::steps;
    use tess_effects::Dice;
    use tess_hex::{Facing, Hex};

    /// The runner in 2012, and seven friends and four enemies who have no places yet.
    fn crowd() -> Position {
        let mut units: Vec<UnitSpec> = Vec::new();
        for n in 0..12 {
            let side = if n < 8 { Side::First } else { Side::Second };
            units.push(unit(&format!("u{n}"), side, UnitType::LG, (3, 6, 6), 2012, Facing::E));
        }
        let mut pos = ground(units, vec![]);
        (1..12).for_each(|n| pos.lift(u(n)));
        pos
    }

    /// Gives everybody but the runner a place near him.
    fn scatter(pos: &mut Position, chance: &mut Chance) {
        (1..12).for_each(|n| pos.lift(u(n)));
        for n in 1..12 {
            let at = hex((1600 + 100 * chance.below(9) + 8 + chance.below(9)) as u16);
            let facing = Facing::ALL[chance.below(6)];
            if pos.stack(at).is_empty() {
                pos.put(u(n), at, facing);
            }
        }
    }

    /// The short way of choosing among vacant hexes takes what the rule's order of merits takes.
    #[test]
    fn the_freest_of_vacant_hexes_is_the_one_of_most_merit() {
        let (mut several, mut doomed, mut foreseen) = (0, 0, 0);
        let (mut chance, mut pos, start) = (Chance(1), crowd(), hex(2012));
        let around: Vec<Hex> = pos.set.field.hexes().filter(|h| h.distance(start) <= 3).collect();
        for number in 0..1500 {
            scatter(&mut pos, &mut chance);
            // Many hexes around it are barred as if it had been there, so that some ways lead nowhere.
            let barred = |h: &Hex| *h == start || chance.below(5) > 1;
            let places: Vec<Hexes> = around.iter().copied().filter(barred).map(Hexes::one).collect();
            let been = Been { start: None, places: &places };
            let run = Runner::new(&pos, u(0));
            let mut options = Steps::NONE;
            steps(&run, pos.hexes(u(0)), been, &mut options);
            if options.len() < 2 || options[0].class > 1 {
                continue;
            }
            several += 1;
            for last in [false, true] {
                let merits: Vec<Merit> = options.iter().map(|s| merit(&run, s, been, last)).collect();
                doomed += usize::from(merits.iter().any(|m| m.0) && merits.iter().any(|m| !m.0));
                let best = (0..options.len()).min_by_key(|&i| merits[i]).map(|i| options[i]);
                let mut oracle = Oracle::new(Dice::Closed, &[]);
                let mut ahead = Steps::NONE;
                let taken = next_step(&run, &mut oracle, &options, |_| last, been, &mut ahead);
                assert_eq!(taken, Ok(best), "crowd {number}");
                if !ahead.is_empty() {
                    let to = best.expect("a step").to;
                    let places = [&places[..], &[to]].concat();
                    let mut on = Steps::NONE;
                    steps(&run, to, Been { start: None, places: &places }, &mut on);
                    assert_eq!(*ahead, *on, "crowd {number}");
                    foreseen += 1;
                }
            }
        }
        assert!(several > 100 && doomed > 10, "{several} choices, {doomed} with a hex that leads nowhere");
        assert!(foreseen > 100, "{foreseen} times the steps after the one taken were known");
    }
}
