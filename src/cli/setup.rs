//! `tess setup`: what a player says once, for all his battles.

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use super::habits::Habits;
use super::{Code, Done, Failure, clock, inboxes, key, settings, terminal};
use tess_mail::{Automatic, Envelope, Html, Inbox, Left, Letter, MessageId, Transport, parse_address};
use tess_steward::{Entropy, Settings, deadline};

/// Seconds that the mail to oneself may take.
const PATIENCE: u64 = 120;

/// Say once who you are and how your mail comes and goes, and try it with a mail to yourself
///
/// Asks for what is not said on the command line. What it writes is taken wherever a command could be told
/// the same; a seat keeps what it was made with. A password is not kept here: name a file that only you may
/// read, with ?password-file=FILE at the end of the address.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess setup
  tess setup --name Anna --address anna@example.org --transport file: --no-test
  tess setup --transport 'smtps://anna@mail.example.org?password-file=/home/anna/.mail-password' \\
             --from 'imaps://anna@mail.example.org/INBOX?password-file=/home/anna/.mail-password'")]
pub struct Args {
    /// Your name, as reports show it
    #[arg(long)]
    name: Option<String>,
    /// Your mail address
    #[arg(long)]
    address: Option<String>,
    /// How mail goes out: smtp://host:port, smtps://USER@HOST?password-file=FILE, maildir:DIR, file:DIR, or
    /// file: for a folder to-send/ in each seat, from which you send by hand
    #[arg(long, value_name = "HOW", env = "TESS_TRANSPORT", hide_env_values = true)]
    transport: Option<String>,
    /// Where mail comes: a Maildir, or imaps://USER@HOST/FOLDER?password-file=FILE; `none` when you save
    /// mails by hand
    #[arg(long, value_name = "FROM", env = "TESS_FROM", hide_env_values = true)]
    from: Option<String>,
    /// In battles to come your own program signs the orders that you mail to yourself with the word of the
    /// report; docs/mail.md says what that protects against and what not
    #[arg(long, value_name = "YES|NO", value_parser = ["yes", "no"])]
    telephone: Option<String>,
    /// Write it down without a mail to yourself
    #[arg(long)]
    no_test: bool,
}

impl Args {
    pub fn run(&self) -> Done {
        let old = Habits::read()?;
        let name = given("Your name", "--name", &self.name, &old.name, None)?;
        let address = given("Your mail address", "--address", &self.address, &old.address, None)?;
        parse_address(&address)?;
        let way = given("Mail goes out by", "--transport", &self.transport, &old.transport, Some("file:"))?;
        let transport = settings::kept_transport(&way)?;
        let come = given("Mail comes to", "--from", &self.from, &old.from, Some("none"))?;
        let from = if come == "none" { None } else { Some(kept_inbox(&come)?) };
        let before = Some(if old.telephone { "yes" } else { "no" }.to_owned());
        let what = "Orders from a telephone, signed by your program (yes or no)";
        let telephone = match given(what, "--telephone", &self.telephone, &before, None)?.as_str() {
            "yes" | "y" => true,
            "no" | "n" => false,
            other => {
                return Err(Failure::new(format!("`{other}` is neither yes nor no"), "say `yes` or `no`"));
            }
        };
        let way = match transport.as_str() {
            "file:" => None,
            other => Some(Settings::way_out(other)?),
        };
        let habits =
            Habits { name: Some(name), address: Some(address), transport: Some(transport), from, telephone };
        if !self.no_test {
            try_out(&habits, way.as_ref())?;
        }
        let file = habits.write()?;
        terminal::out(&format!("written: {}\n", file.display()))?;
        key::at_hand()?;
        terminal::out("next: `tess new --help` to offer a battle, `tess card` to enter one\n")?;
        Ok(Code::Fine)
    }
}

