//! `tess tournament`: a tournament by commands of its director.

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};

use super::ladder::papers;
use super::{Code, Done, Failure, card, clock, settings, terminal};
use tess_league::tournament::{
    Bid, Diary, Event, Founded, Score, SidesBy, System, Taken, Tie, Trf, commitment,
};
use tess_league::{Counted, Kept, Pile, Statutes};

/// Direct a tournament: Swiss, round robin or knock-out, with lots that everybody can draw again
///
/// A folder holds the tournament: tournament.jsonl, a line for everything that has happened, from which all
/// is replayed, pairings included; give that file to whoever asks. The seed of the lots is made at the
/// beginning and its SHA-256 announced; it is shown when the entries are closed. Results come in as archives
/// that verify. docs/leagues.md says how pairs are made and how the table is counted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess tournament new cup --name \"The cup\" --system swiss --rounds 5 --scenario spqr/skirmish
  tess tournament enter cup Anna --card anna.json
  tess tournament close cup
  tess tournament pair cup
  tess tournament result cup archives
  tess tournament show cup")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

/// The folder of the tournament.
#[derive(Debug, clap::Args)]
struct Place {
    /// Folder of the tournament
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

/// A table of a round.
#[derive(Debug, clap::Args)]
struct Seat {
    /// The round, from 1
    #[arg(value_name = "ROUND")]
    round: usize,
    /// The table, from 1
    #[arg(value_name = "TABLE")]
    table: usize,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum By {
    Swiss,
    RoundRobin,
    KnockOut,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Decides {
    Buchholz,
    BuchholzCut1,
    SonnebornBerger,
    DirectEncounter,
    Wins,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Announce a tournament: make its folder, and a seed of which the SHA-256 is announced
    #[command(
        after_help = "Example:\n  tess tournament new cup --name \"The cup\" --scenario spqr/skirmish --rounds 5"
    )]
    New(New),
    /// Enter a player, or all of a TRF file; said again, it adds a key or a rating that was missing
    #[command(after_help = "\
Examples:
  tess tournament enter cup Anna --card anna.json --rating 1720
  tess tournament enter cup --trf players.trf")]
    Enter(Enter),
    /// A player leaves, and is paired no more
    #[command(after_help = "Example:\n  tess tournament leave cup Anna --why \"no time\"")]
    Leave {
        #[command(flatten)]
        place: Place,
        /// The player
        #[arg(value_name = "NAME")]
        name: String,
        /// Why
        #[arg(long, value_name = "TEXT", default_value = "")]
        why: String,
    },
    /// Close the entries, show the seed, and draw the lots
    #[command(after_help = "Example:\n  tess tournament close cup")]
    Close(Place),
    /// Pair the next round
    #[command(after_help = "Example:\n  tess tournament pair cup")]
    Pair(Place),
    /// Make a sealed bid for a side: keep what is printed first, and send the director the last line
    #[command(after_help = "Example:\n  tess tournament seal \"rome 5\"")]
    Seal {
        /// The side, and how many rout points it is worth
        #[arg(value_name = "BID")]
        bid: String,
    },
    /// Write down a sealed bid, or open one
    #[command(after_help = "\
Examples:
  tess tournament bid cup 1 4 Anna --sealed 5fa2...
  tess tournament bid cup 1 4 Anna --open \"rome 5\" --salt 81b0...")]
    Bid(Bids),
    /// Take results from archives, folders of them, or a store; those that give none are named, and why
    #[command(after_help = "Example:\n  tess tournament result cup archives")]
    Result(Results),
    /// Decide on a battle that was not fought out: what each of the two gets, in the pairing's order
    #[command(after_help = "Example:\n  tess tournament rule cup 2 4 1 0 --why \"never answered\"")]
    Rule(Ruling),
    /// Take back a result of the last round
    #[command(after_help = "Example:\n  tess tournament strike cup 2 4 --why \"wrong field\"")]
    Strike {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        seat: Seat,
        /// Why
        #[arg(long, value_name = "TEXT")]
        why: String,
    },
    /// Show the table and the pairings
    #[command(after_help = "Example:\n  tess tournament show cup --round 2")]
    Show {
        #[command(flatten)]
        place: Place,
        /// The pairings of this round instead of the last
        #[arg(long, value_name = "N")]
        round: Option<usize>,
        /// Everything as JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the tournament as FIDE's report file (TRF16)
    #[command(after_help = "Example:\n  tess tournament trf cup > cup.trf")]
    Trf(Place),
    /// Replay everything: lines, seed, lots, pairings, and with archives every result
    #[command(after_help = "Example:\n  tess tournament check cup --archives archives")]
    Check {
        #[command(flatten)]
        place: Place,
        /// Folder with the archives, or a store
        #[arg(long, value_name = "FOLDER|STORE")]
        archives: Option<PathBuf>,
    },
}

