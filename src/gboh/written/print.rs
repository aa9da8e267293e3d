//! The canonical text of orders as written.

use std::fmt;

use super::{Condition, Motion, Order, Stop, Target, Test, Way, Word, WrittenStep};

fn joined(words: &[Word], between: &str) -> String {
    words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(between)
}

/// The side of a marker, with a space before it.
const fn side(real: Option<bool>) -> &'static str {
    match real {
        Some(true) => " yes",
        Some(false) => " no",
        None => "",
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Begin => f.write_str("begin"),
            Order::Prearrange(markers) if markers.is_empty() => f.write_str("prearrange none"),
            Order::Prearrange(markers) => {
                let each: Vec<String> =
                    markers.iter().map(|(l, real)| format!("{l}{}", side(*real))).collect();
                write!(f, "prearrange {}", each.join(", "))
            }
            Order::Elite(None) => f.write_str("elite none"),
            Order::Elite(Some(leader)) => write!(f, "elite {leader}"),
            Order::Activate(None) => f.write_str("activate"),
            Order::Activate(Some(leader)) => write!(f, "activate {leader}"),
            Order::Trump(leader) => write!(f, "trump {leader}"),
            Order::Pass(None) => f.write_str("pass"),
            Order::Pass(Some(leader)) => write!(f, "pass {leader}"),
            Order::Line(line) => write!(f, "line {line}"),
            Order::Contingent(leader) => write!(f, "contingent {leader}"),
            Order::EndLine => f.write_str("end line"),
            Order::All(motion) => write!(f, "all{motion}"),
            Order::Move(order) => write!(f, "move {}{}", joined(&order.who, ", "), order.motion),
            Order::Fire(shot) => write!(f, "fire {} at {}", shot.unit, shot.target),
            Order::Harass { shot, way } => {
                write!(f, "harass {} at {}", shot.unit, shot.target)?;
                if way.is_empty() { Ok(()) } else { write!(f, " by {}", joined(way, " ")) }
            }
            Order::Recover(units) => write!(f, "recover {}", joined(units, ", ")),
            Order::Rally(units) => write!(f, "rally {}", joined(units, ", ")),
            Order::Replace { leader, hex } => write!(f, "replace {leader} at {hex}"),
            Order::Succeed { leader, follows } => {
                write!(f, "succeed {}{leader}", if *follows { "" } else { "not " })
            }
            Order::Restack(hex) => write!(f, "restack {hex}"),
            Order::Regroup(back) => {
                let each: Vec<String> =
                    back.iter().map(|r| format!("{} at {} facing {}", r.unit, r.hex, r.facing)).collect();
                write!(f, "regroup {}", each.join(", "))
            }
            Order::Mode { unit, limber } => {
                write!(f, "mode {unit} {}", if *limber { "move" } else { "fire" })
            }
            Order::Extend(moves) => {
                let each: Vec<String> = moves.iter().map(|(unit, hex)| format!("{unit} to {hex}")).collect();
                write!(f, "extend {}", each.join(", "))
            }
            Order::Shock { attackers, defenders, with } => {
                write!(f, "shock {} at {}", joined(attackers, " "), joined(defenders, " "))?;
                with.as_ref().map_or(Ok(()), |unit| write!(f, " with {unit}"))
            }
            Order::Resolve => f.write_str("resolve"),
            Order::Momentum => f.write_str("momentum"),
            Order::Finish => f.write_str("finish"),
            Order::Ask { about, on } if about.is_empty() => {
                f.write_str(if *on { "ask all" } else { "ask none" })
            }
            Order::Ask { about, on } => {
                write!(f, "ask {}{}", if *on { "" } else { "not " }, joined(about, ", "))
            }
        }
    }
}

