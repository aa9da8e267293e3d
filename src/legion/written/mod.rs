//! Orders of Legion and Empire as written: words in their places.

pub mod motion;
mod parse;
mod standing;

use std::fmt;

use tess_diagnostic::Diagnostic;
use tess_orders::{Word, words};

pub use motion::{Hand, Shape, Step, Turn};
pub use parse::KEYWORDS;
pub use standing::Unprepared;

/// What a sheet says, as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// Orders from the top.
    pub lines: Vec<Line>,
}

/// An order and where it stands. Two lines are equal when they say the same.
#[derive(Clone, Debug)]
pub struct Line {
    /// Line of the text, from 1.
    pub number: u32,
    /// The line of the text, as written.
    pub text: String,
    /// `try` was written: what the rules do not allow when it is due is left out, and the sheet goes on.
    pub lenient: bool,
    /// What it says.
    pub what: Order,
}

impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        self.lenient == other.lenient && self.what == other.what
    }
}

impl Eq for Line {}

/// An order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// `order C1 advance`; without the last word where it has been sealed.
    Direct {
        /// The Command.
        command: Word,
        /// What it is to do.
        order: Option<Word>,
    },
    /// `terrain woods 4,4 8,4 8,7`, `terrain hill 4,4 8,4 8,7 height 2`, `obstacle wall 4,4 8,4`.
    SetOut {
        /// `terrain` or `obstacle`.
        what: &'static str,
        /// Its kind.
        kind: Word,
        /// Corners or course, in thousandths of an inch.
        points: Vec<(i32, i32)>,
        /// Layers of height.
        height: Option<u8>,
    },
    /// `edge north` or `edge south`.
    Edge {
        /// The north one.
        north: bool,
    },
    /// `place H1 at 12,8 facing 22.5 form double`.
    Place {
        /// A unit, a leader or an objective.
        piece: Word,
        /// Where.
        at: (i32, i32),
        /// In hundredths of a degree.
        facing: Option<i32>,
        /// In which formation.
        shape: Option<Shape>,
    },
    /// `deploy`: everything that waits, as the scenario has it.
    Deploy,
    /// `move H1, H2: advance 4, wheel left 2`: each of the units in turn.
    Move {
        /// Who.
        units: Vec<Word>,
        /// What each does.
        steps: Vec<Step>,
    },
    /// `charge H1 W1`, or `charge H1 W1: wheel left 2`: then straight ahead until they meet.
    Charge {
        /// Who.
        unit: Word,
        /// Whom.
        target: Word,
        /// What it does before the last, straight stretch.
        steps: Vec<Step>,
    },
    /// `shoot U1 E3`, or `shoot U1 E3 stands 2, E4`.
    Shoot {
        /// Who.
        unit: Word,
        /// At whom, and with how many stands at most.
        targets: Vec<(Word, Option<Word>)>,
    },
    /// `sally V1 E3: advance 2 shoot turn about, advance 2`: light troops move, shoot, and move on.
    Sally {
        /// Who.
        unit: Word,
        /// At whom.
        target: Word,
        /// The way out.
        out: Vec<Step>,
        /// The way back.
        back: Vec<Step>,
    },
    /// `feign V1`.
    Feign(Word),
    /// `leave H1` or `leave H1 away`: out of a close combat, backwards, or turned about.
    Leave {
        /// Who.
        unit: Word,
        /// Turned about.
        away: bool,
    },
    /// `dismount CH1` or `dismount CH1 close`.
    Dismount {
        /// Who.
        unit: Word,
        /// In close order.
        close: bool,
    },
    /// `remount CH1`.
    Remount(Word),
    /// `fight`.
    Fight,
    /// `relieve H1 P1`: the second takes the place of the first in its combat.
    Relieve {
        /// Who fights.
        first: Word,
        /// Who takes its place.
        second: Word,
    },
    /// `detach H1 2 left`: so many stands of that end leave their unit.
    Detach {
        /// Whose.
        unit: Word,
        /// How many.
        stands: u8,
        /// From which end.
        hand: Hand,
    },
    /// `draw 2`: so many cards.
    Draw(Word),
    /// `card legate C1`; a number in the place of the name lays that card face down.
    Card {
        /// Which.
        name: Word,
        /// What the card is played on, as the card has it.
        on: Vec<Word>,
    },
    /// `hide C2 with 1 in 3`: a Command is held back, under this card, in this piece of ground; without a
    /// card where the scenario lets it lie in ambush. A signed sheet does not say where.
    Hide {
        /// Who.
        command: Word,
        /// The number of the card in the hand.
        card: Option<Word>,
        /// The number of the piece of ground.
        ground: Option<Word>,
    },
    /// `arrive C2`.
    Arrive(Word),
    /// `enter 20`.
    Enter(Word),
    /// `move MAX: to 12,8.5, to 14,9`: a leader rides by himself.
    Ride {
        /// Who.
        leader: Word,
        /// By which places, in thousandths of an inch.
        way: Vec<(i32, i32)>,
    },
    /// `attach MAX H1 rear`: a leader joins a unit; `attach V1 E1 left 1 right 1`: light infantry joins one.
    Attach {
        /// Who.
        who: Word,
        /// Whom.
        host: Word,
        /// Where, and of light infantry how many stands.
        posts: Vec<(Post, Option<u8>)>,
    },
    /// `detach MAX`, `detach V1`: a leader, or light infantry, leaves the unit that it is with.
    Part(Word),
    /// `join H1.1 H1`: detached stands come back to their unit.
    Join {
        /// Who.
        part: Word,
        /// Their unit.
        unit: Word,
    },
    /// `rally H1`.
    Rally(Word),
    /// `pillage H1 VILLA`.
    Pillage {
        /// Who.
        unit: Word,
        /// What.
        goal: Word,
    },
    /// `ask return, casualty`, `ask not casualty`, `ask all`, `ask none`: about which finer decisions the
    /// side is asked from now on.
    Ask {
        /// Their windows; none for all of them.
        about: Vec<Word>,
        /// Asked; else not any more.
        on: bool,
    },
    /// `truce`: an offer to end the battle.
    Truce,
    /// `rest`: the units that have not done what their order asks do the least of it.
    Rest,
    /// `finish`.
    Finish,
}

