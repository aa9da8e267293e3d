//! What ground, drill and neighbours forbid, in words.

use tess_effects::{Rule, Worded};
use tess_legion::formation::Formation;
use tess_legion::refusal::combat::Mark;
use tess_legion::refusal::field::{
    Barred, Due, Misplaced, Piece, Undeployed, Undrilled, Unjoined, Unlaid, Unled, Unordered,
};
use tess_legion::setup::{Barrier, CommandId, Ground};
use tess_legion::{Position, UnitId};
use tess_orders::nearest;

/// Ground and obstacles.
pub fn barred(pos: &Position, rule: Rule, who: Mark, why: &Barred) -> Worded {
    let code = match who {
        Mark::Unit(unit) => pos.code(unit),
        Mark::Leader(leader) => pos.leader_spec(leader).code.clone(),
    };
    Worded::new(rule, why.told()).at(code)
}

/// A place in which a unit cannot stand.
pub fn misplaced(pos: &Position, unit: UnitId, why: &Misplaced) -> String {
    why.told(&pos.code(unit), |other| pos.code(other))
}

fn piece(pos: &Position, piece: Piece) -> String {
    match piece {
        Piece::Unit(unit) => pos.code(unit),
        Piece::Leader(leader) => pos.leader_spec(leader).code.clone(),
        Piece::Goal(goal) => pos.set.goal(goal).code.clone(),
    }
}

/// The setting up of an army.
pub fn undeployed(pos: &Position, rule: Rule, why: &Undeployed) -> Worded {
    let new = |text: String| Worded::new(rule, text);
    let of = |it: Piece, text: &str| {
        let code = piece(pos, it);
        new(format!("{code} {text}")).at(code)
    };
    match why {
        Undeployed::NotNow(due) => {
            let what = match due {
                Due::Ground => "terrain is set out before edges are chosen",
                Due::Edge => "the edge is chosen once, when the terrain lies",
                Due::Army => "armies deploy when their edges are chosen",
            };
            new(format!("{what}, and this is not the time"))
        }
        Undeployed::OtherFirst => new("the other side deploys first".into()),
        Undeployed::NoEdge => new("your edge is still to be chosen".into())
            .help("edge north, to leave the table as it is; edge south turns it round"),
        Undeployed::Waiting(codes) => {
            let first = codes.first().map_or("", String::as_str);
            new(format!("not yet on the table: {}", codes.join(", ")))
                .help(format!("place {first} and the others, each with its point; or `deploy`, for all of them as the scenario has them"))
                .at(first)
        }
        Undeployed::Foreign(it) => of(*it, "belongs to the other army"),
        Undeployed::HeldBack(it, command) => {
            of(*it, &format!("is held back with {}", pos.set.command(*command).code))
        }
        Undeployed::Misplaced(unit, why) => new(misplaced(pos, *unit, why)).at(pos.code(*unit)),
        Undeployed::OffTable(it) => {
            let table = &pos.set.table;
            of(*it, "would not stand wholly on the table")
                .help(format!("the table is {} wide and {} deep", table.width, table.depth))
        }
        Undeployed::Far(it, far) => of(*it, &format!("would stand {far} inches from its edge"))
            .help(format!("armies deploy within {} inches of their edges", tess_legion::deploy::ZONE)),
        Undeployed::NotYours(goal) => of(Piece::Goal(*goal), "is not yours to place"),
    }
}

/// Terrain that is set out.
pub fn unlaid(pos: &Position, rule: Rule, kind: &str, why: &Unlaid) -> Worded {
    let new = |text: String| Worded::new(rule, text).at(kind);
    match why {
        Unlaid::Full(most) => new(format!("there are {most} pieces on the table already")),
        Unlaid::OffTable => {
            let table = &pos.set.table;
            new(format!("not all of it lies on the table of {} by {}", table.width, table.depth))
        }
        Unlaid::Outline(fault) => {
            new((*fault).to_owned()).help("write its corners in order: woods 4,4 8,4 8,7")
        }
        Unlaid::OnePoint => new("an obstacle of one point".into()).help("write two at least: wall 4,4 8,4"),
        Unlaid::NoKind => {
            let known = || Ground::WORDS.map(|w| w.0).into_iter().chain(Barrier::WORDS.map(|w| w.0));
            new(format!("`{kind}` is no kind of terrain")).help(match nearest(kind, known()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write {}", known().collect::<Vec<_>>().join(", ")),
            })
        }
    }
}

