//! `tess scenarios`: what can be played.

use std::path::PathBuf;

use super::{Code, Done, settings, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_gboh::variant::options::SWITCHES;
use tess_legion::Side;
use tess_scenario::{Family, LEGION_OPTIONS, Library};

/// List the scenarios, or tell about one
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess scenarios spqr/bagradas-255bc")]
pub struct Args {
    /// Tell about this one
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let library = settings::library(self.library.as_deref());
        let (text, code) = match &self.name {
            Some(name) => (about(&library, name)?, Code::Fine),
            None => list(&library),
        };
        terminal::out(&text)?;
        Ok(code)
    }
}

fn list(library: &Library) -> (String, Code) {
    let (mut out, mut code) = (String::new(), Code::Fine);
    for entry in library.list() {
        let mark = if entry.good { "" } else { "DOES NOT LOAD: " };
        if !entry.good {
            code = Code::Bad;
        }
        out.push_str(&wrap(
            &format!("{mark}{}", entry.title),
            WIDTH,
            &format!("{:<28} ", entry.name),
            "    ",
        ));
        out.push('\n');
    }
    (out, code)
}

fn about(library: &Library, name: &str) -> Result<String, super::Failure> {
    if library.family(name) == Family::Legion {
        return about_legion(library, name);
    }
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

/// The same of a scenario of Legion and Empire.
fn about_legion(library: &Library, name: &str) -> Result<String, super::Failure> {
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
