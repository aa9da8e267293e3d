//! The facts in words: the first lines of a report, and a subject.

use chrono::{DateTime, Utc};

use super::{Deeds, Flight, Score, Trump, Upshot};
use crate::form::fold::fold;
use crate::form::layout::Block;
use crate::form::list::listed;
use crate::form::marks::capital;
use crate::front::Wing;
use tess_effects::Side;
use tess_table::Wait;

/// What a side does that has been offered a battle.
const ENTER: &str = "Save this mail as offer.eml and say `tess join DIR offer.eml`, DIR being the folder that \
                     `tess card` has made.";

/// Lines that the beginning of a report may have.
const MOST_LINES: usize = 5;

/// How much the first lines tell by name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Leaders, and few units.
    Names,
    /// Few units.
    Codes,
    /// Counts alone.
    Counts,
    /// Without what can be read below as well.
    Least,
}

/// What has changed, and who decides until when, in at most five lines.
#[must_use]
pub fn head(
    upshot: &Upshot,
    viewer: Option<Side>,
    wait: Option<&Wait>,
    deadline: Option<DateTime<Utc>>,
) -> Block {
    let mut out = String::new();
    for detail in [Detail::Names, Detail::Codes, Detail::Counts, Detail::Least] {
        let words = Words { upshot, viewer, detail };
        let begins = upshot.is_empty() && matches!(wait, Some(Wait::Accept(_)));
        let mut sentences = if begins { Vec::new() } else { words.sentences() };
        sentences.extend(wait.map(|wait| words.decision(wait, deadline)));
        out = sentences.join(" ");
        if fold(&out, "", "").lines().count() <= MOST_LINES {
            break;
        }
    }
    Block::Head(out)
}

/// What has changed in about six words, for a subject; nothing where nothing has.
#[must_use]
pub fn headline(upshot: &Upshot, viewer: Option<Side>) -> Option<String> {
    let words = Words { upshot, viewer, detail: Detail::Codes };
    let actor = upshot.order.iter().find(|side| Some(**side) != viewer).or_else(|| upshot.order.first());
    let deed = actor.and_then(|&side| words.deed_in_short(side));
    let first = viewer.unwrap_or(Side::First);
    let loss = [first, first.other()].into_iter().find_map(|side| words.loss_in_short(side));
    match (deed, loss) {
        (Some(deed), Some(loss)) => Some(format!("{deed}, {loss}")),
        (deed, loss) => deed.or(loss).or_else(|| upshot.turn.map(|turn| format!("turn {turn}"))),
    }
}

struct Words<'a> {
    upshot: &'a Upshot,
    viewer: Option<Side>,
    detail: Detail,
}

