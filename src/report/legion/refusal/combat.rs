//! Why nobody shoots, fights, leaves a combat, or plays at flight, in words.

use tess_effects::{Rule, Worded};
use tess_legion::refusal::combat::{Mark, Undone, Unfought, Unshot};
use tess_legion::state::Directive;
use tess_legion::{Position, UnitId};

fn name(pos: &Position, mark: Mark) -> String {
    match mark {
        Mark::Unit(unit) => pos.code(unit),
        Mark::Leader(leader) => pos.leader_spec(leader).code.clone(),
    }
}

/// A volley.
pub fn unshot(pos: &Position, rule: Rule, unit: UnitId, why: &Unshot) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let worded = match why {
        Unshot::NotNow => Worded::new(rule, "units shoot while their Command has the initiative"),
        Unshot::NotItsTurn(acting) => {
            let now = &pos.set.command(*acting).code;
            of(&format!("does not belong to {now}, which has the initiative"))
        }
        Unshot::Off => of("is not on the table"),
        Unshot::FreeMove => of("makes a free move, and does not shoot"),
        Unshot::TooLate => of("comes too late: shooting comes before combat"),
        Unshot::Shot => of("has shot this turn"),
        Unshot::Fought => of("has fought this turn, and that ends its part in it"),
        Unshot::InCombat => of("is in close combat"),
        Unshot::Order(Directive::March) => of("is on the march and does not shoot"),
        Unshot::Order(_) => of("reforms and does not shoot"),
        Unshot::Broken => of("is broken"),
        Unshot::Unarmed => of("has nothing to shoot with"),
        Unshot::Nobody => of("sees nobody whom it could shoot at")
            .help("in range, in its arc, in no close combat, and nothing in between"),
        Unshot::NotAt(mark, may) => {
            let can: Vec<String> = may.iter().map(|&mark| name(pos, mark)).collect();
            let at = name(pos, *mark);
            let text = format!("no stand of {code} can shoot at {at}: it is not the nearest");
            return Worded::new(rule, text).help(format!("it may shoot at {}", can.join(", "))).at(at);
        }
    };
    worded.at(code)
}

/// A Command's close combats.
pub fn unfought(pos: &Position, rule: Rule, why: Unfought) -> Worded {
    match why {
        Unfought::NotNow => Worded::new(rule, "combats are fought while a Command has the initiative"),
        Unfought::Nothing(command) => {
            let code = &pos.set.command(command).code;
            Worded::new(rule, format!("{code} has no close combat to fight"))
                .help("finish ends its initiative")
        }
    }
}

/// Something that units do in their Command's turn.
pub fn undone(pos: &Position, rule: Rule, unit: UnitId, why: Undone) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let worded = match why {
        Undone::NotNow => Worded::new(rule, "units move while their Command has the initiative"),
        Undone::NotItsTurn => of("does not belong to the Command that has the initiative"),
        Undone::NotRetiring => of("leaves a combat only under the order retire"),
        Undone::NoCombat => of("is in no close combat"),
        Undone::Spent => of("has moved or fought this turn"),
        Undone::NoSkirmishers => of("are no skirmishers"),
        Undone::Unfit => of("is broken or in close combat"),
        Undone::NoFollower => Worded::new(rule, format!("nobody is there who could follow {code}")),
        Undone::NotLight => of("are no light troops, and do not part their move"),
        Undone::TooFar(left, second) => {
            of(&format!("has {left} inches left after the first part, and the second takes {second}"))
        }
    };
    worded.at(code)
}
