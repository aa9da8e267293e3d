//! Luck and judgement of a battle, in numbers and on a page.

use serde::{Deserialize, Serialize};

use super::balance::capital;
use super::scale::Scale;
use super::share::{Z_PARTS, Z_SQUARED};
use tess_diagnostic::{WIDTH, wrap};

/// Turning points that are told.
const POINTS: usize = 5;

/// Letters of what came about at one of them.
const MOST_TOLD: usize = 400;

/// What was found out about the actions of a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// What it hangs on.
    pub head: Head,
    /// Its actions.
    pub steps: Vec<Step>,
}

/// What an analysis hangs on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The game.
    pub game: String,
    /// The names of the sides.
    pub sides: [String; 2],
    /// Battles fought on from each field.
    pub battles: u64,
    /// Who fought them.
    pub commander: String,
    /// The seed of dice and commanders.
    pub seed: u64,
    /// Turns after which one counted as not ended.
    pub turns: u16,
    /// Actions of each battle after which the field was looked at.
    #[serde(default)]
    pub look: u32,
    /// The release that fought them.
    pub release: String,
}

/// An action. Each letter is the end of one battle: `2` the first side wins, `0` the second, `1` nobody, `x`
/// it could not be fought on; the same place in all three is the same dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Its event.
    pub event: String,
    /// The place of that.
    pub seq: u64,
    /// The turn.
    pub turn: u16,
    /// Whose.
    pub side: String,
    /// What came of it, in words.
    pub tale: String,
    /// From the field before it.
    pub before: String,
    /// From where its sheet leads with dice that nobody knows.
    pub sheet: String,
    /// From the field after it.
    pub after: String,
    /// How much better the first side stood on the way than the second in each battle of the three, in
    /// thousandths of what decides it; nothing when it was over by then.
    #[serde(default)]
    pub leans: [Vec<Option<i32>>; 3],
}

/// A change of a chance in ten-thousandths, with what it may be off by either way (95 %).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Change {
    /// What was found.
    pub by: i64,
    /// The truth is hardly farther off.
    pub off: u64,
}

impl Change {
    /// The mean of what changed in each battle, in ten-thousandths of a victory.
    fn of(parts: &[i64]) -> Change {
        let n = parts.len() as i128;
        if n == 0 {
            return Change::default();
        }
        let ones: i128 = parts.iter().map(|&h| i128::from(h)).sum();
        let squares: i128 = parts.iter().map(|&h| i128::from(h * h)).sum();
        let by = (ones + if ones < 0 { -n / 2 } else { n / 2 }) / n;
        if n < 2 {
            return Change { by: by as i64, off: 0 };
        }
        let spread = (n * squares - ones * ones).unsigned_abs();
        let square = Z_SQUARED * spread / (Z_PARTS * (n * n * (n - 1)).unsigned_abs());
        Change { by: by as i64, off: square.isqrt() as u64 }
    }

    /// `+12.3+-4.5`, in percent.
    #[must_use]
    pub fn text(&self) -> String {
        let sign = if self.by < 0 { '-' } else { '+' };
        format!("{sign}{}+-{}", tenths(self.by.unsigned_abs()), tenths(self.off))
    }
}

/// What the actions of a side come to for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sums {
    /// The side.
    pub side: String,
    /// Its actions.
    pub actions: usize,
    /// What its sheets won it: what it left undone against a bot in its place.
    pub judgement: Change,
    /// What the dice of its own actions won it.
    pub own_luck: Change,
    /// What the dice of the enemy's actions won it.
    pub their_luck: Change,
}

impl Step {
    /// How the battles of the three fields ended and stood on the way.
    fn fields(&self) -> [(&str, &[Option<i32>]); 3] {
        let [before, sheet, after] = &self.leans;
        [(&self.before, before), (&self.sheet, sheet), (&self.after, after)]
    }
}

/// An action, with what each of its battles was worth to the first side in ten-thousandths: before it, with
/// the sheet, and after it.
struct Weighed<'a> {
    step: &'a Step,
    worth: [Vec<i64>; 3],
}

