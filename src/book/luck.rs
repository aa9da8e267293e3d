//! What an analysis found out about a battle, for a chart above the board.

use serde_json::{Value, json};

/// The chance to win over a battle, as `tess analyse` found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luck {
    /// The names of the sides.
    pub sides: [String; 2],
    /// By the event of each action: the chance of the first side in ten-thousandths before it, with its
    /// sheet before the dice, and after it.
    pub actions: Vec<(u64, [u64; 3])>,
    /// The events of the turning points.
    pub points: Vec<u64>,
}

impl Luck {
    /// From what `tess analyse --json` writes; nothing when it is no such thing.
    #[must_use]
    pub fn read(json: &Value) -> Option<Luck> {
        let list = |value: &Value| value.as_array().cloned();
        let names = list(&json["head"]["sides"])?;
        let [one, other] = names.as_slice() else { return None };
        let sides = [one.as_str()?.to_owned(), other.as_str()?.to_owned()];
        let action = |it: &Value| {
            let chances = list(&it["chances"])?;
            let [before, sheet, after] = chances.as_slice() else { return None };
            let chance = |value: &Value| value.as_u64().filter(|&parts| parts <= 10_000);
            Some((it["seq"].as_u64()?, [chance(before)?, chance(sheet)?, chance(after)?]))
        };
        let actions = list(&json["actions"])?.iter().map(action).collect::<Option<_>>()?;
        let points = list(&json["turning_points"])?.iter().map(Value::as_u64).collect::<Option<_>>()?;
        Some(Luck { sides, actions, points })
    }

    /// As the script reads it.
    pub(super) fn facts(&self) -> Value {
        let action = |(event, [before, sheet, after]): &(u64, [u64; 3])| json!([event, before, sheet, after]);
        let actions: Vec<Value> = self.actions.iter().map(action).collect();
        json!({ "sides": self.sides, "actions": actions, "points": self.points })
    }
}
