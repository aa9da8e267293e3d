//! Which parts of a whole lean on each other in a circle, and what to cut so that they do not.

use std::collections::{BTreeMap, BTreeSet};

/// From each part to those that it leans on, with the places where it does.
pub type Leans = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The largest set of parts of which each leans on each, if only by way of others; none when nobody does.
pub fn largest_circle(leans: &Leans) -> Vec<String> {
    let mut largest: Vec<String> = Vec::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for part in leans.keys() {
        if done.contains(part.as_str()) {
            continue;
        }
        let back: Vec<String> = reached(leans, part)
            .into_iter()
            .filter(|other| reached(leans, other).contains(part.as_str()))
            .map(str::to_owned)
            .collect();
        done.extend(leans.keys().map(String::as_str).filter(|p| back.iter().any(|b| b == p)));
        if back.len() > largest.len() && back.len() > 1 {
            largest = back;
        }
    }
    largest
}

fn reached<'a>(leans: &'a Leans, from: &str) -> BTreeSet<&'a str> {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let mut open: Vec<&str> =
        leans.get(from).into_iter().flat_map(|on| on.keys()).map(String::as_str).collect();
    while let Some(part) = open.pop() {
        if found.insert(part) {
            open.extend(leans.get(part).into_iter().flat_map(|on| on.keys()).map(String::as_str));
        }
    }
    found
}

/// Uses in a circle without which it is none: the parts are put in a row so that few uses lead back, and
/// those are named.
pub fn to_cut(leans: &Leans, circle: &[String]) -> Vec<String> {
    let uses = |from: &str, to: &str| leans.get(from).and_then(|on| on.get(to)).map_or(0, BTreeSet::len);
    let (mut left, mut front, mut back) = (circle.to_vec(), Vec::new(), Vec::new());
    while !left.is_empty() {
        let out = |p: &String| left.iter().filter(|o| *o != p).map(|o| uses(p, o)).sum::<usize>();
        let into = |p: &String| left.iter().filter(|o| *o != p).map(|o| uses(o, p)).sum::<usize>();
        if let Some(n) = left.iter().position(|p| out(p) == 0) {
            back.push(left.remove(n));
        } else {
            let weight = |p: &String| out(p).cast_signed() - into(p).cast_signed();
            let first = (0..left.len()).max_by_key(|n| weight(&left[*n])).unwrap_or(0);
            front.push(left.remove(first));
        }
    }
    front.extend(back.into_iter().rev());
    let mut found = Vec::new();
    for (place, part) in front.iter().enumerate() {
        for earlier in &front[..place] {
            found.extend(leans.get(part).and_then(|on| on.get(earlier)).into_iter().flatten().cloned());
        }
    }
    found
}
