//! Whether those who are left can all be paired.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

/// Can all of them be paired with somebody whom they may meet?
pub(super) fn all_can(players: &[usize], may: &dyn Fn(usize, usize) -> bool) -> bool {
    if !players.len().is_multiple_of(2) {
        return false;
    }
    let mut graph = UnGraph::<(), ()>::default();
    let nodes: Vec<_> = players.iter().map(|_| graph.add_node(())).collect();
    for (i, one) in players.iter().enumerate() {
        for (j, other) in players.iter().enumerate().skip(i + 1) {
            if may(*one, *other) {
                graph.add_edge(nodes[i], nodes[j], ());
            }
        }
    }
    maximum_matching(&graph).is_perfect()
}