impl Weighed<'_> {
    /// What the sheet changed for the first side in each battle.
    fn judged(&self) -> Vec<i64> {
        changes(&self.worth[0], &self.worth[1])
    }

    /// What its dice changed.
    fn thrown(&self) -> Vec<i64> {
        changes(&self.worth[1], &self.worth[2])
    }

    /// The chance of the first side before it, with the sheet, and after it, in ten-thousandths.
    fn chances(&self) -> [u32; 3] {
        [0, 1, 2].map(|field| chance(&self.worth[field]))
    }

    /// How far the chance moved.
    fn moved(&self) -> u32 {
        let [before, _, after] = self.chances();
        after.abs_diff(before)
    }
}

impl Analysis {
    /// Nothing yet.
    #[must_use]
    pub fn new(head: Head) -> Analysis {
        Analysis { head, steps: Vec::new() }
    }

    /// As lines of a file: its head, then a line for each action.
    #[must_use]
    pub fn lines(&self) -> String {
        let steps = self.steps.iter().map(|step| serde_json::json!(step).to_string() + "\n");
        serde_json::json!(self.head).to_string() + "\n" + &steps.collect::<String>()
    }

    /// Reads them back; nothing when they are no such lines.
    #[must_use]
    pub fn read(text: &str) -> Option<Analysis> {
        let mut lines = text.lines();
        let head: Head = serde_json::from_str(lines.next()?).ok()?;
        let steps: Vec<Step> = lines.map(|line| serde_json::from_str(line).ok()).collect::<Option<_>>()?;
        let whole = |ends: &String| ends.len() as u64 == head.battles && ends.is_ascii();
        let fit = |step: &Step| [&step.before, &step.sheet, &step.after].into_iter().all(whole);
        steps.iter().all(fit).then_some(Analysis { head, steps })
    }

