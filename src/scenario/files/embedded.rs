//! The files that are part of the program.

/// None in a browser: what is built for it is given the files of its battle by the page that it stands in.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) const FILES: &[(&str, &str)] = &[];

/// Name below `scenarios/` and text of every scenario and chart file, in the order of the names.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) const FILES: &[(&str, &str)] = &[
    ("alexander/chaeronea-338bc.toml", include_str!("../../../scenarios/alexander/chaeronea-338bc.toml")),
    ("alexander/gaugamela-331bc.toml", include_str!("../../../scenarios/alexander/gaugamela-331bc.toml")),
    ("alexander/granicus-334bc.toml", include_str!("../../../scenarios/alexander/granicus-334bc.toml")),
    ("alexander/heraclea-280bc.toml", include_str!("../../../scenarios/alexander/heraclea-280bc.toml")),
    ("alexander/hydaspes-326bc.toml", include_str!("../../../scenarios/alexander/hydaspes-326bc.toml")),
    ("alexander/skirmish.toml", include_str!("../../../scenarios/alexander/skirmish.toml")),
    ("cataphract/callinicum-531.toml", include_str!("../../../scenarios/cataphract/callinicum-531.toml")),
    ("cataphract/casilinum-554.toml", include_str!("../../../scenarios/cataphract/casilinum-554.toml")),
    ("cataphract/dara-530.toml", include_str!("../../../scenarios/cataphract/dara-530.toml")),
    ("cataphract/skirmish.toml", include_str!("../../../scenarios/cataphract/skirmish.toml")),
    ("cataphract/taginae-552.toml", include_str!("../../../scenarios/cataphract/taginae-552.toml")),
    ("charts/alexander/clash.toml", include_str!("../../../scenarios/charts/alexander/clash.toml")),
    (
        "charts/alexander/leaders-and-rally.toml",
        include_str!("../../../scenarios/charts/alexander/leaders-and-rally.toml"),
    ),
    ("charts/alexander/missile.toml", include_str!("../../../scenarios/charts/alexander/missile.toml")),
    ("charts/alexander/movement.toml", include_str!("../../../scenarios/charts/alexander/movement.toml")),
    ("charts/alexander/shock-crt.toml", include_str!("../../../scenarios/charts/alexander/shock-crt.toml")),
    ("charts/alexander/stacking.toml", include_str!("../../../scenarios/charts/alexander/stacking.toml")),
    (
        "charts/alexander/superiority.toml",
        include_str!("../../../scenarios/charts/alexander/superiority.toml"),
    ),
    ("charts/cataphract/clash.toml", include_str!("../../../scenarios/charts/cataphract/clash.toml")),
    (
        "charts/cataphract/leaders-and-rally.toml",
        include_str!("../../../scenarios/charts/cataphract/leaders-and-rally.toml"),
    ),
    ("charts/cataphract/missile.toml", include_str!("../../../scenarios/charts/cataphract/missile.toml")),
    ("charts/cataphract/movement.toml", include_str!("../../../scenarios/charts/cataphract/movement.toml")),
    ("charts/cataphract/shock-crt.toml", include_str!("../../../scenarios/charts/cataphract/shock-crt.toml")),
    ("charts/cataphract/stacking.toml", include_str!("../../../scenarios/charts/cataphract/stacking.toml")),
    (
        "charts/cataphract/superiority.toml",
        include_str!("../../../scenarios/charts/cataphract/superiority.toml"),
    ),
    ("charts/spqr/clash.toml", include_str!("../../../scenarios/charts/spqr/clash.toml")),
    (
        "charts/spqr/leaders-and-rally.toml",
        include_str!("../../../scenarios/charts/spqr/leaders-and-rally.toml"),
    ),
    ("charts/spqr/missile.toml", include_str!("../../../scenarios/charts/spqr/missile.toml")),
    ("charts/spqr/movement.toml", include_str!("../../../scenarios/charts/spqr/movement.toml")),
    ("charts/spqr/shock-crt.toml", include_str!("../../../scenarios/charts/spqr/shock-crt.toml")),
    ("charts/spqr/stacking.toml", include_str!("../../../scenarios/charts/spqr/stacking.toml")),
    ("charts/spqr/superiority.toml", include_str!("../../../scenarios/charts/spqr/superiority.toml")),
    ("legion/charts/ground.toml", include_str!("../../../scenarios/legion/charts/ground.toml")),
    ("legion/charts/radius.toml", include_str!("../../../scenarios/legion/charts/radius.toml")),
    ("legion/charts/rally.toml", include_str!("../../../scenarios/legion/charts/rally.toml")),
    ("legion/lists/carthage.toml", include_str!("../../../scenarios/legion/lists/carthage.toml")),
    ("legion/lists/gaul.toml", include_str!("../../../scenarios/legion/lists/gaul.toml")),
    ("legion/lists/german.toml", include_str!("../../../scenarios/legion/lists/german.toml")),
    ("legion/lists/parthian.toml", include_str!("../../../scenarios/legion/lists/parthian.toml")),
    ("legion/lists/rome-empire.toml", include_str!("../../../scenarios/legion/lists/rome-empire.toml")),
    ("legion/lists/rome-late.toml", include_str!("../../../scenarios/legion/lists/rome-late.toml")),
    ("legion/lists/rome-punic.toml", include_str!("../../../scenarios/legion/lists/rome-punic.toml")),
    ("legion/lists/rome-republic.toml", include_str!("../../../scenarios/legion/lists/rome-republic.toml")),
    ("legion/lists/successor.toml", include_str!("../../../scenarios/legion/lists/successor.toml")),
    ("legion/points-400.toml", include_str!("../../../scenarios/legion/points-400.toml")),
    ("legion/skirmish.toml", include_str!("../../../scenarios/legion/skirmish.toml")),
    ("legion/teutoburg-ad9.toml", include_str!("../../../scenarios/legion/teutoburg-ad9.toml")),
    ("legion/trebbia-218bc.toml", include_str!("../../../scenarios/legion/trebbia-218bc.toml")),
    ("spqr/bagradas-255bc.toml", include_str!("../../../scenarios/spqr/bagradas-255bc.toml")),
    ("spqr/beneventum-275bc.toml", include_str!("../../../scenarios/spqr/beneventum-275bc.toml")),
    ("spqr/cannae-216bc.toml", include_str!("../../../scenarios/spqr/cannae-216bc.toml")),
    ("spqr/cynoscephalae-197bc.toml", include_str!("../../../scenarios/spqr/cynoscephalae-197bc.toml")),
    ("spqr/skirmish.toml", include_str!("../../../scenarios/spqr/skirmish.toml")),
    ("spqr/zama-202bc.toml", include_str!("../../../scenarios/spqr/zama-202bc.toml")),
];

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_under_scenarios_is_part_of_the_program() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
        let mut found = Vec::new();
        let mut open = vec![root.clone()];
        while let Some(dir) = open.pop() {
            for entry in std::fs::read_dir(dir).expect("a directory") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|e| e == "toml") {
                    let name = path.strip_prefix(&root).expect("below").to_string_lossy().replace('\\', "/");
                    found.push(name);
                }
            }
        }
        found.sort_unstable();
        assert_eq!(found, FILES.iter().map(|f| f.0).collect::<Vec<_>>());
    }
}
