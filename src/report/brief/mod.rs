//! The record in short, for a mail: a row for each move with what happened on the way in brackets, a decision only
//! where nothing tells what came of it, lists of shots and checks, two lines for each combat. Every die is named with
//! the number it was held against; rules that come over and over are named once, in the legend.

mod combat;
mod legend;
mod part;
mod short;
mod table;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use self::legend::Marks;
use self::part::Part;
pub(super) use self::short::ranges;
use self::table::Table;
use super::{fold, marks, narrate};
use tess_effects::{Entry, Question, Rolled};
use tess_gboh::command::stage::PhaseKind;
use tess_gboh::happening::{CommandEvent, FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tess_gboh::missile::shot::Weapon;
use tess_gboh::missile::told::Occasion;
use tess_gboh::position::Supply;
use tess_gboh::{Happening, Setup, UnitId};

/// What stands together in one paragraph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Command,
    Orders,
    PreShock,
    Combat,
    After,
    Other,
}

/// Attackers and defenders of one combat.
type Fight = (Vec<UnitId>, Vec<UnitId>);

struct Brief<'a> {
    set: &'a Setup,
    marks: &'a mut Marks,
    out: String,
    sort: Sort,
    parts: Vec<Part>,
    table: Table,
    open: Vec<&'a Rolled>,
    /// Who fired the shot that is told.
    shooter: Option<UnitId>,
    /// Combats that are told later with all their numbers.
    struck: BTreeSet<Fight>,
    /// Those of them that nobody ordered.
    obliged: BTreeSet<Fight>,
    /// What was offered and declined, with its rule: by side and window.
    declined: BTreeMap<(String, String), Vec<String>>,
}

/// The record as paragraphs; `end` is the last sentence.
pub(super) fn record(
    set: &Setup,
    entries: &[Entry<Happening>],
    end: Option<String>,
    marks: &mut Marks,
) -> String {
    let struck = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Happened(Happening::Shock(ShockEvent::Struck(b))) => {
                Some((b.attackers.clone(), b.defenders.clone()))
            }
            _ => None,
        })
        .collect();
    let mut brief = Brief {
        set,
        marks,
        out: String::new(),
        sort: Sort::Other,
        parts: Vec::new(),
        table: Table::default(),
        open: Vec::new(),
        shooter: None,
        struck,
        obliged: BTreeSet::new(),
        declined: BTreeMap::new(),
    };
    for entry in entries {
        match entry {
            Entry::Rolled(rolled) => brief.open.push(rolled),
            Entry::Decided(question, key) => brief.decided(question, key),
            Entry::Happened(happening) => brief.happened(happening),
        }
    }
    let left = brief.dice("");
    if !left.is_empty() {
        brief.join(Part::sentence(left.trim_start().to_owned()));
    }
    if let Some(end) = end {
        brief.land();
        brief.join(Part::sentence(end));
    }
    brief.paragraph();
    let declined = brief.refusals();
    brief.out + &declined
}

