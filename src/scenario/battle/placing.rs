//! Is every unit on ground where it may be, and with whom it may be?

use std::collections::BTreeMap;

use super::army::{Army, Entered};
use super::leaders::Leaders;
use crate::read::Page;
use tess_gboh::field::{Field, Terrain};
use tess_gboh::piece::{Rank, UnitSpec, UnitType};
use tess_gboh::variant::Charts;
use tess_gboh::variant::charts::Tread;
use tess_hex::{Facing, Hex};

pub(super) fn check(page: &Page<'_>, field: &Field, charts: &Charts, army: &Army, men: &Leaders) {
    let mut standing: BTreeMap<Hex, Vec<&Entered>> = BTreeMap::new();
    for unit in &army.units {
        let Some((hex, facing)) = unit.spec.start else { continue };
        for hex in hexes(&unit.spec, hex, facing) {
            match hex {
                Some(hex) if ground(page, field, charts, unit, hex) => {
                    let here = standing.entry(hex).or_default();
                    if let Some((message, help)) =
                        here.last().and_then(|first| clash(first, unit, here.len()))
                    {
                        page.refuse(unit.at.clone(), format!("{} in {hex}: {message}", unit.spec.code), help);
                    } else {
                        here.push(unit);
                    }
                }
                Some(_) => {}
                None => page.refuse(
                    unit.at.clone(),
                    format!("{} has a half off the sheet", unit.spec.code),
                    "its right half lies at the right flank of its hex",
                ),
            }
        }
    }
    for man in &men.leaders {
        leader(page, field, army, &standing, man);
    }
}

/// Can a leader stand there, and is there anybody whom he may command?
fn leader(
    page: &Page<'_>,
    field: &Field,
    army: &Army,
    standing: &BTreeMap<Hex, Vec<&Entered>>,
    man: &super::leaders::Entered,
) {
    let Some(hex) = man.spec.start else { return };
    let code = &man.spec.code;
    if !field.is_open(hex) {
        page.refuse(man.at.clone(), format!("{code} in {hex}: nobody can stand there"), size(field));
    }
    let enemy = standing.get(&hex).and_then(|u| u.iter().find(|u| u.spec.side != man.spec.side));
    if let Some(enemy) = enemy {
        page.refuse(
            man.at.clone(),
            format!("{code} in {hex}: there stands the enemy's {}", enemy.spec.code),
            "place him elsewhere",
        );
    }
    let horse = standing.get(&hex).and_then(|u| u.iter().find(|u| u.spec.kind.is_cavalry()));
    if let Some(horse) = horse.filter(|_| man.elephant.is_some()) {
        page.refuse(
            man.at.clone(),
            format!("{code} rides an elephant and cannot stand with {} in {hex}", horse.spec.code),
            "the elephant of a leader stacks with anybody but cavalry (4.85)",
        );
    }
    let limit = &man.spec.limit;
    let his = |u: &&Entered| {
        u.spec.side == man.spec.side
            && (limit.nations.is_empty() || limit.nations.contains(&u.spec.nation))
            && (limit.types.is_empty() || limit.types.contains(&u.spec.kind))
    };
    if man.spec.rank != Rank::Replacement && army.is_whole() && !army.units.iter().any(|u| his(&u)) {
        page.refuse(
            man.at.clone(),
            format!("{code} may command nobody"),
            "his `nations` and `types` fit no unit",
        );
    }
}

/// The hexes a unit stands in, left half first; `None` for a half off the sheet.
fn hexes(spec: &UnitSpec, hex: Hex, facing: Facing) -> Vec<Option<Hex>> {
    match spec.two_hex {
        true => vec![Some(hex), hex.neighbour(facing.right_flank())],
        false => vec![Some(hex)],
    }
}

fn size(field: &Field) -> String {
    let Field { first_col, last_col, first_row, last_row, .. } = *field;
    format!("columns are {first_col} to {last_col}, rows {first_row} to {last_row}")
}

fn ground(page: &Page<'_>, field: &Field, charts: &Charts, unit: &Entered, hex: Hex) -> bool {
    let code = &unit.spec.code;
    if !field.contains(hex) {
        page.refuse(unit.at.clone(), format!("{code} in {hex}: off the map"), size(field));
        return false;
    }
    let terrain = field.cell(hex).terrain;
    let tread = tread(unit.spec.kind) as usize;
    let movement = &charts.movement;
    let open = movement.ground(terrain).is_some_and(|going| going.hits[tread].is_some());
    if !open {
        let message =
            format!("{code} in {hex}: {} cannot stand in {}", unit.spec.kind.letters(), name(terrain));
        page.refuse(unit.at.clone(), message, "place it elsewhere");
    }
    open
}

/// The column of the movement chart (6.27).
fn tread(kind: UnitType) -> Tread {
    match kind {
        UnitType::PH | UnitType::HI => Tread::Heavy,
        UnitType::EL => Tread::Elephant,
        UnitType::CH => Tread::Chariot,
        kind if kind.is_cavalry() => Tread::Cavalry,
        _ => Tread::Medium,
    }
}

fn name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear ground",
        Terrain::Woods => "woods",
        Terrain::Broken => "broken ground",
        Terrain::Marsh => "marsh",
        Terrain::Camp => "a camp",
        Terrain::Village => "a village",
        Terrain::River => "a river",
        Terrain::Off => "a hex that is no ground",
    }
}

/// **spqr 6.61, 6.69.** Why the second unit may not share the first one's hex; `there` units stand in it.
fn clash(first: &Entered, second: &Entered, there: usize) -> Option<(String, &'static str)> {
    let (a, b) = (&first.spec, &second.spec);
    let stands = format!("{} stands there", a.code);
    if a.side != b.side {
        return Some((stands, "enemies cannot share a hex"));
    }
    let manipular = |u: &UnitSpec| u.is_roman_foot() && !u.is_velites() && !u.two_hex;
    if there >= 2 {
        return Some(("two units stand there".to_owned(), "two is the most for any hex"));
    }
    if !manipular(a) || !manipular(b) {
        return Some((stands, "only hastati, principes, triarii and cohorts share a hex (6.69)"));
    }
    let (facing, other) = (a.start.map(|s| s.1), b.start.map(|s| s.1));
    (facing != other).then(|| (format!("{} faces another way", a.code), "units of a stack face the same way"))
}
