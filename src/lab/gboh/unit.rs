//! The printed side of a unit.

use crate::CaseError;
use crate::place::Words;
use tess_gboh::piece::{Class, Missile, UnitSpec, UnitType};
use tess_gboh::setup::Setup;

/// `unit P1 PH carthage 10/7/4(5) [class HA] [missile J row J_foot] ... [at 2010 E] ...`; gives back how
/// many words belong to the printed side.
pub(super) fn unit(set: &mut Setup, w: &mut Words<'_>) -> Result<usize, CaseError> {
    let mut spec = plain(set, w)?;
    let mut foot = None;
    while let Some(word) = w.next() {
        let word = word.to_ascii_lowercase();
        if !(mark(&mut spec, &word) || rating(&mut spec, &mut foot, &word, w)?) {
            w.back();
            break;
        }
    }
    let chart = &set.variant.charts.missile;
    spec.missile = spec.missile.map(|letter| chart.meaning(letter, spec.class));
    if spec.name.is_empty() {
        spec.name.clone_from(&spec.code);
    }
    if spec.missile_row.is_empty()
        && let Some(missile) = spec.missile
    {
        spec.missile_row = tess_gboh::printed::piece::usual_row(missile, spec.kind.is_infantry()).to_owned();
    }
    spec.dismounted = foot.map(|ratings| Box::new(spec.on_foot(ratings)));
    set.units.push(spec);
    Ok(w.taken())
}

/// Code, type, side and ratings; all else as most units have it.
fn plain(set: &Setup, w: &mut Words<'_>) -> Result<UnitSpec, CaseError> {
    let code = w.need("a code")?.to_owned();
    if set.find_unit(&code).is_some() || set.find_leader(&code).is_some() {
        return Err(w.error(format!("{code} is there already"), "give each piece its own code"));
    }
    let letters = w.need("a type")?;
    let kind =
        UnitType::ALL.into_iter().find(|t| t.letters().eq_ignore_ascii_case(letters)).ok_or_else(|| {
            w.error(format!("`{letters}` is no type"), "write PH HI LG MI BI LI LP SK SK* HC RC LN LC EL CH")
        })?;
    let side = w.side(set)?;
    let ratings = w.need("size/TQ/MA")?;
    let (size, tq, ma, ma_extended) = ratings_of(ratings).ok_or_else(|| {
        w.error(format!("`{ratings}` are no ratings"), "write size/TQ/MA, such as 3/6/5 or 10/7/4(5)")
    })?;
    Ok(UnitSpec {
        code,
        name: String::new(),
        side,
        kind,
        class: Class::Plain,
        size,
        tq,
        ma,
        ma_extended,
        missile: None,
        missile_row: String::new(),
        screen: false,
        indian: false,
        two_hex: kind == UnitType::PH,
        colour: 0,
        ala: false,
        nation: String::new(),
        shares_with_engine: false,
        depleted: false,
        start: None,
        feigns: false,
        bait: None,
        dismounted: None,
        sword: false,
        professional: false,
        macedonian: false,
    })
}

/// A word that stands alone; no when it is none.
fn mark(spec: &mut UnitSpec, word: &str) -> bool {
    match word {
        "feigns" => spec.feigns = true,
        "ala" => spec.ala = true,
        "screen" => spec.screen = true,
        "indian" => spec.indian = true,
        "shares-with-engine" => spec.shares_with_engine = true,
        "sword" => spec.sword = true,
        "professional" => spec.professional = true,
        "macedonian" => spec.macedonian = true,
        "two-hex" => spec.two_hex = true,
        "one-hex" => spec.two_hex = false,
        _ => return false,
    }
    true
}

/// Size, quality and movement allowance.
type Ratings = (u8, u8, u8);

/// A word and what it is; no when it is none that a printed side has.
fn rating(
    spec: &mut UnitSpec,
    foot: &mut Option<Ratings>,
    word: &str,
    w: &mut Words<'_>,
) -> Result<bool, CaseError> {
    match word {
        "class" => spec.class = class(w)?,
        "missile" => spec.missile = Some(missile(w)?),
        "row" => spec.missile_row = w.need("a row")?.to_owned(),
        "nation" => spec.nation = w.need("a nation")?.to_owned(),
        "name" => spec.name = w.need("a name")?.to_owned(),
        "colour" => spec.colour = w.int("a colour")?,
        "bait" => spec.bait = Some(w.int("a rating")?),
        "dismounts" => {
            let text = w.need("size/TQ/MA on foot")?;
            let Some((size, tq, ma, _)) = ratings_of(text) else {
                let help = "write size/TQ/MA on foot, such as 5/7/5";
                return Err(w.error(format!("`{text}` are no ratings"), help));
            };
            *foot = Some((size, tq, ma));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn class(w: &mut Words<'_>) -> Result<Class, CaseError> {
    use Class::{CAT, CE, CO, HA, HO, PR, SC, TR, VE};
    let letters = w.need("a class")?;
    let mut classes = [HA, PR, TR, CO, CE, VE, HO, SC, CAT].into_iter();
    classes
        .find(|c| c.letters().eq_ignore_ascii_case(letters))
        .ok_or_else(|| w.error(format!("`{letters}` is no class"), "write HA PR TR CO CE VE HO SC or CAT"))
}

fn missile(w: &mut Words<'_>) -> Result<Missile, CaseError> {
    let letter = w.need("a missile")?;
    Ok(match letter.to_ascii_uppercase().as_str() {
        "A" => Missile::A,
        "S" => Missile::S,
        "J" => Missile::J,
        "B" => Missile::B,
        "C" => Missile::C,
        "F" => Missile::F,
        _ => return Err(w.error(format!("`{letter}` is no missile"), "write A S J B C or F")),
    })
}

fn ratings_of(text: &str) -> Option<(u8, u8, u8, u8)> {
    let mut parts = text.split('/');
    let (size, tq, ma) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    let (low, high) = match ma.split_once('(') {
        Some((low, high)) => (low.parse().ok()?, high.strip_suffix(')')?.parse().ok()?),
        None => (ma.parse().ok()?, ma.parse().ok()?),
    };
    parts.next().is_none().then_some((size, tq, low, high))
}