    /// The actions, with what their battles are worth by how the battles of all of them went.
    fn weighed(&self) -> Vec<Weighed<'_>> {
        // the field after an action is the one before the next; after the last nothing is to be learnt
        let fields = self.steps.iter().flat_map(|step| step.fields().into_iter().take(2));
        let known = fields.flat_map(|(ends, leans)| ends.bytes().zip(leans));
        let pairs = known.filter(|(end, _)| *end != b'x').filter_map(|(end, lean)| Some(((*lean)?, end)));
        let scale = Scale::of(pairs.map(|(lean, end)| (lean, worth(end))).collect());
        let of = |(ends, leans): (&str, &[Option<i32>])| {
            let lean = |nth: usize| leans.get(nth).copied().flatten();
            let each = ends.bytes().enumerate().map(|(nth, end)| match (lean(nth), &scale) {
                (Some(lean), Some(scale)) if end != b'x' => scale.at(lean),
                _ => worth(end),
            });
            each.collect()
        };
        self.steps.iter().map(|step| Weighed { step, worth: step.fields().map(of) }).collect()
    }

    /// What the actions of each side come to for it, battle by battle: so a sum is as sure as its parts
    /// together.
    #[must_use]
    pub fn sums(&self) -> [Sums; 2] {
        let weighed = self.weighed();
        [0, 1].map(|place| {
            let side = &self.head.sides[place];
            let sign = if place == 0 { 1 } else { -1 };
            let total = |of: &dyn Fn(&Weighed<'_>) -> Option<Vec<i64>>| {
                let mut sum = vec![0; self.head.battles as usize];
                for changed in weighed.iter().filter_map(of) {
                    sum.iter_mut().zip(changed).for_each(|(sum, changed)| *sum += sign * changed);
                }
                Change::of(&sum)
            };
            Sums {
                side: side.clone(),
                actions: self.steps.iter().filter(|s| s.side == *side).count(),
                judgement: total(&|s| (s.step.side == *side).then(|| s.judged())),
                own_luck: total(&|s| (s.step.side == *side).then(|| s.thrown())),
                their_luck: total(&|s| (s.step.side != *side).then(|| s.thrown())),
            }
        })
    }

    /// The chance of the first side before each action, with its sheet, and after it, in ten-thousandths.
    #[must_use]
    pub fn chances(&self) -> Vec<[u32; 3]> {
        self.weighed().iter().map(Weighed::chances).collect()
    }

    /// The actions that changed most, in their order.
    #[must_use]
    pub fn turning_points(&self) -> Vec<&Step> {
        points(&self.weighed()).into_iter().map(|it| it.step).collect()
    }

    /// How many battles could not be fought on.
    #[must_use]
    pub fn stuck(&self) -> usize {
        let all = self.steps.iter().flat_map(|s| s.before.bytes().chain(s.sheet.bytes()));
        all.filter(|&end| end == b'x').count()
    }

    /// What each side's luck and judgement come to, as a table.
    #[must_use]
    pub fn sums_text(&self) -> String {
        let head = ["", "judgement", "luck, own dice", "luck, theirs"];
        let mut out = format!("{:<16}{:>16}{:>18}{:>18}\n", head[0], head[1], head[2], head[3]);
        for sums in self.sums() {
            let all = [sums.judgement, sums.own_luck, sums.their_luck].map(|change| change.text());
            out.push_str(&format!("{:<16}{:>16}{:>18}{:>18}\n", capital(&sums.side), all[0], all[1], all[2]));
        }
        out
    }

    /// What the figures are.
    #[must_use]
    pub fn how(&self) -> String {
        let Head { battles, commander, seed, .. } = &self.head;
        let text = format!(
            "{battles} battles fought on by two equal {commander} bots from the field before each action, from where its \
             sheet leads with dice that nobody knows, and from the field after it; with dice of their own (seed {seed}), \
             never those of the battle. Changes of the chance to win, in percent; after +- what they may be off by \
             in 95 of 100 cases"
        );
        wrap(&text, WIDTH, "", "  ") + "\n"
    }

    /// The page.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = self.how() + "\n" + &self.sums_text();
        let first = capital(&self.head.sides[0]);
        let weighed = self.weighed();
        let (Some(begun), Some(last)) = (weighed.first(), weighed.last()) else {
            return out + "\nnothing has been done yet\n";
        };
        out.push_str(&format!(
            "\n{first}: {} % before the first action, {} % after the last\n",
            tenths(begun.chances()[0].into()),
            tenths(last.chances()[2].into())
        ));
        if self.stuck() > 0 {
            let why = format!(
                "{} battles could not be fought on, as something hidden stood in the way; they count as drawn",
                self.stuck()
            );
            out.push_str(&(wrap(&why, WIDTH, "", "  ") + "\n"));
        }
        out.push_str("\nturning points\n");
        for it in points(&weighed) {
            out.push_str(&self.point(it));
        }
        out.push_str(&format!("\nevery action, as {first} sees it (%)\n"));
        out.push_str(&format!("{:<7}{:<5}{:<16}{:>8}", "event", "turn", "", "before"));
        out.push_str(&format!("{:>16}{:>16}{:>8}\n", "the sheet", "its dice", "after"));
        for it in &weighed {
            let step = it.step;
            let [before, _, after] = it.chances().map(|c| tenths(c.into()));
            let (judgement, luck) = (Change::of(&it.judged()).text(), Change::of(&it.thrown()).text());
            out.push_str(&format!("{:<7}{:<5}{:<16}", step.seq, step.turn, capital(&step.side)));
            out.push_str(&format!("{before:>8}{judgement:>16}{luck:>16}{after:>8}\n"));
        }
        out
    }

    /// A turning point in words, as the side sees it that acted.
    fn point(&self, it: &Weighed<'_>) -> String {
        let step = it.step;
        let own = |c: u32| if step.side == self.head.sides[0] { c } else { 10_000 - c };
        let [before, sheet, after] = it.chances().map(own);
        let moved = |from: u32, to: u32| {
            let by = tenths(to.abs_diff(from).into());
            if to < from { format!("lost {by}") } else { format!("won {by}") }
        };
        let head = format!(
            "  event {}, turn {}, {}: from {} to {} %; the sheet {}, its dice {}. ",
            step.seq,
            step.turn,
            capital(&step.side),
            tenths(before.into()),
            tenths(after.into()),
            moved(before, sheet),
            moved(sheet, after)
        );
        wrap(&(head + &shortened(&step.tale)), WIDTH, "", "    ") + "\n"
    }

    /// As data.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let weighed = self.weighed();
        let steps = weighed.iter().map(|it| {
            serde_json::json!({
                "seq": it.step.seq,
                "turn": it.step.turn,
                "side": it.step.side,
                "chances": it.chances(),
                "judgement": Change::of(&it.judged()),
                "luck": Change::of(&it.thrown()),
            })
        });
        serde_json::json!({
            "head": self.head,
            "sums": self.sums(),
            "turning_points": self.turning_points().iter().map(|step| step.seq).collect::<Vec<_>>(),
            "stuck": self.stuck(),
            "actions": steps.collect::<Vec<_>>(),
        })
    }
}

