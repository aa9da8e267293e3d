//! Why a step cannot be taken: a small value for the finder, words for a person.

use crate::Refusal;
use crate::movement::march::{Body, March};
use crate::piece::{UnitId, UnitType};
use crate::position::{Formation, Position};
use tess_effects::Rule;
use tess_hex::Hex;

/// What bars a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bar {
    /// The hex does not lie to the front.
    NotFront(Hex),
    /// For a two-hex unit: this hex may be meant in two ways.
    Ambiguous(Hex),
    /// Off the map, impassable, or a closed side.
    Closed(Hex),
    /// Prohibited ground for the type.
    Prohibited(Hex),
    /// The rampart of a camp, closed to the type but at its gates.
    Rampart(Hex),
    /// Too few points: the step costs so many.
    Points(u8),
    /// An enemy unit stands there.
    Enemy(Hex, UnitId),
    /// A double-depth stack (9.52) or a unit in column (6.77) is in the way.
    Friend(Hex, UnitId, Rule),
    /// A unit in column may not pass through friends.
    InColumn(Hex),
    /// It has entered an enemy zone.
    Stopped,
    /// It began in an enemy zone and may not leave it.
    Pinned,
    /// It began in an enemy zone and may not turn there.
    NoTurn,
    /// It turned in an enemy zone and has to stay.
    MustStay,
    /// Cavalry may not enter an elephant's zone.
    Elephant(Hex, UnitId),
    /// Two-hex units do not turn in place.
    TwoHexTurn,
    /// Only two-hex units do that.
    OnlyTwoHex,
    /// Not at double depth.
    Double,
    /// Facing about is closed in an enemy zone or in rough ground.
    NoReverse,
    /// Not a unit that forms column.
    NoColumn,
    /// Column or line is formed at the end, out of enemy zones.
    ColumnZone,
    /// Already in that formation.
    Formation,
    /// Nothing may follow a change of formation.
    Formed,
    /// It is in column: that manoeuvre is for units in line.
    WhileColumn,
    /// Triarii stand fast.
    Triarii,
    /// Cavalry that has pursued or broken off stays where it is.
    Spent,
    /// Its army has no discipline and forms no column.
    Undisciplined,
    /// More levels than it goes up or down at once, or in a phase.
    Steep(Hex),
    /// A chariot has turned more than one vertex there and goes on.
    Unwieldy(Hex),
    /// No unit, or no book, that forms square.
    NoSquare,
    /// It takes all points, and some are spent.
    NotWhole,
    /// Not in a square, or in one already.
    NotThatShape,
    /// It does not dismount, or not in that direction.
    NoHorses,
    /// An enemy is too near for it, or could shoot at it.
    NotInPeace(UnitId),
    /// A fire order stands among pure manoeuvres.
    NotHere,
    /// It drifts to the right and may not go there.
    Drift(Hex),
    /// Hoplites who could go on, and must.
    GoesOn,
    /// No unit, or no battle, that forms up for the charge.
    NoWedge,
    /// In charge formation already, or not in it.
    WedgeAlready,
    /// Not by a line command.
    WedgeInLine,
    /// Not in an enemy zone.
    WedgeZone,
}

