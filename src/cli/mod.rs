//! The program `tess`: one file a subcommand.
//!
//! Here, and only here, live settings, colours, progress, exit codes and the one clock. What the commands do
//! is done in the rooms above. `docs/cli.md` is made from the definitions here, and a test compares them.

mod accept;
mod agent;
mod analyse;
mod answer;
mod audit;
mod balance;
mod battle;
mod book;
mod card;
mod check;
mod clock;
mod code;
mod commander;
mod completions;
mod deliver;
mod demo;
mod desk;
mod failure;
mod forecast;
mod habits;
mod handover;
mod inboxes;
mod join;
mod key;
mod lab;
mod ladder;
mod legal;
mod lobby;
mod log;
mod man;
mod map;
mod measure;
mod muster;
mod new;
mod odds;
mod office;
mod page;
mod play;
mod position;
mod process;
mod propose;
mod reanchor;
mod rekey;
mod replay;
mod reply;
mod report;
mod resign;
mod say;
mod scenarios;
mod send;
mod serve;
mod settings;
mod setup;
mod site;
mod standing;
mod store;
mod terminal;
mod timeout;
mod tournament;
mod verify;
mod void;
mod words;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use code::Code;
pub use failure::Failure;
pub use page::page;

/// What every command gives back.
type Done = Result<Code, Failure>;

/// Carries battles between two commanders by email: signed orders, dice that both can check, an archive that
/// proves the battle.
#[derive(Debug, Parser)]
#[command(name = "tess", version, max_term_width = 78, arg_required_else_help = true, after_help = EXAMPLE)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLE: &str = "\
Exit codes:
  0   done
  1   it cannot be done, or does not hold; the message says why
  2   the command line is wrong
  65  no mail was for a battle here (process)
  75  temporary trouble, try again later (process, deliver; mail servers keep the mail)

Example: a whole battle between two bots, in a folder of its own
  tess demo --scenario spqr/skirmish

Example: a skirmish against the program's own commander
  tess play";

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    Desk(desk::Args),
    Setup(setup::Args),
    Key(key::Args),
    Card(card::Args),
    New(new::Args),
    Join(join::Args),
    Accept(accept::Args),
    Check(check::Args),
    Odds(odds::Args),
    Forecast(forecast::Args),
    Analyse(analyse::Args),
    Send(send::Args),
    Say(words::Args),
    Answer(answer::Args),
    Process(process::Args),
    Agent(agent::Args),
    Lobby(lobby::Args),
    Serve(serve::Args),
    Deliver(deliver::Args),
    Store(store::Args),
    Report(report::Args),
    Map(map::Args),
    Measure(measure::Args),
    Log(log::Args),
    Legal(legal::Args),
    Standing(standing::Args),
    Propose(propose::Args),
    Agree(reply::Agree),
    Decline(reply::Decline),
    Resign(resign::Args),
    Timeout(timeout::Args),
    Rekey(rekey::Args),
    Reanchor(reanchor::Args),
    Void(void::Args),
    Handover(handover::Args),
    Verify(verify::Args),
    Audit(audit::Args),
    Replay(replay::Args),
    Book(book::Args),
    Position(position::Args),
    Scenarios(scenarios::Args),
    Muster(muster::Args),
    Balance(balance::Args),
    Ladder(ladder::Args),
    Tournament(tournament::Args),
    Site(site::Args),
    Lab(lab::Args),
    Demo(demo::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    fn run(&self) -> Done {
        match self {
            Command::Play(args) => args.run(),
            Command::Desk(args) => args.run(),
            Command::Setup(args) => args.run(),
            Command::Key(args) => args.run(),
            Command::Card(args) => args.run(),
            Command::New(args) => args.run(),
            Command::Join(args) => args.run(),
            Command::Accept(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Odds(args) => args.run(),
            Command::Forecast(args) => args.run(),
            Command::Analyse(args) => args.run(),
            Command::Send(args) => args.run(),
            Command::Say(args) => args.run(),
            Command::Answer(args) => args.run(),
            Command::Process(args) => args.run(),
            Command::Agent(args) => args.run(),
            Command::Lobby(args) => args.run(),
            Command::Serve(args) => args.run(),
            Command::Deliver(args) => args.run(),
            Command::Store(args) => args.run(),
            Command::Report(args) => args.run(),
            Command::Map(args) => args.run(),
            Command::Measure(args) => args.run(),
            Command::Log(args) => args.run(),
            Command::Legal(args) => args.run(),
            Command::Standing(args) => args.run(),
            Command::Propose(args) => args.run(),
            Command::Agree(args) => args.run(),
            Command::Decline(args) => args.run(),
            Command::Resign(args) => args.run(),
            Command::Timeout(args) => args.run(),
            Command::Rekey(args) => args.run(),
            Command::Reanchor(args) => args.run(),
            Command::Void(args) => args.run(),
            Command::Handover(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Audit(args) => args.run(),
            Command::Replay(args) => args.run(),
            Command::Book(args) => args.run(),
            Command::Position(args) => args.run(),
            Command::Scenarios(args) => args.run(),
            Command::Muster(args) => args.run(),
            Command::Balance(args) => args.run(),
            Command::Ladder(args) => args.run(),
            Command::Tournament(args) => args.run(),
            Command::Site(args) => args.run(),
            Command::Lab(args) => args.run(),
            Command::Demo(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}

/// Runs the program with the arguments of this process.
#[must_use]
pub fn run() -> ExitCode {
    if let Err(failure) = settings::no_password_in_arguments() {
        return failure.print();
    }
    let matches = definition().get_matches();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    match cli.command.run() {
        Ok(code) => code.into(),
        Err(failure) => failure.print(),
    }
}

/// The command line as clap knows it.
fn definition() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        super::definition().debug_assert();
    }

    #[test]
    fn every_command_ends_its_help_with_an_example() {
        fn look(command: &clap::Command, name: &str) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example"), "tess {name} shows no example");
            for sub in command.get_subcommands().filter(|s| s.get_name() != "help") {
                look(sub, &format!("{name} {}", sub.get_name()));
            }
        }
        let definition = super::definition();
        for command in definition.get_subcommands() {
            look(command, command.get_name());
        }
    }
}
