//! Sentences of the chapter `shock`.

use super::rout::{hits, leader, unit};
use crate::marks::capital;
use tess_gboh::Setup;
use tess_gboh::check::Check;
use tess_gboh::happening::ShockEvent;
use tess_gboh::piece::{UnitId, UnitType};
use tess_gboh::shock::factors::Factor;
use tess_gboh::shock::shifts::Shift;
use tess_gboh::shock::superiority::{Ground, Superiority};
use tess_gboh::shock::told::Blow;
use tess_gboh::variant::charts::Angle;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(set: &Setup, event: &ShockEvent) -> String {
    let one = |u: &UnitId| unit(set, *u);
    match event {
        ShockEvent::Marked { unit: u, must: true } => format!("{} must shock (7.31)", one(u)),
        ShockEvent::Marked { unit: u, must: false } => format!("{} may shock (7.31)", one(u)),
        ShockEvent::Enabled { unit: u, leader: Some(l) } => {
            format!("{} lets {} shock, without a check (7.33)", leader(set, *l), one(u))
        }
        ShockEvent::Enabled { unit: u, leader: None } => {
            format!("{} shocks after its fire, without a check (7.33)", one(u))
        }
        ShockEvent::Combined { attackers, defenders, ordered } => {
            let why = if *ordered { "" } else { ", since they must" };
            format!("{} will attack {}{why} (8.42)", codes(set, attackers), codes(set, defenders))
        }
        ShockEvent::Added { attacker, defender } => {
            format!("{} has to attack {} too (8.42)", one(attacker), one(defender))
        }
        ShockEvent::Duel { one, other, dice, totals, outcome } => {
            let end = match outcome {
                None => "nothing comes of it".to_owned(),
                Some(what) => {
                    let loser = if totals[0] < totals[1] { one } else { other };
                    format!("{} {}", leader(set, *loser), super::rout::befalls(*what))
                }
            };
            format!(
                "{} and {} fight in person: {} thrown, {} in all, against {} thrown, {} in all; {end} (alexander 8.42)",
                leader(set, *one),
                leader(set, *other),
                dice[0],
                totals[0],
                dice[1],
                totals[1]
            )
        }
        ShockEvent::Begins { number, attackers, defenders } => {
            format!("Combat {number}: {} against {} (8.42)", all(set, attackers), all(set, defenders))
        }
        ShockEvent::OpensRanks { unit: u, elephant, lines } => {
            let lines = if *lines > 1 { " over two lines" } else { "" };
            format!("{} opens its ranks{lines} for {} ({})", one(u), one(elephant), ranks(set, *elephant))
        }
        ShockEvent::Exempt { unit: u, why, rule } => {
            format!("{} {why} and needs no check ({rule})", one(u))
        }
        ShockEvent::Charge { unit: u, check, reasons } => {
            let because: Vec<String> = reasons.iter().map(shift).collect();
            let because =
                if because.is_empty() { String::new() } else { format!("; {}", because.join(", ")) };
            format!("{} pre-shock: {} (8.43){because}", one(u), checked(*check))
        }
        ShockEvent::AllBroken { number, attackers, defenders, loser } => format!(
            "Combat {number}: everybody would rout; attackers {attackers:+}, defenders {defenders:+} beyond \
             their quality: {} routs (10.15)",
            capital(&set.sides[*loser])
        ),
        ShockEvent::Steadied { unit: u, hits: n, rule } => {
            format!("{} keeps together with {} ({rule})", one(u), hits(*n))
        }
        ShockEvent::Struck(blow) => struck(set, blow),
        ShockEvent::Breakthrough { unit: u, hits: own, by, theirs } => format!(
            "{} with {} against {} of {} is pushed back and takes 2 more (alexander 8.37)",
            one(u),
            hits(*own),
            theirs,
            one(by)
        ),
        ShockEvent::Collapse { unit: u, check, held } => {
            let end = if *held { "it holds and loses a hit" } else { "it collapses" };
            format!("{} checks for collapse: {}, {end} (8.47)", one(u), rolled(*check))
        }
        ShockEvent::Stays { unit: u, why, rule } => format!("{} does not advance: {why} ({rule})", one(u)),
        ShockEvent::PassedThru { elephant, to } => {
            let end = if set.unit(*elephant).kind == UnitType::CH { " and is finished" } else { "" };
            format!("{} comes out behind the ranks in {to}{end} ({})", one(elephant), ranks(set, *elephant))
        }
        ShockEvent::RanksChecked { unit: u, check, rule } => {
            format!("{} closes its ranks: {} ({rule})", one(u), checked(*check))
        }
        ShockEvent::Pursuit { unit: u, die, quality, pursues } => {
            let end = if *pursues { "it pursues" } else { "it breaks off" };
            format!("{} rolls {die} against {quality}: {end} (8.62)", one(u))
        }
        ShockEvent::AttacksAgain { unit: u, die, quality, attacks } => {
            let end = if *attacks { "it attacks again" } else { "it attacks no more" };
            format!("{} rolls {die} against {quality}: {end} (alexander 10.42A)", one(u))
        }
        ShockEvent::ComesBack { unit: u, entry, to, leader: l, back } => {
            let from = entry.map_or_else(String::new, |e| format!(" enters at {e} and"));
            let end = if *back { "is back in play" } else { "is not yet in his range" };
            format!("{}{from} rides to {to} towards {}; it {end} (alexander 10.43A)", one(u), leader(set, *l))
        }
        ShockEvent::Pursued { unit: u, path } if path.is_empty() => {
            format!("{} finds no way to pursue (8.62)", one(u))
        }
        ShockEvent::Pursued { unit: u, path } => {
            let way: Vec<String> = path.iter().map(ToString::to_string).collect();
            format!("{} pursues by {} (8.62)", one(u), way.join(" "))
        }
        ShockEvent::LeftMap { unit: u, by } => {
            format!("{} rides after them off the map at {by} (8.62)", one(u))
        }
        ShockEvent::Regrouped { unit: u, entry, to, facing } => {
            format!("{} regroups: it enters at {entry} and stands in {to} facing {facing} (8.64)", one(u))
        }
        ShockEvent::LeftColumn { unit: u, facing } => {
            format!("{} falls out of column and faces {facing} (6.76)", one(u))
        }
        ShockEvent::FormedPursuit { unit: u, die, quality, pursues } => {
            let end = if *pursues { "it pursues" } else { "it keeps together" };
            format!("{} rolls {die}+2 against {quality}: {end} (alexander 10.42B)", one(u))
        }
        ShockEvent::FormedRide { unit: u, path } if path.is_empty() => {
            format!("{} finds no way to pursue (alexander 10.43B)", one(u))
        }
        ShockEvent::FormedRide { unit: u, path } => {
            let way: Vec<String> = path.iter().map(ToString::to_string).collect();
            format!("{} pursues by {} (alexander 10.43B)", one(u), way.join(" "))
        }
        ShockEvent::LeftCharge { unit: u } => {
            format!("{} is no longer in charge formation (alexander 9.76)", one(u))
        }
        ShockEvent::Engaged { unit: u, now: true } => format!("{} is engaged (10.41)", one(u)),
        ShockEvent::Engaged { unit: u, now: false } => format!("{} is no longer engaged (10.43)", one(u)),
        ShockEvent::SteppedBack { unit: u, to } => format!("{} steps back to {to} (10.42)", one(u)),
    }
}