/// Where in a unit a leader stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Post {
    /// Behind it.
    Rear,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// In its front.
    Front,
}

impl Post {
    /// All, with how they are written.
    pub const WORDS: [(&'static str, Post); 4] =
        [("rear", Post::Rear), ("left", Post::Left), ("right", Post::Right), ("front", Post::Front)];

    /// How it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Post::WORDS[self as usize].0
    }
}

impl Sheet {
    /// Reads a sheet. What is not understood is left out and complained about; every line is read.
    #[must_use]
    pub fn parse(text: &str) -> (Sheet, Vec<Diagnostic>) {
        let (mut sheet, mut complaints) = (Sheet::default(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            for statement in words(line).split(|w| w.is(";")) {
                if let Some((lenient, what)) = parse::statement(statement, number, &mut complaints) {
                    sheet.lines.push(Line { number, text: line.to_owned(), lenient, what });
                }
            }
        }
        (sheet, complaints)
    }
}

/// The canonical text: one order a line.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.lenient { "try " } else { "" }, self.what)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Direct { command, order: Some(order) } => write!(f, "order {command} {order}"),
            Order::Direct { command, order: None } => write!(f, "order {command}"),
            Order::SetOut { what, kind, points, height } => {
                write!(f, "{what} {kind}")?;
                points.iter().try_for_each(|&at| write!(f, " {}", motion::place(at)))?;
                height.map_or(Ok(()), |layers| write!(f, " height {layers}"))
            }
            Order::Edge { north } => write!(f, "edge {}", if *north { "north" } else { "south" }),
            Order::Place { piece, at, facing, shape } => {
                write!(f, "place {piece} at {}", motion::place(*at))?;
                facing.map_or(Ok(()), |to| write!(f, " facing {}", motion::degrees(to)))?;
                shape.map_or(Ok(()), |shape| write!(f, " form {shape}"))
            }
            Order::Deploy => f.write_str("deploy"),
            Order::Move { units, steps } => write!(f, "move {}: {}", list(units), list(steps)),
            Order::Charge { unit, target, steps } if steps.is_empty() => write!(f, "charge {unit} {target}"),
            Order::Charge { unit, target, steps } => write!(f, "charge {unit} {target}: {}", list(steps)),
            Order::Shoot { unit, targets } => {
                let one = |(target, stands): &(Word, Option<Word>)| match stands {
                    Some(stands) => format!("{target} stands {stands}"),
                    None => target.to_string(),
                };
                write!(f, "shoot {unit} {}", targets.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Order::Sally { unit, target, out, back } => {
                write!(f, "sally {unit} {target}: {} shoot {}", list(out), list(back))
            }
            Order::Feign(unit) => write!(f, "feign {unit}"),
            Order::Leave { unit, away } => write!(f, "leave {unit}{}", if *away { " away" } else { "" }),
            Order::Dismount { unit, close } => {
                write!(f, "dismount {unit}{}", if *close { " close" } else { "" })
            }
            Order::Remount(unit) => write!(f, "remount {unit}"),
            Order::Fight => f.write_str("fight"),
            Order::Relieve { first, second } => write!(f, "relieve {first} {second}"),
            Order::Detach { unit, stands, hand } => write!(f, "detach {unit} {stands} {hand}"),
            Order::Draw(count) => write!(f, "draw {count}"),
            Order::Card { name, on } if on.is_empty() => write!(f, "card {name}"),
            Order::Card { name, on } => {
                let on: Vec<&str> = on.iter().map(|w| w.text.as_str()).collect();
                write!(f, "card {name} {}", on.join(" ").replace(" , ", ","))
            }
            Order::Hide { command, card, ground } => {
                write!(f, "hide {command}")?;
                card.iter().try_for_each(|card| write!(f, " with {card}"))?;
                ground.iter().try_for_each(|ground| write!(f, " in {ground}"))
            }
            Order::Arrive(command) => write!(f, "arrive {command}"),
            Order::Enter(along) => write!(f, "enter {along}"),
            Order::Ride { leader, way } => {
                let to = |&(x, y): &(i32, i32)| format!("to {},{}", motion::decimal(x), motion::decimal(y));
                write!(f, "move {leader}: {}", way.iter().map(to).collect::<Vec<_>>().join(", "))
            }
            Order::Attach { who, host, posts } => {
                write!(f, "attach {who} {host}")?;
                posts.iter().try_for_each(|(post, stands)| match stands {
                    Some(stands) => write!(f, " {} {stands}", post.word()),
                    None => write!(f, " {}", post.word()),
                })
            }
            Order::Join { part, unit } => write!(f, "join {part} {unit}"),
            Order::Part(leader) => write!(f, "detach {leader}"),
            Order::Rally(unit) => write!(f, "rally {unit}"),
            Order::Pillage { unit, goal } => write!(f, "pillage {unit} {goal}"),
            Order::Ask { about, on } if about.is_empty() => {
                f.write_str(if *on { "ask all" } else { "ask none" })
            }
            Order::Ask { about, on } => {
                write!(f, "ask {}{}", if *on { "" } else { "not " }, list(about))
            }
            Order::Truce => f.write_str("truce"),
            Order::Rest => f.write_str("rest"),
            Order::Finish => f.write_str("finish"),
        }
    }
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canon(text: &str) -> String {
        let (sheet, complaints) = Sheet::parse(text);
        assert!(complaints.is_empty(), "{text}: {complaints:?}");
        let printed = sheet.to_string();
        assert_eq!(Sheet::parse(&printed).0, sheet, "{printed}");
        printed
    }

