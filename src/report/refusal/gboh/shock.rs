//! Why a combat is not fought so, in words.

use super::{Codes, said};
use tess_effects::{Rule, Worded};
use tess_gboh::refusal::shock::{Regroup, Shock, Unfit};

/// A combat.
pub fn shock(c: Codes<'_>, rule: Rule, why: &Shock) -> Worded {
    let at = |unit: &_, text: String| said(rule, text).at(c.unit(*unit));
    let of = |unit: &_, text: &str| at(unit, format!("{} {text}", c.unit(*unit)));
    match why {
        Shock::NotResolved => {
            said(rule, "nobody is giving orders").help("shock is resolved at the end of an orders phase")
        }
        Shock::NotOrdered => {
            said(rule, "nobody is giving orders").help("shock is ordered in an orders phase")
        }
        Shock::OneSided => said(rule, "a combat needs an attacker and a defender"),
        Shock::Unfit(it, why) => of(it, unfit(*why)),
        Shock::NoLeader => said(rule, "no leader is giving orders"),
        Shock::NotHis(leader, it) => at(it, format!("{} may not command {}", c.name(*leader), c.unit(*it))),
        Shock::TooFar(leader, it) => of(it, &format!("is out of {}'s range", c.name(*leader)))
            .help("only units that moved next to the enemy, fired, or are in his range may shock"),
        Shock::Covered(it) => {
            of(it, "takes no part in shock: the infantry in its hex does").help("attack that")
        }
        Shock::NoAttacker(it) => of(it, "is none of the attackers"),
        Shock::LightDecides(it) => of(it, "is a skirmisher and never decides beside others")
            .help("name another attacker after `with`"),
        Shock::NotYours(it) => of(it, "is not yours"),
        Shock::Attacks(it) => of(it, "attacks already").help("a unit attacks once in a shock segment"),
        Shock::TriariiWait(it) => at(it, format!("triarii {} moved and may not shock yet", c.unit(*it)))
            .help(
                "they shock after a move once Rome has lost half its withdrawal level, without a move always",
            ),
        Shock::Under(it, top) => of(it, &format!("stands under {}", c.unit(*top)))
            .help("the bottom unit of a stack attacks with the top one"),
        Shock::Without(first, it) => at(it, format!("{} attacks without {}", c.unit(*first), c.unit(*it)))
            .help("units of a stack attack the same hex in one combat"),
        Shock::Own(it) => of(it, "is your own"),
        Shock::Off(it) => of(it, "is not on the map"),
        Shock::Attacked(it) => of(it, "is attacked already")
            .help("a unit is attacked once in a shock segment; name all its attackers in one order"),
        Shock::Skirmisher(it, foe) => {
            at(it, format!("{} ({}) may not attack {}", c.unit(*it), c.letters(*it), c.unit(*foe)))
                .help("skirmishers attack only chariots and routed units")
        }
        Shock::NotFromThere(it, foe) => {
            at(it, format!("{} ({}) may not attack {} from there", c.unit(*it), c.letters(*it), c.unit(*foe)))
        }
        Shock::NotInZone(it, foe, near) => {
            let near: Vec<&str> = near.iter().map(|&u| c.unit(u)).collect();
            let help = if near.is_empty() {
                "no enemy is in its zone of control".to_owned()
            } else {
                format!("in its zone of control: {}", near.join(" "))
            };
            of(foe, &format!("is not in the zone of control of {}", c.unit(*it))).help(help)
        }
        Shock::Left(it, foe) => {
            let foe = c.unit(*foe);
            of(it, &format!("must attack {foe} too, and nobody else can"))
                .help(format!("add {foe} to the defenders"))
        }
        Shock::Regroup(why) => regroup(c, rule, *why),
    }
}

fn unfit(why: Unfit) -> &'static str {
    match why {
        Unfit::Off => "is not on the map",
        Unfit::Routed => "is routed",
        Unfit::Column => "is in column",
        Unfit::Square => "is in square",
        Unfit::LeaderElephant => "is the elephant of a leader and never attacks",
        Unfit::Skirmisher => "is a skirmisher and never attacks by shock",
        Unfit::ShieldWall => "stands behind closed shields and does not attack",
        Unfit::Engine => "is an engine and never attacks by shock",
        Unfit::Archer => "is an archer and never attacks by shock",
        Unfit::Spent => "has pursued or broken off this turn",
    }
}

/// Cavalry that comes back.
fn regroup(c: Codes<'_>, rule: Rule, why: Regroup) -> Worded {
    let of = |unit, text: &str| said(rule, format!("{} {text}", c.unit(unit))).at(c.unit(unit));
    match why {
        Regroup::NoOrders => said(rule, "nobody is giving orders"),
        Regroup::NotYours(it) => of(it, "is not yours"),
        Regroup::NotOff(it) => of(it, "is not off the map in pursuit"),
        Regroup::Twice(it, to) => of(it, &format!("or {to} is named twice")),
        Regroup::Unreached { unit, to, left_by, points } => of(unit, &format!("cannot reach {to}")).help(
            format!("it enters at the edge within 2 hexes of {left_by} and has {points} movement points"),
        ),
        Regroup::Nobody => {
            said(rule, "no cavalry is named").help("name each off-map unit with its hex and facing")
        }
        Regroup::Taken(to) => said(rule, format!("{to} is no longer free")),
    }
}
