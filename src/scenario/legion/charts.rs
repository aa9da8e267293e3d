//! `legion/charts/`: what ground does, how far commanders are heard, how hits are removed.

use crate::files::{Hashes, Library, sha256};
use crate::read::{Block, Fault, Value};
use tess_legion::measure::Length;
use tess_legion::setup::Charts;
use tess_legion::setup::Drill;
use tess_legion::setup::{Barrier, BarrierRow, Effect, Gait, Ground, GroundChart, GroundRow, Pace};
use tess_legion::setup::{Circumstance, RadiusChart, RallyChart};

const PACES: [(&str, (Pace, bool)); 5] = [
    ("full", (Pace::Full, false)),
    ("half", (Pace::Half, false)),
    ("full disorders", (Pace::Full, true)),
    ("half disorders", (Pace::Half, true)),
    ("barred", (Pace::Barred, false)),
];

/// The charts of a library with the hashes of their files.
///
/// # Errors
/// All faults of the three files.
pub(super) fn load(library: &Library) -> Result<(Charts, Hashes), Vec<Fault>> {
    let (mut hashes, mut faults) = (Vec::new(), Vec::new());
    let mut charts = Charts::default();
    for name in ["ground", "radius", "rally"] {
        let name = format!("legion/charts/{name}");
        let file = format!("{name}.toml");
        match library.text(&file) {
            Ok(text) => {
                hashes.push((name.clone(), sha256(&text)));
                faults.extend(read(&file, &text, &mut charts).err().unwrap_or_default());
            }
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok((charts, hashes)) } else { Err(faults) }
}

/// One file; the last part of its name says which chart it is.
fn read(file: &str, text: &str, charts: &mut Charts) -> Result<(), Vec<Fault>> {
    Block::file(file, text, |root, _| {
        if let Some(head) = root.table("chart") {
            head.text("title", "What ground does");
            head.close();
        }
        if file.ends_with("ground.toml") {
            charts.ground = ground(root);
        } else if file.ends_with("radius.toml") {
            charts.radius = radius(root);
        } else {
            charts.rally = rally(root);
        }
        root.close();
        Some(())
    })
}

fn ground(root: &Block<'_>) -> GroundChart {
    let rows = root.tables("ground");
    let ground: Vec<GroundRow> = rows.iter().filter_map(ground_row).collect();
    once(root, "ground", "kind", &rows, &Ground::WORDS);
    let rows = root.tables("barrier");
    let barriers: Vec<BarrierRow> = rows.iter().filter_map(barrier_row).collect();
    once(root, "barrier", "kind", &rows, &Barrier::WORDS);
    GroundChart { ground, barriers }
}

fn ground_row(block: &Block<'_>) -> Option<GroundRow> {
    let ground = block.need("kind", "\"woods\"").and_then(|v| v.word(&Ground::WORDS));
    let paces = Gait::WORDS.map(|(gait, _)| block.need(gait, "\"full\"").and_then(|v| v.word(&PACES)));
    let (cover, blocks) = (flag(block, "cover"), flag(block, "blocks"));
    block.source();
    block.close();
    let mut effects = [Effect::default(); 8];
    for (effect, read) in effects.iter_mut().zip(paces) {
        let (pace, disorders) = read?;
        *effect = Effect { pace, disorders };
    }
    Some(GroundRow { ground: ground?, effects, cover: cover?, blocks: blocks? })
}

fn barrier_row(block: &Block<'_>) -> Option<BarrierRow> {
    let barrier = block.need("kind", "\"wall\"").and_then(|v| v.word(&Barrier::WORDS));
    let costs = Gait::WORDS.map(|(gait, _)| block.need(gait, "1").and_then(|v| cost(&v)));
    let (disorders, cover) = (flag(block, "disorders"), flag(block, "cover"));
    let blocks = flag(block, "blocks");
    block.source();
    block.close();
    let mut cost = [None; 8];
    for (cost, read) in cost.iter_mut().zip(costs) {
        *cost = read?;
    }
    Some(BarrierRow { barrier: barrier?, cost, disorders: disorders?, cover: cover?, blocks: blocks? })
}

/// Inches, or `"barred"`.
fn cost(value: &Value<'_>) -> Option<Option<Length>> {
    if value.is_text() { value.word(&[("barred", None)]) } else { value.measure().map(Some) }
}

fn flag(block: &Block<'_>, key: &str) -> Option<bool> {
    block.need(key, "false")?.flag()
}

fn radius(root: &Block<'_>) -> RadiusChart {
    let blocks = root.tables("radius");
    let rows = blocks.iter().filter_map(|block| {
        let culture = block.need("culture", "\"roman\"").and_then(|v| v.word(&Drill::WORDS));
        let inches = block.need("inches", "[9, 12, 15, 18]").and_then(|v| by_rating(&v));
        block.source();
        block.close();
        Some((culture?, inches?))
    });
    let rows = rows.collect();
    once(root, "radius", "culture", &blocks, &Drill::WORDS);
    RadiusChart { rows }
}

/// Four lengths, for the ratings 0 to 3, none below the one before it.
fn by_rating(value: &Value<'_>) -> Option<[Length; 4]> {
    let list: Vec<Length> = value.list()?.iter().map(Value::measure).collect::<Option<_>>()?;
    let rising = list.windows(2).all(|pair| pair[0] <= pair[1]);
    match <[Length; 4]>::try_from(list) {
        Ok(lengths) if rising => Some(lengths),
        _ => value.wrong("not four rising lengths", "write one for each rating from 0 to 3, [9, 12, 15, 18]"),
    }
}

fn rally(root: &Block<'_>) -> RallyChart {
    let blocks = root.tables("modifier");
    let modifiers = blocks.iter().filter_map(|block| {
        let when = block.need("when", "\"hot-meal\"").and_then(|v| v.word(&Circumstance::WORDS));
        let add = block.int("add", -5..=5);
        block.source();
        block.close();
        Some((when?, add?))
    });
    let modifiers = modifiers.collect();
    once(root, "modifier", "when", &blocks, &Circumstance::WORDS);
    RallyChart { modifiers }
}

/// Every word of a kind has one row, and only one.
fn once<T>(root: &Block<'_>, table: &str, key: &str, rows: &[Block<'_>], words: &[(&'static str, T)]) {
    for (word, _) in words {
        let mut found = rows.iter().filter(|row| row.may(key).and_then(|v| v.text()) == Some(*word));
        if found.next().is_none() {
            let help = format!("write a `[[{table}]]` with `{key} = \"{word}\"`");
            root.page.refuse(root.span(), format!("no row for `{word}`"), help);
        }
        for row in found {
            root.page.refuse(row.span(), format!("a second row for `{word}`"), "keep one of them");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_legion::setup::Drill;
    use tess_legion::setup::{Gait, Ground};

    #[test]
    fn the_charts_of_the_program_are_whole() {
        let (charts, hashes) = load(&Library::embedded()).expect("they load");
        assert_eq!(hashes.len(), 3);
        let woods = charts.ground.effect(Ground::Woods, Gait::HeavyFoot);
        assert_eq!((woods.pace, woods.disorders), (Pace::Half, true));
        for rating in 0..=3 {
            let [roman, tribal] = [Drill::Roman, Drill::Tribal].map(|d| charts.radius.radius(d, rating));
            assert!(roman > tribal && tribal > Some(Length::ZERO), "{rating}: {roman:?} {tribal:?}");
        }
        // The three numbers that the book's cards give.
        let add = |when| charts.rally.modifiers.iter().find(|m| m.0 == when).map(|m| m.1);
        let book = [Circumstance::ForcedMarch, Circumstance::HotMeal, Circumstance::GoodOmens];
        assert_eq!(book.map(add), [Some(-1), Some(1), Some(1)]);
        assert_eq!(add(Circumstance::BadOmens), Some(-1));
    }

    #[test]
    fn a_bad_row_is_refused_with_its_line() {
        let text = Library::embedded().text("legion/charts/ground.toml").expect("it is there");
        let bad = text.replacen("heavy-foot = \"half disorders\"", "heavy-foot = \"slowly\"", 1);
        let faults = read("legion/charts/ground.toml", &bad, &mut Charts::default()).expect_err("refused");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0]
                .to_string()
                .starts_with("legion/charts/ground.toml:6:14: `heavy-foot` cannot be `slowly`")
        );
        let text = Library::embedded().text("legion/charts/radius.toml").expect("it is there");
        let bad = text.replacen("[4, 6, 8, 10]", "[4, 6, 8]", 1).replacen("\"roman\"", "\"tribal\"", 1);
        let faults = read("legion/charts/radius.toml", &bad, &mut Charts::default()).expect_err("refused");
        let told: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(told, ["no row for `roman`", "a second row for `tribal`", "not four rising lengths"]);
    }
}