/// The arithmetic of a combat in one paragraph:
/// `H3a H3b attack P6 (front): base column 5 (LG v PH, 8.45), left flank covered 2L (9.41), size 6:10 0 -> column 3; ...`.
fn struck(set: &Setup, b: &Blow) -> String {
    let kind = |u: UnitId| set.unit(u).kind.letters();
    let angle = match b.angle {
        Angle::Front => "front",
        Angle::Flank => "flank",
        Angle::Rear => "rear",
    };
    let mut text = format!(
        "Combat {}: {} attack {} ({angle}): base column {} ({} {} v {} {}, 8.45)",
        b.number,
        codes(set, &b.attackers),
        codes(set, &b.defenders),
        b.base,
        set.unit(b.attacker).code,
        kind(b.attacker),
        set.unit(b.defender).code,
        kind(b.defender),
    );
    let (a, d) = b.sizes;
    if !b.shifts.iter().any(|s| s.why == "size") {
        text += &format!(", size {a}:{d} 0");
    }
    for s in &b.shifts {
        let by = column_shift(s.by);
        text += &if s.why == "size" {
            format!(", size {a}:{d} {by} ({})", s.rule)
        } else {
            format!(", {} {by} ({})", s.why, s.rule)
        };
    }
    text += &format!(" -> column {}; die {}", b.column, b.die);
    for l in &b.leaders {
        let how = if l.killed { "lost" } else { "charisma" };
        text += &format!(" {:+} {} {how}", l.by, leader(set, l.leader));
    }
    if !b.leaders.is_empty() {
        text += &format!(" = {}", b.row);
    }
    text += &format!(": {}({})", b.table.attacker, b.table.defender);
    for (factor, now) in &b.factors {
        let name = match (factor, b.superiority) {
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
        };
        let rule = match factor {
            Factor::AttackSuperior(3) => "9.53",
            Factor::AttackSuperior(_) if b.superiority == Superiority::Attack(Ground::Swords) => {
                "cataphract 11.5"
            }
            Factor::PassThru => ranks(set, b.attacker),
            Factor::Skirmishers | Factor::SkirmishersAttack => "9.23",
            Factor::LightHorse => "9.32",
            Factor::AttackSuperior(_) | Factor::DefenceSuperior => "8.46",
        };
        text += &format!("; {name}: {}({}) ({rule})", now.attacker, now.defender);
    }
    let shares: Vec<String> =
        b.shares.iter().filter(|(_, n)| *n > 0).map(|(u, n)| format!("{} {n}", set.unit(*u).code)).collect();
    if shares.is_empty() {
        text += "; no hits";
    } else {
        text += &format!("; hits: {} (10.13)", shares.join(", "));
    }
    text
}