/// The actions that moved the chance most, in their order.
fn points<'w, 'a>(weighed: &'w [Weighed<'a>]) -> Vec<&'w Weighed<'a>> {
    let mut all: Vec<&Weighed<'_>> = weighed.iter().filter(|it| it.moved() > 0).collect();
    all.sort_by_key(|it| (std::cmp::Reverse(it.moved()), it.step.seq));
    all.truncate(POINTS);
    all.sort_by_key(|it| it.step.seq);
    all
}

/// What the end of a battle is worth to the first side, in ten-thousandths of a victory; half of what
/// nobody wins is its own.
fn worth(end: u8) -> i64 {
    match end {
        b'2' => 10_000,
        b'0' => 0,
        _ => 5_000,
    }
}

/// What changed in each battle for the first side.
fn changes(from: &[i64], to: &[i64]) -> Vec<i64> {
    from.iter().zip(to).map(|(from, to)| to - from).collect()
}

/// The chance of the first side in ten-thousandths.
fn chance(worth: &[i64]) -> u32 {
    let (all, sum) = (worth.len() as u64, worth.iter().sum::<i64>() as u64);
    (sum + all / 2).checked_div(all).unwrap_or_default() as u32
}

/// Ten-thousandths in percent with a decimal.
fn tenths(parts: u64) -> String {
    let tenths = (parts + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The first sentences of a tale, in one line.
fn shortened(tale: &str) -> String {
    let words = tale.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.len() <= MOST_TOLD || !words.is_ascii() {
        return words.chars().take(MOST_TOLD).collect();
    }
    let end = words[..MOST_TOLD].rfind(". ").map_or(MOST_TOLD, |at| at + 1);
    words[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(seq: u64, side: &str, [before, sheet, after]: [&str; 3]) -> Step {
        let text = str::to_owned;
        let (event, tale) = (text("e"), text("They ran. All of them."));
        let (before, sheet, after) = (text(before), text(sheet), text(after));
        Step { event, seq, turn: 1, side: text(side), tale, before, sheet, after, leans: Default::default() }
    }

    fn of(steps: Vec<Step>) -> Analysis {
        let text = str::to_owned;
        let sides = [text("rome"), text("carthage")];
        let (commander, release) = (text("quick"), text("0"));
        let head =
            Head { game: text("g"), sides, battles: 4, commander, seed: 1, turns: 30, look: 8, release };
        Analysis { head, steps }
    }

    #[test]
    fn sums_lead_from_the_first_field_to_the_last() {
        let steps =
            vec![step(3, "rome", ["2010", "2210", "2222"]), step(9, "carthage", ["2222", "2002", "0000"])];
        let found = of(steps);
        let [rome, carthage] = found.sums();
        assert_eq!((rome.judgement.by, rome.own_luck.by, rome.their_luck.by), (2_500, 3_750, -5_000));
        assert_eq!((carthage.judgement.by, carthage.own_luck.by), (5_000, 5_000));
        let gained = rome.judgement.by - carthage.judgement.by + rome.own_luck.by + rome.their_luck.by;
        let weighed = found.weighed();
        let chances = [weighed[0].chances()[0], weighed[1].chances()[2]].map(i64::from);
        assert_eq!(gained, chances[1] - chances[0]);
        assert_eq!(found.turning_points().len(), 2);
    }

    #[test]
    fn its_lines_are_read_back_and_damaged_ones_are_not() {
        let found = of(vec![step(3, "rome", ["2010", "221x", "2222"])]);
        assert_eq!(Analysis::read(&found.lines()), Some(found.clone()));
        assert_eq!(Analysis::read(&found.lines().replace("221x", "22")), None);
        assert_eq!(Analysis::read("{}"), None);
        let page = found.text();
        assert!(page.lines().all(|line| line.len() <= 80) && page.contains("They ran."), "{page}");
    }

    #[test]
    fn a_change_comes_with_what_it_may_be_off_by() {
        assert_eq!(Change::of(&[10_000; 4]), Change { by: 10_000, off: 0 });
        assert_eq!(Change::of(&[5_000, -5_000, 5_000, -5_000]).by, 0);
        // deviation 0.577 of a victory, 1.96 * 0.577 / 2
        assert_eq!(Change::of(&[5_000, -5_000, 5_000, -5_000]).off, 5_658);
        assert_eq!(Change { by: -1_234, off: 56 }.text(), "-12.3+-0.6");
    }
}
