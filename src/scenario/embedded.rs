//! The files that are part of the program.

/// Name below `scenarios/` and text of every scenario and chart file, in the order of the names.
pub(super) const FILES: &[(&str, &str)] = &[
    ("charts/spqr/clash.toml", include_str!("../../scenarios/charts/spqr/clash.toml")),
    (
        "charts/spqr/leaders-and-rally.toml",
        include_str!("../../scenarios/charts/spqr/leaders-and-rally.toml"),
    ),
    ("charts/spqr/missile.toml", include_str!("../../scenarios/charts/spqr/missile.toml")),
    ("charts/spqr/movement.toml", include_str!("../../scenarios/charts/spqr/movement.toml")),
    ("charts/spqr/shock-crt.toml", include_str!("../../scenarios/charts/spqr/shock-crt.toml")),
    ("charts/spqr/stacking.toml", include_str!("../../scenarios/charts/spqr/stacking.toml")),
    ("charts/spqr/superiority.toml", include_str!("../../scenarios/charts/spqr/superiority.toml")),
    ("spqr/bagradas-255bc.toml", include_str!("../../scenarios/spqr/bagradas-255bc.toml")),
    ("spqr/cannae-216bc.toml", include_str!("../../scenarios/spqr/cannae-216bc.toml")),
    ("spqr/skirmish.toml", include_str!("../../scenarios/spqr/skirmish.toml")),
    ("spqr/zama-202bc.toml", include_str!("../../scenarios/spqr/zama-202bc.toml")),
];

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_under_scenarios_is_part_of_the_program() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
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
        found.sort();
        assert_eq!(found, FILES.iter().map(|f| f.0).collect::<Vec<_>>());
    }
}
