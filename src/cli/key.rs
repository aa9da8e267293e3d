//! `tess key`: making and showing keys.

use std::path::Path;

use clap::Subcommand;

use super::{Code, Done, Failure, settings, terminal};
use tess_disk::{durable, private_folder};
use tess_ledger::{Key, SigningKey};

/// Make or show a signing key
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess key new anna --encrypt")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make a key, in keys/NAME.pem of the home folder
    #[command(after_help = "Example:\n  tess key new anna --encrypt")]
    New {
        /// Its name, or a path that ends in .pem
        #[arg(default_value = "default")]
        name: String,
        /// Lock it with a passphrase, asked for or from TESS_PASSPHRASE
        #[arg(long)]
        encrypt: bool,
    },
    /// Show the public key
    #[command(after_help = "Example:\n  tess key show anna")]
    Show {
        /// Its name, or a path that ends in .pem
        #[arg(default_value = "default")]
        name: String,
    },
}

impl Args {
    pub fn run(&self) -> Done {
        match &self.what {
            What::New { name, encrypt } => new(name, *encrypt),
            What::Show { name } => {
                let file = settings::known_key(name)?;
                let public = match settings::public_of(&file) {
                    Some(public) => public,
                    None => settings::load_key(&file)?.public(),
                };
                terminal::out(&format!("{public}\n"))?;
                Ok(Code::Fine)
            }
        }
    }
}

fn new(name: &str, encrypt: bool) -> Done {
    let file = settings::key_file(name)?;
    let dir = file.parent().unwrap_or(Path::new("."));
    private_folder::make(dir).map_err(|e| Failure::file(dir, &e, "name a folder that can be written"))?;
    if file.exists() {
        return Err(Failure::new(
            format!("there is a key {} already", file.display()),
            "choose another name; a key is never replaced",
        ));
    }
    let passphrase = if encrypt { Some(new_passphrase()?) } else { None };
    let key = SigningKey::create()?;
    key.save(&file, passphrase.as_deref())?;
    write_public(&file, &key.public())?;
    terminal::out(&format!("key    {}\npublic {}\n", file.display(), key.public()))?;
    settings::remark("keep a copy in a safe place: whoever has it can sign as you");
    Ok(Code::Fine)
}

/// Makes the key `default` when there is none yet.
pub fn at_hand() -> Result<(), Failure> {
    if settings::key_file("default")?.exists() { Ok(()) } else { new("default", false).map(drop) }
}

fn write_public(file: &Path, public: &Key) -> Result<(), Failure> {
    let beside = file.with_extension("pub");
    let name = beside.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(durable::publish(file.parent().unwrap_or(Path::new(".")), &name, format!("{public}\n").as_bytes())?)
}

fn new_passphrase() -> Result<String, Failure> {
    let word = match std::env::var("TESS_PASSPHRASE") {
        Ok(word) => word,
        Err(_) => {
            let word = settings::ask("New passphrase: ")?;
            if settings::ask("Once more: ")? != word {
                return Err(Failure::new("the two differ", "type the same passphrase twice"));
            }
            word
        }
    };
    if word.is_empty() {
        return Err(Failure::new("an empty passphrase locks nothing", "type one, or leave --encrypt out"));
    }
    Ok(word)
}