/// A turn in place, a formation, a descent from chariots.
pub fn undrilled(pos: &Position, rule: Rule, unit: UnitId, why: Undrilled) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let worded = match why {
        Undrilled::Turn(formation) => {
            let how = match formation {
                Formation::Orbis => "faces all round",
                Formation::Testudo => "does not turn",
                _ => "has gaps",
            };
            return of(&format!("is in {}, and {how}", formation.word()))
                .help("form another formation first");
        }
        Undrilled::NewFacing => {
            let text = "only out of an orbis or a testudo does a unit form with a new facing";
            return Worded::new(rule, text).help("form first, turn in another turn");
        }
        Undrilled::Already(formation) => return of(&format!("is in {} already", formation.word())),
        Undrilled::Keeps => of("keeps a formation: line, double line or column"),
        Undrilled::NoQuincunx => of("is no Roman heavy infantry, and knows no quincunx"),
        Undrilled::NoOrbis => of("is no heavy infantry, and forms no orbis"),
        Undrilled::NoTestudo => of("has no Roman drill with large shields"),
        Undrilled::NoAuxilia => of("are no auxilia: they have one order only"),
        Undrilled::Order { loose } => {
            of(&format!("is in {} order already", if loose { "skirmish" } else { "close" }))
        }
        Undrilled::SingleBase => of("is a single base, and a single base does not form close order"),
        Undrilled::NoLargeShields => of("is no heavy infantry with large shields"),
        Undrilled::NotInLine => of("locks shields in line or double line only"),
        Undrilled::Shields { shut } => {
            of(&format!("has its shields {} already", if shut { "locked" } else { "open" }))
        }
        Undrilled::MountNotNow => {
            Worded::new(rule, "warriors mount and dismount while their Command has the initiative")
        }
        Undrilled::NotItsTurn => of("does not belong to the Command that has the initiative"),
        Undrilled::Off => of("is not on the table"),
        Undrilled::TooLate => of("comes too late: the combats have been fought"),
        Undrilled::NoChariots => of("is no unit of Celtic chariots"),
        Undrilled::Unlisted => {
            Worded::new(rule, format!("the list does not say what the warriors of {code} are on foot"))
        }
        Undrilled::Shaken => of("is in no order to change its formation"),
        Undrilled::NobodyWaits => Worded::new(rule, format!("no chariots wait for {code}")),
    };
    worded.at(code)
}

/// A leader's ride, and the unit that he joins or leaves.
pub fn unled(pos: &Position, rule: Rule, leader: CommandId, why: Unled) -> Worded {
    let code = &pos.leader_spec(leader).code;
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let unit = |unit, text: &str| Worded::new(rule, format!("{} {text}", pos.code(unit)));
    let worded = match why {
        Unled::Foreign => of("belongs to the other army"),
        Unled::NotNow => Worded::new(rule, "leaders move while their Command has the initiative"),
        Unled::NotHisTurn => of(&format!("moves while {} has the initiative", pos.set.command(leader).code)),
        Unled::TooLate => of("comes too late: movement is over"),
        Unled::Off => of("is not on the table"),
        Unled::Moved => of("has had his move of this turn"),
        Unled::MovedWith(with) => of(&format!("has moved with {} this turn", pos.code(with))),
        Unled::InFront(with) => {
            of(&format!("fights in the front of {}, and cannot leave it", pos.code(with)))
        }
        Unled::ForeignUnit(other) => unit(other, "belongs to the other army"),
        Unled::AttachedUnit(other) => unit(other, "is itself attached to another unit"),
        Unled::Wounded => of("is wounded and joins no close combat"),
        Unled::UnitOff(other) => unit(other, "is not on the table"),
        Unled::SamePost => of("has that post already"),
        Unled::KeepsPost(with) => {
            unit(with, &format!("stands in a close combat, and {code} keeps his post until it moves"))
        }
        Unled::Alone => of("is with no unit"),
        Unled::InCombat(with) => {
            of(&format!("is in the close combat of {}, and cannot leave it", pos.code(with)))
        }
        Unled::LeavesTable => of("would leave the table"),
        Unled::TooFar(most) => of(&format!("cannot ride so far: {most} inches are all he has"))
            .help("a shorter way, or two turns"),
        Unled::NearEnemy => of("is within 12 inches of the enemy, and marches no farther"),
        Unled::Into(other) => of(&format!("would ride into {}", pos.code(other))),
        Unled::Through(other) => of(&format!("rides no beast and no chariot through {}", pos.code(other))),
    };
    worded.at(code)
}