#[derive(Debug, clap::Args)]
struct New {
    #[command(flatten)]
    place: Place,
    /// Its name
    #[arg(long, value_name = "TEXT")]
    name: String,
    /// How it is paired
    #[arg(long, value_enum, default_value = "swiss")]
    system: By,
    /// How many rounds; a round robin and a knock-out know it by themselves
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=64))]
    rounds: u8,
    /// The field; several are taken round by round
    #[arg(long = "scenario", value_name = "NAME", required = true)]
    scenarios: Vec<String>,
    /// Sides go to the higher of two sealed bids, in rout points
    #[arg(long)]
    bids: bool,
    /// What a bye is worth: 0, 1/2 or 1
    #[arg(long, value_name = "POINTS", default_value = "1", value_parser = score)]
    bye: Score,
    /// What decides between equals, in this order; then the lot
    #[arg(long = "tie", value_enum, value_name = "WHAT",
          default_values = ["buchholz", "sonneborn-berger", "direct-encounter"])]
    ties: Vec<Decides>,
}

#[derive(Debug, clap::Args)]
struct Enter {
    #[command(flatten)]
    place: Place,
    /// The player
    #[arg(value_name = "NAME", required_unless_present = "trf")]
    name: Option<String>,
    /// His card, which holds his key
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    card: Option<PathBuf>,
    /// His key, 64 digits
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// His rating
    #[arg(long, value_name = "N")]
    rating: Option<u32>,
    /// Enter all players of FIDE's report file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "card", "key", "rating"])]
    trf: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct Bids {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    seat: Seat,
    /// Whose bid
    #[arg(value_name = "NAME")]
    name: String,
    /// The sealed bid: 64 digits
    #[arg(long, value_name = "SEAL", required_unless_present = "open")]
    sealed: Option<String>,
    /// The bid itself
    #[arg(long, value_name = "BID", requires = "salt", conflicts_with = "sealed")]
    open: Option<String>,
    /// What was sealed with it
    #[arg(long, value_name = "SALT")]
    salt: Option<String>,
}

#[derive(Debug, clap::Args)]
struct Results {
    #[command(flatten)]
    place: Place,
    /// Archives, folders or stores
    #[arg(value_name = "ARCHIVE", required = true)]
    archives: Vec<PathBuf>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct Ruling {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    seat: Seat,
    /// What the first of the two gets: 0, 1/2 or 1
    #[arg(value_name = "FIRST", value_parser = score)]
    first: Score,
    /// What the second gets
    #[arg(value_name = "SECOND", value_parser = score)]
    second: Score,
    /// Why
    #[arg(long, value_name = "TEXT")]
    why: String,
}

fn score(text: &str) -> Result<Score, String> {
    match text {
        "0" => Ok(Score::Zero),
        "1/2" | "0.5" => Ok(Score::Half),
        "1" => Ok(Score::One),
        _ => Err("write 0, 1/2 or 1".to_owned()),
    }
}

impl Args {
    pub fn run(&self) -> Done {
        match &self.what {
            What::New(new) => new.run(),
            What::Enter(enter) => enter.run(),
            What::Leave { place, name, why } => place.say(|diary| {
                Ok(Event::Withdrawn { player: diary.tournament.called(name)?, why: why.clone() })
            }),
            What::Close(place) => place.say(|diary| Ok(Event::Closed { seed: diary.seed()? })),
            What::Pair(place) => place.pair(),
            What::Seal { bid } => seal(bid),
            What::Bid(bids) => bids.run(),
            What::Result(results) => results.run(),
            What::Rule(ruling) => ruling.place.say(|_| {
                let Seat { round, table } = ruling.seat;
                Ok(Event::Ruled {
                    round,
                    table,
                    score: [ruling.first, ruling.second],
                    why: ruling.why.clone(),
                })
            }),
            What::Strike { place, seat, why } => {
                place.say(|_| Ok(Event::Struck { round: seat.round, table: seat.table, why: why.clone() }))
            }
            What::Show { place, round, json } => place.show(*round, *json),
            What::Trf(place) => {
                terminal::out(&place.open()?.tournament.trf().write())?;
                Ok(Code::Fine)
            }
            What::Check { place, archives } => place.check(archives.as_deref()),
        }
    }
}

impl Place {
    fn open(&self) -> Result<Diary, Failure> {
        Ok(Diary::open(&self.dir)?)
    }

