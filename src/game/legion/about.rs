//! What there is to say of a scenario of Legion and Empire.

use tess_diagnostic::{WIDTH, wrap};
use tess_legion::Side;
use tess_scenario::{Fault, LEGION_OPTIONS, Library};

/// Sides, table, options, sources and files of a scenario.
pub(super) fn about(library: &Library, name: &str) -> Result<String, Vec<Fault>> {
    let loaded = library.load_legion(name)?;
    let set = &loaded.setup;
    let mut out = format!("{}, {}\n\n", set.title, loaded.about.date);
    for side in Side::BOTH {
        let own = || set.units.iter().filter(|u| set.command(u.command).side == side);
        let stands: usize = own().map(|u| u.stands.len()).sum();
        let points: u32 = own().flat_map(|u| &u.stands).map(|&t| u32::from(set.troop(t).points)).sum();
        let commands = set.commands_of(side).count();
        let name = &set.sides[side];
        let units = own().count();
        out.push_str(&format!(
            "{name:<12} {commands} Commands, {units} units, {stands} stands, {points} points\n"
        ));
    }
    out.push_str(&format!("table        {} by {} inches\n", set.table.width, set.table.depth));
    for option in LEGION_OPTIONS {
        let (now, rule) = ((option.now)(&set.choices), option.rule);
        out.push_str(&wrap(
            &format!("option {:<12} {now:<3} {rule:<12} {}", option.name, option.what),
            WIDTH,
            "",
            "    ",
        ));
        out.push('\n');
    }
    for source in &loaded.about.sources {
        out.push_str(&wrap(source, WIDTH, "source: ", "        "));
        out.push('\n');
    }
    for (name, hash) in std::iter::once(&loaded.scenario).chain(&loaded.lists) {
        out.push_str(&format!("{name:<28} sha256 {}..\n", &hash[..16]));
    }
    Ok(out)
}
