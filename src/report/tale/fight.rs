//! A combat and what came of it.

use super::who::{bound, codes, taken};
use crate::form::list::{count, hits, listed, plural};
use crate::narrate::Teller;
use tess_effects::Rule;
use tess_gboh::UnitId;
use tess_gboh::events::blow::Factor;
use tess_gboh::events::hit_cause::HitCause;
use tess_gboh::events::shock::Blow;
use tess_gboh::events::{MoveEvent, ShockEvent};
use tess_gboh::variant::charts::Angle;
use tess_hex::Hex;

/// Who attacked whom, and what befell them.
#[derive(Debug, Default)]
pub(super) struct Fight {
    pub(super) attackers: Vec<UnitId>,
    pub(super) defenders: Vec<UnitId>,
    /// Nobody ordered it: they must.
    pub(super) obliged: bool,
    /// The blow itself, if it came to it.
    pub(super) blow: Option<Box<Blow>>,
    /// Hits before the clash.
    pub(super) shaken: Vec<(UnitId, u8)>,
    pub(super) hits: Vec<(UnitId, u8)>,
    /// Checks for collapse: die, and whether it held.
    pub(super) near: Vec<(UnitId, u8, bool)>,
    pub(super) fates: Vec<Fate>,
    pub(super) advances: Vec<(UnitId, Hex)>,
    /// What else is told of them.
    pub(super) besides: Vec<String>,
}

/// What became of a unit that gave way.
#[derive(Debug)]
pub(super) struct Fate {
    pub(super) unit: UnitId,
    /// It routs.
    pub(super) routs: Option<Rule>,
    /// To here.
    pub(super) to: Option<Hex>,
    /// It is out of the battle.
    pub(super) gone: Option<Rule>,
}

impl Fate {
    /// Nothing yet.
    pub(super) const fn of(unit: UnitId) -> Fate {
        Fate { unit, routs: None, to: None, gone: None }
    }

    /// Is it lost without having run?
    pub(super) const fn is_only_lost(&self) -> bool {
        self.routs.is_none() && self.to.is_none() && self.gone.is_some()
    }

    /// What it did, behind its name: `routs to 2719 (10.14)`.
    pub(super) fn did(&self, t: &Teller<'_>) -> String {
        let to = self.to.map_or_else(String::new, |hex| format!(" to {hex}"));
        match (self.routs, self.gone) {
            (Some(routs), Some(gone)) => format!("routs ({}) and is lost ({})", t.rule(routs), t.rule(gone)),
            (None, Some(gone)) => format!("is lost ({})", t.rule(gone)),
            (Some(rule), None) => format!("routs{to} ({})", t.rule(rule)),
            (None, None) => format!("runs{to}"),
        }
    }
}

impl Fight {
    /// Is this unit in it?
    pub(super) fn has(&self, unit: UnitId) -> bool {
        let struck = self.blow.iter().flat_map(|blow| blow.attackers.iter().chain(&blow.defenders));
        self.attackers.iter().chain(&self.defenders).chain(struck).any(|&it| it == unit)
    }

    /// A unit of it moves into ground that has been left, perhaps farther than before.
    pub(super) fn advances(&mut self, unit: UnitId, to: Hex) {
        match self.advances.iter_mut().find(|(it, _)| *it == unit) {
            Some(known) => known.1 = to,
            None => self.advances.push((unit, to)),
        }
    }

    /// What became of a unit of it.
    pub(super) fn fate(&mut self, unit: UnitId) -> &mut Fate {
        let at = self.fates.iter().position(|fate| fate.unit == unit).unwrap_or_else(|| {
            self.fates.push(Fate::of(unit));
            self.fates.len() - 1
        });
        &mut self.fates[at]
    }