    /// Writes down one thing, and says how it stands.
    fn say(&self, event: impl FnOnce(&Diary) -> Result<Event, Failure>) -> Done {
        let mut diary = self.open()?;
        let event = event(&diary)?;
        diary.add(event, clock::now().as_str())?;
        terminal::out(&diary.tournament.heading())?;
        Ok(Code::Fine)
    }

    fn pair(&self) -> Done {
        let mut diary = self.open()?;
        let (tables, byes) = diary.tournament.pairing()?;
        let round = diary.tournament.rounds.len() + 1;
        diary.add(Event::Paired { round, tables, byes }, clock::now().as_str())?;
        terminal::out(&diary.tournament.round_text(round))?;
        Ok(Code::Fine)
    }

    fn show(&self, round: Option<usize>, json: bool) -> Done {
        let tournament = self.open()?.tournament;
        if json {
            terminal::json(&format!("{}\n", tournament.json()))?;
            return Ok(Code::Fine);
        }
        let last = round.unwrap_or(tournament.rounds.len());
        if last > tournament.rounds.len() {
            return Err(Failure::new(format!("round {last} is not paired"), "tess tournament pair"));
        }
        let text = [tournament.heading(), tournament.table_text(), tournament.round_text(last)].join("\n");
        terminal::out(&text)?;
        Ok(Code::Fine)
    }