/// With a space before each word.
impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.way {
            Way::Steps(steps) => steps.iter().try_for_each(|step| write!(f, " {step}"))?,
            Way::To { hex, facing, fire } => {
                write!(f, " to {hex}")?;
                if let Some(facing) = facing {
                    write!(f, " facing {facing}")?;
                }
                if let Some(target) = fire {
                    write!(f, " fire {target}")?;
                }
            }
        }
        let gets_off = |leader: &Word| self.until.iter().find(|(l, _)| l.text == leader.text);
        let stay: Vec<Word> = self.with.iter().filter(|l| gets_off(l).is_none()).cloned().collect();
        if !stay.is_empty() {
            write!(f, " with {}", joined(&stay, ", "))?;
        }
        for (leader, hex) in &self.until {
            write!(f, " with {leader} until {hex}")?;
        }
        for (on, word) in [(self.stack, " stack"), (self.shock, " shock"), (self.fast, " fast")] {
            if on {
                f.write_str(word)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for WrittenStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |word: &str, n: u8| if n == 1 { word.to_owned() } else { format!("{word} {n}") };
        match self {
            WrittenStep::Hex(hex) => write!(f, "{hex}"),
            WrittenStep::Forward(n) => f.write_str(&times("fwd", *n)),
            WrittenStep::ForwardLeft(n) => f.write_str(&times("fl", *n)),
            WrittenStep::ForwardRight(n) => f.write_str(&times("fr", *n)),
            WrittenStep::Turn(n) => {
                f.write_str(&times(if *n < 0 { "left" } else { "right" }, n.unsigned_abs()))
            }
            WrittenStep::Face(facing) => write!(f, "face {facing}"),
            WrittenStep::About => f.write_str("about"),
            WrittenStep::PivotLeft => f.write_str("pivot left"),
            WrittenStep::PivotRight => f.write_str("pivot right"),
            WrittenStep::Reverse => f.write_str("reverse"),
            WrittenStep::ColumnLeft => f.write_str("column left"),
            WrittenStep::ColumnRight => f.write_str("column right"),
            WrittenStep::LineLeft => f.write_str("uncolumn left"),
            WrittenStep::LineRight => f.write_str("uncolumn right"),
            WrittenStep::Fire(target) => write!(f, "fire {target}"),
            WrittenStep::Square => f.write_str("square"),
            WrittenStep::Unsquare => f.write_str("unsquare"),
            WrittenStep::Dismount => f.write_str("dismount"),
            WrittenStep::Mount => f.write_str("mount"),
            WrittenStep::Wedge => f.write_str("wedge"),
            WrittenStep::Unwedge => f.write_str("unwedge"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.leader { "leader " } else { "" }, self.code)
    }
}

impl Stop {
    /// What comes after the word `stop` or `lapse`, with a space before it.
    #[must_use]
    pub fn tail(&self) -> String {
        if self.when.is_empty() {
            return String::new();
        }
        let each: Vec<String> = self.when.iter().map(ToString::to_string).collect();
        format!(" {} {}", if self.unless { "unless" } else { "if" }, each.join(" and "))
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.not { "not " } else { "" }, self.test)
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Routed(unit) => write!(f, "routed {unit}"),
            Test::Lost(code) => write!(f, "lost {code}"),
            Test::Hits(unit, sign, n) => write!(f, "hits {unit} {} {n}", sign.sign()),
            Test::Supply(unit, sign, level) => write!(f, "supply {unit} {} {level}", sign.sign()),
            Test::At(unit, hex) => write!(f, "{unit} at {hex}"),
            Test::EnemyNear(unit, n) => write!(f, "enemy near {unit} {n}"),
            Test::Zoc(unit) => write!(f, "zoc {unit}"),
            Test::Empty(hex) => write!(f, "empty {hex}"),
            Test::Finished(leader) => write!(f, "finished {leader}"),
            Test::Turn(sign, n) => write!(f, "turn {} {n}", sign.sign()),
            Test::MomentumFailed => f.write_str("momentum failed"),
            Test::Trumped => f.write_str("trumped"),
        }
    }
}
