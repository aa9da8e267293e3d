//! Sentences of the chapter `command`.

use super::teller::Teller;
use crate::refusal::worded;
use tess_gboh::events::CommandEvent;
use tess_gboh::events::command::EndOf;
use tess_gboh::state::stage::{PhaseKind, Troop};
use tess_gboh::variant::command::Doom;
use tess_gboh::{Setup, Side};

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    match event {
        CommandEvent::ChampionRound { .. }
        | CommandEvent::ChampionFalls { .. }
        | CommandEvent::PrizeOffered { .. }
        | CommandEvent::PrizeDeclined { .. } => champions(t, event),
        CommandEvent::MarkersLaid { .. }
        | CommandEvent::MarkerOpened { .. }
        | CommandEvent::MarkerTaken { .. } => markers(t, event),
        CommandEvent::EliteRolled { .. }
        | CommandEvent::EliteDeclined { .. }
        | CommandEvent::TieBroken { .. }
        | CommandEvent::Activated { .. }
        | CommandEvent::Waits { .. }
        | CommandEvent::Finished { .. }
        | CommandEvent::Inactive { .. }
        | CommandEvent::TrumpTried { .. }
        | CommandEvent::Bypassed { .. } => activation(t, event),
        CommandEvent::LineRolled { .. }
        | CommandEvent::LineBegins { .. }
        | CommandEvent::ContingentBegins { .. }
        | CommandEvent::LineEnds { .. }
        | CommandEvent::Extends { .. }
        | CommandEvent::Discipline { .. }
        | CommandEvent::OutOfControl { .. }
        | CommandEvent::Runs { .. } => lines(t, event),
        CommandEvent::Restacked { .. }
        | CommandEvent::ModeChanged { .. }
        | CommandEvent::Replaced { .. }
        | CommandEvent::ElephantLeaderPlaced { .. }
        | CommandEvent::ElephantLeaderTaken { .. }
        | CommandEvent::ElephantTurned { .. }
        | CommandEvent::LeftOut { .. } => pieces(t, event),
        CommandEvent::OrdersGiven { .. }
        | CommandEvent::Momentum { .. }
        | CommandEvent::Doom { .. }
        | CommandEvent::Reactivation { .. }
        | CommandEvent::ReactivationDeclined { .. } => momentum(t, event),
        CommandEvent::TurnBegins { .. }
        | CommandEvent::RoutAndReload { .. }
        | CommandEvent::Tally { .. }
        | CommandEvent::Over { .. } => course(t, event),
    }
}

