//! The record in short, for a mail: a row for each move with what happened on the way in brackets, a
//! decision only where nothing tells what came of it, lists of shots and checks, two lines for each combat.
//! Every die is named with the number it was held against; rules that come over and over are named once, in
//! the legend.

mod combat;
mod legend;
mod part;
mod pen;
mod short;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use self::legend::Mark;
pub(super) use self::legend::Marks;
use self::part::Part;
use self::pen::Pen;
pub(super) use self::short::ranges;
use self::table::Table;
use super::form::{fold, marks};
use super::narrate;
use tess_effects::{Entry, Question, Rolled, Rule};
use tess_gboh::events::hit_cause::HitCause;
use tess_gboh::events::missile::Occasion;
use tess_gboh::events::{CommandEvent, FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tess_gboh::missile::shot::Weapon;
use tess_gboh::position::Supply;
use tess_gboh::state::stage::PhaseKind;
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
    obliged: BTreeMap<Fight, Rule>,
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
        obliged: BTreeMap::new(),
        declined: BTreeMap::new(),
    };
    for entry in entries {
        match entry {
            Entry::Rolled(rolled) => brief.open.push(rolled),
            Entry::Decided(question, key) => brief.decided(question, key),
            Entry::Happened(happening) => brief.happened(happening),
        }
    }
    let left = brief.dice(&[]);
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
            Happening::Command(event) => self.command(event, happening),
            Happening::Move(event) => self.moved(event, happening),
            Happening::Fire(event) => self.fire(event, happening),
            Happening::Shock(event) => self.shock(event, happening),
            Happening::Rout(RoutEvent::RallyTried { .. } | RoutEvent::Recovered { .. }) => {
                self.order(happening);
            }
            Happening::Rout(RoutEvent::Hits { unit, hits, total, why }) => {
                self.hit(*unit, (*hits, *total), *why, happening);
            }
            Happening::Ends(_) => self.fresh(Sort::Other, happening),
            Happening::Rout(_) => self.other(happening),
        }
    }

    /// What has no place of its own. The blows are struck; what comes of them is told together.
    fn other(&mut self, happening: &Happening) {
        if self.sort == Sort::Combat {
            self.fresh(Sort::After, happening);
        } else {
            self.told(happening);
        }
    }

    /// The course of the turn, except for what the sheet above says as well.
    fn command(&mut self, event: &CommandEvent, happening: &Happening) {
        match event {
            CommandEvent::LineEnds { .. }
            | CommandEvent::OrdersGiven { .. }
            | CommandEvent::Activated { kind: PhaseKind::Initial | PhaseKind::Momentum, .. }
            | CommandEvent::Finished {
                rule: CommandEvent::ORDERS_DONE | CommandEvent::NO_MOMENTUM, ..
            } => {}
            CommandEvent::LeftOut { text, begun: false, .. }
                if ["finish", "momentum"].contains(&text.trim().trim_start_matches("try ")) => {}
            CommandEvent::LeftOut { .. } => self.order(happening),
            _ => self.begin(Sort::Command, happening),
        }
    }

    /// Moves as rows of a table, with what happens on their way.
    fn moved(&mut self, event: &MoveEvent, happening: &Happening) {
        match event {
            MoveEvent::Marched { unit, with, .. } => {
                self.start(Sort::Orders);
                self.row();
                self.out.push_str(&self.table.marched(self.set, (*unit, *with), event, self.marks));
            }
            MoveEvent::LeaderMoved { .. } => self.order(happening),
            MoveEvent::Withdrew { mover, .. } | MoveEvent::Refaced { mover, .. }
                if self.table.mover().is_none()
                    && matches!(self.sort, Sort::Other | Sort::Command | Sort::Orders) =>
            {
                self.start(Sort::Orders);
                self.row();
                self.out.push_str(&self.table.before(self.set, *mover));
                self.told(happening);
            }
            _ => self.other(happening),
        }
    }

    /// Shots, and what is left of the missiles behind them.
    fn fire(&mut self, event: &FireEvent, happening: &Happening) {
        match event {
            FireEvent::Shot { unit, occasion, .. } => {
                self.shooter = Some(*unit);
                let ordered = matches!(occasion, Occasion::Order | Occasion::Harass | Occasion::Engine);
                if ordered && self.table.mover() != Some(*unit) {
                    self.order(happening);
                } else {
                    self.told(happening);
                }
            }
            FireEvent::Supply { unit, left, weapon: Weapon::Own }
                if self.shooter == Some(*unit) && *left != Supply::Full =>
            {
                self.marks.mark(Mark::Supply(event.rule()));
                let text = if *left == Supply::No { ", spent" } else { ", low" };
                if self.parts().last_mut().map(|p| p.tail.push_str(text)).is_none() {
                    self.told(happening);
                }
            }
            FireEvent::Harasses { .. } => self.order(happening),
            _ => self.other(happening),
        }
    }

    /// Combats in the order of their steps.
    fn shock(&mut self, event: &ShockEvent, happening: &Happening) {
        match event {
            ShockEvent::Begins { .. } => {}
            ShockEvent::Enabled { .. } => self.order(happening),
            ShockEvent::Marked { unit, must: true } if self.table.must(*unit) => {
                self.marks.mark(Mark::Must(event.rule()));
            }
            ShockEvent::Combined { attackers, defenders, ordered } => {
                let fight = (attackers.clone(), defenders.clone());
                if !self.struck.contains(&fight) {
                    self.begin(Sort::PreShock, happening);
                } else if !ordered {
                    self.obliged.insert(fight, event.rule());
                }
            }
            ShockEvent::Exempt { .. } | ShockEvent::Charge { .. } | ShockEvent::Added { .. } => {
                self.begin(Sort::PreShock, happening);
            }
            ShockEvent::Struck(blow) => {
                // The dice of all combats are thrown before the first is told.
                self.open.clear();
                self.paragraph();
                self.sort = Sort::Combat;
                let obliged = self.obliged.get(&(blow.attackers.clone(), blow.defenders.clone())).copied();
                let text = combat::struck(&mut Pen::new(self.set, self.marks), blow, obliged);
                self.join(Part::sentence(text));
            }
            _ => self.other(happening),
        }
    }

    /// Hits go with what did them.
    fn hit(&mut self, unit: UnitId, (hits, total): (u8, u8), why: HitCause, happening: &Happening) {
        if self.sort == Sort::Combat && why == HitCause::Shock {
            let code = &self.set.unit(unit).code;
            if let Some(part) = self.parts.last_mut() {
                let comma = if part.about.is_some() { "," } else { ";" };
                part.about = Some(unit);
                part.text.push_str(&format!("{comma} {code} +{hits}={total}"));
                return;
            }
        }
        let own = self.table.mover();
        let told = short::part(&mut Pen::new(self.set, self.marks), happening, own);
        if told.is_some_and(|told| part::hit(self.parts(), unit, &told.text, own == Some(unit))) {
            return;
        }
        self.other(happening);
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

    /// In short where there is a short form, else the whole sentence, with the dice that it does not tell.
    fn told(&mut self, happening: &Happening) {
        let own = self.table.mover();
        let mut pen = Pen::new(self.set, self.marks);
        let mut part = short::part(&mut pen, happening, own)
            .unwrap_or_else(|| Part::sentence(narrate::told(&mut pen.t, happening)));
        let told = pen.t;
        part.text.push_str(&self.dice(told.dice()));
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

    /// The dice thrown since the last sentence whose faces this one does not tell.
    fn dice(&mut self, told: &[u8]) -> String {
        let open = std::mem::take(&mut self.open);
        let each: Vec<String> = open
            .iter()
            .filter(|die| !told.contains(&die.face))
            .map(|die| format!("{} {}", die.label.text.replace(':', " "), die.face))
            .collect();
        if each.is_empty() { String::new() } else { format!(" [die {}]", each.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_dice::Die;
    use tess_effects::Label;
    use tess_gboh::check::Check;
    use tess_gboh::events::movement::Leg;
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

    fn hits(who: u16, hits: u8, total: u8, why: HitCause) -> Entry<Happening> {
        Entry::Happened(Happening::Rout(RoutEvent::Hits { unit: u(who), hits, total, why }))
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
            hits(1, 1, 2, HitCause::Withdrawal),
            stretch(2110, 2210, 2),
            hits(0, 1, 1, HitCause::MovesAgain),
        ]);
        assert_eq!(text, "  H1      2010 E  2/5  2110 [S1>2310 +1=2] 2210 [+1=1 again]\n");
        for rule in ["(6.3)", "(6.51)", "(6.52)", "(6.13)"] {
            assert!(legend.contains(rule), "{rule} is not in: {legend}");
        }
    }

    #[test]
    fn a_die_stands_in_brackets_unless_the_sentence_tells_it() {
        let rolled = |purpose: &str, face| {
            Entry::Rolled(Rolled { label: Label::new(purpose, "h1", 1, Die::D10, Rule("8.43")), face })
        };
        let check = Check { die: 7, modifier: 0, quality: 5, excess: 2 };
        let charge = ShockEvent::Charge { unit: u(0), check, reasons: Vec::new() };
        let (text, _) =
            told(&[rolled("pre-shock", 7), rolled("other", 5), Entry::Happened(Happening::Shock(charge))]);
        assert_eq!(text, "  Pre-shock (8.43): H1 7:5 [die other h1 5] +2\n");
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
        let (text, _) = told(&[
            check(0, 3),
            check(1, 1),
            hits(0, 3, 4, HitCause::PreShock),
            hits(1, 1, 1, HitCause::PreShock),
        ]);
        assert_eq!(text, "  Pre-shock (8.43): H1 9:6 +3=4, S1 9:8 +1=1\n");
    }
}
