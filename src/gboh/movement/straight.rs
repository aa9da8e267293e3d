//! The way over open ground, which most orders that name a hex come to: as many hexes as lie between, the
//! turns that it takes, and nothing on it that costs more than that.
//!
//! What such a way costs from the start to any place is known without a search ([`Turns::least`]). So the
//! way is found from the goal backwards, and then looked over: when no step of it costs more than on open
//! ground, no other way is cheaper.

use crate::movement::finder::{go_on, turn_to};
use crate::movement::goal::{Goal, Outlook, Turns};
use crate::movement::march::{Body, March};
use crate::movement::stacking;
use crate::movement::step::step;
use crate::order::Step;
use crate::piece::{Class, UnitType};
use crate::position::{Formation, Hexes, Position};
use tess_hex::{Facing, Hex};

/// The steps of the cheapest way to the goal, when they cost what they would on open ground. Of several such
/// ways it is the one that the search would settle. `None`: it has to be searched for.
pub(crate) fn way(pos: &Position, body: &Body, start: &March, goal: &Goal) -> Option<Vec<Step>> {
    let open = Open::known(pos, body, start, goal)?;
    if goal.facing.is_none() && goal.hex == start.hex {
        return None;
    }
    let facing = match goal.facing {
        Some(facing) => facing,
        None => Facing::ALL.into_iter().min_by_key(|&f| open.toll(goal.hex, f))?,
    };
    let toll = open.toll(goal.hex, facing);
    let halves = start.halves().checked_add(toll.halves)?;
    if toll.steps == 0 || halves > body.allowance.saturating_mul(2) {
        return None;
    }
    let outlook = Outlook::between(start.hex, goal.hex);
    let mut steps = Vec::with_capacity(usize::from(toll.steps));
    let end = Come { toll, hex: goal.hex, facing };
    if open.costs_hits(&end) {
        return None;
    }
    let march = open.come(&end, outlook, &mut steps, &mut Vec::new())?;
    stacking::may_end(pos, body, &march).then_some(steps)
}

/// A place before another: how it looks from the start, and the step that leads on.
type Before = (Come, Outlook, Step);

/// What a way costs, in the order in which the search settles places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Toll {
    halves: u8,
    steps: u8,
}

impl Toll {
    /// Without the last step, which cost so much.
    fn before(self, halves: u8) -> Option<Toll> {
        Some(Toll { halves: self.halves.checked_sub(halves)?, steps: self.steps.checked_sub(1)? })
    }
}

/// A field of nothing but open ground.
struct Open<'a> {
    pos: &'a Position,
    body: &'a Body,
    start: &'a March,
    /// `None` for who goes straight ahead or not at all: a two-hex unit, whose pivots cost hits.
    turns: Option<&'a Turns>,
    /// Half points for a hex.
    least: u8,
}