impl Brief<'_> {
    fn happened(&mut self, happening: &Happening) {
        match happening {
            Happening::Command(
                CommandEvent::LineEnds { .. }
                | CommandEvent::OrdersGiven { .. }
                | CommandEvent::Activated { kind: PhaseKind::Initial | PhaseKind::Momentum, .. },
            )
            | Happening::Shock(ShockEvent::Begins { .. }) => {}
            // The sheet, which stands above, says as much.
            Happening::Command(CommandEvent::Finished { rule, .. }) if ["5.15", "5.32"].contains(&rule.0) => {
            }
            Happening::Command(CommandEvent::LeftOut { text, begun: false, .. })
                if ["finish", "momentum"].contains(&text.trim().trim_start_matches("try ")) => {}
            Happening::Command(CommandEvent::LeftOut { .. }) => self.order(happening),
            Happening::Command(_) => self.begin(Sort::Command, happening),
            Happening::Move(MoveEvent::Marched { unit, with, .. }) => {
                self.start(Sort::Orders);
                self.row();
                let Happening::Move(event) = happening else { return };
                self.out.push_str(&self.table.marched(self.set, (*unit, *with), event, self.marks));
            }
            Happening::Move(MoveEvent::LeaderMoved { .. })
            | Happening::Rout(RoutEvent::RallyTried { .. } | RoutEvent::Recovered { .. })
            | Happening::Shock(ShockEvent::Enabled { .. }) => self.order(happening),
            Happening::Move(MoveEvent::Withdrew { mover, .. } | MoveEvent::Refaced { mover, .. })
                if self.table.mover().is_none()
                    && matches!(self.sort, Sort::Other | Sort::Command | Sort::Orders) =>
            {
                self.start(Sort::Orders);
                self.row();
                self.out.push_str(&self.table.before(self.set, *mover));
                self.told(happening);
            }
            Happening::Rout(RoutEvent::Hits { unit, hits, total, rule, .. }) => {
                self.hit(*unit, (*hits, *total), rule.0, happening);
            }
            Happening::Fire(FireEvent::Shot { unit, occasion, .. }) => {
                self.shooter = Some(*unit);
                let ordered = matches!(occasion, Occasion::Order | Occasion::Harass | Occasion::Engine);
                if ordered && self.table.mover() != Some(*unit) {
                    self.order(happening)
                } else {
                    self.told(happening)
                }
            }
            Happening::Fire(FireEvent::Supply { unit, left, weapon: Weapon::Own })
                if self.shooter == Some(*unit) && *left != Supply::Full =>
            {
                self.marks.mark(legend::Mark::Supply);
                let text = if *left == Supply::No { ", spent" } else { ", low" };
                if self.parts().last_mut().map(|p| p.tail.push_str(text)).is_none() {
                    self.told(happening);
                }
            }
            Happening::Fire(FireEvent::Harasses { .. }) => self.order(happening),
            Happening::Shock(ShockEvent::Marked { unit, must: true }) if self.table.must(*unit) => {
                self.marks.mark(legend::Mark::Must);
            }
            Happening::Shock(ShockEvent::Combined { attackers, defenders, ordered }) => {
                let fight = (attackers.clone(), defenders.clone());
                if !self.struck.contains(&fight) {
                    self.begin(Sort::PreShock, happening);
                } else if !ordered {
                    self.obliged.insert(fight);
                }
            }
            Happening::Shock(
                ShockEvent::Exempt { .. } | ShockEvent::Charge { .. } | ShockEvent::Added { .. },
            ) => {
                self.begin(Sort::PreShock, happening);
            }
            Happening::Shock(ShockEvent::Struck(blow)) => {
                // The dice of all combats are thrown before the first is told.
                self.open.clear();
                self.fresh(Sort::Combat, happening);
                if self.obliged.contains(&(blow.attackers.clone(), blow.defenders.clone()))
                    && let Some(part) = self.parts.last_mut()
                {
                    part.text = part.text.replacen(": ", "*: ", 1);
                    self.marks.mark(legend::Mark::Obliged);
                }
            }
            Happening::Ends(_) => self.fresh(Sort::Other, happening),
            // The blows are struck; what comes of them is told together.
            _ if self.sort == Sort::Combat => self.fresh(Sort::After, happening),
            _ => self.told(happening),
        }
    }

    /// Hits go with what did them.
    fn hit(&mut self, unit: UnitId, (hits, total): (u8, u8), rule: &str, happening: &Happening) {
        if self.sort == Sort::Combat && rule == "8.46" {
            let code = &self.set.unit(unit).code;
            if let Some(part) = self.parts.last_mut() {
                let comma = if part.about.is_some() { "," } else { ";" };
                part.about = Some(unit);
                part.text.push_str(&format!("{comma} {code} +{hits}={total}"));
                return;
            }
        }
        let own = self.table.mover();
        if let Some(told) = short::part(self.set, happening, own, self.marks) {
            let text = self.own(&told.text);
            if part::hit(self.parts(), unit, &text, own == Some(unit)) {
                return;
            }
        }
        if self.sort == Sort::Combat {
            self.fresh(Sort::After, happening);
        } else {
            self.told(happening);
        }
    }

    /// A decision: told when nothing else tells it, gathered when it was no.
    fn decided(&mut self, question: &Question, key: &str) {
        let told = match question.window.as_str() {
            "withdraw-face" | "advance-face" | "rout-path" => return,
            "withdraw" | "face" | "entry-fire" | "return-fire" | "retire-fire" | "withdraw-fire"
            | "engine-fire" | "leader-withdraw" | "leader-follow" => key != "no" && key != "stay",
            _ => false,
        };
        let (side, subject) = (marks::capital(&question.side), question.subject.to_uppercase());
        if key == "no" || key == "stay" {
            let window = format!("{} ({})", question.window, question.rule);
            let of = self.declined.entry((side, window)).or_default();
            if !of.contains(&subject) {
                of.push(subject);
            }
        } else if !told {
            let text = format!("{side}, {} {subject}: {key} ({})", question.window, question.rule);
            self.join(Part::sentence(text));
        }
    }

    /// What was offered and declined, a line for each side.
    fn refusals(&mut self) -> String {
        let mut by: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ((side, window), subjects) in std::mem::take(&mut self.declined) {
            let codes: Vec<&str> = subjects.iter().map(String::as_str).collect();
            by.entry(side).or_default().push(format!("{window} {}", ranges(&codes)));
        }
        by.into_iter()
            .map(|(side, each)| fold::fold(&format!("{side} declines: {}", each.join("; ")), "  ", "    "))
            .collect()
    }

    /// A paragraph of this sort is open after it.
    fn start(&mut self, sort: Sort) {
        if self.sort != sort {
            self.paragraph();
            self.sort = sort;
        }
    }

    /// Something that a player ordered: after the move that is told, on a line with others of its kind.
    fn order(&mut self, happening: &Happening) {
        self.start(Sort::Orders);
        self.land();
        self.told(happening);
    }

    /// A sentence that goes with others of its sort.
    fn begin(&mut self, sort: Sort, happening: &Happening) {
        self.start(sort);
        self.told(happening);
    }

    /// A sentence that begins a paragraph.
    fn fresh(&mut self, sort: Sort, happening: &Happening) {
        self.paragraph();
        self.sort = sort;
        self.told(happening);
    }

    /// In short where there is a short form, else the whole sentence, with dice that it does not name.
    fn told(&mut self, happening: &Happening) {
        let own = self.table.mover();
        let mut part = short::part(self.set, happening, own, self.marks)
            .unwrap_or_else(|| Part::sentence(self.untyped(&narrate::plain(self.set, happening))));
        // A refusal comes with the numbers of the battle's book.
        if !matches!(happening, Happening::Command(CommandEvent::LeftOut { .. })) {
            part.text = self.own(&part.text);
        }
        part.list = part.list.map(|lead| self.own(&lead));
        let named = format!("{} {}", part.code, part.text);
        part.text.push_str(&self.dice(&named));
        self.join(part);
    }

    /// Adds to what is being told.
    fn join(&mut self, mut part: Part) {
        if self.table.mover().is_some() {
            part.list = part.list.map(|lead| lead.to_ascii_lowercase());
        }
        let other = self.parts.last().is_some_and(|last| last.list != part.list);
        if self.sort == Sort::Orders && self.table.mover().is_none() && other && !part.chain {
            self.row();
        }
        part::push(self.parts(), part);
    }

    /// Where pieces are put: on the way of the unit that moves, or into the paragraph.
    fn parts(&mut self) -> &mut Vec<Part> {
        match self.table.aside() {
            Some(aside) => aside,
            None => &mut self.parts,
        }
    }

    /// The pieces gathered become a row of the orders.
    fn row(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        if !parts.is_empty() {
            self.out.push_str(&self.table.flush());
            let text = marks::capital(&part::together(parts, "; "));
            self.out.push_str(&fold::fold(&text, "  ", "    "));
        }
    }

    /// The move that is told is over.
    fn land(&mut self) {
        self.out.push_str(&self.table.land(self.marks));
    }

    fn paragraph(&mut self) {
        self.land();
        self.out.push_str(&self.table.flush());
        self.row();
        self.sort = Sort::Other;
    }

    /// The dice thrown since the last sentence that this one does not name.
    fn dice(&mut self, text: &str) -> String {
        let open = std::mem::take(&mut self.open);
        let each: Vec<String> = open
            .iter()
            .filter(|die| !names(text, die.face))
            .map(|die| format!("{} {}", die.label.text.replace(':', " "), die.face))
            .collect();
        if each.is_empty() { String::new() } else { format!(" [die {}]", each.join(", ")) }
    }

    /// With the rule numbers of the battle's own book.
    fn own(&self, text: &str) -> String {
        narrate::own(self.set, text)
    }

    /// A sentence without the types of units, which the roster has.
    fn untyped(&self, sentence: &str) -> String {
        let mut out = String::with_capacity(sentence.len());
        let mut rest = sentence;
        while let Some(at) = rest.find(" (") {
            let (head, tail) = rest.split_at(at);
            out.push_str(head);
            let end = tail.find(')').map_or(tail.len(), |e| e + 1);
            let word = head.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
            let kind = tail[..end].trim_start_matches(" (").trim_end_matches(')');
            let typed = self.set.find_unit(word).is_some_and(|u| {
                let spec = self.set.unit(u);
                kind.split(' ').next() == Some(spec.kind.letters()) && spec.code == word
            });
            if !typed {
                out.push_str(&tail[..end]);
            }
            rest = &tail[end..];
        }
        out.push_str(rest);
        out
    }
}

