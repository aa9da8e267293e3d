//! `[[leader]]`: commanders, and the markers that come into play later.

use std::ops::Range;

use super::army::{Army, is_code};
use crate::charts::type_words;
use crate::read::{Block, Value, hint};
use tess_gboh::piece::{
    BySide, CommandLimit, LeaderId, LeaderSpec, Rank, Side, UnitId, UnitSpec, leader_elephant,
};

pub(super) struct Entered {
    pub spec: LeaderSpec,
    pub at: Range<usize>,
    /// His own elephant (4.8).
    pub elephant: Option<UnitSpec>,
}

#[derive(Default)]
pub(super) struct Leaders {
    pub leaders: Vec<Entered>,
    /// Codes, in capitals, of leaders that could not be read.
    broken: Vec<String>,
}

impl Leaders {
    /// A leader named by a value, or a complaint.
    pub fn named(&self, value: &Value<'_>) -> Option<LeaderId> {
        let code = value.text()?;
        let found = self.leaders.iter().position(|l| l.spec.code.eq_ignore_ascii_case(code));
        if found.is_none() && !self.broken.contains(&code.to_ascii_uppercase()) {
            let known: Vec<&str> = self.leaders.iter().map(|l| l.spec.code.as_str()).collect();
            value.refuse(format!("no leader `{code}`"), hint(code, known));
        }
        found.and_then(|i| u16::try_from(i).ok()).map(LeaderId)
    }

    /// The elephants of leaders, numbered from the first free unit.
    pub fn elephants(&self, first: usize) -> Vec<(LeaderId, UnitId, UnitSpec)> {
        let men = self.leaders.iter().enumerate().filter_map(|(i, l)| Some((i, l.elephant.clone()?)));
        men.zip(first..).map(|((i, e), u)| (LeaderId(i as u16), UnitId(u as u16), e)).collect()
    }

    /// How many replacement leaders a side has.
    pub fn replacements(&self, side: Side) -> u8 {
        let men = self.leaders.iter().filter(|l| l.spec.side == side && l.spec.rank == Rank::Replacement);
        u8::try_from(men.count()).unwrap_or(u8::MAX)
    }
}

const RANKS: [(&str, Rank); 10] = [
    ("overall", Rank::Overall),
    ("subordinate", Rank::Subordinate),
    ("proconsul", Rank::Proconsul),
    ("tribune", Rank::Tribune),
    ("praefect-sociorum", Rank::PraefectSociorum),
    ("praefect-equitum", Rank::PraefectEquitum),
    ("replacement", Rank::Replacement),
    ("elephant-leader", Rank::ElephantLeader),
    ("contingent", Rank::Contingent),
    ("macedonian-contingent", Rank::MacedonianContingent),
];

pub(super) fn read(root: &Block<'_>, names: &BySide<String>, army: &Army) -> Leaders {
    let mut men = Leaders::default();
    let blocks = root.tables("leader");
    for block in &blocks {
        let Some(entered) = leader(block, names, army) else {
            men.broken.extend(block.may("code").and_then(|v| v.text()).map(str::to_ascii_uppercase));
            continue;
        };
        let code = &entered.spec.code;
        let known = men.leaders.iter().map(|l| (&l.spec.code, &l.spec.name));
        let known = known.chain(army.units.iter().map(|u| (&u.spec.code, &u.spec.name)));
        if let Some((_, name)) = known.clone().find(|(c, _)| c.eq_ignore_ascii_case(code)) {
            block.page.refuse(
                entered.at.clone(),
                format!("`{code}` is already {name}"),
                "give each leader and unit its own code",
            );
            continue;
        }
        if let Some(elephant) = &entered.elephant {
            let code = &elephant.code;
            let men =
                men.leaders.iter().flat_map(|l| [Some(&l.spec.code), l.elephant.as_ref().map(|e| &e.code)]);
            let own = Some(&entered.spec.code);
            let mut known = men.flatten().chain(own).chain(army.units.iter().map(|u| &u.spec.code));
            if known.any(|c| c.eq_ignore_ascii_case(code)) {
                block.page.refuse(
                    entered.at.clone(),
                    format!("`{code}` is taken already"),
                    "give each leader, unit and elephant its own code",
                );
            }
        }
        men.leaders.push(entered);
    }
    // A leader's rally attempts are a bit each in a unit's record.
    if men.leaders.len() > 64 {
        root.page.refuse(
            root.span(),
            format!("{} leaders", men.leaders.len()),
            "64 are as many as a battle can hold",
        );
    }
    // A leader who did not read would make this a second complaint about the same thing.
    if men.leaders.len() == blocks.len() {
        check_overall(root, &men, names);
    }
    men
}