impl Words<'_> {
    fn sentences(&self) -> Vec<String> {
        let upshot = self.upshot;
        if upshot.is_empty() {
            return vec!["Nothing has changed on the field since your last report.".to_owned()];
        }
        let mut out: Vec<String> = upshot.order.iter().filter_map(|&side| self.did(side)).collect();
        let trumps = Side::BOTH.iter().flat_map(|&side| &upshot.deeds[side].trumps).map(trump);
        out.extend(trumps.filter(|_| self.detail != Detail::Least));
        out.extend(self.losses());
        out.extend(self.points());
        if self.detail != Detail::Least {
            out.extend(upshot.turn.map(|turn| format!("Turn {turn} has begun.")));
            out.extend(upshot.momentum.as_ref().map(|name| format!("{name} has momentum.")));
        }
        out
    }

    fn is_viewer(&self, side: Side) -> bool {
        self.viewer == Some(side)
    }

    fn name(&self, side: Side) -> String {
        if self.is_viewer(side) { "You".to_owned() } else { capital(&self.upshot.sides[side]) }
    }

    /// `yours`, `Carthage's`.
    fn whose(&self, side: Side) -> String {
        if self.is_viewer(side) { "yours".to_owned() } else { format!("{}'s", self.name(side)) }
    }

    /// `Carthage (Hannibal) charged on the left.`
    fn did(&self, side: Side) -> Option<String> {
        let deeds = &self.upshot.deeds[side];
        let there = |wings: &mut dyn Iterator<Item = &Wing>| {
            let places: Vec<&str> = wings.map(|wing| wing.there()).collect();
            (!places.is_empty()).then(|| listed(&places))
        };
        let charged = there(&mut deeds.charged.iter()).map(|at| format!("charged {at}"));
        let shot = there(&mut deeds.shot.difference(&deeds.charged)).map(|at| format!("shot {at}"));
        let fought = charged.or(shot.clone()).is_some();
        let mut parts: Vec<String> = Vec::new();
        parts.extend(there(&mut deeds.charged.iter()).map(|at| format!("charged {at}")));
        parts.extend(shot);
        if !fought {
            parts.extend(there(&mut deeds.moved.iter()).map(|at| format!("moved {at}")));
        }
        if parts.is_empty() && !deeds.leaders.is_empty() {
            let whom = if self.is_viewer(side) { "you".to_owned() } else { self.name(side) };
            let acts = if deeds.leaders.len() == 1 { "acts" } else { "act" };
            return Some(format!("{} {acts} for {whom}.", listed(&deeds.leaders)));
        }
        let named = self.detail == Detail::Names && !deeds.leaders.is_empty();
        let by = if named { format!(" ({})", deeds.leaders.join(", ")) } else { String::new() };
        (!parts.is_empty()).then(|| format!("{}{by} {}.", self.name(side), listed(&parts)))
    }

    /// What both have lost, the viewer first.
    fn losses(&self) -> Option<String> {
        let first = self.viewer.unwrap_or(Side::First);
        let sides = [first, first.other()];
        let lost = sides.map(|side| self.lost(&self.upshot.deeds[side]));
        if lost.iter().all(Option::is_none) {
            let hurt = sides.map(|side| self.upshot.deeds[side].hurt.len());
            let of = |n: usize, side: Side| format!("{} of {}", number(n), self.whose(side));
            let fought = |side: &Side| {
                !self.upshot.deeds[*side].charged.is_empty() || !self.upshot.deeds[*side].shot.is_empty()
            };
            let text = match hurt {
                [0, 0] if sides.iter().any(fought) => "nobody is hurt.".to_owned(),
                [0, 0] => return None,
                [n, 0] => format!("{} {}; nobody {}.", of(n, sides[0]), hit(n), self.flees(1)),
                [0, n] => format!("{} {}; nobody {}.", of(n, sides[1]), hit(n), self.flees(1)),
                [a, b] => {
                    let (one, other) = (of(a, sides[0]), of(b, sides[1]));
                    format!("{one} and {other} take hits; nobody {}.", self.flees(1))
                }
            };
            return Some(capital(&text));
        }
        let each: Vec<String> = sides
            .into_iter()
            .zip(lost)
            .map(|(side, text)| match text {
                Some(text) => format!("of {} {text}", self.whose(side)),
                None if self.is_viewer(side) => "you lose nobody".to_owned(),
                None => format!("{} loses nobody", self.name(side)),
            })
            .collect();
        Some(capital(&format!("{}.", each.join("; "))))
    }

    /// `A29 and A31 rout, A34 is gone`.
    fn lost(&self, deeds: &Deeds) -> Option<String> {
        let few = if matches!(self.detail, Detail::Names | Detail::Codes) { 3 } else { 0 };
        let units = |codes: &[String]| match codes.len() {
            0 => None,
            n if n <= few => Some(listed(codes)),
            1 => Some("one unit".to_owned()),
            n => Some(format!("{} units", number(n))),
        };
        let be = |n: usize| if n == 1 { "is" } else { "are" };
        let parts: Vec<String> = [
            units(&deeds.routed).map(|who| format!("{who} {}", self.flees(deeds.routed.len()))),
            units(&deeds.gone).map(|who| format!("{who} {} gone", be(deeds.gone.len()))),
            (!deeds.fallen.is_empty())
                .then(|| format!("{} {} dead", listed(&deeds.fallen), be(deeds.fallen.len()))),
            units(&deeds.rallied)
                .map(|who| format!("{who} {}", if deeds.rallied.len() == 1 { "rallies" } else { "rally" })),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!parts.is_empty()).then(|| listed(&parts))
    }

    /// What units do that run.
    fn flees(&self, count: usize) -> &'static str {
        match (self.upshot.flight, count) {
            (Flight::Routs, 1) => "routs",
            (Flight::Routs, _) => "rout",
            (Flight::Breaks, 1) => "breaks",
            (Flight::Breaks, _) => "break",
        }
    }

    fn points(&self) -> Option<String> {
        let first = self.viewer.unwrap_or(Side::First);
        let sides = [first, first.other()];
        match &self.upshot.score {
            Score::None => None,
            Score::Rout { given, .. } if sides.iter().all(|&side| given[side] == 0) => None,
            Score::Rout { given, now, level } => {
                let stand = |side: Side| format!("{} of {}", now[side], level[side]);
                Some(format!(
                    "{} {} ({}), {} {} ({}).",
                    self.verb(first, "give away", "gives away"),
                    points(given[first], "rout point"),
                    stand(first),
                    self.name(first.other()),
                    few(given[first.other()]),
                    stand(first.other())
                ))
            }
            Score::Victory { won, .. } if sides.iter().all(|&side| won[side] == 0) => None,
            Score::Victory { won, now } => Some(format!(
                "{} {} ({} now), {} {} ({}).",
                self.verb(first, "win", "wins"),
                points(won[first], "victory point"),
                now[first],
                self.name(first.other()),
                few(won[first.other()]),
                now[first.other()]
            )),
        }
    }

    fn verb(&self, side: Side, you: &str, they: &str) -> String {
        format!("{} {}", self.name(side), if self.is_viewer(side) { you } else { they })
    }

    /// Who decides, and until when.
    fn decision(&self, wait: &Wait, deadline: Option<DateTime<Utc>>) -> String {
        let until =
            deadline.map_or_else(String::new, |at| format!(" until {}", at.format("%a %d %b, %H:%M UTC")));
        let viewer = self.viewer.map(|side| self.upshot.sides[side].as_str());
        let who = |role: &str, you: &str, they: &str| match role {
            role if viewer == Some(role) => format!("You {you}"),
            role => format!("{} {they}", capital(role)),
        };
        match wait {
            Wait::Accept(roles) => {
                let others = roles.iter().filter(|role| viewer != Some(role.as_str()));
                let names: Vec<String> = others.map(|role| capital(role.as_str())).collect();
                match (names.len() == roles.len(), names.is_empty()) {
                    (true, _) => format!("The battle is offered{until}; still to enter: {}.", listed(&names)),
                    (_, true) => {
                        format!("The battle is offered to you{until}; the other side has entered. {ENTER}")
                    }
                    _ => {
                        format!("The battle is offered to you{until}. {ENTER} {} enters too.", listed(&names))
                    }
                }
            }
            Wait::Orders(deed) => format!("{}{until}.", who(&deed.side, "decide", "decides")),
            Wait::Answer { side, .. } => {
                format!(
                    "{}{until}.",
                    who(side.as_str(), "have a question to answer", "has a question to answer")
                )
            }
            Wait::Link { .. } => "Dice are due; the programs see to that.".to_owned(),
            Wait::Reject { .. } => "The last orders are not allowed and go back.".to_owned(),
            Wait::Over(end) => match &end.winner {
                Some(side) => format!("The battle is over: {}.", who(side, "have won", "has won")),
                None => "The battle is over: a draw.".to_owned(),
            },
        }
    }

    /// `Carthage charges left`.
    fn deed_in_short(&self, side: Side) -> Option<String> {
        let deeds = &self.upshot.deeds[side];
        let (wings, [you, they]) = match deeds {
            deeds if !deeds.charged.is_empty() => (&deeds.charged, ["charge", "charges"]),
            deeds if !deeds.shot.is_empty() => (&deeds.shot, ["shoot", "shoots"]),
            deeds if !deeds.moved.is_empty() => (&deeds.moved, ["move", "moves"]),
            _ => return None,
        };
        let place = match wings.iter().next() {
            Some(wing) if wings.len() == 1 => format!(" {}", wing.word()),
            _ => String::new(),
        };
        let verb = if self.is_viewer(side) { you } else { they };
        Some(format!(
            "{} {verb}{place}",
            if self.is_viewer(side) { "you".to_owned() } else { self.name(side) }
        ))
    }

    /// `5 of yours rout`, `A34 gone`.
    fn loss_in_short(&self, side: Side) -> Option<String> {
        let deeds = &self.upshot.deeds[side];
        let count = |codes: &[String]| match codes {
            [one] => one.clone(),
            many => format!("{} of {}", many.len(), self.whose(side)),
        };
        if let Some(name) = deeds.fallen.first() {
            Some(format!("{name} dead"))
        } else if !deeds.routed.is_empty() {
            Some(format!("{} {}", count(&deeds.routed), self.flees(deeds.routed.len())))
        } else if !deeds.gone.is_empty() {
            Some(format!("{} gone", count(&deeds.gone)))
        } else {
            None
        }
    }
}