    fn complaint(text: &str) -> String {
        let (_, complaints) = Sheet::parse(text);
        let [one] = complaints.as_slice() else { panic!("{text}: {complaints:?}") };
        format!("{}; {}", one.message, one.help.clone().unwrap_or_default())
    }

    #[test]
    fn orders_are_read_and_printed() {
        assert_eq!(
            canon("Order C1 advance # go\norder C2\ntry FINISH"),
            "order C1 advance\norder C2\ntry finish\n"
        );
        assert_eq!(canon("order C1 hold; order C2 march;"), "order C1 hold\norder C2 march\n");
        assert_eq!(canon(" \n# nothing\n"), "");
    }

    #[test]
    fn moves_are_read_and_printed() {
        for text in [
            "move H1: advance 4, wheel left 2.5, turn about\n",
            "move H1, H2: back 0.125, oblique right 3, oblique left 2 by 0.5\n",
            "move A1: form skirmish, wheel to 22.5\n",
            "move A1: form files 3\n",
            "move A1: form close column\n",
            "move A1: form line to 270\n",
            "charge H1 W1\n",
            "charge H1 W1: wheel right 1\n",
            "relieve H1 P1\n",
            "detach H1 2 left\n",
            "rest\n",
        ] {
            assert_eq!(canon(text), text);
        }
        assert_eq!(canon("move H1 : ahead 2 then form close line"), "move H1: advance 2, form close\n");
        assert_eq!(canon("detach H1 1; relieve H1 with P1"), "detach H1 1 right\nrelieve H1 P1\n");
        assert_eq!(canon("move H1: wheel to NE"), "move H1: wheel to 45\n");
    }