/// Each side has one overall commander.
fn check_overall(root: &Block<'_>, men: &Leaders, names: &BySide<String>) {
    for side in Side::BOTH {
        let of = |l: &&Entered| l.spec.side == side && l.spec.rank == Rank::Overall;
        match men.leaders.iter().filter(of).collect::<Vec<_>>()[..] {
            [_] => {}
            [] => root.page.refuse(
                root.span(),
                format!("{} has no overall commander", names[side]),
                "give one leader the rank \"overall\"",
            ),
            [.., second] => root.page.refuse(
                second.at.clone(),
                format!("{} is a second overall commander of {}", second.spec.name, names[side]),
                "a side has one; the others are \"subordinate\"",
            ),
        }
    }
}

fn leader(block: &Block<'_>, names: &BySide<String>, army: &Army) -> Option<Entered> {
    block.source();
    let mut at = block.span();
    let code = block.need("code", "\"REG\"").and_then(|v| {
        at = v.span();
        let code = v.text()?;
        if !is_code(code) {
            v.refuse(format!("`{code}` is no code"), "write 1 to 5 letters and digits, such as REG");
        }
        is_code(code).then(|| code.to_owned())
    });
    let name = block.text("name", "Marcus Atilius Regulus");
    let side = block.need("side", "\"rome\"").and_then(|v| super::sides::word(&v, names));
    let rank = block.need("rank", "\"subordinate\"").and_then(|v| v.word(&RANKS));
    let range = block.int("range", 1..=30);
    let under_wing = rank == Some(Rank::MacedonianContingent);
    // He has a C in their place (alexander 5.61).
    let initiative = if under_wing { without(block, "initiative") } else { block.int("initiative", 1..=9) };
    let line_commands =
        if under_wing { without(block, "line-commands") } else { block.int("line-commands", 0..=5) };
    let contingents = block.may("contingents").map(|v| (v.int::<u8>(1..=5), v));
    let contingent = contingent(block, army, side, under_wing);
    let charisma = block.int("charisma", 0..=9);
    let strategy = block.may("strategy").map(|v| (v.int::<u8>(0..=9), v));
    let elite = block.flag_or("elite", false);
    let wing = block.flag_or("wing", false);
    let yields_ties = block.flag_or("yields-ties", false);
    let personal_combat = block.may("personal-combat").and_then(|v| v.int::<u8>(0..=9));
    let nations =
        block.may("nations").and_then(|v| v.list()?.iter().map(|n| n.text().map(str::to_owned)).collect());
    let types = block.may("types").and_then(|v| v.list()?.iter().map(|t| t.word(&type_words())).collect());
    let beast = block.may("elephant").and_then(|v| v.block()).and_then(|b| elephant(&b));
    let points_times = block.may("rout-points-times").and_then(|v| v.int::<u8>(1..=20));
    let is_vital = block.flag_or("death-loses", false);
    let place = block.may("hex");
    let start = place.as_ref().and_then(Value::hex);
    block.close();
    let rank = rank?;
    check_rank(block, &at, rank, strategy.as_ref(), contingents.as_ref(), place.as_ref());
    let later = comes_later(rank);
    let spec = LeaderSpec {
        code: code?,
        name: name?.to_owned(),
        side: side?,
        rank,
        range: range?,
        initiative: initiative?,
        line_commands: line_commands?,
        strategy: strategy.and_then(|(s, _)| s),
        charisma: charisma?,
        elite,
        personal_combat,
        limit: CommandLimit { nations: nations.unwrap_or_default(), types: types.unwrap_or_default() },
        start,
        wing,
        yields_ties,
        points_times,
        is_vital,
        contingents: contingents.and_then(|(n, _)| n).unwrap_or(0),
        contingent,
    };
    if beast.is_some() && later {
        block.page.refuse(at.clone(), "this marker has no elephant of its own", "leave its `elephant` out");
    }
    let elephant = beast.map(|(code, tq, indian)| leader_elephant(code, &spec, tq, indian));
    Some(Entered { spec, at, elephant })
}

/// Does he come into play later?
fn comes_later(rank: Rank) -> bool {
    matches!(rank, Rank::Replacement | Rank::ElephantLeader)
}