/// `Paullus tried in vain to trump Hannibal.`
fn trump(trump: &Trump) -> String {
    let whom = trump.against.as_ref().map_or_else(String::new, |whom| format!(" {whom}"));
    match trump.won {
        true => format!("{} trumped{whom}.", trump.by),
        false => format!("{} tried in vain to trump{whom}.", trump.by),
    }
}

const fn hit(count: usize) -> &'static str {
    if count == 1 { "takes hits" } else { "take hits" }
}

/// `1 rout point`, `no rout points`.
fn points(count: u16, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// `none`, `3`.
fn few(count: u16) -> String {
    if count == 0 { "none".to_owned() } else { count.to_string() }
}

/// Small numbers in letters.
fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_effects::BySide;

    fn upshot() -> Upshot {
        let mut upshot = Upshot {
            sides: BySide(["carthage".to_owned(), "rome".to_owned()]),
            score: Score::Rout { given: BySide([3, 8]), now: BySide([12, 20]), level: BySide([137, 136]) },
            turn: Some(4),
            ..Upshot::default()
        };
        let punic = upshot.acts(Side::First);
        punic.led("Hannibal");
        punic.charged.insert(Wing::Left);
        punic.shot.extend([Wing::Left, Wing::Right]);
        for code in ["A1", "A2", "A3", "A4", "A38"] {
            upshot.deeds[Side::Second].runs(code);
        }
        upshot.deeds[Side::Second].is_gone("A38");
        upshot
    }

    fn text(upshot: &Upshot, viewer: Option<Side>) -> String {
        let Block::Head(text) = head(upshot, viewer, None, None) else { panic!("a head") };
        text
    }

    #[test]
    fn each_reader_hears_of_his_own_first() {
        assert_eq!(
            text(&upshot(), Some(Side::Second)),
            "Carthage (Hannibal) charged on the left and shot on the right. Of yours four units rout and A38 is gone; \
             Carthage loses nobody. You give away 8 rout points (20 of 136), Carthage 3 (12 of 137). Turn 4 has begun."
        );
        assert_eq!(
            text(&upshot(), Some(Side::First)),
            "You (Hannibal) charged on the left and shot on the right. You lose nobody; of Rome's four units rout and \
             A38 is gone. You give away 3 rout points (12 of 137), Rome 8 (20 of 136). Turn 4 has begun."
        );
        assert_eq!(
            text(&Upshot::default(), None),
            "Nothing has changed on the field since your last report."
        );
    }

    #[test]
    fn a_subject_says_it_in_a_few_words() {
        let said = |viewer| headline(&upshot(), viewer).expect("something");
        assert_eq!(said(Some(Side::Second)), "Carthage charges left, 4 of yours rout");
        assert_eq!(said(Some(Side::First)), "you charge left, 4 of Rome's rout");
        assert_eq!(headline(&Upshot::default(), None), None);
    }

    #[test]
    fn who_rallies_in_the_same_stretch_has_not_run() {
        let mut upshot = upshot();
        for code in ["A1", "A2", "A3", "A4"] {
            upshot.deeds[Side::Second].stands(code);
        }
        assert!(text(&upshot, Some(Side::Second)).contains(". Of yours A38 is gone; Carthage loses nobody."));
    }

    #[test]
    fn however_much_has_happened_five_lines_tell_it() {
        let mut upshot = upshot();
        for side in Side::BOTH {
            let deeds = upshot.acts(side);
            (0..9).for_each(|n| deeds.led(&format!("Lucius Aemilius Paullus the {n}th of his name")));
            (0..9).for_each(|n| deeds.runs(&format!("U{n}")));
            deeds.charged.extend(Wing::ALL);
            for n in 0..6 {
                let by = format!("Gaius Terentius Varro the {n}th");
                deeds.trumps.push(Trump { by, against: Some("Hannibal".to_owned()), won: n == 0 });
            }
        }
        let text = text(&upshot, Some(Side::Second));
        assert!(fold(&text, "", "").lines().count() <= MOST_LINES, "{text}");
        assert!(text.contains("Of yours 13 units rout and one unit is gone"), "{text}");
    }
}
