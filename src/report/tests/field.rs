//! A field with a little of everything.

use std::sync::Arc;

use tess_dice::Die;
use tess_effects::{Label, Question, Recorded, Rolled, Rule};
use tess_gboh::events::command::CommandEvent;
use tess_gboh::field::Terrain;
use tess_gboh::piece::{Class, Missile, Rank, Side, UnitSpec, UnitType};
use tess_gboh::position::{Formation, Morale, Place, ShockMark, Supply};
use tess_gboh::proving_ground::{armed, hex, leader, setup, unit};
use tess_gboh::refusal::shock::Shock;
use tess_gboh::setup::LineSpec;
use tess_gboh::state::stage::PhaseKind;
use tess_gboh::{Happening, LeaderId, LineId, Position, Refusal, UnitId};
use tess_hex::{Facing, Hexside};
use tess_ledger::Id;
use tess_table::{Chapter, Close};

fn classed(mut spec: UnitSpec, class: Class) -> UnitSpec {
    spec.class = class;
    spec.colour = 1;
    spec
}

/// Two armies across columns 18 to 28: Rome west, Carthage east.
pub fn field() -> Position {
    use Facing::*;
    use Side::{First as R, Second as C};
    use UnitType::*;
    let mut units = Vec::new();
    for i in 0..5u16 {
        units.push(classed(unit(&format!("H5{i}"), R, LG, (3, 6, 5), 2107 + i, E), Class::HA));
    }
    for i in 0..3u16 {
        let velites = classed(unit(&format!("V5{i}"), R, LI, (3, 5, 6), 2107 + 2 * i, E), Class::VE);
        units.push(armed(velites, Missile::J, "J_foot"));
    }
    units.push(classed(unit("T51", R, LG, (2, 7, 4), 1908, NE), Class::TR));
    units.push(unit("RC5", R, RC, (3, 5, 8), 2004, SE));
    units.push(unit("GH1", R, HI, (4, 6, 4), 2013, SW));
    units.push(unit("GH2", R, HI, (4, 6, 4), 1911, NW));
    for (i, facing) in [(1, W), (2, NW), (3, SW), (4, NE), (5, E), (6, SE)] {
        let at = [2307, 2411, 2514, 2606, 2610, 2517][i - 1];
        units.push(unit(&format!("AfPH{i}").replace("AfPH", "AP"), C, PH, (10, 7, 4), at, facing));
    }
    let mut elephant = armed(unit("EL1", C, EL, (5, 5, 7), 2209, W), Missile::J, "J_mounted");
    elephant.screen = true;
    units.push(elephant);
    units.push(armed(unit("NuLC1", C, LC, (4, 8, 9), 2203, NW), Missile::J, "J_mounted"));
    units.push(armed(unit("BaSK", C, SK, (1, 3, 6), 2215, W), Missile::S, "S_foot"));
    units.push(unit("CE1", C, MI, (5, 5, 5), 2415, W));
    let mut reg = leader("REG", R, Rank::Overall, 5, 2009);
    reg.name = "M. Atilius Regulus".into();
    let mut xan = leader("XAN", C, Rank::Overall, 6, 2606);
    xan.elite = true;
    let leaders = vec![
        reg,
        leader("FALCO", R, Rank::PraefectEquitum, 3, 2004),
        leader("BOS", C, Rank::Subordinate, 4, 2508),
        xan,
    ];
    let mut set = setup(units, leaders);
    set.title = "A small battle".into();
    set.lines.push(LineSpec {
        code: "hastati".into(),
        name: "Hastati of Legion V".into(),
        side: R,
        units: (0..5).map(UnitId).collect(),
        spacing: 2,
        leaders: vec![LeaderId(0)],
        half_range: false,
    });
    let ground = [
        (2205, Terrain::Woods, 0),
        (2305, Terrain::Woods, 1),
        (2306, Terrain::Clear, 1),
        (2406, Terrain::Broken, 2),
    ];
    for (at, terrain, level) in ground {
        if let Some(cell) = set.field.cell_mut(hex(at)) {
            cell.terrain = terrain;
            cell.level = level;
        }
    }
    for (at, terrain) in [(1805, Terrain::Village), (1806, Terrain::River), (2712, Terrain::Marsh)] {
        if let Some(cell) = set.field.cell_mut(hex(at)) {
            cell.terrain = terrain;
        }
    }
    for at in 2004..2014 {
        for side in [Hexside::NE, Hexside::SE] {
            let Some(other) = hex(at).neighbour(side) else { continue };
            for (h, s) in [(hex(at), side), (other, side.opposite())] {
                if let Some(cell) = set.field.cell_mut(h) {
                    cell.streams |= 1 << s as u8;
                }
            }
        }
    }
    let mut pos = Position::new(Arc::new(set));
    let id = |pos: &Position, code: &str| pos.set.find_unit(code).expect("a unit of the field");
    let h51 = id(&pos, "H51");
    pos.unit_mut(h51).morale = Morale::Steady { hits: 4 };
    pos.unit_mut(h51).shock = ShockMark::MustCheck;
    let ce = id(&pos, "CE1");
    pos.unit_mut(ce).morale = Morale::Routed;
    let v51 = id(&pos, "V51");
    pos.unit_mut(v51).supply = Supply::Low;
    pos.unit_mut(v51).depleted = true;
    pos.swap_stack(hex(2111));
    let gone = id(&pos, "GH1");
    pos.lift(gone);
    pos.unit_mut(gone).place = Place::Eliminated;
    let column = id(&pos, "GH2");
    pos.unit_mut(column).formation = Formation::Column { towards: Hexside::N, head_left: true };
    pos.leader_mut(LeaderId(2)).wounds = 1;
    pos
}