/// A unit that joins another, or leaves it.
pub fn unjoined(pos: &Position, rule: Rule, unit: UnitId, why: &Unjoined) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let new = |text: String| Worded::new(rule, text);
    let name = |unit: &UnitId| pos.code(*unit);
    let worded = match why {
        Unjoined::NeitherActs(host) => new(format!("neither {code} nor {} has the initiative", name(host))),
        Unjoined::NotYours(host) => of(&format!("and {} are not both yours", name(host))),
        Unjoined::Off(host) => of(&format!("and {} are not both on the table", name(host))),
        Unjoined::NotLight => of("is neither light infantry nor auxilia in skirmish order"),
        Unjoined::Attached(host) => of(&format!("or {} is attached already", name(host))),
        Unjoined::Unsuited(host) => of(&format!("cannot go with {}", name(host))),
        Unjoined::Unfit => of("is in close combat, or one of the two is broken"),
        Unjoined::BehindOnly(host) => {
            new(format!("{} is neither horse nor elephants: {code} goes behind it only", name(host)))
        }
        Unjoined::Stands(stands) => of(&format!("has {stands} stands")),
        Unjoined::TooFar(far, most) => {
            new(format!("a stand of {code} would go {far} inches, and {most} are its move"))
        }
        Unjoined::Barred => new(format!("an enemy stands in the way of {code}")),
        Unjoined::NoRoom(other) => of(&format!("has no room there beside {}", name(other))),
        Unjoined::NoRoomAtEdge => of("has no room there at the edge of the table"),
        Unjoined::Contact(foe) => of(&format!("would come into contact with {}", name(foe))),
        Unjoined::NoRoomFor(host) => new(format!("{} has no room for the stands of {code}", name(host))),
        Unjoined::NeverLeft(host) => of(&format!("never left {}", name(host))),
        Unjoined::NotAsItStands(host) => of(&format!("cannot fall in with {} as it stands", name(host))),
        Unjoined::HostUnfit(host) => {
            new(format!("{} is in close combat, or one of the two is broken", name(host)))
        }
        Unjoined::Farther(host, most) => {
            of(&format!("is farther than its move of {most} inches from {}", name(host)))
        }
        Unjoined::ToNobody => of("is attached to nobody"),
        Unjoined::Foreign => of("belongs to the other army"),
        Unjoined::InContact => of("is in contact with the enemy, and stays"),
        Unjoined::NoRoomAlone => of("has no room to stand by itself"),
    };
    worded.at(code)
}

/// A Command's order.
pub fn unordered(pos: &Position, rule: Rule, command: CommandId, why: Unordered) -> Worded {
    let code = &pos.set.command(command).code;
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let worded = match why {
        Unordered::NotNow => Worded::new(rule, "orders are given at the start of a turn")
            .help("an order holds for the whole turn"),
        Unordered::Foreign => of("belongs to the other army"),
        Unordered::Nobody => of("has nobody on the table"),
        Unordered::Ordered => of("has its order already, and no Command has two"),
        Unordered::GivenAway => Worded::new(rule, format!("the sheet gives away the order of {code}"))
            .help("let the program seal the sheet: what is signed names Commands only"),
    };
    worded.at(code)
}
