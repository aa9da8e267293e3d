//! What happens at one place, in facts: happenings of a kind together, a combat with all that came of it.

use super::fight::{Fate, Fight};
use tess_effects::Rule;
use tess_gboh::events::hit_cause::HitCause;
use tess_gboh::events::missile::Occasion;
use tess_gboh::order::Target;
use tess_gboh::{LeaderId, UnitId};
use tess_hex::{Facing, Hex};

/// One or several happenings that are told in one sentence.
#[derive(Debug)]
pub(super) enum Scene {
    /// Units go somewhere.
    Moves(Vec<(UnitId, Option<Hex>)>),
    /// Leaders ride somewhere.
    Rides(Vec<(LeaderId, Hex)>),
    /// Units take hits for one reason.
    Strain(HitCause, Vec<(UnitId, u8)>),
    /// Several shoot at one.
    Fire(Target, Occasion, Vec<Shot>),
    /// Missiles are low, or spent.
    Missiles(Vec<UnitId>, Vec<UnitId>),
    /// They come in again.
    Reloads(Vec<UnitId>),
    /// Units fall back before one.
    Withdraws(UnitId, Vec<(UnitId, Option<Hex>)>),
    /// Units turn to meet one.
    Turns(UnitId, Vec<(UnitId, Facing)>),
    /// A combat.
    Fight(Fight),
    /// Somebody gives way elsewhere.
    Flight(Fate),
    /// Those who have routed run on.
    RunsOn(Rule, Vec<(UnitId, Option<Hex>)>),
    /// Units recover hits.
    Recovers(Vec<(UnitId, u8)>),
    /// A leader tries to rally units.
    Rallies(LeaderId, Vec<Rally>),
    /// What is told by its own sentence.
    Told(String),
}

/// A shot.
#[derive(Debug)]
pub(super) struct Shot {
    pub(super) unit: UnitId,
    pub(super) die: u8,
    pub(super) hits: u8,
}

/// A try to rally.
#[derive(Debug)]
pub(super) struct Rally {
    pub(super) unit: UnitId,
    pub(super) die: u8,
    pub(super) needed: u8,
}

impl Scene {
    /// Goes on with a scene, or begins one: what could not go on comes back.
    pub(super) fn join(&mut self, next: Scene) -> Option<Scene> {
        match (self, next) {
            (Scene::Moves(all), Scene::Moves(more)) => {
                for (unit, to) in more {
                    match all.iter_mut().find(|(it, _)| *it == unit) {
                        Some(known) => known.1 = to.or(known.1),
                        None => all.push((unit, to)),
                    }
                }
            }
            (Scene::Rides(all), Scene::Rides(more)) => all.extend(more),
            (Scene::Strain(why, all), Scene::Strain(cause, more)) if *why == cause => {
                for (unit, hits) in more {
                    match all.iter_mut().find(|(it, _)| *it == unit) {
                        Some(known) => known.1 += hits,
                        None => all.push((unit, hits)),
                    }
                }
            }
            (Scene::Fire(whom, when, all), Scene::Fire(target, occasion, more))
                if *whom == target && *when == occasion =>
            {
                all.extend(more);
            }
            (Scene::Missiles(low, spent), Scene::Missiles(more_low, more_spent)) => {
                low.retain(|unit| !more_spent.contains(unit));
                low.extend(more_low);
                spent.extend(more_spent);
            }
            (Scene::Reloads(all), Scene::Reloads(more)) => all.extend(more),
            (Scene::Withdraws(before, all), Scene::Withdraws(mover, more)) if *before == mover => {
                for (unit, to) in more {
                    match all.iter_mut().find(|(it, _)| *it == unit) {
                        Some(known) => known.1 = to,
                        None => all.push((unit, to)),
                    }
                }
            }
            (Scene::Turns(before, all), Scene::Turns(mover, more)) if *before == mover => all.extend(more),
            (Scene::RunsOn(rule, all), Scene::RunsOn(by, more)) if *rule == by => all.extend(more),
            (Scene::Recovers(all), Scene::Recovers(more)) => all.extend(more),
            (Scene::Rallies(leader, all), Scene::Rallies(by, more)) if *leader == by => all.extend(more),
            (_, next) => return Some(next),
        }
        None
    }

    /// May it stand before what came earlier, so that it joins others of its kind?
    pub(super) const fn gathers(&self) -> bool {
        matches!(
            self,
            Scene::Moves(_)
                | Scene::Rides(_)
                | Scene::Strain(..)
                | Scene::Missiles(..)
                | Scene::Reloads(_)
                | Scene::Withdraws(..)
                | Scene::Turns(..)
                | Scene::RunsOn(..)
                | Scene::Recovers(_)
        )
    }
}