/// What the command line says, or what is answered at the terminal, where an empty line takes what stands in
/// brackets.
fn given(
    what: &str,
    flag: &str,
    said: &Option<String>,
    before: &Option<String>,
    otherwise: Option<&str>,
) -> Result<String, Failure> {
    if let Some(said) = said {
        return Ok(said.clone());
    }
    let usual = before.clone().or_else(|| otherwise.map(str::to_owned));
    if !std::io::stdin().is_terminal() {
        return usual.ok_or_else(|| {
            Failure::new(
                format!("{flag} is missing, and there is no terminal to ask at"),
                format!("add {flag}"),
            )
        });
    }
    let shown = usual.as_ref().map_or_else(String::new, |usual| format!(" [{usual}]"));
    loop {
        terminal::err(&format!("{what}{shown}: "));
        let _ = std::io::stderr().flush();
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        let line = line.trim().to_owned();
        match (read, &usual) {
            (Ok(0) | Err(_), _) => {
                return Err(Failure::new("the questions were not answered", format!("say {flag} instead")));
            }
            (_, Some(usual)) if line.is_empty() => return Ok(usual.clone()),
            (_, None) if line.is_empty() => {}
            _ => return Ok(line),
        }
    }
}

/// A place where mail comes that can be opened, without a password in it.
fn kept_inbox(text: &str) -> Result<String, Failure> {
    if tess_mail::shows_a_password(text) {
        return Err(Failure::new(
            "the settings are no place for a password",
            "put it into a file that only you may read, and write ?password-file=FILE at the end of the address",
        ));
    }
    if tess_mail::imap::ImapUrl::is_one(text) {
        return Ok(text.to_owned());
    }
    Ok(settings::absolute(Path::new(text))?.display().to_string())
}

/// Sends a mail to the player himself, and waits for it where his mail comes.
fn try_out(habits: &Habits, way: Option<&Transport>) -> Result<(), Failure> {
    let Some(way) = way else {
        settings::remark(
            "mail is written into files, which you send by hand: nothing to try. `tess process` takes saved mails, or \
             a folder of them",
        );
        return Ok(());
    };
    way.check()?;
    let mut inbox = habits.from.as_ref().map(|from| inboxes::one(from)).transpose()?;
    let mail = letter(habits)?.compose()?;
    way.send(&mail.bytes)?;
    if let Left::Written { file, .. } = way.left(&mail.bytes)? {
        settings::remark(&format!("written, as it is for you to send: {}", file.display()));
        return Ok(());
    }
    let Some(inbox) = &mut inbox else {
        settings::remark("a mail to yourself is under way: see whether it comes");
        return Ok(());
    };
    wait_for(&mail.id, inbox.as_mut())
}

fn letter(habits: &Habits) -> Result<Letter, Failure> {
    let mut mailbox = parse_address(habits.address.as_deref().unwrap_or_default())?;
    mailbox.name = habits.name.clone().filter(|name| name.is_ascii());
    let mut word = [0; 8];
    Entropy::System.fill(&mut word);
    let word: String = word.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Letter {
        host: mailbox.email.domain().to_owned(),
        seq: 0,
        role: "player".to_owned(),
        kind: "setup".to_owned(),
        from: mailbox.clone(),
        to: mailbox,
        bounce: None,
        unsubscribe: None,
        enclosed: None,
        subject: format!("[tess setup] {word}"),
        date: deadline::time_of(&clock::now()),
        in_reply_to: None,
        automatic: Automatic::Generated,
        html: Html::None,
        picture: None,
        report: "Your mail goes out and comes back: `tess setup` looks for this one.\n".to_owned(),
        lines: Vec::new(),
        game: word,
    })
}

/// Looks for the mail with this id until it is there or patience ends.
fn wait_for(id: &MessageId, inbox: &mut dyn Inbox) -> Result<(), Failure> {
    for second in 0..PATIENCE {
        for mail in inbox.fetch(200)? {
            let is_it = Envelope::open(&mail).is_ok_and(|envelope| envelope.message_id.as_ref() == Some(id));
            if is_it {
                inbox.acknowledge(&mail)?;
                settings::remark(&format!("the mail to yourself has come after {second} seconds"));
                return Ok(());
            }
            inbox.leave(&mail);
        }
        if second == 5 || second % 30 == 29 {
            settings::remark(&format!("waiting for the mail to yourself in {} ...", inbox.name()));
        }
        std::thread::sleep(Duration::from_secs(1));
    }
    Err(Failure::new(
        format!("the mail to yourself has not come within {PATIENCE} seconds; nothing was written"),
        "see whether it lies in another folder (spam), and name that with --from; or say --no-test",
    ))
}
