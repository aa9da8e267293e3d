//! Sentences of the chapter `command`.

use crate::marks::capital;
use crate::refusal::worded;
use tess_gboh::command::stage::{PhaseKind, Troop};
use tess_gboh::command::told::EndOf;
use tess_gboh::happening::CommandEvent;
use tess_gboh::variant::command::Doom;
use tess_gboh::{LeaderId, Setup, Side, UnitId};

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(set: &Setup, event: &CommandEvent) -> String {
    let leader = |id: LeaderId| set.leader(id).code.as_str();
    let side = |side: Side| capital(&set.sides[side]);
    match event {
        CommandEvent::TurnBegins { turn } => format!("turn {turn} begins (3.0)"),
        CommandEvent::ChampionRound { totals: [a, b], loser, hits, sum } => {
            let (one, two) = (side(Side::First), side(Side::Second));
            let end = if *hits == 0 {
                "neither is hurt".to_owned()
            } else {
                let hits = super::rout::hits(*hits);
                format!("{} ({}) takes {hits}, {sum} in all", champion(set, *loser), side(*loser))
            };
            format!("the champions fight: {one} {a}, {two} {b}; {end} (cataphract 11.83)")
        }
        CommandEvent::ChampionFalls { loser } => {
            format!("{}, champion of {}, is killed (cataphract 11.84)", champion(set, *loser), side(*loser))
        }
        CommandEvent::PrizeOffered { side: it } => {
            format!("{} may begin with any leader (cataphract 11.85)", side(*it))
        }
        CommandEvent::PrizeDeclined { side: it } => {
            format!("{} lets the leaders come in their order (cataphract 11.85)", side(*it))
        }
        CommandEvent::MarkersLaid { side: it, leaders } if leaders.is_empty() => {
            format!("{} lays no marker of pre-arranged withdrawal (6.82)", side(*it))
        }
        CommandEvent::MarkersLaid { side: it, leaders } => {
            let codes: Vec<&str> = leaders.iter().map(|&l| leader(l)).collect();
            format!(
                "{} lays a marker of pre-arranged withdrawal, face down, under {} (6.82)",
                side(*it),
                codes.join(", ")
            )
        }
        CommandEvent::MarkerOpened { leader: id, lost: true, .. } => format!(
            "the marker under {} cannot be opened: it binds him, and no line withdraws by it (6.83)",
            leader(*id)
        ),
        CommandEvent::MarkerOpened { leader: id, real: true, .. } => {
            format!("the marker under {} is opened: a line of his may withdraw (6.83)", leader(*id))
        }
        CommandEvent::MarkerOpened { leader: id, .. } => {
            format!("the marker under {} is opened: a bluff (6.83)", leader(*id))
        }
        CommandEvent::MarkerTaken { leader: id } => {
            format!("the marker under {} is taken off unopened (6.82)", leader(*id))
        }
        CommandEvent::EliteRolled { totals: [a, b], winner } => {
            let (one, two) = (side(Side::First), side(Side::Second));
            match winner {
                Some(it) => {
                    format!("{one} throws {a}, {two} {b} with initiative: {} leads off (5.53)", side(*it))
                }
                None => {
                    format!("{one} and {two} both throw {a} with initiative: no elite initiative (5.53)")
                }
            }
        }
        CommandEvent::LeftOut { text, refusal, begun } => {
            let what = if *begun { "the rest is left out" } else { "left out" };
            format!("`{text}`: {what}: {} ({})", worded(set, refusal).message, refusal.rule.0)
        }
        CommandEvent::EliteDeclined { side: it } => {
            format!("{} declines its elite initiative (5.51)", side(*it))
        }
        CommandEvent::TieBroken { initiative, first } => {
            format!("of the leaders of initiative {initiative} those of {} come first (5.12)", side(*first))
        }
        CommandEvent::Activated { leader: id, kind } => {
            let (how, rule) = match kind {
                PhaseKind::Initial => ("is activated", "5.1"),
                PhaseKind::Momentum => ("goes on by momentum", "5.32"),
                PhaseKind::Elite => ("has the elite initiative", "5.51"),
                PhaseKind::Reactivated => ("is activated again", "5.33"),
            };
            format!("{} ({}) {how} ({rule})", leader(*id), set.leader(*id).name)
        }
        CommandEvent::Waits { leader: id } => {
            format!("{} is held in an enemy zone of control and waits (5.26)", leader(*id))
        }
        CommandEvent::Finished { leader: id, rule } => format!("{} is finished ({rule})", leader(*id)),
        CommandEvent::Inactive { leader: id } => {
            format!("{} is inactive again after the elite phase (5.52)", leader(*id))
        }
        CommandEvent::TrumpTried { leader: id, against, die, won } => {
            let (against, rule) = match against {
                Some(enemy) => (format!(" against {}", leader(*enemy)), "5.42"),
                None => (String::new(), "5.41"),
            };
            let end = if *won { "and succeeds" } else { "and fails" };
            format!("{} tries to trump{against}, throws {die} {end} ({rule})", leader(*id))
        }
        CommandEvent::Bypassed { leader: id } => {
            format!("{} is bypassed: no momentum in this turn (5.44)", leader(*id))
        }
        CommandEvent::LineRolled { leader: id, die, modifier, strategy, won } => {
            let end = if *won { "may command by lines" } else { "may give individual orders only" };
            let with = if *modifier == 0 { String::new() } else { format!(" {modifier:+}") };
            format!("{} throws {die}{with} against strategy {strategy}: he {end} (4.33)", leader(*id))
        }
        CommandEvent::LineBegins { leader: id, line, units } => {
            let line = set.line(*line);
            format!("{} orders the line {}: {} (4.31)", leader(*id), line.name, codes(set, units))
        }
        CommandEvent::ContingentBegins { leader: id, called, units, price } => {
            let cost = if *price == 1 { "one order".to_owned() } else { format!("{price} orders") };
            format!(
                "{} sets {} to work for {cost} (alexander 5.63), with {} (alexander 5.65)",
                leader(*id),
                leader(*called),
                codes(set, units)
            )
        }
        CommandEvent::LineEnds { line: Troop::Line(line) } => {
            format!("the line {} has its orders (4.31)", set.line(*line).name)
        }
        CommandEvent::LineEnds { line: Troop::Contingent(id) } => {
            format!("the contingent of {} has its orders (alexander 5.65)", leader(*id))
        }
        CommandEvent::Extends { unit, to } => {
            format!("{} extends the line into {to} (9.68)", code(set, *unit))
        }
        CommandEvent::Restacked { hex, top } => {
            format!("{} comes to the top of the stack in {hex} (6.66)", code(set, *top))
        }
        CommandEvent::ModeChanged { unit, limbered } => {
            let mode = if *limbered { "move" } else { "fire" };
            format!("{} changes to {mode} mode (9.82)", code(set, *unit))
        }
        CommandEvent::Replaced { leader: fallen, by, hex } if fallen == by => {
            format!("{} returns in {hex}, finished for this turn (4.74)", leader(*by))
        }
        CommandEvent::Replaced { leader: fallen, by, hex } => {
            format!("{} replaces {} in {hex}, finished for this turn (4.74)", leader(*by), leader(*fallen))
        }
        CommandEvent::ElephantLeaderPlaced { leader: id, elephant, hex } => {
            format!("{} is placed on {} in {hex} (4.91)", leader(*id), code(set, *elephant))
        }
        CommandEvent::ElephantLeaderTaken { leader: id } => {
            format!("{} is taken off the map (4.94)", leader(*id))
        }
        CommandEvent::ElephantTurned { elephant, facing } => {
            format!("{} faces {facing} (4.85)", code(set, *elephant))
        }
        CommandEvent::OrdersGiven { leader: id } => {
            format!("{} has given his orders (5.27)", leader(*id))
        }
        CommandEvent::Momentum { leader: id, die, won } => {
            let end = if *won { "he has momentum" } else { "no momentum" };
            format!("{} throws {die}: {end} (5.32)", leader(*id))
        }
        CommandEvent::Discipline { leader: id, die, held } => {
            let end = if *held { "he keeps his line in hand" } else { "his line gets out of hand" };
            format!("{} throws {die} for discipline: {end} (cataphract 11.32)", leader(*id))
        }
        CommandEvent::OutOfControl { line, units } => {
            let line = set.line(*line);
            format!(
                "{} of the line {} will run on in the next turn (cataphract 11.31)",
                codes(set, units),
                line.name
            )
        }
        CommandEvent::Runs { line, units } => {
            let line = set.line(*line);
            format!(
                "{} of the line {} run at the enemy, uncontrolled (cataphract 11.31)",
                codes(set, units),
                line.name
            )
        }
        CommandEvent::Doom { leader: id, die, kind } => {
            let end = match die {
                0 | 1 if *kind == Doom::Paralysis => "all leaders of his side are finished",
                9 if *kind == Doom::CrisisOfFaith => "he loses faith, and all near him withdraw",
                0 | 1 => "the enemy may activate any leader",
                9 => "nobody is activated any more in this turn",
                _ => "nothing more happens",
            };
            format!("die roll of doom for {}: {die}, {end} (5.33)", leader(*id))
        }
        CommandEvent::Reactivation { side: it } => format!("{} may activate any leader (5.33)", side(*it)),
        CommandEvent::ReactivationDeclined { side: it } => format!("{} activates nobody (5.33)", side(*it)),
        CommandEvent::RoutAndReload { turn } => format!("turn {turn} ends: rout and reload (3.0)"),
        CommandEvent::Tally { side: it, points, level } => {
            let s = if *points == 1 { "" } else { "s" };
            format!("{} has {points} rout point{s}; its army withdraws at {level} (11.1)", side(*it))
        }
        CommandEvent::Over { winner, why } => {
            let who = winner.map_or("a draw".to_owned(), |it| format!("{} wins", side(it)));
            let why = match why {
                EndOf::Withdrawal => "the other army withdraws",
                EndOf::Both => "both armies withdraw, less over its level wins",
                EndOf::LastTurn => "the last turn is over",
                EndOf::Bereft => "the enemy has lost the leader on whom all depended (alexander 10.52)",
                EndOf::NoLeaders => "no leader is left who could give orders",
            };
            format!("the battle is over: {who}; {why} (11.2)")
        }
    }
}

