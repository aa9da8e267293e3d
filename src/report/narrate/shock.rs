//! Sentences of the chapter `shock`.

use super::rout::befalls;
use super::teller::{Teller, hexes, hits};
use tess_gboh::check::Check;
use tess_gboh::events::ShockEvent;
use tess_gboh::events::exemption::{Exemption, ShiftCause};
use tess_gboh::events::shock::Blow;
use tess_gboh::piece::{UnitId, UnitType};
use tess_gboh::shock::factors::Factor;
use tess_gboh::shock::shifts::Shift;
use tess_gboh::shock::superiority::{Ground, Superiority};
use tess_gboh::variant::charts::Angle;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &ShockEvent) -> String {
    match event {
        ShockEvent::Marked { .. }
        | ShockEvent::Enabled { .. }
        | ShockEvent::Combined { .. }
        | ShockEvent::Added { .. }
        | ShockEvent::Duel { .. }
        | ShockEvent::Begins { .. } => before(t, event),
        ShockEvent::OpensRanks { .. }
        | ShockEvent::Exempt { .. }
        | ShockEvent::Charge { .. }
        | ShockEvent::AllBroken { .. }
        | ShockEvent::Steadied { .. }
        | ShockEvent::PassedThru { .. }
        | ShockEvent::RanksChecked { .. } => charge(t, event),
        ShockEvent::Struck(..)
        | ShockEvent::Breakthrough { .. }
        | ShockEvent::Collapse { .. }
        | ShockEvent::Stays { .. }
        | ShockEvent::LeftColumn { .. }
        | ShockEvent::LeftCharge { .. }
        | ShockEvent::Engaged { .. }
        | ShockEvent::SteppedBack { .. } => blows(t, event),
        ShockEvent::Pursuit { .. }
        | ShockEvent::AttacksAgain { .. }
        | ShockEvent::ComesBack { .. }
        | ShockEvent::Pursued { .. }
        | ShockEvent::LeftMap { .. }
        | ShockEvent::Regrouped { .. }
        | ShockEvent::FormedPursuit { .. }
        | ShockEvent::FormedRide { .. } => pursuit(t, event),
    }
}