/// The fight of champions and its prize.
fn champions(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    let (set, rule) = (t.set, t.rule(event.rule()));
    match event {
        CommandEvent::ChampionRound { totals: [a, b], loser, hits, sum } => {
            let (one, two) = (t.side(Side::First), t.side(Side::Second));
            let end = if *hits == 0 {
                "neither is hurt".to_owned()
            } else {
                let hits = super::teller::hits(*hits);
                format!("{} ({}) takes {hits}, {sum} in all", champion(set, *loser), t.side(*loser))
            };
            format!("the champions fight: {one} {a}, {two} {b}; {end} ({rule})")
        }
        CommandEvent::ChampionFalls { loser } => {
            format!("{}, champion of {}, is killed ({rule})", champion(set, *loser), t.side(*loser))
        }
        CommandEvent::PrizeOffered { side: it } => {
            format!("{} may begin with any leader ({rule})", t.side(*it))
        }
        CommandEvent::PrizeDeclined { side: it } => {
            format!("{} lets the leaders come in their order ({rule})", t.side(*it))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Markers of pre-arranged withdrawal.
fn markers(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        CommandEvent::MarkersLaid { side: it, leaders } if leaders.is_empty() => {
            format!("{} lays no marker of pre-arranged withdrawal ({rule})", t.side(*it))
        }
        CommandEvent::MarkersLaid { side: it, leaders } => {
            let codes: Vec<&str> = leaders.iter().map(|&l| t.leader(l)).collect();
            format!(
                "{} lays a marker of pre-arranged withdrawal, face down, under {} ({rule})",
                t.side(*it),
                codes.join(", ")
            )
        }
        CommandEvent::MarkerOpened { leader: id, lost: true, .. } => format!(
            "the marker under {} cannot be opened: it binds him, and no line withdraws by it ({rule})",
            t.leader(*id)
        ),
        CommandEvent::MarkerOpened { leader: id, real: true, .. } => {
            format!("the marker under {} is opened: a line of his may withdraw ({rule})", t.leader(*id))
        }
        CommandEvent::MarkerOpened { leader: id, .. } => {
            format!("the marker under {} is opened: a bluff ({rule})", t.leader(*id))
        }
        CommandEvent::MarkerTaken { leader: id } => {
            format!("the marker under {} is taken off unopened ({rule})", t.leader(*id))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Who comes first, who is activated, and who is done.
fn activation(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    let (set, rule) = (t.set, t.rule(event.rule()));
    match event {
        CommandEvent::EliteRolled { totals: [a, b], winner } => {
            let (one, two) = (t.side(Side::First), t.side(Side::Second));
            match winner {
                Some(it) => {
                    format!("{one} throws {a}, {two} {b} with initiative: {} leads off ({rule})", t.side(*it))
                }
                None => {
                    format!("{one} and {two} both throw {a} with initiative: no elite initiative ({rule})")
                }
            }
        }
        CommandEvent::EliteDeclined { side: it } => {
            format!("{} declines its elite initiative ({rule})", t.side(*it))
        }
        CommandEvent::TieBroken { initiative, first } => {
            format!(
                "of the leaders of initiative {initiative} those of {} come first ({rule})",
                t.side(*first)
            )
        }
        CommandEvent::Activated { leader: id, kind } => {
            let how = match kind {
                PhaseKind::Initial => "is activated",
                PhaseKind::Momentum => "goes on by momentum",
                PhaseKind::Elite => "has the elite initiative",
                PhaseKind::Reactivated => "is activated again",
            };
            format!("{} ({}) {how} ({rule})", t.leader(*id), set.leader(*id).name)
        }
        CommandEvent::Waits { leader: id } => {
            format!("{} is held in an enemy zone of control and waits ({rule})", t.leader(*id))
        }
        CommandEvent::Finished { leader: id, .. } => format!("{} is finished ({rule})", t.leader(*id)),
        CommandEvent::Inactive { leader: id } => {
            format!("{} is inactive again after the elite phase ({rule})", t.leader(*id))
        }
        CommandEvent::TrumpTried { leader: id, against, die, won } => {
            let against = match against {
                Some(enemy) => format!(" against {}", t.leader(*enemy)),
                None => String::new(),
            };
            let end = if *won { "and succeeds" } else { "and fails" };
            format!("{} tries to trump{against}, throws {} {end} ({rule})", t.leader(*id), t.die(*die))
        }
        CommandEvent::Bypassed { leader: id } => {
            format!("{} is bypassed: no momentum in this turn ({rule})", t.leader(*id))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Lines and contingents: who commands them, and whether they stay in hand.
fn lines(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    let (set, rule) = (t.set, t.rule(event.rule()));
    let also = event.also().map(|rule| t.rule(rule).0).unwrap_or_default();
    match event {
        CommandEvent::LineRolled { leader: id, die, modifier, strategy, won, finishes } => {
            let die = t.die(*die);
            let end = match (*won, *finishes) {
                (true, _) => "may command by lines",
                (false, true) => "gives no orders any more in this turn",
                (false, false) => "may give individual orders only",
            };
            let with = if *modifier == 0 { String::new() } else { format!(" {modifier:+}") };
            format!("{} throws {die}{with} against strategy {strategy}: he {end} ({rule})", t.leader(*id))
        }
        CommandEvent::LineBegins { leader: id, line, units } => {
            let line = set.line(*line);
            format!("{} orders the line {}: {} ({rule})", t.leader(*id), line.name, t.codes(units, ", "))
        }
        CommandEvent::ContingentBegins { leader: id, called, units, price } => {
            let cost = if *price == 1 { "one order".to_owned() } else { format!("{price} orders") };
            format!(
                "{} sets {} to work for {cost} ({rule}), with {} ({also})",
                t.leader(*id),
                t.leader(*called),
                t.codes(units, ", ")
            )
        }
        CommandEvent::LineEnds { line: Troop::Line(line) } => {
            format!("the line {} has its orders ({rule})", set.line(*line).name)
        }
        CommandEvent::LineEnds { line: Troop::Contingent(id) } => {
            format!("the contingent of {} has its orders ({rule})", t.leader(*id))
        }
        CommandEvent::Extends { unit, to } => {
            format!("{} extends the line into {to} ({rule})", t.unit(*unit))
        }
        CommandEvent::Discipline { leader: id, die, held } => {
            let die = t.die(*die);
            let end = if *held { "he keeps his line in hand" } else { "his line gets out of hand" };
            format!("{} throws {die} for discipline: {end} ({rule})", t.leader(*id))
        }
        CommandEvent::OutOfControl { line, units } => {
            let line = set.line(*line);
            format!(
                "{} of the line {} will run on in the next turn ({rule})",
                t.codes(units, ", "),
                line.name
            )
        }
        CommandEvent::Runs { line, units } => {
            let line = set.line(*line);
            format!(
                "{} of the line {} run at the enemy, uncontrolled ({rule})",
                t.codes(units, ", "),
                line.name
            )
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Orders to a single piece, and counters that come and go.
fn pieces(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    let (set, rule) = (t.set, t.rule(event.rule()));
    match event {
        CommandEvent::Restacked { hex, top } => {
            format!("{} comes to the top of the stack in {hex} ({rule})", t.unit(*top))
        }
        CommandEvent::ModeChanged { unit, limbered } => {
            let mode = if *limbered { "move" } else { "fire" };
            format!("{} changes to {mode} mode ({rule})", t.unit(*unit))
        }
        CommandEvent::Replaced { leader: fallen, by, hex } if fallen == by => {
            format!("{} returns in {hex}, finished for this turn ({rule})", t.leader(*by))
        }
        CommandEvent::Replaced { leader: fallen, by, hex } => {
            format!(
                "{} replaces {} in {hex}, finished for this turn ({rule})",
                t.leader(*by),
                t.leader(*fallen)
            )
        }
        CommandEvent::ElephantLeaderPlaced { leader: id, elephant, hex } => {
            format!("{} is placed on {} in {hex} ({rule})", t.leader(*id), t.unit(*elephant))
        }
        CommandEvent::ElephantLeaderTaken { leader: id } => {
            format!("{} is taken off the map ({rule})", t.leader(*id))
        }
        CommandEvent::ElephantTurned { elephant, facing } => {
            format!("{} faces {facing} ({rule})", t.unit(*elephant))
        }
        CommandEvent::LeftOut { text, refusal, begun } => {
            let what = if *begun { "the rest is left out" } else { "left out" };
            format!("`{text}`: {what}: {} ({rule})", worded(set, refusal).message)
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Momentum, and what the die roll of doom brings.
fn momentum(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        CommandEvent::OrdersGiven { leader: id } => {
            format!("{} has given his orders ({rule})", t.leader(*id))
        }
        CommandEvent::Momentum { leader: id, die, won } => {
            let die = t.die(*die);
            let end = if *won { "he has momentum" } else { "no momentum" };
            format!("{} throws {die}: {end} ({rule})", t.leader(*id))
        }
        CommandEvent::Doom { leader: id, die, kind } => {
            let end = match die {
                0 | 1 if *kind == Doom::Paralysis => "all leaders of his side are finished",
                9 if *kind == Doom::CrisisOfFaith => "he loses faith, and all near him withdraw",
                0 | 1 => "the enemy may activate any leader",
                9 => "nobody is activated any more in this turn",
                _ => "nothing more happens",
            };
            format!("die roll of doom for {}: {}, {end} ({rule})", t.leader(*id), t.die(*die))
        }
        CommandEvent::Reactivation { side: it } => {
            format!("{} may activate any leader ({rule})", t.side(*it))
        }
        CommandEvent::ReactivationDeclined { side: it } => {
            format!("{} activates nobody ({rule})", t.side(*it))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// The course of the turn and the end of the battle.
fn course(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    let rule = t.rule(event.rule());
    let also = event.also().map(|rule| t.rule(rule).0).unwrap_or_default();
    match event {
        CommandEvent::TurnBegins { turn } => format!("turn {turn} begins ({rule})"),
        CommandEvent::RoutAndReload { turn } => format!("turn {turn} ends: rout and reload ({rule})"),
        CommandEvent::Tally { side: it, points, level } => {
            let s = if *points == 1 { "" } else { "s" };
            format!("{} has {points} rout point{s}; its army withdraws at {level} ({rule})", t.side(*it))
        }
        CommandEvent::Over { winner, why } => {
            let who = winner.map_or("a draw".to_owned(), |it| format!("{} wins", t.side(it)));
            let why = match why {
                EndOf::Withdrawal => "the other army withdraws",
                EndOf::Both => "both armies withdraw, less over its level wins",
                EndOf::LastTurn => "the last turn is over",
                EndOf::Bereft => &format!("the enemy has lost the leader on whom all depended ({also})"),
                EndOf::NoLeaders => "no leader is left who could give orders",
            };
            format!("the battle is over: {who}; {why} ({rule})")
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// The name of a side's champion.
fn champion(set: &Setup, side: Side) -> &str {
    set.special.champions.as_ref().map_or("", |c| c[side].name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_effects::Rule;
    use tess_gboh::piece::{LeaderId, Rank};
    use tess_gboh::proving_ground::{leader, setup};

    #[test]
    fn sentences_name_codes_numbers_and_rules() {
        let set = setup(Vec::new(), vec![leader("HAN", Side::Second, Rank::Overall, 7, 2010)]);
        let han = LeaderId(0);
        let say = |event| sentence(&mut Teller::new(&set), &event);
        assert_eq!(
            say(CommandEvent::Momentum { leader: han, die: 8, won: false }),
            "HAN throws 8: no momentum (5.32)"
        );
        assert_eq!(say(CommandEvent::Finished { leader: han, rule: Rule("5.44") }), "HAN is finished (5.44)");
        assert_eq!(
            say(CommandEvent::LineRolled {
                leader: han,
                die: 5,
                modifier: 1,
                strategy: 5,
                won: false,
                finishes: false,
            }),
            "HAN throws 5 +1 against strategy 5: he may give individual orders only (4.33)"
        );
        assert_eq!(
            say(CommandEvent::Over { winner: Some(Side::Second), why: EndOf::Withdrawal }),
            "the battle is over: Carthage wins; the other army withdraws (11.2)"
        );
    }
}
