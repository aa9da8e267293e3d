//! What may be done now, in lines or as JSON.

use serde_json::{Value, json};

use crate::door::error::GameError;
use tess_diagnostic::{WIDTH, wrap};
use tess_gboh::command::legal::{Legal, Orders, UnitChoice, legal};
use tess_gboh::order::Step;
use tess_gboh::{LeaderId, Position, UnitId};

/// What a side may do, perhaps of one unit only.
pub(super) fn text(
    position: &Position,
    side: &str,
    unit: Option<&str>,
    json: bool,
) -> Result<String, GameError> {
    let Some(side) = position.set.find_side(side) else {
        return Err(GameError::refused(format!("{side} commands no side"), "ask as one of the sides"));
    };
    let mut found = legal(position, side);
    if let Some(code) = unit {
        let Some(unit) = position.set.find_unit(code) else {
            return Err(GameError::refused(
                format!("`{code}` is no unit of this battle"),
                "write a code as reports show it",
            ));
        };
        if let Legal::Orders(orders) = &mut found {
            only(orders, unit);
        }
    }
    let names = Names { position };
    Ok(if json { format!("{}\n", names.json(&found)) } else { names.text(&found) })
}

/// Leaves only what one unit may do.
fn only(orders: &mut Orders, unit: UnitId) {
    orders.units.retain(|choice| choice.unit == unit);
    orders.shock.retain(|(attacker, _)| *attacker == unit);
    orders.lines.retain(|line| line.units.contains(&unit));
    orders.contingents.retain(|c| c.units.contains(&unit));
    orders.leaders.clear();
    orders.replace.clear();
    orders.restack.clear();
}

/// Says ids as codes.
struct Names<'a> {
    position: &'a Position,
}