/// A unit by code, type and class.
fn code(set: &Setup, unit: UnitId) -> String {
    let spec = set.unit(unit);
    match spec.class.letters() {
        "" => format!("{} ({})", spec.code, spec.kind.letters()),
        class => format!("{} ({} {class})", spec.code, spec.kind.letters()),
    }
}

fn codes(set: &Setup, units: &[UnitId]) -> String {
    let codes: Vec<&str> = units.iter().map(|&u| set.unit(u).code.as_str()).collect();
    codes.join(", ")
}

/// The name of a side's champion.
fn champion(set: &Setup, side: Side) -> &str {
    set.special.champions.as_ref().map_or("", |c| c[side].name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_effects::Rule;
    use tess_gboh::piece::Rank;
    use tess_gboh::proving_ground::{leader, setup};

    #[test]
    fn sentences_name_codes_numbers_and_rules() {
        let set = setup(Vec::new(), vec![leader("HAN", Side::Second, Rank::Overall, 7, 2010)]);
        let han = LeaderId(0);
        let say = |event| sentence(&set, &event);
        assert_eq!(
            say(CommandEvent::Momentum { leader: han, die: 8, won: false }),
            "HAN throws 8: no momentum (5.32)"
        );
        assert_eq!(say(CommandEvent::Finished { leader: han, rule: Rule("5.44") }), "HAN is finished (5.44)");
        assert_eq!(
            say(CommandEvent::LineRolled { leader: han, die: 5, modifier: 1, strategy: 5, won: false }),
            "HAN throws 5 +1 against strategy 5: he may give individual orders only (4.33)"
        );
        assert_eq!(
            say(CommandEvent::Over { winner: Some(Side::Second), why: EndOf::Withdrawal }),
            "the battle is over: Carthage wins; the other army withdraws (11.2)"
        );
    }
}
