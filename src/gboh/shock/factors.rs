//! What is done to the hits of the table (8.46 step 4).

use crate::events::blow::{Factor, Hits, Superiority};

/// What decides about the factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Who is superior.
    pub superiority: Superiority,
    /// A double depth stack is attacked through its flank or rear (9.53).
    pub deep_flank: bool,
    /// The ranks are opened (9.11).
    pub pass_thru: bool,
    /// Only skirmishers defend.
    pub skirmishers: bool,
    /// Light cavalry attacks formed infantry that is not routed.
    pub light_horse: bool,
    /// Only skirmishers attack.
    pub skirmish: bool,
}

/// **spqr 8.46 step 4, 9.11, 9.23, 9.32, 9.53.** The table's hits with every factor in turn, and the steps.
#[must_use]
pub fn apply(table: Hits, on: Conditions) -> (Hits, Vec<(Factor, Hits)>) {
    let mut steps = Vec::new();
    let now = change(table, on, |factor, hits| steps.push((factor, hits)));
    (now, steps)
}

/// **spqr 8.46 step 4.** What the table's hits come to by every factor, for who is not told the steps.
#[must_use]
pub fn outcome(table: Hits, on: Conditions) -> Hits {
    change(table, on, |_, _| ())
}

/// The hits after every factor; `show` is shown each step.
fn change(table: Hits, on: Conditions, mut show: impl FnMut(Factor, Hits)) -> Hits {
    let mut now = table;
    let mut step = |factor, hits: Hits| {
        show(factor, hits);
        hits
    };
    match on.superiority {
        Superiority::Attack(_) => {
            let times = if on.deep_flank { 3 } else { 2 };
            now = step(
                Factor::AttackSuperior(times),
                Hits { defender: now.defender.saturating_mul(times), ..now },
            );
        }
        Superiority::Defence => {
            now = step(Factor::DefenceSuperior, Hits { attacker: now.attacker.saturating_mul(3), ..now });
        }
        Superiority::Even => {}
    }
    if on.pass_thru {
        let halved = Hits { attacker: now.attacker.saturating_sub(1), defender: now.defender / 2 };
        now = step(Factor::PassThru, halved);
    }
    if on.skirmishers {
        now = step(Factor::Skirmishers, Hits { attacker: (now.attacker / 2).min(1), ..now });
    }
    if on.light_horse {
        now = step(Factor::LightHorse, Hits { defender: now.defender / 2, ..now });
    }
    if on.skirmish {
        now = step(Factor::SkirmishersAttack, Hits { defender: now.defender / 2, ..now });
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::blow::Ground;

    const PLAIN: Conditions = Conditions {
        superiority: Superiority::Even,
        deep_flank: false,
        pass_thru: false,
        skirmishers: false,
        light_horse: false,
        skirmish: false,
    };

    fn hits(attacker: u8, defender: u8) -> Hits {
        Hits { attacker, defender }
    }

    /// spqr-9.23-ex.
    #[test]
    fn skirmishers_inflict_half_and_one_at_most() {
        let on = Conditions { skirmishers: true, ..PLAIN };
        assert_eq!(apply(hits(1, 4), on).0, hits(0, 4));
        assert_eq!(apply(hits(5, 4), on).0, hits(1, 4));
    }

    /// spqr-9.32-ex.
    #[test]
    fn light_cavalry_in_the_flank_of_heavy_infantry_scores_the_printed_number() {
        let on =
            Conditions { superiority: Superiority::Attack(Ground::Position), light_horse: true, ..PLAIN };
        assert_eq!(apply(hits(2, 3), on).0, hits(2, 3));
    }

    /// spqr-9.53-ex points to a scenario; the rule's number is tested.
    #[test]
    fn a_double_depth_flank_takes_three_times_the_hits() {
        let on = Conditions { superiority: Superiority::Attack(Ground::Position), deep_flank: true, ..PLAIN };
        assert_eq!(apply(hits(2, 3), on).0, hits(2, 9));
    }

    #[test]
    fn opened_ranks_halve_what_the_infantry_takes_after_superiority() {
        let on = Conditions { superiority: Superiority::Attack(Ground::Weapons), pass_thru: true, ..PLAIN };
        let (end, steps) = apply(hits(2, 3), on);
        assert_eq!(end, hits(1, 3));
        assert_eq!(steps, [(Factor::AttackSuperior(2), hits(2, 6)), (Factor::PassThru, hits(1, 3))]);
    }

    #[test]
    fn a_superior_defence_triples_the_attackers_hits() {
        assert_eq!(
            apply(hits(2, 3), Conditions { superiority: Superiority::Defence, ..PLAIN }).0,
            hits(6, 3)
        );
    }
}