/// Does a text tell this face as that of a die: `7:5`, `7-1:5`, `7 against 5`, `throws 7`, `on 7`? A number that only
/// happens to be the same does not count.
fn names(text: &str, face: u8) -> bool {
    let face = face.to_string();
    text.match_indices(&face).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + face.len()..]);
        let signed = |rest: &str| {
            rest.strip_prefix(['+', '-']).is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()))
        };
        let held = after.starts_with(':')
            || after.starts_with(" against")
            || signed(after)
            || after.strip_prefix(' ').is_some_and(signed);
        let thrown = ["die ", "throws ", "rolls ", "on "].iter().any(|word| before.ends_with(word));
        let alone =
            !before.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-' | '='));
        let whole = !after.starts_with(|c: char| c.is_ascii_digit());
        let doom = before.ends_with(": ") && after.starts_with(',') && before.contains("die roll");
        alone && whole && (held || doom || thrown && !text.contains("with initiative"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_effects::Rule;
    use tess_gboh::check::Check;
    use tess_gboh::movement::told::Leg;
    use tess_gboh::piece::{Side, UnitType};
    use tess_gboh::proving_ground::{hex, setup, u, unit};
    use tess_hex::Facing;

    fn stretch(from: u16, way: u16, mp: u8) -> Entry<Happening> {
        Entry::Happened(Happening::Move(MoveEvent::Marched {
            unit: u(0),
            with: None,
            from: hex(from),
            facing: Facing::E,
            way: vec![Leg::To(hex(way))],
            mp,
            of: 5,
            road: false,
        }))
    }

    fn told(entries: &[Entry<Happening>]) -> (String, String) {
        let set = setup(
            vec![
                unit("H1", Side::First, UnitType::LG, (3, 6, 5), 2010, Facing::E),
                unit("S1", Side::Second, UnitType::SK, (1, 3, 6), 2210, Facing::W),
            ],
            vec![],
        );
        let mut marks = Marks::default();
        let text = record(&set, entries, None, &mut marks);
        (text, marks.legend(&set))
    }

    fn hits(who: u16, hits: u8, total: u8, rule: &'static str) -> Entry<Happening> {
        let (unit, rule) = (u(who), Rule(rule));
        Entry::Happened(Happening::Rout(RoutEvent::Hits { unit, hits, total, why: "withdrawal", rule }))
    }

    #[test]
    fn a_move_is_a_row_with_the_withdrawals_before_it_in_brackets() {
        let withdrew = Entry::Happened(Happening::Move(MoveEvent::Withdrew {
            unit: u(1),
            with: None,
            mover: u(0),
            from: hex(2210),
            way: vec![hex(2310)],
            mp: 1,
        }));
        let (text, legend) = told(&[
            stretch(2010, 2110, 1),
            withdrew,
            hits(1, 1, 2, "6.52"),
            stretch(2110, 2210, 2),
            hits(0, 1, 1, "6.13"),
        ]);
        assert_eq!(text, "  H1      2010 E  2/5  2110 [S1>2310 +1=2] 2210 [+1=1 again]\n");
        for rule in ["(6.3)", "(6.51)", "(6.52)", "(6.13)"] {
            assert!(legend.contains(rule), "{rule} is not in: {legend}");
        }
    }

    #[test]
    fn a_die_is_named_only_by_its_own_place_in_a_sentence() {
        assert!(names("H1 7:5", 7) && names("H1 7-1:5", 7) && names("7 +1 against 5", 7));
        assert!(names("REG throws 3 -1 against strategy 3", 3) && names("is unharmed, on 4", 4));
        assert!(names("die roll of doom for PAR: 8, nothing more happens", 8));
        assert!(!names("of the leaders of initiative 4 those of Rome come first (5.12)", 4));
        assert!(!names("H1 17:5", 7) && !names("H1 +7=7", 7) && !names("H1 9:7", 7));
        assert!(!names("Rome throws 9, Carthage 8 with initiative: Rome leads off", 9));
    }

    #[test]
    fn moves_to_which_nothing_happened_share_a_row() {
        let mut other = stretch(2210, 2310, 1);
        if let Entry::Happened(Happening::Move(MoveEvent::Marched { unit, .. })) = &mut other {
            *unit = u(1);
        }
        let (text, _) = told(&[stretch(2010, 2110, 1), other]);
        assert_eq!(text, "  H1      2010 E  1/5  2110 = S1 2210 2310\n");
    }

    #[test]
    fn hits_stand_behind_the_check_that_announced_them() {
        let check = |who: u16, excess: u8| {
            let check = Check { die: 9, modifier: 0, quality: 9 - excess, excess };
            let event = ShockEvent::Charge { unit: u(who), check, reasons: Vec::new() };
            Entry::Happened(Happening::Shock(event))
        };
        let (text, _) = told(&[check(0, 3), check(1, 1), hits(0, 3, 4, "8.43"), hits(1, 1, 1, "8.43")]);
        assert_eq!(text, "  Pre-shock (8.43): H1 9:6 +3=4, S1 9:8 +1=1\n");
    }
}