/// The rule by which infantry opens its ranks for this attacker.
fn ranks(set: &Setup, attacker: UnitId) -> &'static str {
    if set.unit(attacker).kind == UnitType::CH { "alexander 9.23" } else { "9.11" }
}

/// `2L`, `1R`.
fn column_shift(by: i8) -> String {
    if by < 0 { format!("{}L", by.unsigned_abs()) } else { format!("{by}R") }
}

fn shift(s: &Shift) -> String {
    format!("{:+} {} ({})", s.by, s.why, s.rule)
}

fn rolled(check: Check) -> String {
    let plus = if check.modifier == 0 { String::new() } else { format!(" {:+}", check.modifier) };
    format!("{}{plus} against {}", check.die, check.quality)
}

fn checked(check: Check) -> String {
    let end = if check.excess == 0 { "steady".to_owned() } else { hits(check.excess) };
    format!("{}, {end}", rolled(check))
}

fn codes(set: &Setup, units: &[UnitId]) -> String {
    let codes: Vec<&str> = units.iter().map(|&u| set.unit(u).code.as_str()).collect();
    codes.join(" ")
}

fn all(set: &Setup, units: &[UnitId]) -> String {
    let names: Vec<String> = units.iter().map(|&u| unit(set, u)).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_effects::Rule;
    use tess_gboh::piece::{LeaderId, Rank, Side};
    use tess_gboh::proving_ground::{leader, setup, u, unit};
    use tess_gboh::shock::factors::Hits;
    use tess_gboh::shock::told::LeaderEffect;
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
            shifts: vec![Shift { by: -2, why: "left flank covered by a phalanx", rule: Rule("9.41") }],
            column: 3,
            superiority: Superiority::Defence,
            die: 7,
            leaders: vec![LeaderEffect { leader: LeaderId(0), by: 1, killed: false }],
            row: 8,
            table: Hits { attacker: 2, defender: 2 },
            factors: vec![(Factor::DefenceSuperior, Hits { attacker: 6, defender: 2 })],
            hits: Hits { attacker: 6, defender: 2 },
            shares: vec![(u(0), 3), (u(1), 3), (u(2), 2)],
        };
        assert_eq!(
            sentence(&set, &ShockEvent::Struck(Box::new(blow))),
            "Combat 1: H3a H3b attack P6 (front): base column 5 (H3a LG v P6 PH, 8.45), size 6:10 0, left \
             flank covered by a phalanx 2L (9.41) -> column 3; die 7 +1 Reg charisma = 8: 2(2); defence \
             superior x3: 6(2) (8.46); hits: H3a 3, H3b 3, P6 2 (10.13)"
        );
    }
}
