//! The canonical form of a position: what stands in it, in which order. Its digest is what both players
//! sign.
//!
//! `docs/position.md` describes it for readers in other languages; a test holds the lists here and its
//! tables together. A list may change only together with [`FORM`] and with the number of the rules: every
//! battle in play would part.

use std::sync::Arc;

use super::directive::Directive;
use super::hand::Slot as HandSlot;
use super::parts::{Laid, Parts, Piece, PieceKind};
use super::{
    Account, Acting, Asks, Away, Coming, Command, Edge, Engagement, GoalState, Hiding, Impact, Known,
    Lasting, Leader, LeaderPlace, Morale, Ordered, Place, Position, Post, Preparing, Segment, Stage, Stand,
    Stratagems, Tally, Tried, Unit, UnitId, Used, Why, Wings, Zone,
};
use crate::formation::{Formation, Slot};
use crate::measure::{Length, Point, Stance};
use crate::setup::{Card, CommandId, GoalId, Setup, SpecId, TroopId};
use tess_canon::{Bytes, Canon, Malformed, choice, number, record, write_each, write_list};

/// The number of the form that is written and read here.
pub const FORM: u32 = 2;

number!(UnitId, SpecId, CommandId, TroopId, GoalId, Length, PieceKind);

record!(Parts {
    turn,
    stage,
    units,
    commands,
    leaders,
    goals,
    sequence,
    engagements,
    tally,
    cards,
    table,
    asks
});

record!(Unit {
    of,
    part,
    command,
    place,
    formation,
    shields,
    loose,
    stands,
    began,
    hits,
    lost,
    morale,
    account,
    attached,
    wings,
    away,
    drivers,
    strayed,
    own_order,
});

choice!(Place { 0 => Table(stance), 1 => Waiting, 2 => Away, 3 => Gone });

record!(Stance { anchor, heading });

record!(Point { x, y });

choice!(Formation {
    0 => Line, 1 => Double, 2 => Column, 3 => Files(files), 4 => Quincunx, 5 => Orbis, 6 => Testudo,
});

record!(Stand { troop, half, slot });

record!(Slot { right, back, quarter });

choice!(Morale { 0 => Good, 1 => Disordered, 2 => Broken });

record!(Account { moved, shot, fought, debt, won, pursued, pelted, countered, suffered, rally });

choice!(Tried { 0 => No, 1 => Reforming, 2 => InPhase });

record!(Wings { left, right });

record!(Away { edge, back });

choice!(Edge { 0 => South, 1 => North, 2 => West, 3 => East });

choice!(Directive { 0 => Advance, 1 => Hold, 2 => Retire, 3 => Reform, 4 => March, 5 => Redeploy });

record!(Command { ordered, initiative });

choice!(Ordered { 0 => Nothing, 1 => Sealed(seal), 2 => Open(order) });

record!(Leader { place, wounded, moved, rallied, back });

choice!(LeaderPlace {
    0 => Alone(stance), 1 => With(unit, post), 2 => Waiting, 3 => Away, 4 => Captured, 5 => Killed,
});

choice!(Post { 0 => Rear, 1 => Left, 2 => Right, 3 => Front });

record!(GoalState { holder, spent, driver, rests, looter });

record!(Engagement { attacker, defender, side, impact, fresh });

choice!(Zone { 0 => Front, 1 => Left, 2 => Right, 3 => Rear });

choice!(Impact { 0 => None, 1 => Shock, 2 => Warband });

record!(Tally { fallen, gained, offers });

choice!(Stage {
    0 => Draw { side },
    1 => Eve { side },
    2 => SetUp(preparing),
    3 => Orders { side },
    4 => Acting(acting),
    5 => Rally { side },
    6 => Over { winner, why },
});

choice!(Preparing { 0 => Ground, 1 => Edge, 2 => Deploy { side, last } });

record!(Acting { command, step, band });

choice!(Segment { 0 => Preliminary, 1 => Movement, 2 => Secondary, 3 => Combat });

choice!(Why { 0 => Time, 1 => Majority(side), 2 => Through(side), 3 => Agreed });

// What those know who may stands in no log.
record!(Stratagems { hands, in_force, hidden, eve, free_moves, lessened } but { known: Known::default() });

record!(HandSlot { seal, die, used });

choice!(Used { 0 => Held, 1 => Shown(card), 2 => Down, 3 => Under(command) });

choice!(Lasting {
    0 => GoodOmens(side), 1 => BadOmens(side), 2 => Tired(unit), 3 => Fed(side), 4 => Frenzy(command),
    5 => Speech(command), 6 => Weather(side), 7 => Standard(unit, enemy), 8 => First(command), 9 => Caesar,
    10 => Fast(command), 11 => Steady(unit), 12 => Volley(unit), 13 => Initiative(command),
    14 => Shooting(command), 15 => Combat(command), 16 => Ambush(command), 17 => Looked(command),
});

record!(Hiding { command, place, denied, coming });

choice!(Coming { 0 => Unknown, 1 => Flank(edge, along), 2 => Reserve });

choice!(Card {
    0 => Redeploy, 1 => FlankMarch, 2 => Ambush, 3 => HiddenReserves, 4 => BattleFrenzy, 5 => RousingSpeech,
    6 => GoodOmens, 7 => BadOmens, 8 => ForcedMarch, 9 => HotMeal, 10 => SuperiorScouting,
    11 => SurpriseAttack, 12 => NightMarch, 13 => DigIn, 14 => Weather, 15 => InspiringCommander,
    16 => Aquilifer, 17 => LegendaryCenturion, 18 => Tribune, 19 => Optio, 20 => Legate, 21 => Quaestor,
    22 => Caesar, 23 => CaesarsLuck, 24 => IllFortune, 25 => PoliticalEnemies, 26 => Panic,
    27 => DevastatingVolley, 28 => TreacherousTerrain,
});

record!(Laid { pieces, goals });

record!(Piece { kind, height, course });

record!(Asks { about_face, casualty, comes_back });

impl Position {
    /// Appends the canonical bytes: equal positions, equal bytes. They are those of its [`Parts`].
    pub fn encode(&self, out: &mut Vec<u8>) {
        self.turn.write(out);
        self.stage.write(out);
        write_each(self.units.iter().map(|unit| &**unit), out);
        write_list(&self.commands, out);
        write_list(&self.leaders, out);
        write_list(&self.goals, out);
        write_list(&self.sequence, out);
        write_list(&self.engagements, out);
        self.tally.write(out);
        self.cards.write(out);
        Laid::of(self).write(out);
        self.asks.write(out);
    }

    /// The position of this battle that has these canonical bytes.
    ///
    /// # Errors
    /// When no position of this battle has them.
    pub fn decode(set: &Arc<Setup>, bytes: &[u8]) -> Result<Position, Malformed> {
        let mut from = Bytes::new(bytes);
        let parts = Parts::read(&mut from)?;
        let end = from.place();
        from.end()?;
        parts.put_together(set).map_err(|unfit| Malformed::Unfit(end, unfit.to_string()))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_has_every_part_in_its_order() {
        let page = include_str!("../../../docs/position.md").split("## Legion and Empire").nth(1);
        let page = page.and_then(|part| part.split("\n## ").next()).expect("a chapter");
        tess_canon::page::holds(include_str!("canon.rs"), page).unwrap_or_else(|fault| panic!("{fault}"));
    }
}