    /// The sentences of it.
    pub(super) fn told(&self, t: &mut Teller<'_>) -> String {
        let mut out = self.clash(t);
        if !self.shaken.is_empty() {
            let rule = t.rule(HitCause::PreShock.rule());
            out.push_str(&format!(" Before the clash {} ({rule}).", listed(&taken(t, &self.shaken))));
        }
        let held: Vec<&(UnitId, u8, bool)> = self.near.iter().filter(|(_, _, held)| *held).collect();
        if !held.is_empty() {
            let units: Vec<UnitId> = held.iter().map(|(unit, ..)| *unit).collect();
            let dice: Vec<String> = held.iter().map(|(_, die, _)| die.to_string()).collect();
            let verb = plural(units.len(), "all but collapses and holds", "all but collapse and hold");
            let rule = t.rule(ShockEvent::COLLAPSE);
            let (who, dice) = (codes(t, &units), count(&dice, "die", "dice"));
            out.push_str(&format!(" {who} {verb} ({dice}; {rule})."));
        }
        if !self.advances.is_empty() {
            let said = bound(t, &self.advances, "advances", "advance");
            out.push_str(&format!(" {said} ({}).", t.rule(MoveEvent::ADVANCES)));
        }
        for sentence in &self.besides {
            out.push_str(&format!(" {sentence}."));
        }
        out
    }

    /// Who attacked whom, with the die, and what both sides took by it.
    fn clash(&self, t: &mut Teller<'_>) -> String {
        let (attackers, defenders) = match &self.blow {
            Some(blow) => (&blow.attackers, &blow.defenders),
            None => (&self.attackers, &self.defenders),
        };
        let verb = if self.obliged { " must attack" } else { plural(attackers.len(), " attacks", " attack") };
        let angle = match self.blow.as_ref().map(|blow| blow.angle) {
            Some(Angle::Flank) => " in the flank",
            Some(Angle::Rear) => " in the rear",
            _ => "",
        };
        let with = match &self.blow {
            Some(blow) => reckoned(t, blow),
            None => t.rule(ShockEvent::COMBINED).to_string(),
        };
        let (who, whom) = (codes(t, attackers), codes(t, defenders));
        let mut outcomes = self.outcomes(t);
        if outcomes.is_empty() {
            outcomes.push(if self.blow.is_some() {
                "nobody is hurt".to_owned()
            } else {
                "it comes to nothing".to_owned()
            });
        }
        format!("{who}{verb} {whom}{angle} ({with}): {}.", outcomes.join(", "))
    }

    /// What each unit took, those with the same together, whoever gave way first.
    fn outcomes(&self, t: &mut Teller<'_>) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for fate in &self.fates {
            let did = fate.did(t);
            let taken = self.hits.iter().find(|(unit, _)| *unit == fate.unit);
            let code = t.code(fate.unit);
            out.push(match taken {
                Some((_, n)) => format!("{code} takes {} and {did}", hits(*n)),
                None => format!("{code} {did}"),
            });
        }
        let rest: Vec<(UnitId, u8)> = self
            .hits
            .iter()
            .copied()
            .filter(|(unit, _)| self.fates.iter().all(|f| f.unit != *unit))
            .collect();
        if !rest.is_empty() {
            out.extend(taken(t, &rest));
        }
        out
    }
}

/// `die 7, +1 REG, column 3; 8.46`.
fn reckoned(t: &mut Teller<'_>, blow: &Blow) -> String {
    let mut out = format!("die {}", blow.die);
    for led in &blow.leaders {
        let how = if led.killed { " lost" } else { "" };
        out.push_str(&format!(", {:+} {}{how}", led.by, t.leader(led.leader)));
    }
    out.push_str(&format!(", column {}", blow.column));
    for (factor, _) in &blow.factors {
        out.push_str(match factor {
            Factor::AttackSuperior(_) => ", attack superior",
            Factor::DefenceSuperior => ", defence superior",
            Factor::PassThru => ", ranks opened",
            Factor::Skirmishers => ", skirmishers defend",
            Factor::SkirmishersAttack => ", skirmishers attack",
            Factor::LightHorse => ", light horse",
        });
    }
    out.push_str(&format!("; {}", t.rule(Blow::TABLE)));
    out
}
