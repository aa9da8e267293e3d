//! The flight of the king (alexander 8.46).

use crate::events::movement::MoveEvent;
use crate::movement::leaders::enter;
use crate::piece::{LeaderId, UnitId};
use crate::position::Position;
use crate::questions::company;
use crate::variant::command::LeaderEscape;
use crate::{Flow, Happening, Oracle, rout};
use tess_effects::{Question, Rule};
use tess_hex::Hex;

const RULE: Rule = Rule("alexander 8.46");
/// Hexes he may go.
const HEXES: u8 = 4;

/// Is he the king, whose death loses the battle, and does he flee as alexander 8.46 has it?
pub(crate) fn may_flee(pos: &Position, leader: LeaderId) -> bool {
    let points = matches!(pos.set.variant.choices.command.escape, LeaderEscape::Points { .. });
    points && pos.leader_spec(leader).is_vital
}

/// **alexander 8.46.** An enemy leader has come next to the king, who may flee before him.
pub(crate) fn before_leader(pos: &mut Position, oracle: &mut Oracle<'_>, mover: LeaderId) -> Flow<()> {
    let side = pos.leader_spec(mover).side;
    for king in pos.leader_ids() {
        let near = pos.leader(king).hex.zip(pos.leader(mover).hex).is_some_and(|(a, b)| a.touches(b));
        if near && pos.leader_spec(king).side != side && may_flee(pos, king) {
            let text = format!("{} comes next to", pos.leader_spec(mover).name);
            offer(pos, oracle, king, None, &text)?;
        }
    }
    Ok(())
}

/// **alexander 8.46.** Alone or not, the king may go up to four hexes towards his retreat edge, and off the
/// map; alone beside an enemy unit he is lost if he does not or cannot (4.62).
pub(crate) fn offer(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    king: LeaderId,
    enemy: Option<UnitId>,
    what: &str,
) -> Flow<()> {
    let Some(hex) = pos.leader(king).hex else { return Ok(()) };
    let alone = pos.is_alone(king);
    let lost = enemy.is_some() && alone;
    let ways = homeward(pos, king, hex);
    if ways.is_empty() {
        if lost {
            rout::kill_leader(pos, oracle, king, Rule("4.72"));
        }
        return Ok(());
    }
    let spec = pos.leader_spec(king);
    let text = format!("{what} {}. Does he flee?", spec.name);
    let key = |way: &Way| if way.off { "off".to_owned() } else { way.end().to_string() };
    let mut q = Question::new("leader-withdraw", &pos.set.sides[spec.side], &spec.code, RULE, text)
        .fact("alone", alone);
    if let Some(enemy) = enemy {
        q = q
            .naming(&pos.spec(enemy).code)
            .fact("mover", pos.spec(enemy).code.to_ascii_lowercase())
            .fact("mover.type", pos.spec(enemy).kind.letters().to_ascii_lowercase());
    }
    if !lost {
        q = q.choice("no", "stays");
    }
    for way in &ways {
        let words: Vec<String> = way.hexes.iter().map(ToString::to_string).collect();
        let end = if way.off { "leaves the map for good" } else { "goes to" };
        q = q.choice(key(way), format!("{end} {}", words.join(" ")).trim_end().to_owned());
    }
    let side = pos.leader_spec(king).side;
    let furthest = ways
        .iter()
        .filter(|w| !w.off)
        .max_by_key(|w| (w.hexes.len(), std::cmp::Reverse(company(pos, side, w.end()))));
    let answer = match furthest.or(ways.first()) {
        Some(best) if lost => oracle.ask(q.or_else(key(best)))?,
        _ => oracle.ask(q.or_else("no"))?,
    };
    if let Some(way) = ways.into_iter().find(|w| key(w) == answer) {
        let Way { hexes, off, .. } = way;
        pos.place_leader(king, if off { None } else { hexes.last().copied() });
        if off {
            pos.leader_mut(king).finished = true;
        }
        oracle.tell(|| Happening::Move(MoveEvent::KingFled { leader: king, way: hexes, off }));
    }
    Ok(())
}

/// One way home.
struct Way {
    /// Where he sets out.
    from: Hex,
    /// Hex by hex.
    hexes: Vec<Hex>,
    /// And off the map from the last.
    off: bool,
}

impl Way {
    fn end(&self) -> Hex {
        self.hexes.last().copied().unwrap_or(self.from)
    }
}

/// Every hex up to four hexes nearer to his retreat edge, with a way each hex of which is nearer than the
/// one before; and the way off the map.
fn homeward(pos: &Position, king: LeaderId, from: Hex) -> Vec<Way> {
    let side = pos.leader_spec(king).side;
    let mut found: Vec<Way> = Vec::new();
    let mut edge = vec![Way { from, hexes: Vec::new(), off: false }];
    for _ in 0..HEXES {
        let mut next: Vec<Way> = Vec::new();
        for way in &edge {
            let here = way.end();
            if here != from && pos.in_enemy_zoc(side, here) {
                continue;
            }
            let left = pos.set.field.to_retreat(side, here);
            if left == 1 && !found.iter().any(|w| w.off) {
                found.push(Way { from, hexes: way.hexes.clone(), off: true });
            }
            for (_, to) in here.neighbours() {
                let nearer = pos.set.field.to_retreat(side, to) < left && pos.set.field.slot(to).is_some();
                if nearer && !next.iter().any(|w| w.end() == to) && enter(pos, king, here, to).is_ok() {
                    let mut hexes = way.hexes.clone();
                    hexes.push(to);
                    next.push(Way { from, hexes, off: false });
                }
            }
        }
        found.extend(next.iter().map(|w| Way { from, hexes: w.hexes.clone(), off: false }));
        edge = next;
    }
    found.sort_by_cached_key(|w| (w.off, company(pos, side, w.end())));
    found
}