    /// Opening it has replayed all but the results.
    fn check(&self, archives: Option<&Path>) -> Done {
        let tournament = self.open()?.tournament;
        let rounds = tournament.rounds.len();
        terminal::out(&format!(
            "every line follows; seed, lots and the pairings of {rounds} rounds come out\n"
        ))?;
        let Some(from) = archives else { return Ok(Code::Fine) };
        let pile = verified(papers(from)?, None)?;
        let counted = Counted::of(pile, &Statutes::default());
        let (mut good, mut bad) = (0, Vec::new());
        let mut before = tournament.clone();
        for (r, round) in tournament.rounds.iter().enumerate() {
            for (t, table) in round.tables.iter().enumerate() {
                let Some(tess_league::tournament::Settled::Fought { game, .. }) = &table.settled else {
                    continue;
                };
                let place = format!("round {}, table {}", r + 1, t + 1);
                let settled = before.rounds[r].tables[t].settled.take();
                let found =
                    counted.shown.iter().find(|s| s.sound.record.game == *game && s.left_out.is_none());
                let event = found.map(|shown| before.take(&shown.sound, &counted.persons));
                match event {
                    Some(Taken::Result(event)) => {
                        before.apply(&event, "")?;
                        if before.rounds[r].tables[t].scores() == table.scores() {
                            good += 1;
                        } else {
                            bad.push(format!("{place}: the archive says otherwise"));
                        }
                    }
                    Some(Taken::Nothing(why)) => bad.push(format!("{place}: {why}")),
                    Some(Taken::Known) | None => {
                        bad.push(format!("{place}: no archive of {game} that counts"))
                    }
                }
                before.rounds[r].tables[t].settled = settled;
            }
        }
        terminal::out(&format!("{good} results follow from their archives\n{}\n", bad.join("\n")))?;
        Ok(if bad.is_empty() { Code::Fine } else { Code::Bad })
    }
}

impl New {
    fn run(&self) -> Done {
        let library = settings::library(None);
        for scenario in &self.scenarios {
            tess_game::of_scenario(&library, scenario).map_err(tess_game::GameError::from)?;
        }
        let seed = secret();
        let ties = self.ties.iter().map(|tie| match tie {
            Decides::Buchholz => Tie::Buchholz,
            Decides::BuchholzCut1 => Tie::BuchholzCut1,
            Decides::SonnebornBerger => Tie::SonnebornBerger,
            Decides::DirectEncounter => Tie::DirectEncounter,
            Decides::Wins => Tie::Wins,
        });
        let founded = Founded {
            name: self.name.clone(),
            system: match self.system {
                By::Swiss => System::Swiss,
                By::RoundRobin => System::RoundRobin,
                By::KnockOut => System::KnockOut,
            },
            rounds: self.rounds.into(),
            scenarios: self.scenarios.clone(),
            sides: if self.bids { SidesBy::Bids } else { SidesBy::Balance },
            bye: self.bye,
            ties: ties.collect(),
            commitment: commitment(&seed),
        };
        let diary = Diary::found(&self.place.dir, &Event::Founded(founded), &seed, clock::now().as_str())?;
        terminal::out(&diary.tournament.heading())?;
        Ok(Code::Fine)
    }
}

impl Enter {
    fn run(&self) -> Done {
        let mut diary = self.place.open()?;
        let at = clock::now();
        if let Some(path) = &self.trf {
            let text = settings::read_text(path, "name FIDE's report file")?;
            let trf =
                Trf::read(&text).map_err(|e| Failure::new(format!("{}: {e}", path.display()), e.help()))?;
            for player in trf.players {
                let event = Event::Entered { name: player.name, key: None, rating: player.rating };
                diary.add(event, at.as_str())?;
            }
        } else {
            let card = self.card.as_deref().map(card::read).transpose()?;
            let key = self.key.clone().or_else(|| card.map(|card| card.key.to_string()));
            let name = self.name.clone().unwrap_or_default();
            diary.add(Event::Entered { name, key, rating: self.rating }, at.as_str())?;
        }
        terminal::out(&diary.tournament.heading())?;
        Ok(Code::Fine)
    }
}

impl Bids {
    fn run(&self) -> Done {
        let Seat { round, table } = self.seat;
        self.place.say(|diary| {
            if !diary.tournament.has_bids() {
                return Err(Failure::new(
                    "sides are not a matter of bids here",
                    "they are as the pairing has them",
                ));
            }
            let player = diary.tournament.called(&self.name)?;
            Ok(match (&self.sealed, &self.open) {
                (_, Some(bid)) => {
                    let salt = self.salt.clone().unwrap_or_default();
                    Event::Opened { round, table, player, bid: bid.clone(), salt }
                }
                (seal, None) => {
                    Event::Sealed { round, table, player, seal: seal.clone().unwrap_or_default() }
                }
            })
        })
    }
}

impl Results {
    fn run(&self) -> Done {
        let mut diary = self.place.open()?;
        let mut all = Vec::new();
        for path in &self.archives {
            all.extend(papers(path)?);
        }
        let pile = verified(all, self.library.as_deref())?;
        let counted = Counted::of(pile, &Statutes::default());
        let mut out = String::new();
        for left in &counted.left_out {
            out.push_str(&format!("{}: {}\n", left.file, left.why));
        }
        for shown in counted.shown.iter().filter(|s| s.left_out.is_none()) {
            let file = shown.sound.paper.name();
            match diary.tournament.take(&shown.sound, &counted.persons) {
                Taken::Result(event) => {
                    diary.add(event, clock::now().as_str())?;
                    out.push_str(&format!("{file}: taken\n"));
                }
                Taken::Known => {}
                Taken::Nothing(why) => out.push_str(&format!("{file}: {why}\n")),
            }
        }
        out.push_str(&diary.tournament.round_text(diary.tournament.rounds.len()));
        terminal::out(&out)?;
        Ok(Code::Fine)
    }
}

/// Verified, from what was kept where it can be.
fn verified(papers: Vec<tess_league::Paper>, library: Option<&Path>) -> Result<Pile, Failure> {
    let mut kept = Kept::open(&settings::cache()?.join("archives.jsonl"))?;
    Ok(Pile::verify(papers, &settings::library(library), &mut kept, &mut |_, _| {})?)
}

/// 64 random digits.
fn secret() -> String {
    tess_steward::Entropy::System.secret().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn seal(bid: &str) -> Done {
    Bid::read(bid)?;
    let salt = &secret()[..32];
    terminal::out(&format!("bid   {bid}\nsalt  {salt}\nseal  {}\n", Bid::seal(bid, salt)))?;
    Ok(Code::Fine)
}
