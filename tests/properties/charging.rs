//! A player who lets everybody shock whom he can: what follows from shock is then looked at often.

use tesserarius::effects::Question;
use tesserarius::game::Agent;
use tesserarius::gboh::Position;
use tesserarius::gboh::state::stage::Stage;
use tesserarius::ledger::Role;

/// He orders what another does, and before it all the shock that there can be.
pub struct Charging<A>(pub A);

impl<A: Agent<Position>> Agent<Position> for Charging<A> {
    fn answer(&mut self, position: &Position, side: &Role, question: &Question) -> Option<String> {
        self.0.answer(position, side, question)
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        let sheet = self.0.orders(position, side)?;
        let first = sheet.lines().next().filter(|line| line.starts_with("activate"));
        if first.is_none() && !matches!(position.stage, Stage::Orders(_)) {
            return Some(sheet);
        }
        let me = position.set.find_side(side.as_str());
        let mut out = first.map_or_else(String::new, |first| format!("{first}\n"));
        for unit in position.unit_ids().filter(|&u| Some(position.side(u)) == me && position.is_top(u)) {
            for enemy in position.in_my_zoc(unit) {
                let (code, foe) = (&position.spec(unit).code, &position.spec(enemy).code);
                out.push_str(&format!("try shock {code} at {foe}\n"));
            }
        }
        // Then what he would have ordered in any case, which ends the phase some time.
        for line in sheet.lines().skip(usize::from(first.is_some())) {
            out.push_str(line);
            out.push('\n');
        }
        Some(out)
    }
}
