//! Battles fought side by side on all cores.

use std::sync::mpsc;

use rayon::prelude::*;

use super::balance::BalanceError;
use tess_bot::Bout;

/// Fights the battles of these seeds on so many threads, 0 for as many as there are cores, and hands each
/// over as it ends: in no order, so whoever counts them must not care. It stops when one cannot be
/// fought, or nobody takes it over.
pub(super) fn side_by_side<E: From<BalanceError>>(
    seeds: Vec<u64>,
    threads: usize,
    fight: impl Fn(u64) -> Option<Bout> + Sync,
    mut take: impl FnMut(Bout) -> Result<(), E>,
) -> Result<(), E> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let threads = threads.map_err(|e| BalanceError::Threads(e.to_string()))?;
    let (giver, taker) = mpsc::channel();
    std::thread::scope(|scope| {
        let fight = &fight;
        scope.spawn(move || {
            threads.install(|| {
                // one by one: battles take very different times, and the first are wanted first
                let one_by_one = seeds.into_par_iter().with_max_len(1);
                // when nobody takes them any more, no further one is fought
                let _ = one_by_one.try_for_each_with(giver, |giver, seed| giver.send(fight(seed)?).ok());
            });
        });
        let taken = taker.iter().try_for_each(&mut take);
        drop(taker);
        taken
    })
}