/// What a leader of this rank must say, and must not.
fn check_rank(
    block: &Block<'_>,
    at: &Range<usize>,
    rank: Rank,
    strategy: Option<&(Option<u8>, Value<'_>)>,
    contingents: Option<&(Option<u8>, Value<'_>)>,
    place: Option<&Value<'_>>,
) {
    let plans = matches!(rank, Rank::Overall | Rank::Proconsul | Rank::Subordinate);
    match strategy {
        None if rank == Rank::Overall => {
            block.page.refuse(at.clone(), "an overall commander without `strategy`", "write `strategy = 5`");
        }
        Some((_, value)) if !plans => value.refuse("only commanders have a strategy rating", "leave it out"),
        _ => {}
    }
    if let Some((_, value)) = contingents.filter(|_| rank == Rank::MacedonianContingent) {
        value.refuse("a contingent commander sets nobody to work", "leave it out");
    }
    let later = comes_later(rank);
    match place {
        None if !later => block.page.refuse(at.clone(), "a leader without a place", "write `hex = \"1315\"`"),
        Some(place) if later => place.refuse("this marker comes into play later", "leave its `hex` out"),
        _ => {}
    }
}

/// A rating that this leader does not have: 0, and a complaint where it is written.
fn without(block: &Block<'_>, key: &str) -> Option<u8> {
    if let Some(value) = block.may(key) {
        value.refuse("a contingent commander of Macedon has no such rating (5.61)", "leave it out");
    }
    Some(0)
}

/// **alexander 5.65.** `contingent = ["HY1", "HY2"]`: the units of a contingent commander, of his own side.
fn contingent(block: &Block<'_>, army: &Army, side: Option<Side>, needed: bool) -> Vec<UnitId> {
    let value = block.may("contingent");
    match &value {
        None if needed => {
            let help = "write the codes of his units: `contingent = [\"HY1\"]`";
            block.page.refuse(block.span(), "a contingent commander without a contingent", help);
        }
        Some(value) if !needed => {
            value.refuse("only the rank \"macedonian-contingent\" has a contingent", "leave it out");
        }
        _ => {}
    }
    let mut units: Vec<UnitId> = Vec::new();
    for value in value.and_then(|v| v.list()).unwrap_or_default() {
        let Some(unit) = army.named(&value) else { continue };
        if side.is_some_and(|s| army.units[usize::from(unit.0)].spec.side != s) {
            value.refuse("a unit of the other side", "name units of his own army");
        } else if units.contains(&unit) {
            value.refuse("this unit is in the list twice", "name it once");
        } else {
            units.push(unit);
        }
    }
    units
}

/// **alexander 5.62, 5.65.** Contingent commanders belong to an army of Macedon with a wing commander; no
/// unit obeys two of them.
pub(super) fn check_contingents(
    root: &Block<'_>,
    men: &Leaders,
    macedonian: BySide<bool>,
    names: &BySide<String>,
) {
    let mut taken: Vec<UnitId> = Vec::new();
    for man in &men.leaders {
        let (spec, refuse) =
            (&man.spec, |message: String, help: &str| root.page.refuse(man.at.clone(), message, help));
        let under_wing = spec.rank == Rank::MacedonianContingent;
        if !under_wing && spec.contingents == 0 {
            continue;
        }
        if !macedonian[spec.side] {
            let message = format!("{} of {} is in no army of Macedon", spec.code, names[spec.side]);
            refuse(message, "name the side in `macedonian` of [special], or give him another rank");
        }
        let wing = |m: &&Entered| m.spec.side == spec.side && m.spec.contingents > 0;
        if under_wing && men.leaders.iter().find(wing).is_none() {
            let help = "give a wing commander `contingents = 1`";
            refuse(format!("nobody can set {} to work", spec.code), help);
        }
        if spec.contingent.iter().any(|u| taken.contains(u)) {
            refuse(
                format!("a unit of {} is in another contingent, too", spec.code),
                "let it obey one of them",
            );
        }
        taken.extend(&spec.contingent);
    }
}

/// **spqr 4.8.** `elephant = { code = "SURUS", tq = 6, indian = true }`.
fn elephant(block: &Block<'_>) -> Option<(String, u8, bool)> {
    block.source();
    let code = block.need("code", "\"SURUS\"").and_then(|v| {
        let code = v.text()?;
        if !is_code(code) {
            v.refuse(format!("`{code}` is no code"), "write 1 to 5 letters and digits, such as SURUS");
        }
        is_code(code).then(|| code.to_owned())
    });
    let tq = block.int("tq", 1..=9);
    let indian = block.flag_or("indian", false);
    block.close();
    Some((code?, tq?, indian))
}