/// A decision of Carthage inside the chapter.
pub fn question() -> Question {
    let mut question = Question::new(
        "withdraw",
        "carthage",
        "ap1",
        Rule("6.51"),
        "H51 (LG hastati) comes next to ap1 (PH) from 2108: withdraw before it?",
    )
    .choice("no", "stays and is shocked")
    .choice("2407", "withdraws one hex to 2407, facing as before; 1 cohesion hit since it turns its back on the enemy (6.52)")
    .naming("H51")
    .at("2108")
    .fact("mover", "H51")
    .fact("mover.type", "LG")
    .fact("own.hits", 0);
    question.id = "withdraw:ap1".into();
    question
}

/// Some orders of Rome and what came of them.
pub fn chapter() -> Chapter<Happening, Refusal> {
    let die = |purpose: &str, subject: &str, face| {
        Recorded::Rolled(Rolled { label: Label::new(purpose, subject, 1, Die::D10, Rule("8.43")), face })
    };
    Chapter {
        action: Id([0xab; 32]),
        seq: 40,
        last: 41,
        side: "rome".parse().expect("a role"),
        sheet: "activate REG\nmove H51 2207\n# caf\u{e9}\nresolve\n".into(),
        record: vec![
            Recorded::Happened(Happening::Command(CommandEvent::TurnBegins { turn: 1 })),
            Recorded::Happened(Happening::Command(CommandEvent::Activated {
                leader: LeaderId(0),
                kind: PhaseKind::Initial,
            })),
            die("line", "REG", 3),
            Recorded::Happened(Happening::Command(CommandEvent::LineRolled {
                leader: LeaderId(0),
                die: 3,
                modifier: 0,
                strategy: 5,
                won: true,
                finishes: false,
            })),
            Recorded::Happened(Happening::Command(CommandEvent::LineBegins {
                leader: LeaderId(0),
                line: LineId(0),
                units: (0..5).map(UnitId).collect(),
            })),
            die("pre-shock", "H51", 7),
            die("shock", "AP1", 4),
            Recorded::Decided(Box::new(question()), "no".into()),
            die("collapse", "H51", 2),
            Recorded::Happened(Happening::Ends(Some(Side::First))),
        ],
        close: Close::Stopped { line: 4, refusal: Refusal::new(Rule("8.41"), Shock::NotResolved) },
    }
}
