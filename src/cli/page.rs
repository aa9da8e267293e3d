//! The page docs/cli.md, made from the definitions, so that a changed flag must change the page.

use clap::Command;

/// The page.
#[must_use]
pub fn page() -> String {
    let mut definition = super::definition().term_width(78).disable_help_subcommand(true);
    definition.build();
    let mut out = String::from(
        "# The command line\n\n\
         This page is made from the program: `TESS_BLESS=1 cargo test --test house cli_page` writes it anew.\n\n\
         Settings come from the environment:\n\n\
         | variable | what it sets |\n\
         | --- | --- |\n\
         | `TESS_HOME` | where keys lie, in `keys/`; else `$XDG_DATA_HOME/tesserarius` or \
         `~/.local/share/tesserarius` |\n\
         | `TESS_BATTLE` | the folder of the battle, when `--battle` is not given |\n\
         | `TESS_PASSPHRASE` | the passphrase of the key, when nobody can be asked |\n\
         | `TESS_TRANSPORT` | how mail goes out of a new seat, when `--transport` is not given |\n\
         | `TESS_FROM` | where mail comes, for `setup`, `agent` and `serve`, when `--from` is not given |\n\
         | `NO_COLOR` | no colours, whatever it says |\n\n\
         What `tess setup` has asked once stands in `player.toml` beside `keys/`, and is taken where neither the command\n\
         line nor the environment says otherwise: `name`, `address`, `transport`, `from`.\n\n\
         A seat's own settings stand in its `seat.toml`:\n\n\
         ```toml\n\
         role = \"rome\"\n\
         key = \"/home/anna/.local/share/tesserarius/keys/default.pem\"\n\
         # smtp://[user:pass@]host:port, maildir:DIR (with {user}), file:DIR, or file: for to-send/ in the seat\n\
         transport = \"smtp://localhost:25\"\n\
         # a folder like scenarios/ whose files stand before those in the program\n\
         library = \"/home/anna/scenarios\"\n\
         # how stories are told, here and in the mails from here: plain (as it is without this line), notation or full\n\
         voice = \"notation\"\n\
         # false: mails from here are text alone; else they say the same once more as HTML, with the field as a picture\n\
         pictures = false\n\
         # false: that HTML comes without the picture, and mails are 20 to 110 kB smaller\n\
         maps = false\n\
         ```\n\n",
    );
    section(&mut out, &definition, "tess");
    commands(&mut out, &definition, "tess");
    out
}

fn commands(out: &mut String, command: &Command, path: &str) {
    for sub in command.get_subcommands() {
        let path = format!("{path} {}", sub.get_name());
        section(out, sub, &path);
        commands(out, sub, &path);
    }
}

fn section(out: &mut String, command: &Command, path: &str) {
    let help = command.clone().term_width(78).render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    out.push_str(&format!("## {path}\n\n```text\n{}\n```\n\n", lines.join("\n").trim_end()));
}