    #[test]
    fn fighting_is_read_and_printed() {
        for text in [
            "shoot V1 W1\n",
            "shoot V1 W1 stands 2, W2\n",
            "sally V1 W1: advance 2 shoot turn about, advance 2, turn about\n",
            "feign V1\n",
            "leave H1\n",
            "leave H1 away\n",
            "dismount CH1 close\n",
            "remount CH1\n",
            "fight\n",
            "move MAX: to 12,8.5, to 14,9\n",
            "attach MAX H1 front\n",
            "attach V1 E1\n",
            "attach V1 E1 left 1 right 2\n",
            "join H1.1 H1\n",
            "detach MAX\n",
            "rally H1\n",
            "pillage W1 VILLA\n",
            "truce\n",
            "ask return, casualty\n",
            "ask not about-face\n",
            "ask all\n",
            "ask none\n",
            "terrain woods 4,4 8.5,4 8,7\n",
            "terrain hill 4,4 8,4 8,7 height 2\n",
            "obstacle wall 4,4 8,4\n",
            "edge south\n",
            "place H1 at 12,8.5 facing 22.5 form files 3\n",
            "place MAX at 12,3\n",
            "deploy\n",
        ] {
            assert_eq!(canon(text), text);
        }
        for text in [
            "draw 2\n",
            "card legate C1\n",
            "card dig-in palisade 10,8 16,8.5\n",
            "card 2 C1 combat\n",
            "hide C2 with 1\n",
            "hide C2 with 1 in 3\n",
            "hide C2\n",
            "hide C2 in 3\n",
            "arrive C2\n",
            "enter 20.5\n",
        ] {
            assert_eq!(canon(text), text);
        }
        assert!(complaint("draw two").contains("`two` is no number"));
        assert_eq!(canon("attach MAX to H1"), "attach MAX H1\n");
        assert_eq!(canon("join H1.1 to H1"), "join H1.1 H1\n");
        assert!(complaint("attach V1 E1 left 0").contains("`0` is no number of stands"));
        assert!(complaint("attach MAX H1 behind").contains("rear, left, right or front"));
        assert!(complaint("move MAX: to 12").contains("`,` is missing"));
        assert!(complaint("move MAX: to here").contains("`here` is no number of inches"));
        assert!(complaint("shoot V1").contains("at whom"));
        assert!(complaint("shoot V1 W1 stands two").contains("`two` is no number of stands"));
        assert!(complaint("sally V1 W1: advance 2").contains("`shoot` is missing"));
    }

    #[test]
    fn bad_steps_are_said() {
        assert!(complaint("move H1: advnace 2").contains("did you mean `advance`?"));
        assert!(complaint("move H1: advance two").contains("`two` is no number of inches"));
        assert!(complaint("move H1: wheel 2").contains("`left` should stand here"));
        assert!(complaint("move H1: wheel to 400").contains("no facing"));
        assert!(complaint("move H1: form ring").contains("form line"));
        assert!(complaint("move H1").contains("`:` is missing"));
        assert!(complaint("move H1: advance 2 3").contains("too much"));
    }

    #[test]
    fn what_is_not_understood_is_said_with_what_would_be_right() {
        assert!(complaint("odrer C1 hold").contains("did you mean `order`?"));
        assert!(complaint("order C1 hodl").contains("did you mean `hold`?"));
        assert!(complaint("order").contains("the Command is missing"));
        assert!(complaint("order C1 hold now").contains("`now` is too much here"));
        assert!(complaint("try").contains("does not say what"));
    }

    #[test]
    fn one_bad_line_hides_no_other() {
        let (sheet, complaints) = Sheet::parse("order C1 hold\nbla\norder C2 bla\nfinish");
        assert_eq!((sheet.lines.len(), complaints.len()), (2, 2));
        assert_eq!(sheet.lines[1].number, 4);
    }
}