impl<'a> Open<'a> {
    /// What it is for this mover, when that is known. Chariots mind how they have turned before (alexander
    /// 7.15), engines need not turn, and there is a book in which some pivot for nothing.
    fn known(pos: &'a Position, body: &'a Body, start: &'a March, goal: &'a Goal) -> Option<Open<'a>> {
        let movement = &pos.set.variant.choices.movement;
        let simple = match &goal.turns {
            Some(turns) => {
                turns.are_exact() && body.kind != UnitType::CH && pos.spec(body.unit).class != Class::SC
            }
            None => body.two_hex && !movement.macedonians_pivot_freely,
        };
        let cheap = pos.set.variant.charts.movement.clear.mp.checked_mul(2)? == goal.least;
        let open = Open { pos, body, start, turns: goal.turns.as_ref(), least: goal.least };
        (simple && cheap && start.formation == Formation::Line).then_some(open)
    }

    /// What the cheapest way from the start to a place costs.
    fn toll(&self, hex: Hex, facing: Facing) -> Toll {
        self.toll_to(Outlook::between(self.start.hex, hex), facing)
    }

    /// What the cheapest way costs from the start to a place that looks so from there.
    #[inline]
    fn toll_to(&self, outlook: Outlook, facing: Facing) -> Toll {
        let far = outlook.far();
        let (halves, turns) = match self.turns {
            Some(turns) => turns.least(self.start.facing, Some(facing), outlook),
            None if facing == self.start.facing && outlook.is_before(facing) => (0, 0),
            None => return Toll { halves: u8::MAX, steps: u8::MAX },
        };
        Toll {
            halves: far.saturating_mul(self.least).saturating_add(halves),
            steps: far.saturating_add(turns),
        }
    }

    /// The march to a place by the cheapest way, when that costs what it would on open ground; its steps are
    /// added. Each place is come to from the first of those settled from which such a way leads there.
    /// `shut`: places known to cost more.
    fn come(
        &self,
        here: &Come,
        outlook: Outlook,
        steps: &mut Vec<Step>,
        shut: &mut Vec<(Hex, Facing)>,
    ) -> Option<March> {
        if here.toll.steps == 0 {
            let at_start = here.hex == self.start.hex && here.facing == self.start.facing;
            return at_start.then_some(*self.start);
        }
        if shut.contains(&(here.hex, here.facing)) {
            return None;
        }
        let before = steps.len();
        for (from, seen, step) in self.before(here, outlook).into_iter().map_while(|from| from) {
            if !self.goes_no_further(&from)
                && let Some(march) = self.come(&from, seen, steps, shut)
                && let Some(after) = self.after(&march, step)
                && after.hits == self.start.hits
                && after.halves() == self.start.halves().saturating_add(here.toll.halves)
            {
                steps.push(step);
                return Some(after);
            }
            steps.truncate(before);
        }
        shut.push((here.hex, here.facing));
        None
    }

    /// Does it take a hit to come to a place, because of those who stand there? Then no way leads there as
    /// over open ground.
    fn costs_hits(&self, here: &Come) -> bool {
        let halves = Hexes::of(here.hex, here.facing, self.body.two_hex);
        here.hex != self.start.hex
            && halves.iter().any(|h| stacking::entry_hits(self.pos, self.body, h) != Some(0))
    }

    /// Does no such way lead on from a place: because of that, or because an enemy zone ends the move there
    /// (7.23)? Asked before the way to it is looked for.
    fn goes_no_further(&self, here: &Come) -> bool {
        let halves = Hexes::of(here.hex, here.facing, self.body.two_hex);
        let held =
            here.hex != self.start.hex && halves.iter().any(|h| self.pos.in_enemy_zoc(self.body.side, h));
        held || self.costs_hits(here)
    }

    /// The places before the last step of the cheapest ways to a place, that which is settled first before
    /// the others.
    fn before(&self, here: &Come, outlook: Outlook) -> [Option<Before>; 7] {
        let mut found: [Option<Before>; 7] = [None; 7];
        let mut count = 0;
        let mut add = |from: Come, seen: Outlook, step: Step| {
            if self.toll_to(seen, from.facing) == from.toll {
                let mut at = count;
                while at > 0 && found[at - 1].is_some_and(|(other, ..)| from < other) {
                    found[at] = found[at - 1];
                    at -= 1;
                }
                found[at] = Some((from, seen, step));
                count += 1;
            }
        };
        for (side, halves_go) in
            [(here.facing.left_front(), Step::AheadLeft), (here.facing.right_front(), Step::AheadRight)]
        {
            if let Some(toll) = here.toll.before(self.least)
                && let Some(hex) = here.hex.neighbour(side.opposite())
            {
                let step = if self.turns.is_some() { Step::Enter(here.hex) } else { halves_go };
                add(Come { toll, hex, ..*here }, Outlook::between(self.start.hex, hex), step);
            }
        }
        // Who came here without a turn has not turned here; to turn twice in a hex is never the cheapest
        // way.
        if let Some(turns) = self.turns.filter(|_| here.toll.steps > outlook.far()) {
            for n in [3, 2, -2, 1, -1_i8] {
                if let Some(toll) = here.toll.before(turns.by(n.unsigned_abs())) {
                    add(Come { toll, facing: here.facing.turn(-n), ..*here }, outlook, Step::Turn(n));
                }
            }
        }
        found
    }

    fn after(&self, march: &March, s: Step) -> Option<March> {
        let (pos, body) = (self.pos, self.body);
        match s {
            Step::Enter(to) => go_on(pos, body, march, march.hex.side_towards(to)?, to),
            Step::Turn(n) => turn_to(pos, body, march, n),
            s => step(pos, body, march, s, false).ok().map(|taken| taken.march),
        }
    }
}

/// A place as it is come to, in the order in which the search settles places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Come {
    toll: Toll,
    hex: Hex,
    facing: Facing,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::{finder, march::muster};
    use crate::piece::Side;
    use crate::proving_ground::{Chance, ground, rough_field, u, unit};
    use std::sync::Arc;

    /// On open ground every way is told, and it is what the search settles.
    #[test]
    fn on_open_ground_no_way_has_to_be_searched_for() {
        use UnitType::{CH, EL, LC, LG, MI, PH, SK};
        let mut told = 0;
        for kind in [MI, LG, EL, LC, SK, CH, PH] {
            for colour in 0..2 {
                let mut spec = unit("A", Side::First, kind, (4, 5, 6), 2012, Facing::E);
                spec.colour = colour;
                let pos = ground(vec![spec], vec![]);
                let (body, start) = muster(&pos, u(0), false, false).expect("it may move");
                for n in 0..13 * 13 {
                    let to = Hex::new(14 + n % 13, 6 + n / 13);
                    for facing in Facing::ALL.map(Some).into_iter().chain([None]) {
                        let found = way(&pos, &body, &start, &Goal::new(&pos, &body, to, facing));
                        let searched =
                            finder::search(&pos, &body, &start, Goal::new(&pos, &body, to, facing));
                        told += usize::from(found.is_some());
                        match found {
                            Some(steps) => assert_eq!(Ok(steps), searched, "{kind:?} {to} {facing:?}"),
                            None if matches!(kind, CH | PH) || facing.is_none() && to == start.hex => {}
                            None => assert!(searched.is_err(), "{kind:?} {to} {facing:?} {searched:?}"),
                        }
                    }
                }
            }
        }
        assert!(told > 1000, "{told}");
    }

    /// On any ground what is told is what the search settles.
    #[test]
    fn the_way_over_open_ground_is_the_way_of_the_search() {
        let (mut chance, mut straight, mut other) = (Chance(11), 0, 0);
        for _ in 0..200 {
            let pos = Position::new(Arc::new(rough_field(&mut chance)));
            for n in 0..14 {
                let Ok((body, start)) = muster(&pos, u(n), false, false) else { continue };
                for _ in 0..8 {
                    let facing =
                        [None, Some(start.facing), Some(Facing::ALL[chance.below(6)])][chance.below(3)];
                    let goal = Goal::new(&pos, &body, chance.hex(), facing);
                    match way(&pos, &body, &start, &goal) {
                        Some(steps) => {
                            let found = finder::search(&pos, &body, &start, goal);
                            assert_eq!(Ok(steps), found);
                            straight += 1;
                        }
                        None => other += 1,
                    }
                }
            }
        }
        assert!(straight > 100 && other > 100, "{straight} {other}");
    }
}