impl Names<'_> {
    fn unit(&self, id: UnitId) -> String {
        self.position.set.unit(id).code.clone()
    }

    fn leader(&self, id: LeaderId) -> String {
        self.position.set.leader(id).code.clone()
    }

    fn units(&self, ids: &[UnitId]) -> Vec<String> {
        ids.iter().map(|id| self.unit(*id)).collect()
    }

    fn leaders(&self, ids: &[LeaderId]) -> Vec<String> {
        ids.iter().map(|id| self.leader(*id)).collect()
    }

    fn text(&self, found: &Legal) -> String {
        let mut lines = Vec::new();
        match found {
            Legal::Nothing => {
                lines.push("nothing: the other side is to decide, or the battle is over".to_owned())
            }
            Legal::Begin => lines.push("begin".to_owned()),
            Legal::Markers { leaders } => {
                lines.extend(self.leaders(leaders).iter().flat_map(|l| {
                    [format!("prearrange {l} yes (real)"), format!("prearrange {l} no (a bluff)")]
                }));
                lines.push("several in one order, with commas: prearrange X yes, Y no".to_owned());
                lines.push("prearrange none".to_owned());
            }
            Legal::Elite { leaders } => {
                lines.extend(self.leaders(leaders).iter().map(|l| format!("elite {l}")));
                lines.push("elite none".to_owned());
            }
            Legal::Activation { due, pinned, trumps, reactivation } => {
                for leader in due {
                    let only = if pinned.contains(leader) { " (can only enable shock, 5.26)" } else { "" };
                    lines.push(format!("activate {}{only}", self.leader(*leader)));
                    lines.push(format!("pass {}", self.leader(*leader)));
                }
                for (leader, chance) in trumps {
                    lines.push(format!("trump {} ({chance} percent)", self.leader(*leader)));
                }
                if *reactivation {
                    let what = match self.position.course.prize {
                        Some(_) => "the leaders come in their order",
                        None => "declines the re-activation",
                    };
                    lines.push(format!("finish ({what})"));
                }
            }
            Legal::Orders(orders) => self.orders(orders, &mut lines),
            Legal::After { leader, momentum } => {
                if let Some(chance) = momentum {
                    lines.push(format!("momentum ({}, {chance} percent)", self.leader(*leader)));
                }
                lines.push("finish".to_owned());
            }
        }
        lines.iter().map(|line| wrap(line, WIDTH, "", "    ") + "\n").collect()
    }

    fn orders(&self, orders: &Orders, lines: &mut Vec<String>) {
        lines.push(format!("{}: {} individual orders left", self.leader(orders.leader), orders.left));
        for choice in &orders.units {
            lines.push(format!("  {:<8} {}", self.unit(choice.unit), self.choices(choice).join(", ")));
        }
        for line in &orders.lines {
            let code = &self.position.set.line(line.line).code;
            lines.push(format!(
                "  line {code} ({} percent): {}",
                line.chance,
                self.units(&line.units).join(" ")
            ));
        }
        for it in &orders.contingents {
            let (code, units) = (self.leader(it.leader), self.units(&it.units).join(" "));
            lines.push(format!("  contingent {code} (price {}): {units}", it.price));
        }
        for (leader, price) in &orders.leaders {
            lines.push(format!("  leader {} moves, price {price}", self.leader(*leader)));
        }
        for (attacker, targets) in &orders.shock {
            lines.push(format!("  {} shocks {}", self.unit(*attacker), self.units(targets).join(" or ")));
        }
        for leader in &orders.replace {
            lines.push(format!("  replace {}", self.leader(*leader)));
        }
        for hex in &orders.restack {
            lines.push(format!("  stack order in {hex}"));
        }
        if orders.may_end {
            let momentum = orders.momentum.map_or_else(String::new, |m| format!(" (momentum {m} percent)"));
            lines.push(format!("  end of the phase{momentum}"));
        }
    }

    fn choices(&self, choice: &UnitChoice) -> Vec<String> {
        let mut can = Vec::new();
        if choice.moves {
            can.push("move".to_owned());
        }
        if let Some(price) = choice.stack_price {
            can.push(format!("move its stack for {price}"));
        }
        if !choice.targets.is_empty() {
            can.push(format!("fire at {}", self.units(&choice.targets).join(" ")));
        }
        if choice.recover > 0 {
            can.push(format!("recover {}", choice.recover));
        }
        if choice.rally {
            can.push("rally".to_owned());
        }
        if !choice.slides.is_empty() {
            let hexes: Vec<String> = choice.slides.iter().map(ToString::to_string).collect();
            can.push(format!("slide to {}", hexes.join(" ")));
        }
        can.extend(choice.shapes.iter().map(|s| shape(*s).to_owned()));
        can
    }

    fn json(&self, found: &Legal) -> Value {
        match found {
            Legal::Nothing => json!({ "now": "nothing" }),
            Legal::Begin => json!({ "now": "begin" }),
            Legal::Markers { leaders } => json!({ "now": "markers", "leaders": self.leaders(leaders) }),
            Legal::Elite { leaders } => json!({ "now": "elite", "leaders": self.leaders(leaders) }),
            Legal::Activation { due, pinned, trumps, reactivation } => {
                let trumps: Vec<Value> =
                    trumps.iter().map(|(l, c)| json!({ "leader": self.leader(*l), "chance": c })).collect();
                json!({ "now": "activation", "due": self.leaders(due), "pinned": self.leaders(pinned),
                    "trumps": trumps, "reactivation": reactivation })
            }
            Legal::After { leader, momentum } => {
                json!({ "now": "after", "leader": self.leader(*leader), "momentum": momentum })
            }
            Legal::Orders(orders) => self.orders_json(orders),
        }
    }

    fn orders_json(&self, orders: &Orders) -> Value {
        let units: Vec<Value> = orders
            .units
            .iter()
            .map(|c| {
                let slides: Vec<String> = c.slides.iter().map(ToString::to_string).collect();
                json!({ "unit": self.unit(c.unit), "moves": c.moves, "stack_price": c.stack_price,
                    "targets": self.units(&c.targets), "recover": c.recover, "rally": c.rally, "slides": slides,
                    "shapes": c.shapes.iter().map(|s| shape(*s)).collect::<Vec<_>>() })
            })
            .collect();
        let lines: Vec<Value> = orders
            .lines
            .iter()
            .map(|l| {
                json!({ "line": self.position.set.line(l.line).code, "units": self.units(&l.units),
                    "chance": l.chance })
            })
            .collect();
        let contingents: Vec<Value> = orders
            .contingents
            .iter()
            .map(|c| json!({ "leader": self.leader(c.leader), "units": self.units(&c.units), "price": c.price }))
            .collect();
        let leaders: Vec<Value> =
            orders.leaders.iter().map(|(l, p)| json!({ "leader": self.leader(*l), "price": p })).collect();
        let shock: Vec<Value> = orders
            .shock
            .iter()
            .map(|(a, d)| json!({ "unit": self.unit(*a), "targets": self.units(d) }))
            .collect();
        let restack: Vec<String> = orders.restack.iter().map(ToString::to_string).collect();
        json!({ "now": "orders", "leader": self.leader(orders.leader), "left": orders.left, "units": units,
            "leaders": leaders, "lines": lines, "contingents": contingents, "shock": shock, "replace": self.leaders(&orders.replace),
            "restack": restack, "may_end": orders.may_end, "momentum": orders.momentum })
    }
}

/// The word of a change of formation.
const fn shape(step: Step) -> &'static str {
    match step {
        Step::Square => "square",
        Step::Unsquare => "unsquare",
        Step::Wedge => "wedge",
        Step::Unwedge => "unwedge",
        Step::Dismount => "dismount",
        _ => "mount",
    }
}