/// What leads to a combat: markers, who attacks whom, personal combat.
fn before(t: &mut Teller<'_>, event: &ShockEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        ShockEvent::Marked { unit: u, must: true } => format!("{} must shock ({rule})", t.unit(*u)),
        ShockEvent::Marked { unit: u, must: false } => format!("{} may shock ({rule})", t.unit(*u)),
        ShockEvent::Enabled { unit: u, leader: Some(l) } => {
            format!("{} lets {} shock, without a check ({rule})", t.name(*l), t.unit(*u))
        }
        ShockEvent::Enabled { unit: u, leader: None } => {
            format!("{} shocks after its fire, without a check ({rule})", t.unit(*u))
        }
        ShockEvent::Combined { attackers, defenders, ordered } => {
            let why = if *ordered { "" } else { ", since they must" };
            format!("{} will attack {}{why} ({rule})", t.codes(attackers, " "), t.codes(defenders, " "))
        }
        ShockEvent::Added { attacker, defender } => {
            format!("{} has to attack {} too ({rule})", t.unit(*attacker), t.unit(*defender))
        }
        ShockEvent::Duel { one, other, dice, totals, outcome } => {
            let end = match outcome {
                None => "nothing comes of it".to_owned(),
                Some(what) => {
                    let loser = if totals[0] < totals[1] { one } else { other };
                    format!("{} {}", t.name(*loser), befalls(*what))
                }
            };
            format!(
                "{} and {} fight in person: {} thrown, {} in all, against {} thrown, {} in all; {end} ({rule})",
                t.name(*one),
                t.name(*other),
                t.die(dice[0]),
                totals[0],
                t.die(dice[1]),
                totals[1]
            )
        }
        ShockEvent::Begins { number, attackers, defenders } => {
            format!("Combat {number}: {} against {} ({rule})", t.units_of(attackers), t.units_of(defenders))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Checks before shock and opened ranks.
fn charge(t: &mut Teller<'_>, event: &ShockEvent) -> String {
    let (set, rule) = (t.set, t.rule(event.rule()));
    match event {
        ShockEvent::OpensRanks { unit: u, elephant, lines, .. } => {
            let lines = if *lines > 1 { " over two lines" } else { "" };
            format!("{} opens its ranks{lines} for {} ({rule})", t.unit(*u), t.unit(*elephant))
        }
        ShockEvent::Exempt { unit: u, why } => {
            format!("{} {} and needs no check ({rule})", t.unit(*u), spared(*why))
        }
        ShockEvent::Charge { unit: u, check, reasons } => {
            let because: Vec<String> = reasons.iter().map(|s| shift(t, s)).collect();
            let because =
                if because.is_empty() { String::new() } else { format!("; {}", because.join(", ")) };
            format!("{} pre-shock: {} ({rule}){because}", t.unit(*u), checked(t, *check))
        }
        ShockEvent::AllBroken { number, attackers, defenders, loser } => format!(
            "Combat {number}: everybody would rout; attackers {attackers:+}, defenders {defenders:+} beyond \
             their quality: {} routs ({rule})",
            t.side(*loser)
        ),
        ShockEvent::Steadied { unit: u, hits: n, .. } => {
            format!("{} keeps together with {} ({rule})", t.unit(*u), hits(*n))
        }
        ShockEvent::PassedThru { elephant, to, .. } => {
            let end = if set.unit(*elephant).kind == UnitType::CH { " and is finished" } else { "" };
            format!("{} comes out behind the ranks in {to}{end} ({rule})", t.unit(*elephant))
        }
        ShockEvent::RanksChecked { unit: u, check, .. } => {
            format!("{} closes its ranks: {} ({rule})", t.unit(*u), checked(t, *check))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// The combat itself and what it does at once.
fn blows(t: &mut Teller<'_>, event: &ShockEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        ShockEvent::Struck(blow) => struck(t, blow),
        ShockEvent::Breakthrough { unit: u, hits: own, by, theirs } => format!(
            "{} with {} against {} of {} is pushed back and takes 2 more ({rule})",
            t.unit(*u),
            hits(*own),
            theirs,
            t.unit(*by)
        ),
        ShockEvent::Collapse { unit: u, check, held } => {
            let end = if *held { "it holds and loses a hit" } else { "it collapses" };
            format!("{} checks for collapse: {}, {end} ({rule})", t.unit(*u), rolled(t, *check))
        }
        ShockEvent::Stays { unit: u } => {
            format!("{} does not advance: another enemy is in its zone or it is in one ({rule})", t.unit(*u))
        }
        ShockEvent::LeftColumn { unit: u, facing } => {
            format!("{} falls out of column and faces {facing} ({rule})", t.unit(*u))
        }
        ShockEvent::LeftCharge { unit: u } => {
            format!("{} is no longer in charge formation ({rule})", t.unit(*u))
        }
        ShockEvent::Engaged { unit: u, now: true } => format!("{} is engaged ({rule})", t.unit(*u)),
        ShockEvent::Engaged { unit: u, now: false } => {
            format!("{} is no longer engaged ({rule})", t.unit(*u))
        }
        ShockEvent::SteppedBack { unit: u, to } => format!("{} steps back to {to} ({rule})", t.unit(*u)),
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Pursuit, and the way back from it.
fn pursuit(t: &mut Teller<'_>, event: &ShockEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        ShockEvent::Pursuit { unit: u, die, quality, pursues } => {
            let end = if *pursues { "it pursues" } else { "it breaks off" };
            format!("{} rolls {} against {quality}: {end} ({rule})", t.unit(*u), t.die(*die))
        }
        ShockEvent::AttacksAgain { unit: u, die, quality, attacks } => {
            let end = if *attacks { "it attacks again" } else { "it attacks no more" };
            format!("{} rolls {} against {quality}: {end} ({rule})", t.unit(*u), t.die(*die))
        }
        ShockEvent::ComesBack { unit: u, entry, to, leader: l, back } => {
            let from = entry.map_or_else(String::new, |e| format!(" enters at {e} and"));
            let end = if *back { "is back in play" } else { "is not yet in his range" };
            format!("{}{from} rides to {to} towards {}; it {end} ({rule})", t.unit(*u), t.name(*l))
        }
        ShockEvent::Pursued { unit: u, path } if path.is_empty() => {
            format!("{} finds no way to pursue ({rule})", t.unit(*u))
        }
        ShockEvent::Pursued { unit: u, path } => {
            format!("{} pursues by {} ({rule})", t.unit(*u), hexes(path))
        }
        ShockEvent::LeftMap { unit: u, by } => {
            format!("{} rides after them off the map at {by} ({rule})", t.unit(*u))
        }
        ShockEvent::Regrouped { unit: u, entry, to, facing } => {
            format!(
                "{} regroups: it enters at {entry} and stands in {to} facing {facing} ({rule})",
                t.unit(*u)
            )
        }
        ShockEvent::FormedPursuit { unit: u, die, quality, pursues } => {
            let end = if *pursues { "it pursues" } else { "it keeps together" };
            format!("{} rolls {}+2 against {quality}: {end} ({rule})", t.unit(*u), t.die(*die))
        }
        ShockEvent::FormedRide { unit: u, path } if path.is_empty() => {
            format!("{} finds no way to pursue ({rule})", t.unit(*u))
        }
        ShockEvent::FormedRide { unit: u, path } => {
            format!("{} pursues by {} ({rule})", t.unit(*u), hexes(path))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// The arithmetic of a combat in one paragraph: `H3a H3b attack P6 (front): base column 5 (LG v PH, 8.45),
/// left flank covered 2L (9.41), size 6:10 0 -> column 3; ...`.
fn struck(t: &mut Teller<'_>, b: &Blow) -> String {
    let set = t.set;
    let kind = |u: UnitId| set.unit(u).kind.letters();
    let angle = match b.angle {
        Angle::Front => "front",
        Angle::Flank => "flank",
        Angle::Rear => "rear",
    };
    let mut text = format!(
        "Combat {}: {} attack {} ({angle}): base column {} ({} {} v {} {}, {})",
        b.number,
        t.codes(&b.attackers, " "),
        t.codes(&b.defenders, " "),
        b.base,
        set.unit(b.attacker).code,
        kind(b.attacker),
        set.unit(b.defender).code,
        kind(b.defender),
        t.rule(Blow::COLUMN),
    );
    let (a, d) = b.sizes;
    if !b.shifts.iter().any(|s| s.why == ShiftCause::Size) {
        text += &format!(", size {a}:{d} 0");
    }
    for s in &b.shifts {
        let by = column_shift(s.by);
        let what = match s.why {
            ShiftCause::Size => format!("size {a}:{d}"),
            why => because(why).to_owned(),
        };
        text += &format!(", {what} {by} ({})", t.rule(s.why.rule()));
    }
    text += &format!(" -> column {}; die {}", b.column, t.die(b.die));
    for l in &b.leaders {
        let how = if l.killed { "lost" } else { "charisma" };
        text += &format!(" {:+} {} {how}", l.by, t.name(l.leader));
    }
    if !b.leaders.is_empty() {
        text += &format!(" = {}", b.row);
    }
    text += &format!(": {}({})", b.table.attacker, b.table.defender);
    for (factor, now) in &b.factors {
        let rule = t.rule(b.factor_rule(*factor));
        text += &format!("; {}: {}({}) ({rule})", factored(b, *factor), now.attacker, now.defender);
    }
    let shares: Vec<String> =
        b.shares.iter().filter(|(_, n)| *n > 0).map(|(u, n)| format!("{} {n}", set.unit(*u).code)).collect();
    if shares.is_empty() {
        text += "; no hits";
    } else {
        text += &format!("; hits: {} ({})", shares.join(", "), t.rule(Blow::SHARES));
    }
    text
}

/// What multiplies or divides the hits.
fn factored(b: &Blow, factor: Factor) -> String {
    match (factor, b.superiority) {
        (Factor::AttackSuperior(n), Superiority::Attack(Ground::Position)) => {
            format!("attack superior by position x{n}")
        }
        (Factor::AttackSuperior(n), Superiority::Attack(Ground::Column)) => {
            format!("attack superior on a column x{n}")
        }
        (Factor::AttackSuperior(n), Superiority::Attack(Ground::Formation)) => {
            format!("attack superior by charge formation x{n}")
        }
        (Factor::AttackSuperior(n), Superiority::Attack(Ground::Swords)) => {
            format!("attack superior by swords x{n}")
        }
        (Factor::AttackSuperior(n), _) => format!("attack superior by weapons x{n}"),
        (Factor::DefenceSuperior, _) => "defence superior x3".to_owned(),
        (Factor::PassThru, _) => "ranks opened".to_owned(),
        (Factor::Skirmishers, _) => "skirmishers defend".to_owned(),
        (Factor::LightHorse, _) => "light attackers halved".to_owned(),
        (Factor::SkirmishersAttack, _) => "skirmishers attack".to_owned(),
    }
}

/// `2L`, `1R`.
fn column_shift(by: i8) -> String {
    if by < 0 { format!("{}L", by.unsigned_abs()) } else { format!("{by}R") }
}

/// `+1 attacked by elephants (9.17)`.
pub(crate) fn shift(t: &Teller<'_>, s: &Shift) -> String {
    format!("{:+} {} ({})", s.by, because(s.why), t.rule(s.why.rule()))
}

fn rolled(t: &mut Teller<'_>, check: Check) -> String {
    let plus = if check.modifier == 0 { String::new() } else { format!(" {:+}", check.modifier) };
    format!("{}{plus} against {}", t.die(check.die), check.quality)
}

fn checked(t: &mut Teller<'_>, check: Check) -> String {
    let end = if check.excess == 0 { "steady".to_owned() } else { hits(check.excess) };
    format!("{}, {end}", rolled(t, check))
}

/// Why a unit needs no check, in words behind its name.
pub(crate) const fn spared(why: Exemption) -> &'static str {
    match why {
        Exemption::ChariotRun => "has come four hexes or more",
        Exemption::EasyEnemy => "attacks only skirmishers or routed units",
        Exemption::LightFoot => "is attacked from the front by light infantry",
    }
}

/// Why a column or a die is shifted, in words.
pub(crate) const fn because(cause: ShiftCause) -> &'static str {
    match cause {
        ShiftCause::Size => "size",
        ShiftCause::Cover => "defenders in woods or marsh",
        ShiftCause::Rampart => "defenders behind their rampart",
        ShiftCause::AllHigher => "all defenders higher",
        ShiftCause::SomeHigher => "some defenders higher",
        ShiftCause::AllLower => "all defenders lower",
        ShiftCause::AttackerDepleted => "an attacker is depleted",
        ShiftCause::DefenderDepleted => "a defender is depleted",
        ShiftCause::LeftFlankCovered => "left flank covered by a phalanx",
        ShiftCause::RightFlankCovered => "right flank covered by a phalanx",
        ShiftCause::IndianElephants => "Indian elephants attack",
        ShiftCause::CataphractsAttack => "cataphracts attack",
        ShiftCause::CataphractsDefend => "cataphracts defend",
        ShiftCause::ElephantsAtFront => "elephants against the front of heavy infantry",
        ShiftCause::ByElephants => "attacked by elephants",
        ShiftCause::ByChariots => "attacked by chariots",
        ShiftCause::AfricanElephants => "African elephants against Indian ones",
        ShiftCause::ByDoubleDepth => "attacked by a double depth phalanx",
        ShiftCause::InDoubleDepth => "defends in double depth",
        ShiftCause::OpensRanks => "opens its ranks",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_effects::Rule;
    use tess_gboh::events::shock::LeaderEffect;
    use tess_gboh::piece::{LeaderId, Rank, Side};
    use tess_gboh::proving_ground::{leader, setup, u, unit};
    use tess_gboh::shock::factors::Hits;
    use tess_hex::Facing;

    #[test]
    fn a_combat_is_told_with_every_number_and_its_rule() {
        let set = setup(
            vec![
                unit("H3a", Side::First, UnitType::LG, (3, 6, 5), 2010, Facing::E),
                unit("H3b", Side::First, UnitType::LG, (3, 6, 5), 2011, Facing::E),
                unit("P6", Side::Second, UnitType::PH, (10, 7, 4), 2110, Facing::W),
            ],
            vec![leader("Reg", Side::First, Rank::Overall, 5, 2010)],
        );
        let blow = Blow {
            number: 1,
            attackers: vec![u(0), u(1)],
            defenders: vec![u(2)],
            attacker: u(0),
            defender: u(2),
            angle: Angle::Front,
            base: 5,
            sizes: (6, 10),
            shifts: vec![Shift { by: -2, why: ShiftCause::LeftFlankCovered }],
            column: 3,
            superiority: Superiority::Defence,
            ranks: Rule("9.11"),
            die: 7,
            leaders: vec![LeaderEffect { leader: LeaderId(0), by: 1, killed: false }],
            row: 8,
            table: Hits { attacker: 2, defender: 2 },
            factors: vec![(Factor::DefenceSuperior, Hits { attacker: 6, defender: 2 })],
            hits: Hits { attacker: 6, defender: 2 },
            shares: vec![(u(0), 3), (u(1), 3), (u(2), 2)],
        };
        assert_eq!(
            sentence(&mut Teller::new(&set), &ShockEvent::Struck(Box::new(blow))),
            "Combat 1: H3a H3b attack P6 (front): base column 5 (H3a LG v P6 PH, 8.45), size 6:10 0, left \
             flank covered by a phalanx 2L (9.41) -> column 3; die 7 +1 Reg charisma = 8: 2(2); defence \
             superior x3: 6(2) (8.46); hits: H3a 3, H3b 3, P6 2 (10.13)"
        );
    }
}
