//! What there is to say of a scenario of a Great Battle.

use tess_diagnostic::{WIDTH, wrap};
use tess_gboh::variant::options::SWITCHES;
use tess_scenario::{Fault, Library};

/// Sides, optional rules, sources and files of a scenario.
pub(super) fn about(library: &Library, name: &str) -> Result<String, Vec<Fault>> {
    let loaded = library.load(name)?;
    let set = &loaded.setup;
    let mut out = format!("{}, {}\n\n", set.title, loaded.about.date);
    for (i, side) in set.sides.0.iter().enumerate() {
        let units = set.units.iter().filter(|u| u.side.index() == i).count();
        let leaders = set.leaders.iter().filter(|l| l.side.index() == i).count();
        out.push_str(&format!(
            "{side:<12} {units} units, {leaders} leaders, withdraws at {} rout points\n",
            set.withdrawal.0[i]
        ));
    }
    for switch in SWITCHES {
        let Some(rule) = switch.rule(&set.variant.book) else { continue };
        let on = if loaded.options[switch.name] { "on " } else { "off" };
        out.push_str(&format!("option {:<22} {on} {rule:<6} {}\n", switch.name, switch.what));
    }
    for source in &loaded.about.sources {
        out.push_str(&wrap(source, WIDTH, "source: ", "        "));
        out.push('\n');
    }
    for (name, hash) in std::iter::once(&loaded.scenario).chain(&loaded.charts) {
        out.push_str(&format!("{name:<28} sha256 {}..\n", &hash[..16]));
    }
    Ok(out)
}
