//! Units as sentences name them.

use crate::brief::ranges;
use crate::form::list::{hits, listed, plural};
use crate::narrate::Teller;
use tess_gboh::{LeaderId, UnitId};
use tess_hex::Hex;

/// Units by their codes, those that follow on each other as `C1-C10`.
pub(super) fn codes(t: &mut Teller<'_>, units: &[UnitId]) -> String {
    let each: Vec<&str> = units.iter().map(|&unit| t.code(unit)).collect();
    listed(&ranges(&each).split(' ').collect::<Vec<_>>())
}

/// `A11 and A12 take 1 hit each`, `I1 takes 2 hits`.
pub(super) fn taken(t: &mut Teller<'_>, all: &[(UnitId, u8)]) -> Vec<String> {
    alike(t, all)
        .into_iter()
        .map(|(n, who, count)| {
            let (verb, each) = (plural(count, "takes", "take"), plural(count, "", " each"));
            format!("{who} {verb} {}{each}", hits(n))
        })
        .collect()
}

/// Units with the same number, by their codes, and how many they are.
pub(super) fn alike(t: &mut Teller<'_>, all: &[(UnitId, u8)]) -> Vec<(u8, String, usize)> {
    let each = gathered(all.iter().copied());
    each.into_iter().map(|(n, units)| (n, codes(t, &units), units.len())).collect()
}

/// Units of which the same is to be said, together, in the order in which the first of them comes.
fn gathered<K: PartialEq>(all: impl Iterator<Item = (UnitId, K)>) -> Vec<(K, Vec<UnitId>)> {
    let mut by: Vec<(K, Vec<UnitId>)> = Vec::new();
    for (unit, what) in all {
        match by.iter_mut().find(|(it, _)| *it == what) {
            Some((_, units)) => units.push(unit),
            None => by.push((what, vec![unit])),
        }
    }
    by
}

/// A leader by his name, with the code under which the map has him: `Maharbal (MAH)`.
pub(super) fn leader(t: &mut Teller<'_>, leader: LeaderId) -> String {
    format!("{} ({})", t.name(leader), t.leader(leader))
}

/// Units that go somewhere, those to the same place together: `A43 and A44 advance to 2721, I1 to 2712`. The
/// verb agrees with the first.
pub(super) fn bound(t: &mut Teller<'_>, all: &[(UnitId, Hex)], one: &str, many: &str) -> String {
    let groups = gathered(all.iter().copied());
    let each: Vec<String> = groups
        .iter()
        .enumerate()
        .map(|(n, (hex, units))| {
            let verb = if n == 0 { plural(units.len(), one, many) } else { "" };
            let gap = if verb.is_empty() { "" } else { " " };
            format!("{}{gap}{verb} to {hex}", codes(t, units))
        })
        .collect();
    listed(&each)
}