impl Bar {
    /// In words.
    pub fn refusal(self, pos: &Position, body: &Body, march: &March) -> Refusal {
        let code = &pos.spec(body.unit).code;
        let of = |u: UnitId| pos.spec(u).code.clone();
        match self {
            Bar::NotFront(h) => {
                let fronts = crate::movement::step::front_hexes(pos, body, march);
                let words: Vec<String> = fronts.iter().map(ToString::to_string).collect();
                Refusal::new(Rule("6.32"), format!("{h} is not in front of {code}"))
                    .help(format!("its front is {}; turn first for another hex", words.join(" ")))
                    .at(h.to_string())
            }
            Bar::Ambiguous(h) => {
                Refusal::new(Rule("6.43"), format!("{h} is the centre front hex of {code}: which half goes?"))
                    .help("write forward left or right, or which half pivots")
                    .at(h.to_string())
            }
            Bar::Closed(h) => Refusal::new(Rule("6.24"), format!("{code} cannot enter {h}")).at(h.to_string()),
            Bar::Prohibited(h) => {
                Refusal::new(Rule("6.27"), format!("{h} is closed to {}", body.kind.letters()))
                    .at(h.to_string())
            }
            Bar::Rampart(h) => {
                let kind = body.kind.letters();
                Refusal::new(Rule("6.24"), format!("the rampart before {h} is closed to {kind}"))
                    .help("go through a gate of the camp")
                    .at(h.to_string())
            }
            Bar::Points(cost) => Refusal::new(
                Rule("6.25"),
                format!(
                    "{code} has {} MP left of {}, the step costs {cost}",
                    body.allowance.saturating_sub(march.mp),
                    body.allowance
                ),
            )
            .help(format!("stop in {}", march.hex)),
            Bar::Enemy(h, u) => {
                Refusal::new(Rule("6.62"), format!("{h} is held by the enemy unit {}", of(u)))
                    .at(h.to_string())
            }
            Bar::Friend(h, u, rule) => {
                Refusal::new(rule, format!("{code} cannot pass through {} in {h}", of(u))).at(h.to_string())
            }
            Bar::InColumn(h) => {
                Refusal::new(Rule("6.77"), format!("{code} in column cannot pass through friends in {h}"))
                    .at(h.to_string())
            }
            Bar::Stopped => {
                Refusal::new(Rule("7.23"), format!("{code} has entered an enemy zone of control and stops"))
                    .help(format!("end the move in {}", march.hex))
            }
            Bar::Pinned => {
                Refusal::new(Rule("7.23"), format!("{code} cannot leave the enemy zone of control it is in"))
                    .help("its printed MA must exceed that of every enemy that holds it, with a free front hex")
            }
            Bar::NoTurn => Refusal::new(Rule("7.24"), format!("{code} cannot turn in an enemy zone of control"))
                .help("one enemy only, none in its own zone, at most half its MA, and it stays in its hex"),
            Bar::MustStay => Refusal::new(
                Rule("7.24"),
                format!("{code} has turned in an enemy zone of control and stays in its hex"),
            ),
            Bar::Elephant(h, u) => {
                Refusal::new(Rule("9.15"), format!("cavalry may not enter the zone of {} at {h}", of(u)))
                    .help("its flank and rear hexes are open, for 2 hits each")
                    .at(h.to_string())
            }
            Bar::TwoHexTurn => {
                Refusal::new(Rule("7.13"), format!("{code} does not turn in place")).help("pivot one half")
            }
            Bar::OnlyTwoHex => Refusal::new(Rule("6.43"), format!("{code} is not a two-hex unit")),
            Bar::Double => Refusal::new(
                Rule("9.52"),
                format!("{code} at double depth does not wheel, face about or form column"),
            ),
            Bar::NoReverse => Refusal::new(
                Rule("6.45"),
                format!("{code} cannot face about in an enemy zone of control or in rough ground"),
            ),
            Bar::NoColumn => Refusal::new(Rule("6.71"), format!("{code} cannot form column"))
                .help("infantry other than barbarians, skirmishers and stacks does"),
            Bar::ColumnZone => Refusal::new(
                Rule("6.71"),
                format!("{code} cannot change formation in an enemy zone of control"),
            ),
            Bar::Formation => Refusal::new(Rule("6.71"), format!("{code} is in that formation already")),
            Bar::Formed => {
                Refusal::new(Rule("6.71"), "a change of formation ends the move").help("write it last")
            }
            Bar::WhileColumn => Refusal::new(Rule("6.74"), format!("{code} is in column"))
                .help("a column enters the hex ahead or those beside it"),
            Bar::Triarii => Refusal::new(Rule("9.71"), format!("{code}: triarii do not move yet")).help(
                "they may turn; they move with an enemy (no elephant) in sight within 3 hexes, or 6 from the rest",
            ),
            Bar::Spent => Refusal::new(Rule("8.63"), format!("{code} has pursued or broken off in this turn"))
                .help("it may only turn"),
            Bar::Undisciplined => {
                Refusal::new(Rule("cataphract 6.41"), format!("{code} is of an undisciplined army"))
                    .help("only the foot of disciplined armies forms column")
            }
            Bar::Steep(h) => {
                let rule = match march.formation {
                    Formation::Charge => "alexander 9.74",
                    _ if body.kind == UnitType::CH => "alexander 9.21",
                    _ => "alexander 6.23",
                };
                let help = "cavalry goes one level at once, skirmishers three, others two; chariots and charge formations one in a phase";
                Refusal::new(Rule(rule), format!("the slope before {h} is too steep for {code}"))
                    .help(help)
                    .at(h.to_string())
            }
            Bar::Unwieldy(h) => {
                let (rule, help) = if body.kind == UnitType::CH {
                    ("alexander 7.15", "chariots turn further only in the hex where they start or end")
                } else {
                    ("alexander 9.74", "in charge formation only those turn further who stay where they are")
                };
                Refusal::new(Rule(rule), format!("{code} turns more than one vertex in {h}"))
                    .help(help)
                    .at(h.to_string())
            }
            Bar::NoSquare => Refusal::new(Rule("alexander 9.63"), format!("{code} cannot form square"))
                .help("two-hex phalanxes and heavy infantry of a Macedonian army before 280 BC do"),
            Bar::NotWhole => {
                let rule = if body.two_hex { "alexander 9.63" } else { "cataphract 11.1" };
                Refusal::new(Rule(rule), format!("{code} needs its whole allowance for that"))
                    .help("write it first, and nothing that costs points after it")
            }
            Bar::NotThatShape => {
                Refusal::new(Rule("alexander 9.63"), format!("{code} is in that formation already"))
            }
            Bar::NoHorses => Refusal::new(Rule("cataphract 11.1"), format!("{code} cannot do that"))
                .help("cataphracts with a counter on foot dismount; those who have dismounted mount"),
            Bar::NotInPeace(enemy) => Refusal::new(
                Rule("cataphract 11.1"),
                format!("{code} cannot dismount or mount before {}", of(enemy)),
            )
            .help("enemies are 5 hexes away at least, and none of them can shoot at it"),
            Bar::NotHere => Refusal::new(Rule("8.11"), format!("{code} cannot fire there")),
            Bar::Drift(h) => Refusal::new(Rule("alexander 6.5"), format!("{code} drifts to the right, not to {h}"))
                .help("the 1st, 2nd and 4th point of a later move lead to the right front hex: write fr")
                .at(h.to_string()),
            Bar::GoesOn => Refusal::new(
                Rule("alexander 6.14"),
                format!("{code} goes on as far as it can, and could go on from {}", march.hex),
            )
            .help("write steps until it meets an enemy zone or has no points left"),
            Bar::NoWedge => Refusal::new(Rule("alexander 9.72"), format!("{code} knows no charge formation"))
                .help("HC, RC, LN and Thracian LC form up, where the battle is fought with that option"),
            Bar::WedgeAlready => {
                Refusal::new(Rule("alexander 9.73"), format!("{code} is in that formation already"))
            }
            Bar::WedgeInLine => {
                Refusal::new(Rule("alexander 9.73"), format!("{code} cannot form up by a line command"))
                    .help("order it by itself")
            }
            Bar::WedgeZone => {
                Refusal::new(Rule("alexander 9.73"), format!("{code} cannot form up in an enemy zone of control"))
            }
        }
    }
}
